// SPDX-License-Identifier: GPL-2.0
/* core/table: what the words of a table line mean when they are right. */
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>

#include "line.h"

/* A good line, or the test ends with what the parser says of it. */
static void parse(struct line *line, const char *text)
{
	line_parse(line, text);
	if (!line->good)
		fail_msg("refused: %s: %s", text, line->error.text);
}

static void one_path(void **state)
{
	struct line line;

	(void)state;
	parse(&line, "0 0 1 1 round-robin 0 1 1 8:16 1");
	assert_int_equal(line.table.nr_groups, 1);
	assert_int_equal(line.table.initial_group, 1);
	assert_int_equal(line.table.nr_paths, 1);
	assert_int_equal(line.table.handler_argc, 0);
	assert_ptr_equal(line.table.groups[0].selector, &fp_round_robin);
	assert_int_equal(line.table.groups[0].nr_paths, 1);
	assert_string_equal(line.table.paths[0].dev, "8:16");
	assert_int_equal(line.table.paths[0].dev_arg, 9);
	line_free(&line);
}

static void no_group(void **state)
{
	struct line line;

	(void)state;
	parse(&line, "0 0 0 0");
	assert_int_equal(line.table.nr_groups, 0);
	assert_int_equal(line.table.nr_paths, 0);
	assert_int_equal(line.table.initial_group, 0);
	line_free(&line);
}

static void two_groups(void **state)
{
	struct line line;
	const struct fp_table_group *groups;

	(void)state;
	parse(&line,
	      "0 0 2 2 round-robin 0 1 0 8:16 service-time 0 3 2 8:32 1 5 8:48 1 6 8:64 1 7");
	groups = line.table.groups;
	assert_int_equal(line.table.initial_group, 2);
	assert_int_equal(line.table.nr_paths, 4);
	assert_ptr_equal(groups[0].selector, &fp_round_robin);
	assert_int_equal(groups[0].first_path, 0);
	assert_int_equal(groups[0].nr_paths, 1);
	assert_ptr_equal(groups[1].selector, &fp_service_time);
	assert_int_equal(groups[1].first_path, 1);
	assert_int_equal(groups[1].nr_paths, 3);
	assert_string_equal(line.table.paths[3].dev, "8:64");
	assert_int_equal(line.table.paths[3].args.relative_throughput, 7);
	line_free(&line);
}

static void all_features(void **state)
{
	struct line line;
	const struct fp_features *f = &line.table.features;

	(void)state;
	parse(&line, "10 queue_if_no_path retain_attached_hw_handler pg_init_retries 50 "
		     "pg_init_delay_msecs 60000 queue_mode rq queue_if_no_path_timeout_secs 86400 "
		     "0 0 0");
	assert_true(f->queue_if_no_path);
	assert_true(f->retain_attached_hw_handler);
	assert_int_equal(f->pg_init_retries, 50);
	assert_true(f->has_pg_init_delay);
	assert_int_equal(f->pg_init_delay_msecs, 60000);
	assert_int_equal(f->queue_mode, FP_QUEUE_MODE_RQ);
	assert_true(f->has_no_path_timeout);
	assert_int_equal(f->no_path_timeout_secs, 86400);
	line_free(&line);
}

static void features_absent(void **state)
{
	struct line line;
	const struct fp_features none = { 0 };

	(void)state;
	parse(&line, "0 0 0 0");
	assert_memory_equal(&line.table.features, &none, sizeof(none));
	line_free(&line);
}

static void features_in_capitals(void **state)
{
	struct line line;

	(void)state;
	parse(&line, "5 Queue_If_No_Path PG_INIT_RETRIES 3 queue_mode BIO 0 0 0");
	assert_true(line.table.features.queue_if_no_path);
	assert_int_equal(line.table.features.pg_init_retries, 3);
	assert_int_equal(line.table.features.queue_mode, FP_QUEUE_MODE_BIO);
	line_free(&line);
}

static void features_twice(void **state)
{
	struct line line;

	(void)state;
	parse(&line, "10 pg_init_retries 3 queue_mode bio queue_if_no_path queue_if_no_path "
		     "pg_init_retries 4 queue_mode mq 0 0 0");
	assert_true(line.table.features.queue_if_no_path);
	assert_int_equal(line.table.features.pg_init_retries, 4);
	assert_int_equal(line.table.features.queue_mode, FP_QUEUE_MODE_RQ);
	line_free(&line);
}

static void zero_as_value(void **state)
{
	struct line line;

	(void)state;
	parse(&line, "4 pg_init_delay_msecs 0 queue_if_no_path_timeout_secs 0 0 0 0");
	assert_true(line.table.features.has_pg_init_delay);
	assert_int_equal(line.table.features.pg_init_delay_msecs, 0);
	assert_true(line.table.features.has_no_path_timeout);
	assert_int_equal(line.table.features.no_path_timeout_secs, 0);
	line_free(&line);
}

