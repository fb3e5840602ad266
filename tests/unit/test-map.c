// SPDX-License-Identifier: GPL-2.0
/* core/map: which group and path a request goes to, and what follows from an error. */
#include "unit.h"

#include "line.h"
#include "map.h"

#define BYTES 4096

/* A map of two groups: paths 0 and 1, paths 2 and 3. It begins with the first. */
struct lun {
	struct fp_map map;
	struct fp_group groups[2];
	struct fp_path paths[4];
	struct line line;
};

static void lun_init(struct lun *lun, const char *table)
{
	memset(lun, 0xa5, sizeof(*lun));
	lun->map.groups = lun->groups;
	lun->map.paths = lun->paths;
	line_parse(&lun->line, table);
	assert_true(lun->line.good);
	fp_map_init(&lun->map, &lun->line.table);
}

static int up(void **state)
{
	static struct lun lun;

	lun_init(&lun, "0 0 2 1 round-robin 0 2 1 8:16 1 8:32 1 service-time 0 2 1 8:48 1 8:64 1");
	*state = &lun;
	return 0;
}

static int down(void **state)
{
	struct lun *lun = *state;

	line_free(&lun->line);
	return 0;
}

/* The path for a request that is in flight from then on. */
static int send(struct fp_map *map)
{
	struct fp_choice choice = fp_map_choose(map, BYTES);

	assert_int_equal(choice.verdict, FP_USE);
	fp_path_start(map, choice.path, BYTES);
	return choice.path;
}

static void fail_all(struct fp_map *map)
{
	for (int i = 0; i < 4; i++)
		fp_map_fail_path(map, i);
	assert_int_equal(map->nr_usable, 0);
}

static enum fp_verdict verdict(struct fp_map *map)
{
	return fp_map_choose(map, BYTES).verdict;
}

static void begins_as_its_table(void **state)
{
	struct lun *lun = *state;

	assert_int_equal(lun->map.nr_usable, 4);
	assert_int_equal(fp_map_group_in_status(&lun->map), 1);
	assert_false(lun->map.queue_if_no_path);
	assert_ptr_equal(lun->groups[1].selector, &fp_service_time);
	assert_ptr_equal(lun->groups[1].paths, &lun->paths[2]);
	assert_int_equal(lun->paths[3].group, 1);
	for (int i = 0; i < 4; i++) {
		assert_true(lun->paths[i].usable);
		assert_int_equal(lun->paths[i].fail_count, 0);
		assert_int_equal(lun->paths[i].in_flight, 0);
	}
}

static void initial_group_is_first(void **state)
{
	struct lun lun;

	(void)state;
	lun_init(&lun, "0 0 2 2 round-robin 0 2 1 8:16 1 8:32 1 round-robin 0 1 1 8:48 1");
	assert_int_equal(fp_map_group_in_status(&lun.map), 2);
	assert_int_equal(send(&lun.map), 2);
	assert_int_equal(send(&lun.map), 2);
	line_free(&lun.line);
}

static void no_path_at_all(void **state)
{
	struct lun lun;

	(void)state;
	lun_init(&lun, "0 0 0 0");
	assert_int_equal(fp_map_group_in_status(&lun.map), 0);
	assert_int_equal(verdict(&lun.map), FP_FAIL);
	fp_map_set_queueing(&lun.map, true);
	assert_int_equal(verdict(&lun.map), FP_HOLD);
	line_free(&lun.line);
}

static void group_is_kept(void **state)
{
	struct fp_map *map = &((struct lun *)*state)->map;

	for (int i = 0; i < 6; i++)
		assert_int_equal(send(map), i % 2);
	fp_map_fail_path(map, 0);
	assert_int_equal(send(map), 1);
	assert_int_equal(map->current_group, 0);
}

static void next_group_takes_over(void **state)
{
	struct fp_map *map = &((struct lun *)*state)->map;

	send(map);
	fp_map_fail_path(map, 0);
	fp_map_fail_path(map, 1);
	assert_int_equal(send(map), 2);
	assert_int_equal(map->current_group, 1);

	/* As in dm-multipath the group stays; going back is the daemon's affair. */
	fp_map_reinstate_path(map, 0);
	assert_int_equal(send(map), 3);
	assert_int_equal(fp_map_group_in_status(map), 2);
}

