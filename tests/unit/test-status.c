// SPDX-License-Identifier: GPL-2.0
/* libfairpath: status lines read, those of fairpath and those of dm-multipath. */
#include "unit.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fairpath/flow.h>
#include <fairpath/status.h>

#include "line.h"
#include "map.h"
#include "status.h"

static struct fairpath_status *parse(const char *text)
{
	struct fairpath_status *status = NULL;
	struct fairpath_error error;

	if (fairpath_status_parse(text, &status, &error))
		fail_msg("refused: %s: %s", text, error.text);
	return status;
}

static void multipath_line(void **state)
{
	struct fairpath_status *status =
		parse("2 0 1 0 2 2 E 0 2 2 8:16 A 0 0 1 8:32 F 3 4096 1 A 0 1 2 8:48 A 12 0 1 ");
	const struct fairpath_status_group *groups = status->groups;

	(void)state;
	assert_false(status->queue_io);
	assert_int_equal(status->pg_init_count, 1);
	assert_int_equal(status->nr_groups, 2);
	assert_int_equal(status->current_group, 2);

	assert_int_equal(groups[0].state, FAIRPATH_GROUP_ENABLED);
	assert_int_equal(groups[0].nr_selector_words, 0);
	assert_int_equal(groups[0].nr_paths, 2);
	assert_string_equal(groups[0].paths[0].dev, "8:16");
	assert_true(groups[0].paths[0].usable);
	assert_string_equal(groups[0].paths[1].dev, "8:32");
	assert_false(groups[0].paths[1].usable);
	assert_int_equal(groups[0].paths[1].fail_count, 3);
	assert_int_equal(groups[0].paths[1].nr_info, 2);
	assert_string_equal(groups[0].paths[1].info[0], "4096");
	assert_string_equal(groups[0].paths[1].info[1], "1");

	assert_int_equal(groups[1].state, FAIRPATH_GROUP_ACTIVE);
	assert_string_equal(groups[1].paths[0].dev, "8:48");
	assert_int_equal(groups[1].paths[0].fail_count, 12);

	assert_false(status->has_pairs);
	assert_int_equal(status->nr_pairs, 0);
	fairpath_status_free(status);
}

static void round_robin_line(void **state)
{
	struct fairpath_status *status =
		parse("2 1 0 0 1 1 D 0 4 0 8:16 A 0 8:32 A 0 8:48 A 0 8:64 A 0");

	(void)state;
	assert_true(status->queue_io);
	assert_int_equal(status->groups[0].state, FAIRPATH_GROUP_DISABLED);
	assert_int_equal(status->groups[0].nr_paths, 4);
	assert_int_equal(status->groups[0].paths[3].nr_info, 0);
	assert_string_equal(status->groups[0].paths[3].dev, "8:64");
	fairpath_status_free(status);
}

static void selector_words(void **state)
{
	struct fairpath_status *status = parse("2 0 0 0 1 1 A 2 one two 1 0 8:16 A 0");

	(void)state;
	assert_int_equal(status->groups[0].nr_selector_words, 2);
	assert_string_equal(status->groups[0].selector_words[1], "two");
	assert_string_equal(status->groups[0].paths[0].dev, "8:16");
	fairpath_status_free(status);
}

static void more_words(void **state)
{
	struct fairpath_status *status = parse("3 1 2 new 2 alua x 0 0");

	(void)state;
	assert_true(status->queue_io);
	assert_int_equal(status->pg_init_count, 2);
	assert_int_equal(status->nr_groups, 0);
	assert_int_equal(status->current_group, 0);
	fairpath_status_free(status);
}

static void counters(void **state)
{
	struct fairpath_status *status =
		parse("2 0 0 0 1 1 A 0 1 0 8:16 A 0 "
		      "6 no_path_timeouts 3 retries 18446744073709551615 fua_stripped 12");

	(void)state;
	assert_true(status->has_pairs);
	assert_int_equal(status->counters.no_path_timeouts, 3);
	assert_true(status->counters.retries == UINT64_MAX);
	assert_int_equal(status->counters.fua_stripped, 12);
	assert_int_equal(status->nr_pairs, 3);
	fairpath_status_free(status);
}

