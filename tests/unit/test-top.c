// SPDX-License-Identifier: GPL-2.0
/* fairpathctl top: what it makes of two answers of the daemon, and how it prints that. */
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <json-c/json.h>

#include "fairpathctl/field.h"
#include "fairpathctl/top.h"

/* What the daemon answers, in the order of its fields. */
static const char answer[] =
	"{\"maps\":[{\"name\":\"eva\",\"clock_usecs\":%d,\"flows_by\":\"cgroup\",\"window\":8,"
	"\"in_flight\":7,\"waiting\":120,\"granted\":%d,\"granted_overdue\":%d,"
	"\"worst_wait_usecs\":512000,\"flows\":[%s],\"paths\":[{\"dev\":\"sda\","
	"\"devt\":\"8:0\",\"dm_state\":\"active\",\"in_flight\":2,\"ios\":%d,\"bytes\":%d,"
	"\"io_usecs\":%d,\"latency\":{\"sum_usecs\":%d,\"buckets\":[0,0,0,0,0,0,0,0,0,0,0,0,%d]}}]}"
	"]}";

#define FLOW(id, waiting, granted, bytes, wait)                                                    \
	"{\"id\":" id ",\"weight\":100,\"idle\":false,\"waiting\":" waiting                        \
	",\"granted\":" granted ",\"bytes\":" bytes ",\"wait_usecs\":" wait                        \
	",\"worst_wait_usecs\":512000,\"waits\":{\"buckets\":[0,0,0,0,0,0,0,0,0,0,0,0,0," granted  \
	"]}}"

struct counts {
	int clock, granted, overdue;
	const char *flows;
	int ios, bytes, usecs;
};

static struct json_object *data_of(const struct counts *counts)
{
	struct json_object *data;
	char *text;

	if (asprintf(&text, answer, counts->clock, counts->granted, counts->overdue, counts->flows,
		     counts->ios, counts->bytes, counts->usecs, counts->usecs,
		     counts->ios * 10) < 0)
		abort();
	data = json_tokener_parse(text);
	free(text);
	assert_non_null(data);
	return data;
}

static struct json_object *round_of(const struct counts *before, const struct counts *after)
{
	struct json_object *first = data_of(before), *second = data_of(after);
	struct json_object *round = top_round(first, second);

	json_object_put(first);
	json_object_put(second);
	return round;
}

static void expect(struct json_object *round, const char *expected)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	print_round(out, round);
	fclose(out);
	assert_string_equal(text, expected);
	free(text);
	json_object_put(round);
}

static const struct counts at_first = {
	.clock = 1000000,
	.granted = 100,
	.overdue = 7,
	.flows = FLOW("11", "0", "100", "409600", "0"),
	.ios = 50,
};

/* Two seconds later. */
static const struct counts later = {
	.clock = 3000000,
	.granted = 700,
	.overdue = 11,
	.flows = FLOW("11", "20", "300", "1228800", "1000000") "," FLOW("12", "100", "400",
									"1638400", "8000000"),
	.ios = 650,
	.bytes = 2457600,
	.usecs = 2400000,
};

static void rates(void **state)
{
	(void)state;
	expect(round_of(&at_first, &later),
	       "eva by cgroup\n"
	       "window 8, in flight 7, waiting 120; granted 302/s, of these 2/s by deadline; "
	       "worst wait 512.0 ms\n"
	       "flow  weight  waiting  granted/s  MB/s  mean ms  p99 ms  worst ms\n"
	       "12    100     100      200        0.8   20.0     8.2     512.0\n"
	       "11    100     20       100        0.4   5.0      8.2     512.0\n"
	       "path  state   in flight  IO/s  MB/s  mean ms  p99 ms\n"
	       "sda   active  2          300   1.2   4.0      4.1\n");
}