static void charge_and_release(void **state)
{
	struct lun *lun = *state;

	fp_path_start(&lun->map, 1, 4096);
	fp_path_start(&lun->map, 1, 512);
	assert_int_equal(lun->paths[1].in_flight, 2);
	assert_int_equal(lun->paths[1].bytes_in_flight, 4608);
	fp_path_end(&lun->map, 1, 4096);
	fp_path_end(&lun->map, 1, 512);
	assert_int_equal(lun->paths[1].in_flight, 0);
	assert_int_equal(lun->paths[1].bytes_in_flight, 0);
	assert_int_equal(lun->paths[0].in_flight, 0);
}

static void failing_counts_once(void **state)
{
	struct lun *lun = *state;

	assert_true(fp_map_fail_path(&lun->map, 2));
	assert_false(fp_map_fail_path(&lun->map, 2));
	assert_int_equal(lun->paths[2].fail_count, 1);
	assert_int_equal(lun->map.nr_usable, 3);
	assert_true(fp_map_reinstate_path(&lun->map, 2));
	assert_false(fp_map_reinstate_path(&lun->map, 2));
	assert_int_equal(lun->map.nr_usable, 4);
	assert_true(fp_map_fail_path(&lun->map, 2));
	assert_int_equal(lun->paths[2].fail_count, 2);
}

static void without_a_path(void **state)
{
	struct fp_map *map = &((struct lun *)*state)->map;

	fail_all(map);
	assert_int_equal(verdict(map), FP_FAIL);
	assert_false(fp_map_waits_for_path(map));

	fp_map_set_queueing(map, true);
	assert_int_equal(verdict(map), FP_HOLD);
	assert_true(fp_map_waits_for_path(map));

	fp_map_set_queueing(map, false);
	assert_int_equal(verdict(map), FP_FAIL);
}

static void draining(void **state)
{
	struct fp_map *map = &((struct lun *)*state)->map;

	fp_map_set_queueing(map, true);
	fail_all(map);
	map->draining = true;
	assert_int_equal(verdict(map), FP_FAIL);
	map->draining = false;
	assert_int_equal(verdict(map), FP_HOLD);
}

static void expiry(void **state)
{
	struct fp_map *map = &((struct lun *)*state)->map;

	fp_map_set_queueing(map, true);
	fail_all(map);
	map->expired = true;
	assert_int_equal(verdict(map), FP_FAIL);

	/* A path comes back and goes again: the wish holds, and time begins anew. */
	fp_map_reinstate_path(map, 3);
	fp_map_fail_path(map, 3);
	assert_int_equal(verdict(map), FP_HOLD);

	map->expired = true;
	fp_map_set_queueing(map, true);
	assert_int_equal(verdict(map), FP_HOLD);
}

/* An error of a request that has had none before. */
static struct fp_outcome first_error(struct fp_map *map, int path, enum fp_blame blame,
				     bool push_back)
{
	struct fp_tries tries = { .fua_refused = false };

	return fp_map_error(map, path, blame, &tries, push_back);
}

static void path_error(void **state)
{
	struct lun *lun = *state;
	struct fp_outcome outcome = first_error(&lun->map, 0, FP_BLAME_PATH, false);

	assert_int_equal(outcome.after, FP_RETRY);
	assert_true(outcome.path_failed);
	assert_false(lun->paths[0].usable);

	/* The second request that was on it fails it no second time. */
	outcome = first_error(&lun->map, 0, FP_BLAME_PATH, false);
	assert_int_equal(outcome.after, FP_RETRY);
	assert_false(outcome.path_failed);
	assert_int_equal(lun->paths[0].fail_count, 1);
}

static void target_error(void **state)
{
	struct lun *lun = *state;
	struct fp_outcome outcome = first_error(&lun->map, 0, FP_BLAME_TARGET, true);

	assert_int_equal(outcome.after, FP_DONE);
	assert_false(outcome.path_failed);
	assert_true(lun->paths[0].usable);
}

