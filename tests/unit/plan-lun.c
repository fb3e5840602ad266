// SPDX-License-Identifier: GPL-2.0
/* A LUN as the daemon knows it; see plan-lun.h. */
#include "unit.h"

#include <stdio.h>
#include <string.h>

#include "plan-lun.h"

void plan_lun_make(struct plan_lun *lun, size_t nr)
{
	memset(lun, 0, sizeof(*lun));
	lun->settings.path_selector.value = "service-time 0";
	lun->settings.rr_min_io_rq.value = 1;
	lun->settings.no_path_retry.value = FPD_NO_PATH_FAIL;
	lun->settings.polling_interval.value = 5;
	lun->settings.path_grouping_policy.value = FPD_GROUPING_MULTIBUS;
	lun->settings.queue_if_no_path_timeout_secs.value = FPD_UNSET;
	lun->settings.pg_init_retries.value = FPD_UNSET;
	lun->settings.pg_init_delay_msecs.value = FPD_UNSET;
	for (size_t i = 0; i < nr; i++) {
		snprintf(lun->devs[i], sizeof(lun->devs[i]), "8:%zu", i * 16);
		lun->members[i] = (struct fpd_member){
			.dev = lun->devs[i],
			.devnum = (dev_t)i + 1,
			.wwid = PLAN_WWID,
			.state = FPD_PATH_UP,
			.priority = 50,
			.entered = true,
		};
	}
	lun->input = (struct fpd_desired_input){
		.name = "lun",
		.wwid = PLAN_WWID,
		.sectors = 2048,
		.settings = &lun->settings,
		.members = lun->members,
		.nr_members = nr,
	};
}

void plan_lun_desire(const struct plan_lun *lun, struct fpd_desired *desired)
{
	assert_int_equal(fpd_desired_build(&lun->input, desired), 0);
}