static void handler(void **state)
{
	struct line line;

	(void)state;
	parse(&line, "0 3 rdac mode_6 extra 0 0");
	assert_int_equal(line.table.handler_argc, 3);
	assert_string_equal(line.table.handler_argv[0], "rdac");
	assert_string_equal(line.table.handler_argv[2], "extra");
	line_free(&line);
}

static void handler_of_bio(void **state)
{
	struct line line;

	(void)state;
	parse(&line, "2 queue_mode bio 1 alua 1 1 round-robin 0 1 1 8:16 1");
	assert_int_equal(line.table.handler_argc, 0);
	assert_int_equal(line.table.nr_paths, 1);
	line_free(&line);
}

static void selector_words(void **state)
{
	struct line line;

	(void)state;
	parse(&line, "0 0 1 1 round-robin 3 some words here 1 0 8:16");
	assert_string_equal(line.table.paths[0].dev, "8:16");
	line_free(&line);
}

static void path_words_absent(void **state)
{
	struct line line;

	(void)state;
	parse(&line, "0 0 2 1 round-robin 0 1 0 8:16 service-time 0 1 0 8:32");
	assert_int_equal(line.table.paths[0].args.repeat_count, 1);
	assert_int_equal(line.table.paths[1].args.repeat_count, 1);
	assert_int_equal(line.table.paths[1].args.relative_throughput, 1);
	line_free(&line);
}

static void repeat_counts(void **state)
{
	struct line line;

	(void)state;
	parse(&line, "0 0 1 1 round-robin 0 3 1 8:16 0 8:32 1000 8:48 4294967295");
	assert_int_equal(line.table.paths[0].args.repeat_count, 0);
	assert_int_equal(line.table.paths[1].args.repeat_count, 1);
	assert_int_equal(line.table.paths[2].args.repeat_count, 1);
	line_free(&line);
}

static void throughputs(void **state)
{
	struct line line;

	(void)state;
	parse(&line, "0 0 1 1 service-time 0 2 2 8:16 1 0 8:32 1 100");
	assert_int_equal(line.table.paths[0].args.relative_throughput, 0);
	assert_int_equal(line.table.paths[1].args.relative_throughput, 100);
	line_free(&line);
}

static void same_device_twice(void **state)
{
	struct line line;

	(void)state;
	parse(&line, "0 0 1 1 round-robin 0 2 1 8:16 1 8:16 1");
	assert_int_equal(line.table.nr_paths, 2);
	line_free(&line);
}

static void leading_zeros_and_blanks(void **state)
{
	struct line line;

	(void)state;
	parse(&line, "00 \\ 0 0001 \\\t1 round-robin 0 01 000 8:16");
	assert_int_equal(line.table.nr_paths, 1);
	line_free(&line);
}

static void any_name_for_a_device(void **state)
{
	struct line line;

	(void)state;
	parse(&line, "0 0 1 1 round-robin 0 2 0 /dev/disk/by-id/a\\ b\\\\c /dev/sdb");
	assert_string_equal(line.table.paths[0].dev, "/dev/disk/by-id/a b\\c");
	line_free(&line);
}

/* "1024 paths each with 0 words", or as many groups of one path. */
static char *many(unsigned int groups, unsigned int paths)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	assert_non_null(out);
	fprintf(out, "0 0 %u 1", groups);
	for (unsigned int g = 0; g < groups; g++) {
		fprintf(out, " round-robin 0 %u 0", paths);
		for (unsigned int p = 0; p < paths; p++)
			fprintf(out, " 8:%u", p);
	}
	fclose(out);
	return text;
}

static void most_paths(void **state)
{
	char *text = many(1, 1024);
	struct line line;

	(void)state;
	parse(&line, text);
	assert_int_equal(line.table.nr_paths, 1024);
	line_free(&line);
	free(text);
}

static void most_groups(void **state)
{
	char *text = many(1024, 2);
	struct line line;

	(void)state;
	parse(&line, text);
	assert_int_equal(line.table.nr_groups, 1024);
	assert_int_equal(line.table.nr_paths, 2048);
	assert_int_equal(line.table.groups[1023].first_path, 2046);
	line_free(&line);
	free(text);
}