static void busy(void **state)
{
	struct lun *lun = *state;
	struct fp_outcome outcome = first_error(&lun->map, 0, FP_BLAME_NOBODY, false);

	assert_int_equal(outcome.after, FP_RETRY_LATER);
	assert_false(outcome.path_failed);
	assert_true(lun->paths[0].usable);
}

static void last_path_error(void **state)
{
	struct fp_map *map = &((struct lun *)*state)->map;
	struct fp_outcome outcome;

	for (int i = 1; i < 4; i++)
		fp_map_fail_path(map, i);
	outcome = first_error(map, 0, FP_BLAME_PATH, false);
	assert_int_equal(outcome.after, FP_DONE);
	assert_true(outcome.path_failed);

	outcome = first_error(map, 0, FP_BLAME_PATH, true);
	assert_int_equal(outcome.after, FP_RETRY);

	fp_map_set_queueing(map, true);
	outcome = first_error(map, 0, FP_BLAME_PATH, false);
	assert_int_equal(outcome.after, FP_RETRY);
}

static void form_error(void **state)
{
	struct lun *lun = *state;
	struct fp_outcome outcome = first_error(&lun->map, 0, FP_BLAME_FORM, false);

	assert_int_equal(outcome.after, FP_RETRY);
	assert_false(outcome.path_failed);
}

/* The request fails on each path that is usable. Return: what became of it on the last. */
static struct fp_outcome doubt_everywhere(struct fp_map *map, struct fp_tries *tries)
{
	struct fp_outcome outcome = { .after = FP_RETRY };

	for (int i = 0; i < 4; i++) {
		assert_int_equal(outcome.after, FP_RETRY);
		outcome = fp_map_error(map, i, FP_BLAME_DOUBT, tries, false);
	}
	return outcome;
}

static void reinstate_all(struct fp_map *map)
{
	for (int i = 0; i < 4; i++)
		fp_map_reinstate_path(map, i);
}

static void doubt_ends(void **state)
{
	struct fp_map *map = &((struct lun *)*state)->map;
	struct fp_tries tries = { .fua_refused = false };
	struct fp_outcome outcome;

	fp_map_set_queueing(map, true);
	for (int i = 0; i < FP_MAX_OUTAGES; i++) {
		outcome = doubt_everywhere(map, &tries);
		assert_int_equal(outcome.after, FP_RETRY);
		assert_true(outcome.path_failed);
		assert_int_equal(verdict(map), FP_HOLD);
		reinstate_all(map);
	}
	outcome = doubt_everywhere(map, &tries);
	assert_int_equal(outcome.after, FP_DONE);
	assert_true(outcome.given_up);
	assert_false(outcome.path_failed);
	/* The path that it ended on goes on serving the others. */
	assert_int_equal(verdict(map), FP_USE);
}

/* What is known to be a path's fault is waited out, however often. */
static void path_errors_do_not_end(void **state)
{
	struct fp_map *map = &((struct lun *)*state)->map;
	struct fp_tries tries = { .fua_refused = false };

	fp_map_set_queueing(map, true);
	for (int i = 0; i < 10; i++) {
		for (int p = 0; p < 4; p++)
			assert_int_equal(fp_map_error(map, p, FP_BLAME_PATH, &tries, false).after,
					 FP_RETRY);
		reinstate_all(map);
	}
}

/* Others that were on the path when it failed have not taken it. */
static void doubt_of_many(void **state)
{
	struct fp_map *map = &((struct lun *)*state)->map;
	struct fp_tries first = { .outages = 0 }, second = { .outages = 0 };

	fp_map_set_queueing(map, true);
	for (int i = 0; i < 3; i++)
		fp_map_fail_path(map, i);
	fp_map_error(map, 3, FP_BLAME_DOUBT, &first, false);
	fp_map_error(map, 3, FP_BLAME_DOUBT, &second, false);
	assert_int_equal(first.outages, 1);
	assert_int_equal(second.outages, 0);
}

static void switch_group(void **state)
{
	struct fp_map *map = &((struct lun *)*state)->map;

	send(map);
	fp_map_bypass_group(map, 2, true);
	assert_true(fp_map_switch_group(map, 2));
	assert_int_equal(fp_map_group_in_status(map), 2);
	assert_false(map->groups[1].bypassed);
	assert_int_equal(send(map), 2);
	assert_int_equal(send(map), 3);
}