static void unknown_keys(void **state)
{
	struct fairpath_status *status = parse("2 0 0 0 0 0 4 colour blue retries 7");

	(void)state;
	assert_int_equal(status->counters.retries, 7);
	assert_int_equal(status->counters.fua_stripped, 0);
	assert_int_equal(status->nr_pairs, 2);
	assert_string_equal(status->pairs[0].key, "colour");
	assert_string_equal(status->pairs[0].value, "blue");
	assert_string_equal(status->pairs[1].key, "retries");
	assert_string_equal(status->pairs[1].value, "7");
	fairpath_status_free(status);
}

static void no_keys(void **state)
{
	struct fairpath_status *status = parse("2 0 0 0 0 0 0");

	(void)state;
	assert_true(status->has_pairs);
	assert_int_equal(status->nr_pairs, 0);
	fairpath_status_free(status);
}

static void nothing_to_free(void **state)
{
	(void)state;
	fairpath_status_free(NULL);
}

/* A name, the line, and the sentence that refuses it. */
struct malformed {
	const char *name;
	const char *line;
	const char *text;
};

static const struct malformed malformed[] = {
	{ "an empty status is refused", "",
	  "the status line ends where word 1, the number of feature words, was expected" },
	{ "a blank status is refused", "  ",
	  "the status line ends where word 1, the number of feature words, was expected" },
	{ "a table line is no status line", "0 0 1 1 round-robin 0 1 1 8:16 1",
	  "word 1 '0' of the status line: the number of feature words is not a number from 2 to "
	  "18446744073709551615" },
	{ "queue_io must be 0 or 1", "2 2 0 0 0 0",
	  "word 2 '2' of the status line: queue_io is not a number from 0 to 1" },
	{ "more handler words than there are words are refused", "2 0 0 9 0 0",
	  "word 4 '9' of the status line: the number of hardware handler words is too great for "
	  "the 2 words that follow" },
	{ "more groups than fit into the words are refused", "2 0 0 0 3 1 A 0 1 0 8:16 A 0",
	  "word 5 '3' of the status line: the number of priority groups is too great for the 8 "
	  "words that follow" },
	{ "a group fewer than announced is refused", "2 0 0 0 2 1 A 0 1 0 8:16 A 0",
	  "the status line ends where word 14, the state of a priority group, was expected" },
	{ "the current group must be one of the groups", "2 0 0 0 1 2 A 0 1 0 8:16 A 0",
	  "word 6 '2' of the status line: the current priority group is not a number from 1 to 1" },
	{ "groups, and none of them current, are refused", "2 0 0 0 1 0 A 0 1 0 8:16 A 0",
	  "word 6 '0' of the status line: the current priority group is not a number from 1 to 1" },
	{ "the state of a group must be A, E or D", "2 0 0 0 1 1 F 0 1 0 8:16 A 0",
	  "word 7 'F' of the status line: the state of a priority group is not A, E or D" },
	{ "the state of a group is one letter", "2 0 0 0 1 1 AA 0 1 0 8:16 A 0",
	  "word 7 'AA' of the status line: the state of a priority group is not A, E or D" },
	{ "a status cut off within a path is refused", "2 0 0 0 1 1 A 0 2 0 8:16 A 0 8:32 A",
	  "word 10 '0' of the status line: 2 paths of 3 words each do not follow" },
	{ "a status cut off before a path's last word is refused", "2 0 0 0 1 1 A 0 1 2 8:16 A 0 1",
	  "word 10 '2' of the status line: 1 paths of 5 words each do not follow" },
	{ "the state of a path must be A or F", "2 0 0 0 1 1 A 0 1 0 8:16 E 0",
	  "word 12 'E' of the status line: the state of a path is not A or F" },
	{ "a fail count must be a number", "2 0 0 0 1 1 A 0 1 0 8:16 A x",
	  "word 13 'x' of the status line: the fail count of a path is not a number from 0 to "
	  "4294967295" },
	{ "a fail count must fit into 32 bits", "2 0 0 0 1 1 A 0 1 0 8:16 A 4294967296",
	  "word 13 '4294967296' of the status line: the fail count of a path is not a number from "
	  "0 to 4294967295" },
	{ "keys without values are refused", "2 0 0 0 0 0 3 retries 7 fua_stripped",
	  "word 7 '3' of the status line: keys and values do not come in pairs" },
	{ "fewer keys than announced are refused", "2 0 0 0 0 0 4 retries 7",
	  "word 7 '4' of the status line: the number of fairpath's words is too great for the 2 "
	  "words that follow" },
	{ "a known key must have a number", "2 0 0 0 0 0 2 retries many",
	  "word 9 'many' of the status line: retries is not a number from 0 to "
	  "18446744073709551615" },
	{ "a counter must fit into 64 bits", "2 0 0 0 0 0 2 retries 18446744073709551616",
	  "word 9 '18446744073709551616' of the status line: retries is not a number from 0 to "
	  "18446744073709551615" },
	{ "a counter ten times too great is refused, and does not wrap",
	  "2 0 0 0 0 0 2 retries 18446744073709551620",
	  "word 9 '18446744073709551620' of the status line: retries is not a number from 0 to "
	  "18446744073709551615" },
	{ "words after the last key are refused", "2 0 0 0 0 0 2 retries 7 8",
	  "word 10 '8' of the status line: nothing was expected here" },
};