/* Nobody has had a negative number of requests. */
static void reset_between(void **state)
{
	struct counts reset = later;

	(void)state;
	reset.clock = 4000000;
	reset.granted = 10;
	reset.overdue = 0;
	reset.flows = FLOW("11", "0", "10", "40960", "10000");
	expect(round_of(&later, &reset),
	       "eva by cgroup\n"
	       "window 8, in flight 7, waiting 120; granted 10/s, of these 0/s by deadline; "
	       "worst wait 512.0 ms\n"
	       "flow  weight  waiting  granted/s  MB/s  mean ms  p99 ms  worst ms\n"
	       "11    100     0        10.0       0.0   1.0      8.2     512.0\n"
	       "path  state   in flight  IO/s  MB/s  mean ms  p99 ms\n"
	       "sda   active  2          0     0.0   0.0      0.0\n");
}

static void without_a_past(void **state)
{
	struct json_object *second = data_of(&later), *round = top_round(NULL, second);

	(void)state;
	json_object_put(second);
	expect(round, "eva by cgroup\n"
		      "window 8, in flight 7, waiting 120; granted 0/s, of these 0/s by deadline; "
		      "worst wait 512.0 ms\n"
		      "flow  weight  waiting  granted/s  MB/s  mean ms  p99 ms  worst ms\n"
		      "12    100     100      0          0.0   20.0     8.2     512.0\n"
		      "11    100     20       0          0.0   3.3      8.2     512.0\n"
		      "path  state   in flight  IO/s  MB/s  mean ms  p99 ms\n"
		      "sda   active  2          0     0.0   3.7      4.1\n");
}

static void little_to_tell(void **state)
{
	struct json_object *data = json_tokener_parse(
		"{\"maps\":[{\"name\":\"a\\u001b[2J\",\"paths\":[]},"
		"{\"name\":\"b\",\"flows_by\":\"one\",\"error\":\"it is suspended\"}]}");
	struct json_object *nothing = json_tokener_parse("[7]");

	(void)state;
	expect(top_round(nothing, data), "a?[2J: no fair queue\n"
					 "\n"
					 "b by one\n"
					 "not told: it is suspended\n");
	expect(top_round(data, nothing), "no maps\n");
	json_object_put(data);
	json_object_put(nothing);
}

/* A record of a round is for programs: plain numbers under names that say their unit. */
static void record(void **state)
{
	struct json_object *round = round_of(&at_first, &later);
	struct json_object *map = field_entry(round, "maps", 0);
	struct json_object *flow = field_entry(map, "flows", 0);

	(void)state;
	assert_string_equal(json_object_to_json_string_ext(flow, JSON_C_TO_STRING_PLAIN),
			    "{\"id\":12,\"weight\":100,\"idle\":false,\"waiting\":100,"
			    "\"granted_per_second\":200.000,\"bytes_per_second\":819200.000,"
			    "\"mean_wait_usecs\":20000.000,\"p99_wait_usecs\":8151.040,"
			    "\"worst_wait_usecs\":512000}");
	assert_true(field_real(map, "seconds") == 2);
	json_object_put(round);
}

static void cut(const char *text, size_t lines, size_t columns, const char *expected)
{
	char *got = NULL;
	size_t size;
	FILE *out = open_memstream(&got, &size);

	print_cut(out, text, lines, columns);
	fclose(out);
	assert_string_equal(got, expected);
	free(got);
}

static void cut_to_the_screen(void **state)
{
	(void)state;
	cut("one\ntwo\nthree\n", 2, 80, "one\ntwo");
	cut("one\ntwo\nthree\n", 3, 3, "one\ntwo\nthr");
	cut("one\n\nthree", 9, 80, "one\n\nthree");
	cut("one\n", 1, 80, "one");
	cut("", 3, 3, "");
	cut("one", 0, 3, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST("rates are what happened between two answers, over the daemon's clock", rates),
		TEST("counters that were reset between two rounds make no negative rate",
		     reset_between),
		TEST("a map that is new has no rates yet", without_a_past),
		TEST("what is missing in an answer is not shown, and nothing steers a terminal",
		     little_to_tell),
		TEST("a record has plain numbers under names with their unit", record),
		TEST("what does not fit the screen is cut off", cut_to_the_screen),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