static void switch_to_dead_group(void **state)
{
	struct fp_map *map = &((struct lun *)*state)->map;

	fp_map_fail_path(map, 2);
	fp_map_fail_path(map, 3);
	assert_true(fp_map_switch_group(map, 2));
	assert_int_equal(send(map), 0);
	assert_int_equal(fp_map_group_in_status(map), 1);
}

static void no_such_group(void **state)
{
	struct fp_map *map = &((struct lun *)*state)->map;

	assert_false(fp_map_switch_group(map, 0));
	assert_false(fp_map_switch_group(map, 3));
	assert_false(fp_map_bypass_group(map, 0, true));
	assert_false(fp_map_bypass_group(map, 3, true));
	assert_int_equal(fp_map_group_in_status(map), 1);
}

static void bypass(void **state)
{
	struct fp_map *map = &((struct lun *)*state)->map;

	send(map);
	assert_true(fp_map_bypass_group(map, 1, true));
	assert_int_equal(send(map), 2);

	fp_map_fail_path(map, 2);
	fp_map_fail_path(map, 3);
	assert_int_equal(send(map), 1);

	assert_true(fp_map_bypass_group(map, 1, false));
	assert_false(map->groups[0].bypassed);
}

#define ON_LUN(sentence, function)                                                                 \
	{                                                                                          \
		.name = (sentence), .test_func = (function), .setup_func = up,                     \
		.teardown_func = down,                                                             \
	}

static bool has(void *context, int path)
{
	return ((const bool *)context)[path];
}

static void prefers(void **state)
{
	struct fp_map *map = &((struct lun *)*state)->map;
	bool wanted[4] = { false, false, true, false };

	send(map);
	assert_int_equal(fp_map_prefer(map, 0, has, wanted), 2);
	wanted[1] = true;
	assert_int_equal(fp_map_prefer(map, 0, has, wanted), 1);
	fp_map_fail_path(map, 1);
	fp_map_fail_path(map, 2);
	assert_int_equal(fp_map_prefer(map, 0, has, wanted), 0);
	wanted[0] = true;
	assert_int_equal(fp_map_prefer(map, 0, has, wanted), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON_LUN("a map begins as its table says, with all paths usable",
		       begins_as_its_table),
		TEST("requests go to the initial group first", initial_group_is_first),
		TEST("a map without paths fails requests, or holds them if it shall",
		     no_path_at_all),
		ON_LUN("a group is kept while it has a usable path", group_is_kept),
		ON_LUN("when a group has no usable path, the next one takes over and stays",
		       next_group_takes_over),
		ON_LUN("what is in flight is charged to its path and released", charge_and_release),
		ON_LUN("a path that has failed cannot fail again, nor be reinstated twice",
		       failing_counts_once),
		ON_LUN("without a usable path requests fail, or wait under queue_if_no_path",
		       without_a_path),
		ON_LUN("nothing waits for a path while a suspend drains", draining),
		ON_LUN("waiting ends with its time, until a path is back or it is asked for anew",
		       expiry),
		ON_LUN("a path's error fails the path once and sends the request elsewhere",
		       path_error),
		ON_LUN("the LUN's own answer fails no path and goes to the sender", target_error),
		ON_LUN("a busy path is tried again later and has not failed", busy),
		ON_LUN("an error of the last path ends a request, unless it may wait",
		       last_path_error),
		ON_LUN("what was refused in one form is sent again at once", form_error),
		ON_LUN("a request that each path fails time and again ends, and leaves a path",
		       doubt_ends),
		ON_LUN("errors that are the paths' own are waited out, however often",
		       path_errors_do_not_end),
		ON_LUN("only the request that took the last path is held to have taken it",
		       doubt_of_many),
		ON_LUN("switch_group goes to that group and lifts every bypass", switch_group),
		ON_LUN("switching to a group without a usable path uses another",
		       switch_to_dead_group),
		ON_LUN("a group that does not exist is refused", no_such_group),
		ON_LUN("a bypassed group is used only if no other has a usable path", bypass),
		ON_LUN("a path with a property is preferred, in the current group first", prefers),
	};

	return cmocka_run_group_tests_name("map", tests, NULL, NULL);
}
