// SPDX-License-Identifier: GPL-2.0
/* fairpathd: groups, and what a map should be. */
#include "unit.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fairpathd/grouping.h"
#include "plan-lun.h"

/* Groups */

static void policies_group(void **state)
{
	const struct fpd_groupable paths[] = {
		{ 1, 10, "a" }, { 2, 50, "b" }, { 3, 10, "a" }, { 4, 50, NULL }, { 5, 50, NULL },
	};
	size_t group_of[5];

	(void)state;
	assert_int_equal(fpd_group_paths(FPD_GROUPING_MULTIBUS, paths, 5, group_of), 1);
	assert_int_equal(fpd_group_paths(FPD_GROUPING_FAILOVER, paths, 5, group_of), 5);
	assert_int_equal(group_of[1], 0); /* best first, then by device number */
	assert_int_equal(group_of[3], 1);
	assert_int_equal(group_of[0], 3);
	assert_int_equal(fpd_group_paths(FPD_GROUPING_GROUP_BY_PRIO, paths, 5, group_of), 2);
	assert_int_equal(group_of[0], 1);
	assert_int_equal(group_of[1], 0);
	assert_int_equal(fpd_group_paths(FPD_GROUPING_GROUP_BY_SERIAL, paths, 5, group_of), 4);
	assert_int_equal(group_of[0], group_of[2]);
	assert_int_not_equal(group_of[3], group_of[4]); /* without a key: alone */
	assert_int_equal(fpd_group_paths(FPD_GROUPING_MULTIBUS, paths, 0, group_of), 0);
}

/* What should be */

static void table_says_what_is_configured(void **state)
{
	struct fpd_desired desired;
	struct plan_lun lun;
	char *text;

	(void)state;
	plan_lun_make(&lun, 3);
	lun.settings.path_grouping_policy.value = FPD_GROUPING_GROUP_BY_PRIO;
	lun.settings.no_path_retry.value = 12;
	lun.settings.hardware_handler.value = "1 alua";
	lun.members[0].priority = 10;
	plan_lun_desire(&lun, &desired);
	assert_int_equal(fairpath_table_format(&desired.table, &text, NULL), 0);
	assert_string_equal(text, "3 queue_if_no_path queue_if_no_path_timeout_secs 60 1 alua 2 1 "
				  "service-time 0 2 1 8:16 1 8:32 1 service-time 0 1 1 8:0 1");
	assert_string_equal(desired.uuid, "mpath-" PLAN_WWID);
	free(text);
	fpd_desired_clear(&desired);
}

static void selector_must_count_right(void **state)
{
	struct fpd_desired desired;
	struct plan_lun lun;

	(void)state;
	plan_lun_make(&lun, 1);
	lun.settings.path_selector.value = "service-time 1";
	assert_int_equal(fpd_desired_build(&lun.input, &desired), -EINVAL);
	lun.settings.path_selector.value = "service-time";
	assert_int_equal(fpd_desired_build(&lun.input, &desired), -EINVAL);
	lun.settings.path_selector.value = "";
	assert_int_equal(fpd_desired_build(&lun.input, &desired), -EINVAL);
}

static void paths_of_two_luns_never_share_a_map(void **state)
{
	struct fpd_desired desired;
	struct plan_lun lun;

	(void)state;
	plan_lun_make(&lun, 3);
	lun.members[1].wwid = "360000000000000000000000000000000e";
	lun.members[1].in_live = true;
	lun.members[2].state = FPD_PATH_WRONG_LUN;
	lun.members[2].in_live = true;
	plan_lun_desire(&lun, &desired);
	assert_int_equal(desired.nr_paths, 1);
	assert_int_equal(desired.strangers, 1);
	assert_string_equal(desired.table.groups[0].paths[0].dev, "8:0");
	fpd_desired_clear(&desired);
}

static void last_path_is_not_failed_for_a_suspicion(void **state)
{
	struct fpd_desired desired;
	struct plan_lun lun;

	(void)state;
	plan_lun_make(&lun, 2);
	lun.members[0].state = FPD_PATH_DELAYED;
	lun.members[1].state = FPD_PATH_DOWN;
	plan_lun_desire(&lun, &desired);
	assert_int_equal(desired.wants[0], FPD_WANT_USABLE);
	fpd_desired_clear(&desired);

	lun.members[1].state = FPD_PATH_UP;
	plan_lun_desire(&lun, &desired);
	assert_int_equal(desired.wants[0], FPD_WANT_FAILED);
	fpd_desired_clear(&desired);

	lun.members[0].state = FPD_PATH_BLOCKED;
	plan_lun_desire(&lun, &desired);
	assert_int_equal(desired.wants[0], FPD_WANT_FAILED);
	fpd_desired_clear(&desired);

	lun.members[1].state = FPD_PATH_DOWN;
	plan_lun_desire(&lun, &desired);
	assert_int_equal(desired.wants[0], FPD_WANT_AS_IS);
	fpd_desired_clear(&desired);
}

static void path_enters_only_after_it_was_good(void **state)
{
	struct fpd_desired desired;
	struct plan_lun lun;

	(void)state;
	plan_lun_make(&lun, 2);
	lun.members[1].entered = false;
	lun.members[1].state = FPD_PATH_DOWN;
	plan_lun_desire(&lun, &desired);
	assert_int_equal(desired.nr_paths, 1);
	fpd_desired_clear(&desired);
	lun.members[1].in_live = true;
	plan_lun_desire(&lun, &desired);
	assert_int_equal(desired.nr_paths, 2);
	fpd_desired_clear(&desired);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST("each policy forms its groups, best first", policies_group),
		TEST("a table says what is configured", table_says_what_is_configured),
		TEST("a path_selector that counts its words wrong is refused",
		     selector_must_count_right),
		TEST("paths of two LUNs never share a map", paths_of_two_luns_never_share_a_map),
		TEST("the last path is not failed for a mere suspicion",
		     last_path_is_not_failed_for_a_suspicion),
		TEST("a path enters a table only after it has been good",
		     path_enters_only_after_it_was_good),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