static void refused(void **state)
{
	const struct malformed *m = *state;
	struct fairpath_status *untouched = (void *)state, *status = untouched;
	struct fairpath_error error;

	assert_int_equal(fairpath_status_parse(m->line, &status, &error), -EINVAL);
	assert_string_equal(error.text, m->text);
	assert_ptr_equal(status, untouched);
	assert_int_equal(fairpath_status_parse(m->line, &status, NULL), -EINVAL);
}

/*
 * The kernel cuts a status line to its caller's buffer, at any byte. What is left
 * is taken for whole only where no reader could tell: if the cut is in the last
 * word, or just where dm-multipath's part ends.
 */
static void cut_anywhere(void **state)
{
	const char *whole = "2 0 0 0 2 1 A 0 2 2 8:16 A 0 512 1 8:32 F 1 0 1 "
			    "E 0 1 0 8:48 A 1 4 retries 17 colour b";
	const size_t multipath = strstr(whole, " 4 retries") - whole;
	struct fairpath_status *status;
	char text[128];
	int r;

	(void)state;
	for (size_t length = 0; length < strlen(whole); length++) {
		snprintf(text, sizeof(text), "%.*s", (int)length, whole);
		r = fairpath_status_parse(text, &status, NULL);
		if (!r)
			fairpath_status_free(status);
		if (!r != (length == multipath || length == multipath + 1))
			fail_msg("%s: %s", r ? "refused" : "taken for whole", text);
	}
}

/* Path 0 has no cache, path 1 one without FUA, path 2 one with. */
static struct fp_caps caps_of_path(const void *context, int path)
{
	(void)context;
	return (struct fp_caps){ .wc = path > 0, .fua = path > 1 };
}

