// SPDX-License-Identifier: GPL-2.0
/* core/table: what is said of a table line that is wrong, word for word. */
#include "unit.h"

#include "line.h"

/* A name, the line, the number of the word at fault, and the sentence. */
struct malformed {
	const char *name;
	const char *line;
	unsigned int arg;
	const char *text;
};

/* 40 letters: as much of a word as an error shows. */
#define FORTY "aaaaaaaaaabbbbbbbbbbccccccccccdddddddddd"

static const struct malformed malformed[] = {
	/* The line ends too early: once for each place where a word is taken. */
	{ "an empty line", "", 1,
	  "the line ends where argument 1, the number of feature words, was expected" },
	{ "a line that ends after the features", "1 queue_if_no_path", 3,
	  "the line ends where argument 3, the number of hardware handler words, was expected" },
	{ "a line that ends after the handler", "0 1 alua", 4,
	  "the line ends where argument 4, the number of priority groups, was expected" },
	{ "a line that ends before the initial group", "0 0 1", 4,
	  "the line ends where argument 4, the initial priority group, was expected" },
	{ "a line that ends before the first group", "0 0 1 1", 5,
	  "the line ends where argument 5, the name of a selector, was expected" },
	{ "a line that ends after the selector", "0 0 1 1 round-robin", 6,
	  "the line ends where argument 6, the number of selector words, was expected" },
	{ "a line that ends before the number of paths", "0 0 1 1 round-robin 0", 7,
	  "the line ends where argument 7, the number of paths, was expected" },
	{ "a line that ends before the words per path", "0 0 1 1 round-robin 0 1", 8,
	  "the line ends where argument 8, the number of words per path, was expected" },
	{ "a line without a path device", "0 0 1 1 round-robin 0 1 1", 9,
	  "the line ends where argument 9, the device of a path, was expected" },
	{ "a line that ends before a path's word", "0 0 1 1 round-robin 0 1 1 8:16", 10,
	  "the line ends where argument 10, a selector's word for a path, was expected" },
	{ "a line with a path too few", "0 0 1 1 round-robin 0 2 1 8:16 1", 11,
	  "the line ends where argument 11, the device of a path, was expected" },
	{ "a second path with a word too few", "0 0 1 1 service-time 0 2 2 8:16 1 1 8:32 1", 14,
	  "the line ends where argument 14, a selector's word for a path, was expected" },
	{ "a line with a group too few", "0 0 2 1 round-robin 0 1 1 8:16 1", 11,
	  "the line ends where argument 11, the name of a selector, was expected" },

	/* Numbers. */
	{ "features without their number", "queue_if_no_path 0 0 0", 1,
	  "argument 1 'queue_if_no_path': the number of feature words is not a number (0 to 64)" },
	{ "a negative number", "-1 0 0 0", 1,
	  "argument 1 '-1': the number of feature words is not a number (0 to 64)" },
	{ "a number with a sign", "+0 0 0 0", 1,
	  "argument 1 '+0': the number of feature words is not a number (0 to 64)" },
	{ "a hexadecimal number", "0x0 0 0 0", 1,
	  "argument 1 '0x0': the number of feature words is not a number (0 to 64)" },
	{ "a number with a letter after it", "0 0a 0 0", 2,
	  "argument 2 '0a': the number of hardware handler words is not a number (0 to 1024)" },
	{ "a number with an escaped blank after it", "0 0\\  0 0", 2,
	  "argument 2 '0 ': the number of hardware handler words is not a number (0 to 1024)" },
	{ "nothing but an escaped blank for a number", "0 \\  0 0", 2,
	  "argument 2 ' ': the number of hardware handler words is not a number (0 to 1024)" },
	{ "more than 64 feature words", "65 0 0 0", 1,
	  "argument 1 '65': the number of feature words is out of range (0 to 64)" },
	{ "more than 1024 handler words", "0 1025 0 0", 2,
	  "argument 2 '1025': the number of hardware handler words is out of range (0 to 1024)" },
	{ "groups that are not a number", "0 0 one 1", 3,
	  "argument 3 'one': the number of priority groups is not a number (0 to 1024)" },
	{ "more than 1024 groups", "0 0 1025 1", 3,
	  "argument 3 '1025': the number of priority groups is out of range (0 to 1024)" },
	{ "a number of paths that would wrap to 1", "0 0 1 1 round-robin 0 4294967297 1 8:16 1", 7,
	  "argument 7 '4294967297': the number of paths is out of range (1 to 1024)" },
	{ "a number of groups that would wrap to 1 in 64 bits",
	  "0 0 18446744073709551617 1 round-robin 0 1 1 8:16 1", 3,
	  "argument 3 '18446744073709551617': the number of priority groups is out of range "
	  "(0 to 1024)" },
	{ "paths that are not a number", "0 0 1 1 round-robin 0 abc 1 8:16 1", 7,
	  "argument 7 'abc': the number of paths is not a number (1 to 1024)" },
	{ "a group without paths", "0 0 1 1 round-robin 0 0 1", 7,
	  "argument 7 '0': the number of paths is out of range (1 to 1024)" },
	{ "more than 1024 paths in a group", "0 0 1 1 round-robin 0 1025 1 8:16 1", 7,
	  "argument 7 '1025': the number of paths is out of range (1 to 1024)" },
	{ "more than 1024 words per path", "0 0 1 1 round-robin 0 1 1025 8:16 1", 8,
	  "argument 8 '1025': the number of words per path is out of range (0 to 1024)" },
	{ "a device where the words per path belong", "0 0 1 1 round-robin 0 1 8:16 1", 8,
	  "argument 8 '8:16': the number of words per path is not a number (0 to 1024)" },

	/* Counts that disagree with what follows. */
	{ "more feature words announced than there are words", "5 queue_if_no_path 0 0 0", 1,
	  "argument 1 '5': the number of feature words is greater than what follows, 4 words" },
	{ "more handler words announced than there are words", "0 4 alua 0 0", 2,
	  "argument 2 '4': the number of hardware handler words is greater than what follows, "
	  "3 words" },
	{ "more selector words announced than there are words", "0 0 1 1 round-robin 5 1 1 8:16 1",
	  6, "argument 6 '5': the number of selector words is greater than what follows, 4 words" },
	{ "a word left over", "0 0 1 1 round-robin 0 1 1 8:16 1 8:32", 11,
	  "argument 11 '8:32': words left over after the last of 1 priority groups" },
	{ "a path more than announced", "0 0 1 1 round-robin 0 1 1 8:16 1 8:32 1", 11,
	  "argument 11 '8:32': words left over after the last of 1 priority groups" },
	{ "a group more than announced", "0 0 1 1 round-robin 0 1 0 8:16 round-robin 0 1 0 8:32",
	  10, "argument 10 'round-robin': words left over after the last of 1 priority groups" },
	{ "a group where none was announced", "0 0 0 0 round-robin 0 1 0 8:16", 5,
	  "argument 5 'round-robin': words left over after the last of 0 priority groups" },
	{ "a feature more than announced", "0 queue_if_no_path 0 0 0", 2,
	  "argument 2 'queue_if_no_path': the number of hardware handler words is not a number "
	  "(0 to 1024)" },
	{ "a feature fewer than announced", "2 queue_if_no_path 0 0 0 0", 3,
	  "argument 3 '0': there is no such feature" },

	/* Features. */
	{ "an unknown feature", "1 queue_if_no_paths 0 0 0", 2,
	  "argument 2 'queue_if_no_paths': there is no such feature" },
	{ "a feature whose value is outside of the feature words", "1 pg_init_retries 50 0 0 0", 2,
	  "argument 2 'pg_init_retries': its value is missing: it is the last feature word" },
	{ "flows by process, of requests", "3 fair_queue fair_flows process 0 0 0", 4,
	  "argument 4 'process': which process a request is of is known in queue_mode bio only" },
	{ "pg_init_retries of 0", "2 pg_init_retries 0 0 0 0", 3,
	  "argument 3 '0': pg_init_retries is out of range (1 to 50)" },
	{ "pg_init_retries of 51", "2 pg_init_retries 51 0 0 0", 3,
	  "argument 3 '51': pg_init_retries is out of range (1 to 50)" },
	{ "pg_init_retries of 4294967297, which would wrap", "2 pg_init_retries 4294967297 0 0 0",
	  3, "argument 3 '4294967297': pg_init_retries is out of range (1 to 50)" },
	{ "pg_init_retries that is no number", "2 pg_init_retries many 0 0 0", 3,
	  "argument 3 'many': pg_init_retries is not a number (1 to 50)" },
	{ "pg_init_delay_msecs of 60001", "2 pg_init_delay_msecs 60001 0 0 0", 3,
	  "argument 3 '60001': pg_init_delay_msecs is out of range (0 to 60000)" },
	{ "an unknown queue mode", "2 queue_mode sq 0 0 0", 3,
	  "argument 3 'sq': the queue mode is not rq, mq or bio" },
	{ "a timeout of more than a day", "2 queue_if_no_path_timeout_secs 86401 0 0 0", 3,
	  "argument 3 '86401': queue_if_no_path_timeout_secs is out of range (0 to 86400)" },
	{ "a timeout below 0", "2 queue_if_no_path_timeout_secs -1 0 0 0", 3,
	  "argument 3 '-1': queue_if_no_path_timeout_secs is not a number (0 to 86400)" },

	/* Groups and selectors. */
	{ "groups, and an initial group of 0", "0 0 1 0 round-robin 0 1 1 8:16 1", 4,
	  "argument 4 '0': the initial priority group is out of range (1 to 1)" },
	{ "no groups, and an initial group", "0 0 0 1", 4,
	  "argument 4 '1': the initial priority group must be 0, for there are no groups" },
	{ "an initial group that does not exist", "0 0 1 2 round-robin 0 1 1 8:16 1", 4,
	  "argument 4 '2': the initial priority group is out of range (1 to 1)" },
	{ "an unknown selector", "0 0 1 1 least-loaded 0 1 1 8:16 1", 5,
	  "argument 5 'least-loaded': there is no such path selector (" FP_SELECTOR_NAMES ")" },
	{ "a selector in capitals", "0 0 1 1 Round-Robin 0 1 1 8:16 1", 5,
	  "argument 5 'Round-Robin': there is no such path selector (" FP_SELECTOR_NAMES ")" },
	{ "an unknown selector in the second group", "0 0 2 1 round-robin 0 1 0 8:16 rr 0 1 0 8:32",
	  10, "argument 10 'rr': there is no such path selector (" FP_SELECTOR_NAMES ")" },

	/* A path's words. */
	{ "a repeat count that is no number", "0 0 1 1 round-robin 0 1 1 8:16 x", 10,
	  "argument 10 'x': the repeat count is not a number (0 to 4294967295)" },
	{ "a repeat count that would wrap", "0 0 1 1 round-robin 0 1 1 8:16 4294967296", 10,
	  "argument 10 '4294967296': the repeat count is not a number (0 to 4294967295)" },
	{ "two words for a path of round-robin", "0 0 1 1 round-robin 0 1 2 8:16 1 1", 11,
	  "argument 11 '1': more words for a path than its selector takes" },
	{ "three words for a path of service-time", "0 0 1 1 service-time 0 1 3 8:16 1 1 7", 12,
	  "argument 12 '7': more words for a path than its selector takes" },
	{ "a relative throughput of 101", "0 0 1 1 service-time 0 1 2 8:16 1 101", 11,
	  "argument 11 '101': the relative throughput is not a number from 0 to 100" },
	{ "a relative throughput that is no number", "0 0 1 1 service-time 0 1 2 8:16 1 fast", 11,
	  "argument 11 'fast': the relative throughput is not a number from 0 to 100" },
	{ "a bad repeat count of the second path", "0 0 1 1 service-time 0 2 1 8:16 1 8:32 -1", 12,
	  "argument 12 '-1': the repeat count is not a number (0 to 4294967295)" },

	{ "two words for a path of queue-length", "0 0 1 1 queue-length 0 1 2 8:16 1 1", 11,
	  "argument 11 '1': more words for a path than its selector takes" },
	{ "a repeat count of queue-length that is no number", "0 0 1 1 queue-length 0 1 1 8:16 x",
	  10, "argument 10 'x': the repeat count is not a number (0 to 4294967295)" },
	{ "two words for a path of historical-service-time",
	  "0 0 1 1 historical-service-time 0 1 2 8:16 1 1", 11,
	  "argument 11 '1': more words for a path than its selector takes" },
	{ "a path of io-affinity without a mask", "0 0 1 1 io-affinity 0 1 0 8:16", 9,
	  "argument 9 '8:16': io-affinity takes one word for a path, its mask of CPUs" },
	{ "two words for a path of io-affinity", "0 0 1 1 io-affinity 0 1 2 8:16 1 2", 11,
	  "argument 11 '2': io-affinity takes one word for a path, its mask of CPUs" },
	{ "a mask that is not hexadecimal", "0 0 1 1 io-affinity 0 1 1 8:16 0x3", 10,
	  "argument 10 '0x3': the mask of CPUs is not hexadecimal" },
	{ "a mask of more than 32 CPUs without a comma",
	  "0 0 1 1 io-affinity 0 1 1 8:16 1,100000000", 10,
	  "argument 10 '1,100000000': the mask of CPUs has more than 8 digits without a comma" },
	{ "a mask without any CPU", "0 0 1 1 io-affinity 0 1 1 8:16 00000000,0", 10,
	  "argument 10 '00000000,0': the mask of CPUs is empty" },

	/* A selector's own words. */
	{ "a base weight of 1024", "0 0 1 1 historical-service-time 1 1024 1 1 8:16 1", 7,
	  "argument 7 '1024': the base weight is not a number from 0 to 1023" },
	{ "a base weight that is no number", "0 0 1 1 historical-service-time 1 x 1 1 8:16 1", 7,
	  "argument 7 'x': the base weight is not a number from 0 to 1023" },
	{ "a threshold that would wrap",
	  "0 0 1 1 historical-service-time 2 972 4294967296 1 1 8:16 1", 8,
	  "argument 8 '4294967296': the threshold multiplier is not a number (0 to 4294967295)" },
	{ "three words for historical-service-time",
	  "0 0 1 1 historical-service-time 3 972 0 0 1 1 8:16 1", 9,
	  "argument 9 '0': more words than the selector takes" },

	/* How a word is shown. */
	{ "a word of more than 40 characters", FORTY "e 0 0 0", 1,
	  "argument 1 '" FORTY "...': the number of feature words is not a number (0 to 64)" },
	{ "a word of 40 characters", FORTY " 0 0 0", 1,
	  "argument 1 '" FORTY "': the number of feature words is not a number (0 to 64)" },
	{ "a word that would break the log's line",
	  "\\\na\x1b[31m\x7f"
	  "b\xc3"
	  " 0 0 0",
	  1, "argument 1 '?a?[31m?b?': the number of feature words is not a number (0 to 64)" },
};

static void refused(void **state)
{
	const struct malformed *m = *state;
	struct line line;

	line_parse(&line, m->line);
	assert_false(line.good);
	assert_string_equal(line.error.text, m->text);
	assert_int_equal(line.error.arg, m->arg);
	assert_non_null(line.error.reason);
	line_free(&line);
}

static void longest_error(void **state)
{
	struct fp_table_error error;
	size_t room = sizeof(error.text);

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(malformed); i++)
		assert_in_range(strlen(malformed[i].text), 1, room - 1);
}

int main(void)
{
	static struct CMUnitTest tests[ARRAY_SIZE(malformed) + 1];

	for (size_t i = 0; i < ARRAY_SIZE(malformed); i++)
		tests[i] = (struct CMUnitTest)TEST_OF(malformed[i].name, refused, &malformed[i]);
	tests[ARRAY_SIZE(malformed)] =
		(struct CMUnitTest)TEST("none of these sentences is cut off", longest_error);
	return cmocka_run_group_tests_name("refused table lines", tests, NULL, NULL);
}
