// SPDX-License-Identifier: GPL-2.0
/* core/pg-init: when a group is initialised, and what each result of a hardware handler means. */
#include "unit.h"

#include "pg-lun.h"

static int up_retries(void **state)
{
	return pg_lun_with(state, "4 pg_init_retries 2 pg_init_delay_msecs 700");
}

/* A request comes; what it starts is taken, and the handler gets these paths. */
static void assert_activates(struct pg_lun *lun, int first, int second)
{
	fp_pg_init_take(&lun->map);
	assert_int_equal(fp_pg_init_next(&lun->map), first);
	if (first != FP_NONE)
		assert_int_equal(fp_pg_init_next(&lun->map), second);
	assert_int_equal(fp_pg_init_next(&lun->map), FP_NONE);
}

static struct fp_pg_init_round begin(struct pg_lun *lun)
{
	struct fp_pg_init_round round;

	assert_int_equal(pg_lun_verdict(lun), FP_INIT);
	round = fp_pg_init_start(&lun->map);
	assert_true(round.begin);
	return round;
}

/* The first group is being initialised: both of its paths are with the handler. */
static void begin_first(struct pg_lun *lun)
{
	assert_int_equal(begin(lun).delay_msecs, 0);
	assert_activates(lun, 0, 1);
}

static void make_ready(struct pg_lun *lun)
{
	begin_first(lun);
	fp_pg_init_done(&lun->map, 0, FP_DH_OK);
	assert_true(fp_pg_init_done(&lun->map, 1, FP_DH_OK).ready);
	assert_int_equal(pg_lun_verdict(lun), FP_USE);
}

static void waits_until_both_are_active(void **state)
{
	struct pg_lun *lun = *state;
	struct fp_pg_init_after after;

	assert_true(lun->map.pg_init.queue_io);
	begin_first(lun);
	assert_int_equal(lun->map.pg_init.count, 1);
	assert_int_equal(pg_lun_verdict(lun), FP_INIT);
	assert_false(fp_pg_init_start(&lun->map).begin);

	after = fp_pg_init_done(&lun->map, 0, FP_DH_OK);
	assert_int_equal(after.result, FP_ACTIVATED);
	assert_false(after.ready);
	assert_int_equal(pg_lun_verdict(lun), FP_INIT);

	after = fp_pg_init_done(&lun->map, 1, FP_DH_OK);
	assert_true(after.ready);
	assert_false(after.path_failed || after.round.begin);
	assert_int_equal(pg_lun_verdict(lun), FP_USE);
	assert_false(lun->map.pg_init.queue_io);
	assert_int_equal(lun->map.pg_init.count, 1);
}

static void without_a_handler(void **state)
{
	struct pg_lun *lun = *state;

	lun->map.pg_init.handler = false;
	assert_true(lun->map.pg_init.queue_io);
	assert_int_equal(pg_lun_verdict(lun), FP_USE);
	assert_false(lun->map.pg_init.queue_io);
	assert_int_equal(lun->map.pg_init.count, 0);
	fp_map_fail_path(&lun->map, 0);
	assert_true(fp_map_reinstate_path(&lun->map, 0));
	assert_true(lun->paths[0].usable);
}

static void a_failed_path_is_not_activated(void **state)
{
	struct pg_lun *lun = *state;

	fp_map_fail_path(&lun->map, 0);
	begin(lun);
	assert_activates(lun, 1, FP_NONE);
}