/* What core/status writes of a map, by way of the table line that makes it. */
static void what_core_writes(void **state)
{
	const struct fp_counters counted = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 };
	const struct fp_flush flush = {
		.ended = 12, .covered = 2, .cached_in_flight = 1, .promised = true
	};
	struct fp_group groups[2];
	struct fp_path paths[3];
	struct fp_map map = { .groups = groups, .paths = paths };
	struct fp_status_view view = {
		.map = &map, .counters = &counted, .flush = &flush, .caps = caps_of_path
	};
	struct fairpath_status *status;
	struct fp_text text;
	struct line line;
	char buf[1024];

	(void)state;
	line_parse(&line, "0 0 2 1 service-time 0 2 2 8:16 1 3 8:32 1 1 round-robin 0 1 1 8:48 1");
	fp_map_init(&map, &line.table);
	for (int i = 0; i < 3; i++)
		paths[i].name = line.table.paths[i].dev;
	fp_map_fail_path(&map, 1);
	fp_map_bypass_group(&map, 2, true);
	fp_path_start(&map, fp_map_choose(&map, 4096).path, 4096);
	view.features = &line.table.features;
	text = fp_text(buf, sizeof(buf));
	fp_status_info(&view, &text);

	status = parse(buf);
	assert_int_equal(status->nr_groups, 2);
	assert_int_equal(status->current_group, 1);
	assert_int_equal(status->groups[0].state, FAIRPATH_GROUP_ACTIVE);
	assert_int_equal(status->groups[1].state, FAIRPATH_GROUP_DISABLED);
	assert_true(status->groups[0].paths[0].usable);
	assert_string_equal(status->groups[0].paths[0].info[0], "4096");
	assert_string_equal(status->groups[0].paths[0].info[1], "3");
	assert_false(status->groups[0].paths[1].usable);
	assert_int_equal(status->groups[0].paths[1].fail_count, 1);
	assert_string_equal(status->groups[1].paths[0].dev, "8:48");
	/* Field by field, in the order of core's list: the two structs are alike. */
	assert_int_equal(sizeof(status->counters), sizeof(counted));
	assert_memory_equal(&status->counters, &counted, sizeof(counted));
	assert_string_equal(status->flush.policy, "law");
	assert_int_equal(status->flush.owed, 11);
	assert_true(status->flush.promised);
	assert_false(status->groups[0].paths[0].write_cache);
	assert_true(status->groups[0].paths[1].write_cache && !status->groups[0].paths[1].fua);
	assert_true(status->groups[1].paths[0].write_cache && status->groups[1].paths[0].fua);
	assert_int_equal(status->nr_pairs, FP_NR_COUNTERS + 3 + 3);
	fairpath_status_free(status);
	line_free(&line);
}

/* A fair queue with a request that was granted and one that waits. */
static void a_fair_queue(void **state)
{
	static struct fp_fq fq;
	static struct fp_fq_item items[2];
	const struct fp_submitter who = { .key = 77 | FP_FLOW_PROCESS, .weight = 300 };
	const struct fp_ask ask = { .bytes = 4096 };
	struct fp_depth depth;
	struct fp_fair_view fair = {
		.fq = &fq, .depth = &depth, .in_flight = 3, .told_by = "cgroup"
	};
	const struct fp_counters counters = { 0 };
	const struct fp_flush flush = { 0 };
	const struct fp_features features = { .fair.on = true };
	const struct fp_map map = { .next_group = FP_NONE, .current_group = FP_NONE };
	struct fp_status_view view = {
		.map = &map, .counters = &counters, .flush = &flush, .features = &features
	};
	struct fairpath_status *status;
	struct fairpath_flow *flows;
	struct fp_text text;
	size_t nr = 0;
	char buf[1024];

	(void)state;
	fp_fq_init(&fq);
	fp_depth_init(&depth, 512);
	fp_fq_add(&fq, &items[0], &who, &ask, 1000000);
	fp_fq_add(&fq, &items[1], &who, &ask, 1000000);
	fp_fq_grant(&fq, 9000000);
	view.fair = fair;
	text = fp_text(buf, sizeof(buf));
	fp_status_info(&view, &text);
	status = parse(buf);
	assert_string_equal(status->fair.flows, "auto");
	assert_string_equal(status->fair.told_by, "cgroup");
	assert_int_equal(status->fair.window, 512);
	assert_int_equal(status->fair.in_flight, 3);
	assert_int_equal(status->fair.waiting, 1);
	assert_int_equal(status->fair.granted, 1);
	assert_int_equal(status->fair.granted_overdue, 0);
	assert_int_equal(status->fair.worst_wait_usecs, 8000);
	fairpath_status_free(status);

	text = fp_text(buf, sizeof(buf));
	fp_status_flows(&fair, &text);
	assert_int_equal(fairpath_flows_parse(buf, &flows, &nr, NULL), 0);
	assert_int_equal(nr, 1);
	assert_int_equal(flows[0].id, 77);
	assert_int_equal(flows[0].process, 1);
	assert_int_equal(flows[0].weight, 300);
	assert_int_equal(flows[0].waiting, 1);
	assert_int_equal(flows[0].granted, 1);
	assert_int_equal(flows[0].cost, 4096 + FAIRPATH_FLOW_COST_FIXED);
	assert_int_equal(flows[0].wait_usecs, 8000);
	assert_int_equal(flows[0].worst_wait_usecs, 8000);
	free(flows);
}