static void small_arrays(void **state)
{
	struct line line;
	struct fp_table_group group;
	struct fp_table_path paths[2];
	struct fp_table table = {
		.groups = &group, .max_groups = 1, .paths = paths, .max_paths = 2
	};

	(void)state;
	line_parse(&line, "0 0 1 1 round-robin 0 3 0 8:16 8:32 8:48");
	assert_true(line.good);
	assert_false(fp_table_parse(&table, line.argc, line.argv, &line.error));
	assert_string_equal(line.error.text, "argument 11 '8:48': more than 2 paths in all");
	line_free(&line);

	line_parse(&line, "0 0 2 1 round-robin 0 1 0 8:16 service-time 0 1 0 8:32");
	assert_true(line.good);
	assert_false(fp_table_parse(&table, line.argc, line.argv, &line.error));
	assert_string_equal(line.error.text,
			    "argument 10 'service-time': more than 1 priority groups");
	line_free(&line);
}

/*
 * What multipathd writes (libmultipath's assemble_map()): one word per path,
 * the repeat count, whatever the selector.
 */
static const char *const multipathd_lines[] = {
	"0 0 1 1 service-time 0 1 1 8:16 1",
	"0 0 1 1 round-robin 0 4 1 8:16 1000 8:32 1000 8:48 1000 8:64 1000",
	"1 queue_if_no_path 0 4 1 service-time 0 1 1 8:16 1 service-time 0 1 1 8:32 1 "
	"service-time 0 1 1 8:48 1 service-time 0 1 1 8:64 1",
	"1 retain_attached_hw_handler 0 1 1 service-time 0 2 1 8:16 1 8:32 1",
	"2 queue_if_no_path retain_attached_hw_handler 1 alua 2 1 service-time 0 2 1 8:16 1 "
	"8:32 1 service-time 0 2 1 8:48 1 8:64 1",
	"3 queue_if_no_path pg_init_retries 50 1 rdac 2 2 service-time 0 1 1 8:16 1 "
	"service-time 0 1 1 8:32 1",
	"4 queue_if_no_path pg_init_retries 50 retain_attached_hw_handler 1 alua 1 1 "
	"service-time 0 2 1 8:16 1 8:32 1",
	"2 pg_init_retries 50 1 hp_sw 1 1 round-robin 0 1 1 8:16 100",
	"2 pg_init_delay_msecs 2000 1 emc 1 1 round-robin 0 1 1 8:16 1",
	"3 queue_if_no_path queue_mode bio 0 1 1 service-time 0 2 1 259:0 1 259:1 1",
	"3 queue_if_no_path queue_mode mq 1 alua 1 1 service-time 0 1 1 65:160 1",
	"1 queue_if_no_path 0 0 0",
};

static void accepts(void **state)
{
	struct line line;

	parse(&line, *state);
	line_free(&line);
}

/* A test for each line of multipathd's, named by the line itself. */
static void add_multipathd_lines(struct CMUnitTest *tests, char names[][128])
{
	for (size_t i = 0; i < ARRAY_SIZE(multipathd_lines); i++) {
		snprintf(names[i], sizeof(names[i]), "what multipathd writes is accepted: %s",
			 multipathd_lines[i]);
		tests[i] = (struct CMUnitTest)TEST_OF(names[i], accepts, multipathd_lines[i]);
	}
}

int main(void)
{
	static char names[ARRAY_SIZE(multipathd_lines)][128];
	struct CMUnitTest multipathd[ARRAY_SIZE(multipathd_lines)];
	const struct CMUnitTest tests[] = {
		TEST("one path in one group", one_path),
		TEST("no group at all is a map without paths", no_group),
		TEST("two groups with selectors of their own", two_groups),
		TEST("every feature is read", all_features),
		TEST("a feature that is not given is absent", features_absent),
		TEST("feature words may be in capitals", features_in_capitals),
		TEST("of a feature given twice the last holds", features_twice),
		TEST("a value of 0 is not the same as none", zero_as_value),
		TEST("a hardware handler and its words", handler),
		TEST("a bio-based device has no hardware handler, even if words name one",
		     handler_of_bio),
		TEST("words for a selector itself are accepted", selector_words),
		TEST("a path without words has a repeat count and a throughput of 1",
		     path_words_absent),
		TEST("a repeat count above 1 is 1, and 0 stays 0", repeat_counts),
		TEST("a relative throughput from 0 to 100", throughputs),
		TEST("the same device may be named twice", same_device_twice),
		TEST("numbers may begin with zeros and escaped blanks", leading_zeros_and_blanks),
		TEST("a device may have any name", any_name_for_a_device),
		TEST("1024 paths in a group", most_paths),
		TEST("1024 groups", most_groups),
		TEST("the caller's arrays are never overrun", small_arrays),
	};
	int failed;

	add_multipathd_lines(multipathd, names);
	failed = cmocka_run_group_tests_name("table", tests, NULL, NULL);
	return failed + cmocka_run_group_tests_name("multipathd", multipathd, NULL, NULL);
}