/* Each result of scsi_dh, and what follows for a path of two whose other became active. */
static const struct result {
	const char *name;
	int result;
	bool fails, again, other_group;
	unsigned int delay_msecs; /* if again */
} results[] = {
	{ "OK", FP_DH_OK, .fails = false },
	{ "DEV_FAILED", FP_DH_DEV_FAILED, .fails = true },
	{ "DEV_TEMP_BUSY", FP_DH_DEV_TEMP_BUSY, .other_group = true },
	{ "DEV_UNSUPP", FP_DH_DEV_UNSUPP, .fails = true },
	{ "NOTCONN", FP_DH_NOTCONN, .fails = true },
	{ "CONN_FAILURE", FP_DH_CONN_FAILURE, .fails = true },
	{ "IO", FP_DH_IO, .fails = true },
	{ "INVALID_IO", FP_DH_INVALID_IO, .fails = true },
	{ "RETRY", FP_DH_RETRY, .again = true, .delay_msecs = 700 },
	{ "IMM_RETRY", FP_DH_IMM_RETRY, .again = true },
	{ "TIMED_OUT", FP_DH_TIMED_OUT, .fails = true },
	{ "RES_TEMP_UNAVAIL", FP_DH_RES_TEMP_UNAVAIL, .again = true },
	{ "DEV_OFFLINED", FP_DH_DEV_OFFLINED, .fails = true },
	{ "NOMEM", FP_DH_NOMEM, .again = true, .delay_msecs = 700 },
	{ "NOSYS", FP_DH_NOSYS, .fails = true },
	{ "a number that is not known", 99, .fails = true },
};

static void result_means(void **state)
{
	const struct result *r = *state;
	struct fp_pg_init_after after;
	struct pg_lun lun;

	pg_lun_init(&lun, "4 pg_init_retries 2 pg_init_delay_msecs 700");
	begin_first(&lun);
	fp_pg_init_done(&lun.map, 0, FP_DH_OK);
	after = fp_pg_init_done(&lun.map, 1, r->result);

	assert_int_equal(after.path_failed, r->fails);
	assert_int_equal(lun.paths[1].usable, !r->fails);
	assert_int_equal(lun.paths[1].fail_count, r->fails);
	assert_int_equal(after.round.begin, r->again);
	assert_int_equal(after.round.delay_msecs, r->delay_msecs);
	assert_int_equal(after.ready, !r->again);
	assert_int_equal(lun.groups[0].bypassed, r->other_group);
	assert_int_equal(pg_lun_verdict(&lun), r->again || r->other_group ? FP_INIT : FP_USE);
	assert_int_equal(lun.map.current_group, r->other_group ? 1 : 0);
	line_free(&lun.line);
}

static void retries_are_used_up(void **state)
{
	struct pg_lun *lun = *state;
	struct fp_pg_init_after after;

	begin_first(lun);
	for (unsigned int round = 1; round <= 2; round++) {
		assert_int_equal(lun->map.pg_init.count, round);
		fp_pg_init_done(&lun->map, 0, FP_DH_OK);
		after = fp_pg_init_done(&lun->map, 1, FP_DH_RETRY);
		assert_true(after.round.begin);
		assert_false(after.path_failed);
		assert_activates(lun, 0, 1);
	}
	fp_pg_init_done(&lun->map, 0, FP_DH_OK);
	after = fp_pg_init_done(&lun->map, 1, FP_DH_RETRY);
	assert_true(after.path_failed && after.ready);
	assert_int_equal(pg_lun_verdict(lun), FP_USE);
	assert_false(lun->paths[1].usable);
}

static void without_retries_the_first_fails(void **state)
{
	struct pg_lun *lun = *state;

	begin_first(lun);
	assert_true(fp_pg_init_done(&lun->map, 0, FP_DH_RETRY).path_failed);
	assert_true(fp_pg_init_done(&lun->map, 1, FP_DH_IMM_RETRY).path_failed);
	/* The other group is tried before anything fails. */
	begin(lun);
	assert_activates(lun, 2, 3);
	fp_pg_init_done(&lun->map, 2, FP_DH_OK);
	fp_pg_init_done(&lun->map, 3, FP_DH_IO);
	assert_int_equal(pg_lun_verdict(lun), FP_USE);
	assert_int_equal(lun->map.current_group, 1);
}

static void all_groups_before_an_error(void **state)
{
	struct pg_lun *lun = *state;

	begin_first(lun);
	fp_pg_init_done(&lun->map, 0, FP_DH_IO);
	assert_true(fp_pg_init_done(&lun->map, 1, FP_DH_IO).ready);
	begin(lun);
	assert_activates(lun, 2, 3);
	fp_pg_init_done(&lun->map, 2, FP_DH_IO);
	assert_int_equal(pg_lun_verdict(lun), FP_INIT);
	assert_true(fp_pg_init_done(&lun->map, 3, FP_DH_IO).ready);
	assert_int_equal(pg_lun_verdict(lun), FP_FAIL);
	assert_false(lun->map.pg_init.queue_io);
}

