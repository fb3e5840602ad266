// SPDX-License-Identifier: GPL-2.0
/* libfairpath: tables that cannot be written, and lines that are no tables. */
#include "unit.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <fairpath/table.h>

/* A good table of two groups, for a test to spoil. */
struct spoiled {
	struct fairpath_table table;
	struct fairpath_table_group groups[2];
	struct fairpath_table_path paths[2][2];
	const char *words[4];
};

static void good(struct spoiled *s)
{
	memset(s, 0, sizeof(*s));
	s->words[0] = "1";
	for (int g = 0; g < 2; g++) {
		for (int p = 0; p < 2; p++)
			s->paths[g][p] =
				(struct fairpath_table_path){ .dev = "8:16", .args = s->words };
		s->groups[g] = (struct fairpath_table_group){
			.selector = "round-robin",
			.nr_path_args = 1,
			.nr_paths = 2,
			.paths = s->paths[g],
		};
	}
	s->table =
		(struct fairpath_table){ .initial_group = 1, .nr_groups = 2, .groups = s->groups };
}

static void assert_refused(const struct spoiled *s, const char *why)
{
	struct fairpath_error error;
	char *text = (char *)"untouched";

	assert_int_equal(fairpath_table_format(&s->table, &text, &error), -EINVAL);
	assert_string_equal(error.text, why);
	assert_string_equal(text, "untouched");
	assert_int_equal(fairpath_table_format(&s->table, &text, NULL), -EINVAL);
}

static void device_is_bad(void **state)
{
	struct spoiled s;

	(void)state;
	good(&s);
	s.paths[1][1].dev = "/dev/my disk";
	assert_refused(&s, "group 2, path 2: the device has a blank or a control character in it");
	s.paths[1][1].dev = "8:16\n";
	assert_refused(&s, "group 2, path 2: the device has a blank or a control character in it");
	s.paths[1][1].dev = "";
	assert_refused(&s, "group 2, path 2: the device is empty");
	s.paths[1][1].dev = NULL;
	assert_refused(&s, "group 2, path 2: the device is empty");
}

static void path_word_is_bad(void **state)
{
	struct spoiled s;

	(void)state;
	good(&s);
	s.words[0] = "1 1";
	assert_refused(
		&s, "group 1, path 1: a selector's word has a blank or a control character in it");
}

static void selector_is_bad(void **state)
{
	struct spoiled s;

	(void)state;
	good(&s);
	s.groups[1].selector = "round robin";
	assert_refused(&s, "group 2: the selector has a blank or a control character in it");
	s.groups[1].selector = NULL;
	assert_refused(&s, "group 2: the selector is empty");

	good(&s);
	s.words[1] = "\t";
	s.groups[1].nr_selector_args = 2;
	s.groups[1].selector_args = s.words;
	assert_refused(&s, "group 2: a selector's word has a blank or a control character in it");

	good(&s);
	s.groups[0].nr_selector_args = 1025;
	assert_refused(&s, "group 1: the selector has more than 1024 words");
	good(&s);
	s.groups[0].nr_path_args = 1025;
	assert_refused(&s, "group 1: the selector has more than 1024 words");
}

static void number_of_paths_is_bad(void **state)
{
	struct spoiled s;

	(void)state;
	good(&s);
	s.groups[1].nr_paths = 0;
	assert_refused(&s, "group 2: the number of paths is not within 1 to 1024");
	s.groups[1].nr_paths = 1025;
	assert_refused(&s, "group 2: the number of paths is not within 1 to 1024");
}

static void initial_group_is_bad(void **state)
{
	struct spoiled s;

	(void)state;
	good(&s);
	s.table.initial_group = 0;
	assert_refused(&s, "the initial group is 0, and groups count from 1");
	s.table.initial_group = 3;
	assert_refused(&s, "the initial group is greater than the number of groups");
	s.table.nr_groups = 1025;
	assert_refused(&s, "the number of groups is above 1024");
	s.table.nr_groups = 0;
	s.table.initial_group = 1;
	assert_refused(&s, "the initial group is greater than the number of groups");
}

static void handler_is_bad(void **state)
{
	struct spoiled s;

	(void)state;
	good(&s);
	s.words[1] = "al ua";
	s.table.nr_handler_words = 1;
	s.table.handler_words = &s.words[1];
	assert_refused(&s, "the hardware handler has a blank or a control character in it");
	s.words[1] = "alua";
	s.table.features.queue_mode = FAIRPATH_QUEUE_MODE_BIO;
	assert_refused(&s, "the hardware handler cannot be: a bio-based device has none");
	s.table.nr_handler_words = 1025;
	assert_refused(&s, "the hardware handler has more than 1024 words");
}

static void feature_is_bad(void **state)
{
	struct spoiled s;

	(void)state;
	good(&s);
	s.table.features.pg_init_retries = 51;
	assert_refused(&s, "pg_init_retries is above 50");

	good(&s);
	s.table.features.has_pg_init_delay = true;
	s.table.features.pg_init_delay_msecs = 60001;
	assert_refused(&s, "pg_init_delay_msecs is above 60000");

	good(&s);
	s.table.features.has_no_path_timeout = true;
	s.table.features.no_path_timeout_secs = 86401;
	assert_refused(&s, "no_path_timeout_secs is above 86400");

	good(&s);
	s.table.features.queue_mode = 3;
	assert_refused(&s, "queue_mode is none that there is");
}

