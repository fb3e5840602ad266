/* SPDX-License-Identifier: GPL-2.0 */
/* A LUN as the daemon knows it, and what its map should be: for tests to change. */
#ifndef FAIRPATH_UNIT_PLAN_LUN_H
#define FAIRPATH_UNIT_PLAN_LUN_H

#include "fairpathd/desired.h"

#define PLAN_MEMBERS 6
#define PLAN_WWID    "3600508b4000156d70001200000b00000"

struct plan_lun {
	struct fpd_settings settings;
	struct fpd_member members[PLAN_MEMBERS];
	char devs[PLAN_MEMBERS][16];
	struct fpd_desired_input input;
};

/* plan_lun_make - so many paths, each of them good */
void plan_lun_make(struct plan_lun *lun, size_t nr);

void plan_lun_desire(const struct plan_lun *lun, struct fpd_desired *desired);

#endif