/* Both controllers are busy: the second pass over the groups is a slow one. */
static void both_groups_are_busy(void **state)
{
	struct pg_lun *lun = *state;

	begin_first(lun);
	fp_pg_init_done(&lun->map, 0, FP_DH_DEV_TEMP_BUSY);
	fp_pg_init_done(&lun->map, 1, FP_DH_OK);
	assert_true(lun->groups[0].bypassed);
	assert_int_equal(begin(lun).delay_msecs, 0);
	assert_activates(lun, 2, 3);
	fp_pg_init_done(&lun->map, 2, FP_DH_DEV_TEMP_BUSY);
	fp_pg_init_done(&lun->map, 3, FP_DH_DEV_TEMP_BUSY);
	assert_int_equal(begin(lun).delay_msecs, FP_PG_INIT_DELAY_MSECS);
	assert_activates(lun, 0, 1);
	fp_pg_init_done(&lun->map, 0, FP_DH_OK);
	fp_pg_init_done(&lun->map, 1, FP_DH_OK);
	assert_false(lun->groups[0].bypassed);
	assert_int_equal(pg_lun_verdict(lun), FP_USE);
}

static void a_switch_during_a_round(void **state)
{
	struct pg_lun *lun = *state;

	begin_first(lun);
	fp_map_switch_group(&lun->map, 2);
	assert_int_equal(pg_lun_verdict(lun), FP_INIT);
	assert_false(fp_pg_init_start(&lun->map).begin);
	fp_pg_init_done(&lun->map, 0, FP_DH_OK);
	/* A retry of a group that was left fails no path of it. */
	assert_true(fp_pg_init_done(&lun->map, 1, FP_DH_RETRY).round.begin);
	assert_true(lun->paths[1].usable);
	assert_activates(lun, 2, 3);
	assert_int_equal(lun->map.pg_init.count, 1);
}

static void a_message_disables_the_group_in_a_round(void **state)
{
	struct pg_lun *lun = *state;

	begin_first(lun);
	fp_map_bypass_group(&lun->map, 1, true);
	fp_pg_init_done(&lun->map, 0, FP_DH_OK);
	assert_true(fp_pg_init_done(&lun->map, 1, FP_DH_OK).ready);
	assert_true(lun->groups[0].bypassed);
	begin(lun);
	assert_activates(lun, 2, 3);
}

static void a_bypassed_group_alone_is_enabled_by_its_use(void **state)
{
	struct pg_lun *lun = *state;

	fp_map_bypass_group(&lun->map, 1, true);
	fp_map_fail_path(&lun->map, 2);
	fp_map_fail_path(&lun->map, 3);
	lun->map.next_group = FP_NONE;
	assert_int_equal(begin(lun).delay_msecs, FP_PG_INIT_DELAY_MSECS);
	assert_activates(lun, 0, 1);
	fp_pg_init_done(&lun->map, 0, FP_DH_OK);
	fp_pg_init_done(&lun->map, 1, FP_DH_OK);
	assert_false(lun->groups[0].bypassed);
}

static void a_path_joins_a_group_in_use(void **state)
{
	struct pg_lun *lun = *state;

	make_ready(lun);
	fp_map_fail_path(&lun->map, 1);
	assert_true(fp_map_reinstate_path(&lun->map, 1));
	assert_false(fp_map_reinstate_path(&lun->map, 1));
	/* Others go on meanwhile; status counts it already. */
	assert_int_equal(pg_lun_verdict(lun), FP_USE);
	assert_int_equal(fp_map_choose(&lun->map, PG_LUN_BYTES).path, 0);
	assert_int_equal(fp_map_nr_valid(&lun->map), 4);
	assert_true(fp_path_is_valid(&lun->paths[1]));
	assert_int_equal(lun->paths[1].activation, FP_ACT_DUE);
	assert_activates(lun, 1, FP_NONE);
	assert_false(fp_pg_init_done(&lun->map, 1, FP_DH_OK).path_failed);
	assert_true(lun->paths[1].usable);
	assert_int_equal(lun->map.nr_usable, 4);
	assert_int_equal(lun->map.pg_init.nr_joining, 0);
	assert_int_equal(lun->map.pg_init.count, 1);
}