static void nothing_to_write(void **state)
{
	const struct fairpath_table table = { 0 };
	char *text;

	(void)state;
	assert_int_equal(fairpath_table_format(&table, &text, NULL), 0);
	assert_string_equal(text, "0 0 0 0");
	free(text);
}

static void unknown_selector(void **state)
{
	struct fairpath_table *table;

	(void)state;
	assert_int_equal(
		fairpath_table_parse("0 0 1 1 io-affinity 1 x 1 2 8:16 ff 3", &table, NULL), 0);
	assert_string_equal(table->groups[0].selector, "io-affinity");
	assert_string_equal(table->groups[0].selector_args[0], "x");
	assert_string_equal(table->groups[0].paths[0].args[1], "3");
	fairpath_table_free(table);
	fairpath_table_free(NULL);
}

static void escaped_words(void **state)
{
	struct fairpath_table *table;

	(void)state;
	assert_int_equal(
		fairpath_table_parse("0 0 1 1 round-robin 0 1 0 /dev/a\\ b\\\\c\\", &table, NULL),
		0);
	assert_string_equal(table->groups[0].paths[0].dev, "/dev/a b\\c\\");
	fairpath_table_free(table);
}

/* A name, the line, and the sentence that refuses it. */
struct malformed {
	const char *name;
	const char *line;
	const char *text;
};

static const struct malformed malformed[] = {
	{ "an empty line", "",
	  "the table line ends where word 1, the number of feature words, was expected" },
	{ "a status line", "2 0 0 0 1 1 A 0 1 0 8:16 A 0",
	  "word 2 '0' of the table line: there is no such feature" },
	{ "a feature without its value", "1 queue_if_no_path_timeout_secs 0 0 0",
	  "word 3 '0' of the table line: the value of a feature lies outside the 1 feature words" },
	{ "flows by process, of requests", "3 fair_queue fair_flows process 0 0 0",
	  "word 4 'process' of the table line: fair_flows process needs queue_mode bio" },
	{ "a value that is out of range", "2 pg_init_retries 51 0 0 0",
	  "word 3 '51' of the table line: pg_init_retries is not a number from 1 to 50" },
	{ "a queue mode that is none", "2 queue_mode x 0 0 0",
	  "word 3 'x' of the table line: the queue mode is not rq, mq or bio" },
	{ "more features than words", "9 queue_if_no_path",
	  "word 1 '9' of the table line: the number of feature words is too great for the 1 words "
	  "that follow" },
	{ "more groups than fit", "0 0 2 1 round-robin 0 1 0 8:16",
	  "word 3 '2' of the table line: the number of priority groups is too great for the 6 "
	  "words that follow" },
	{ "no groups, and an initial one", "0 0 0 1",
	  "word 4 '1' of the table line: the initial priority group is not a number from 0 to 0" },
	{ "an initial group that does not exist", "0 0 1 2 round-robin 0 1 0 8:16",
	  "word 4 '2' of the table line: the initial priority group is not a number from 1 to 1" },
	{ "a group without paths", "0 0 1 1 round-robin 0 0 0 8:16",
	  "word 7 '0' of the table line: the number of paths is not a number from 1 to 1024" },
	{ "a path too few", "0 0 1 1 round-robin 0 2 1 8:16 1 8:32",
	  "word 8 '1' of the table line: 2 paths of 2 words each do not follow" },
	{ "a word left over", "0 0 1 1 round-robin 0 1 0 8:16 1",
	  "word 10 '1' of the table line: nothing was expected here" },
};

static void refused(void **state)
{
	const struct malformed *m = *state;
	struct fairpath_table *untouched = (void *)state, *table = untouched;
	struct fairpath_error error;

	assert_int_equal(fairpath_table_parse(m->line, &table, &error), -EINVAL);
	assert_string_equal(error.text, m->text);
	assert_ptr_equal(table, untouched);
	assert_int_equal(fairpath_table_parse(m->line, &table, NULL), -EINVAL);
}

static const struct CMUnitTest writes[] = {
	TEST("a device that is no word is not written", device_is_bad),
	TEST("a path's word that is no word is not written", path_word_is_bad),
	TEST("a selector that is no word is not written", selector_is_bad),
	TEST("a group of no path, or of too many, is not written", number_of_paths_is_bad),
	TEST("an initial group that does not exist is not written", initial_group_is_bad),
	TEST("a hardware handler that cannot be is not written", handler_is_bad),
	TEST("a feature out of its range is not written", feature_is_bad),
	TEST("an empty struct is a map without paths", nothing_to_write),
	TEST("a selector that the library does not know is read", unknown_selector),
	TEST("words are read as the kernel splits them", escaped_words),
};

int main(void)
{
	enum { NR = sizeof(malformed) / sizeof(*malformed) };
	static struct CMUnitTest tests[NR];
	int failed = cmocka_run_group_tests_name("tables written", writes, NULL, NULL);

	for (size_t i = 0; i < NR; i++)
		tests[i] = (struct CMUnitTest)TEST_OF(malformed[i].name, refused, &malformed[i]);
	return failed + cmocka_run_group_tests_name("refused table lines", tests, NULL, NULL);
}