/* Which paths are silent, none, one, or all. */
static void silent_paths(void **state)
{
	static struct fp_fq fq;
	struct fp_path paths[] = { { .name = "8:0" }, { .name = "8:16" }, { .name = "8:160" } };
	struct fp_group group = { .selector = fp_selector_find("round-robin"),
				  .paths = paths,
				  .nr_paths = 3 };
	struct fp_map map = { .groups = &group, .nr_groups = 1, .paths = paths, .nr_paths = 3 };
	struct fp_depth depth;
	const struct fp_counters counters = { 0 };
	const struct fp_flush flush = { 0 };
	const struct fp_features features = { .fair.on = true };
	struct fp_status_view view = { .map = &map,
				       .counters = &counters,
				       .flush = &flush,
				       .features = &features,
				       .fair = { .fq = &fq, .depth = &depth },
				       .caps = caps_of_path };
	char buf[1024];

	(void)state;
	fp_fq_init(&fq);
	fp_depth_init(&depth, 512);
	for (unsigned int which = 0; which < 8; which++) {
		struct fp_text text = fp_text(buf, sizeof(buf));
		struct fairpath_status *status;

		for (int i = 0; i < 3; i++)
			paths[i].silent = which & 1u << i;
		fp_status_info(&view, &text);
		status = parse(buf);
		for (int i = 0; i < 3; i++)
			assert_int_equal(status->groups[0].paths[i].silent, paths[i].silent);
		fairpath_status_free(status);
	}
	assert_non_null(strstr(buf, " fair_silent 8:0,8:16,8:160 "));
}

static void flows_that_are_none(void **state)
{
	struct fairpath_flow *untouched = (void *)state, *flows = untouched;
	struct fairpath_error error;
	size_t nr;

	assert_int_equal(fairpath_flows_parse("flow x", &flows, &nr, &error), -EINVAL);
	assert_string_equal(error.text, "word 2 'x' of the flows line: the flow's id is not a "
					"number from 0 to 18446744073709551615");
	assert_int_equal(fairpath_flows_parse("flow 1 weight", &flows, &nr, &error), -EINVAL);
	assert_int_equal(fairpath_flows_parse("river 1", &flows, &nr, &error), -EINVAL);
	assert_ptr_equal(flows, untouched);
	assert_int_equal(fairpath_flows_parse("", &flows, &nr, &error), 0);
	assert_int_equal(nr, 0);
	free(flows);
}

static const struct CMUnitTest good[] = {
	TEST("a service-time line of dm-multipath", multipath_line),
	TEST("a round-robin line of dm-multipath", round_robin_line),
	TEST("a selector may tell words of itself", selector_words),
	TEST("words that are not known yet are passed over", more_words),
	TEST("fairpath's counters", counters),
	TEST("a key that is not known is kept with its value", unknown_keys),
	TEST("a fairpath line without keys is still fairpath's", no_keys),
	TEST("freeing no status is fine", nothing_to_free),
	TEST("a line that was cut off in its middle is never taken for whole", cut_anywhere),
	TEST("what core writes is read back", what_core_writes),
	TEST("what core writes of a fair queue is read back", a_fair_queue),
	TEST("silent paths that core tells of are read back, none, some or all", silent_paths),
	TEST("an answer that tells no flows is refused, and an empty one is none",
	     flows_that_are_none),
};

int main(void)
{
	static struct CMUnitTest tests[ARRAY_SIZE(malformed)];
	int failed = cmocka_run_group_tests_name("status", good, NULL, NULL);

	for (size_t i = 0; i < ARRAY_SIZE(malformed); i++)
		tests[i] = (struct CMUnitTest)TEST_OF(malformed[i].name, refused, &malformed[i]);
	return failed + cmocka_run_group_tests_name("refused status lines", tests, NULL, NULL);
}