static void a_join_is_retried_alone(void **state)
{
	struct pg_lun *lun = *state;
	struct fp_pg_init_after after;

	make_ready(lun);
	fp_map_fail_path(&lun->map, 1);
	fp_map_reinstate_path(&lun->map, 1);
	for (int i = 0; i < 2; i++) {
		assert_activates(lun, 1, FP_NONE);
		after = fp_pg_init_done(&lun->map, 1, FP_DH_RETRY);
		assert_true(after.round.begin);
		assert_int_equal(after.round.delay_msecs, 700);
		assert_int_equal(pg_lun_verdict(lun), FP_USE);
	}
	assert_activates(lun, 1, FP_NONE);
	assert_true(fp_pg_init_done(&lun->map, 1, FP_DH_RETRY).path_failed);
	assert_int_equal(lun->paths[1].fail_count, 2);
	assert_int_equal(fp_map_nr_valid(&lun->map), 3);
}

static void a_path_that_joins_is_failed(void **state)
{
	struct pg_lun *lun = *state;

	make_ready(lun);
	fp_map_fail_path(&lun->map, 1);
	fp_map_reinstate_path(&lun->map, 1);
	assert_activates(lun, 1, FP_NONE);
	assert_true(fp_map_fail_path(&lun->map, 1));
	assert_false(fp_pg_init_done(&lun->map, 1, FP_DH_OK).path_failed);
	assert_false(fp_path_is_valid(&lun->paths[1]));
	assert_int_equal(lun->map.nr_usable, 3);
}

/* Nothing fails while a path is about to be usable. */
static void the_others_fail_while_one_joins(void **state)
{
	struct pg_lun *lun = *state;

	fp_map_fail_path(&lun->map, 2);
	fp_map_fail_path(&lun->map, 3);
	make_ready(lun);
	fp_map_fail_path(&lun->map, 1);
	fp_map_reinstate_path(&lun->map, 1);
	assert_activates(lun, 1, FP_NONE);
	fp_map_fail_path(&lun->map, 0);
	assert_int_equal(pg_lun_verdict(lun), FP_INIT);
	assert_false(fp_pg_init_start(&lun->map).begin);
	assert_true(fp_pg_init_done(&lun->map, 1, FP_DH_OK).round.begin);
	assert_activates(lun, 1, FP_NONE);
	assert_true(fp_pg_init_done(&lun->map, 1, FP_DH_OK).ready);
	assert_int_equal(pg_lun_verdict(lun), FP_USE);
}

static void after_an_outage_all_anew(void **state)
{
	struct pg_lun *lun = *state;

	make_ready(lun);
	for (int i = 0; i < 4; i++)
		fp_map_fail_path(&lun->map, i);
	/* No request came in between: the group is still the current one. */
	fp_map_reinstate_path(&lun->map, 0);
	begin(lun);
	assert_activates(lun, 0, FP_NONE);
}

static void a_suspend_forgets_what_has_not_begun(void **state)
{
	struct pg_lun *lun = *state;

	begin(lun);
	fp_pg_init_disable(&lun->map);
	assert_int_equal(lun->map.pg_init.in_progress, 0);
	assert_activates(lun, FP_NONE, FP_NONE);
	assert_int_equal(pg_lun_verdict(lun), FP_INIT);
	assert_false(fp_pg_init_start(&lun->map).begin);
	fp_pg_init_enable(&lun->map);
	begin(lun);
	assert_activates(lun, 0, 1);
}

static void an_answer_during_a_suspend(void **state)
{
	struct pg_lun *lun = *state;
	struct fp_pg_init_after after;

	begin_first(lun);
	fp_pg_init_disable(&lun->map);
	after = fp_pg_init_done(&lun->map, 0, FP_DH_IO);
	assert_false(after.path_failed || after.ready || after.round.begin);
	assert_true(lun->paths[0].usable);
	fp_pg_init_enable(&lun->map);
	/* The other is still with the handler: the round begins after it. */
	assert_int_equal(pg_lun_verdict(lun), FP_INIT);
	assert_false(fp_pg_init_start(&lun->map).begin);
	assert_true(fp_pg_init_done(&lun->map, 1, FP_DH_OK).round.begin);
	assert_activates(lun, 0, 1);
}

static void a_suspend_while_a_path_joins(void **state)
{
	struct pg_lun *lun = *state;

	make_ready(lun);
	fp_map_fail_path(&lun->map, 1);
	fp_map_reinstate_path(&lun->map, 1);
	fp_pg_init_disable(&lun->map);
	assert_true(lun->paths[1].usable);
	assert_true(fp_map_fail_path(&lun->map, 1));
	assert_true(fp_map_reinstate_path(&lun->map, 1));
	fp_pg_init_enable(&lun->map);
	begin(lun);
	assert_activates(lun, 0, 1);
}

static bool is_path_3(void *context, int path)
{
	(void)context;
	return path == 3;
}

/* A path of a group that was not initialised may be in standby. */
static void nothing_is_moved_to_another_group(void **state)
{
	struct pg_lun *lun = *state;

	make_ready(lun);
	assert_true(fp_map_could_take(&lun->map, 1));
	assert_false(fp_map_could_take(&lun->map, 3));
	assert_int_equal(fp_map_prefer(&lun->map, 0, is_path_3, NULL), 0);
	lun->map.pg_init.handler = false;
	assert_int_equal(fp_map_prefer(&lun->map, 0, is_path_3, NULL), 3);
}

#define CASE(sentence, function, setup)                                                            \
	{                                                                                          \
		(sentence), (function), (setup), pg_lun_ends, NULL                                 \
	}

int main(void)
{
	static struct CMUnitTest each[ARRAY_SIZE(results)];
	const struct CMUnitTest tests[] = {
		CASE("requests wait until each path of the group is active",
		     waits_until_both_are_active, pg_lun_begins),
		CASE("without a handler nothing waits", without_a_handler, pg_lun_begins),
		CASE("a failed path is not activated", a_failed_path_is_not_activated,
		     pg_lun_begins),
		CASE("a path fails when its retries are used up", retries_are_used_up, up_retries),
		CASE("without pg_init_retries the first retry fails the path",
		     without_retries_the_first_fails, pg_lun_begins),
		CASE("all groups are tried before an error", all_groups_before_an_error,
		     pg_lun_begins),
		CASE("when both controllers are busy, they are asked slowly", both_groups_are_busy,
		     pg_lun_begins),
		CASE("a group that is switched to waits for the round of the other",
		     a_switch_during_a_round, pg_lun_begins),
		CASE("a message that disables a group holds against its initialisation",
		     a_message_disables_the_group_in_a_round, pg_lun_begins),
		CASE("a disabled group that has to be used is enabled by that",
		     a_bypassed_group_alone_is_enabled_by_its_use, pg_lun_begins),
		CASE("a path that returns is activated while the others go on",
		     a_path_joins_a_group_in_use, pg_lun_begins),
		CASE("its retries hold up no others", a_join_is_retried_alone, up_retries),
		CASE("a path fails before it has joined", a_path_that_joins_is_failed,
		     pg_lun_begins),
		CASE("no request fails while the last path joins", the_others_fail_while_one_joins,
		     pg_lun_begins),
		CASE("after an outage the group is initialised anew", after_an_outage_all_anew,
		     pg_lun_begins),
		CASE("a suspend forgets what has not begun", a_suspend_forgets_what_has_not_begun,
		     pg_lun_begins),
		CASE("an answer during a suspend has no effect", an_answer_during_a_suspend,
		     pg_lun_begins),
		CASE("a suspend while a path joins", a_suspend_while_a_path_joins, pg_lun_begins),
		CASE("nothing is moved to a group that is not initialised",
		     nothing_is_moved_to_another_group, pg_lun_begins),
	};
	int failed = cmocka_run_group_tests_name("initialisation of groups", tests, NULL, NULL);

	for (size_t i = 0; i < ARRAY_SIZE(results); i++)
		each[i] = (struct CMUnitTest)TEST_OF(results[i].name, result_means, &results[i]);
	return failed + cmocka_run_group_tests_name("results of scsi_dh", each, NULL, NULL);
}
