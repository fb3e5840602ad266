// SPDX-License-Identifier: GPL-2.0
/* fairpathctl: histograms of latencies, and show latency. */
#include "unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <json-c/json.h>

#include "fairpathctl/histogram.h"
#include "fairpathctl/show.h"

static struct histogram of(const char *json)
{
	struct json_object *object = json_tokener_parse(json);
	struct histogram histogram = histogram_read(object, "waits");

	json_object_put(object);
	return histogram;
}

static void assert_near(double value, double expected)
{
	if (fabs(value - expected) > 0.001)
		fail_msg("%f is not %f", value, expected);
}

static void quantiles(void **state)
{
	/* 90 from 2 to 4 us, 10 from 512 to 1024. */
	struct histogram histogram = of("{\"waits\":{\"sum_usecs\":9000,\"buckets\":[0,0,90,0,0,0,"
					"0,0,0,0,10]}}");

	(void)state;
	assert_int_equal(histogram.total, 100);
	assert_near(histogram_quantile(&histogram, 0.45), 3);
	assert_near(histogram_quantile(&histogram, 0.9), 4);
	assert_near(histogram_quantile(&histogram, 0.95), 768);
	assert_near(histogram_quantile(&histogram, 1), 1024);
}

static void quantiles_of_little(void **state)
{
	struct histogram none = of("{}"), empty = of("{\"waits\":{\"buckets\":[0,0,0]}}");
	struct histogram odd = of("{\"waits\":{\"buckets\":[-7,\"x\",null,2]}}");

	(void)state;
	assert_near(histogram_quantile(&none, 0.99), 0);
	assert_near(histogram_quantile(&empty, 0.99), 0);
	assert_int_equal(odd.total, 2);
	assert_near(histogram_quantile(&odd, 0.5), 6);
}

static void no_end(void **state)
{
	struct histogram late = of("{\"waits\":{\"buckets\":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,"
				   "0,0,0,0,0,0,3]}}");
	char text[HISTOGRAM_TEXT];

	(void)state;
	assert_near(histogram_quantile(&late, 0.99), 16777216);
	assert_string_equal(histogram_most(&late, text), ">16777");
}

static void what_came_since(void **state)
{
	struct histogram before = of("{\"waits\":{\"sum_usecs\":50,\"buckets\":[1,2,3]}}");
	struct histogram after = of("{\"waits\":{\"sum_usecs\":90,\"buckets\":[1,4,3,5]}}");
	struct histogram since = histogram_since(&before, &after);
	char text[HISTOGRAM_TEXT];

	(void)state;
	assert_int_equal(since.total, 7);
	assert_int_equal(since.sum_usecs, 40);
	assert_int_equal(since.of[1], 2);
	assert_int_equal(since.of[3], 5);
	assert_string_equal(histogram_most(&since, text), "<0.008");
	/* Somebody has reset the counters. */
	since = histogram_since(&after, &before);
	assert_int_equal(since.total, 6);
	/* Nothing has come. */
	since = histogram_since(&after, &after);
	assert_int_equal(since.total, 0);
	assert_near(histogram_quantile(&since, 0.99), 0);
	assert_string_equal(histogram_most(&since, text), "-");
}

static void shown(void **state)
{
	struct json_object *data = json_tokener_parse(
		"{\"maps\":[{\"name\":\"eva\",\"flows_by\":\"cgroup\",\"flows\":[{\"id\":20,"
		"\"weight\":100,\"waits\":{\"sum_usecs\":600000,\"buckets\":[0,0,0,0,0,0,0,0,0,0,"
		"0,0,0,100]}}],\"paths\":[{\"dev\":\"sda\",\"latency\":{\"sum_usecs\":1500,"
		"\"buckets\":[0,0,0,0,0,0,50]}},{\"dev\":\"sdb\"}]},{\"name\":\"b\"},"
		"{\"name\":\"c\",\"flows_by\":\"one\",\"error\":\"busy\"}]}");
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	(void)state;
	assert_non_null(data);
	print_latency(out, data);
	fclose(out);
	assert_string_equal(text, "eva by cgroup\n"
				  "flow  weight  waited  mean ms  p50 ms  p90 ms  p99 ms  max ms\n"
				  "20    100     100     6.0      6.1     7.8     8.2     <8.2\n"
				  "path  ended  mean ms  p50 ms  p90 ms  p99 ms  max ms\n"
				  "sda   50     0.030    0.048   0.061   0.064   <0.064\n"
				  "sdb   0      0.000    0.000   0.000   0.000   -\n"
				  "b: no fair queue\n"
				  "c by one\n"
				  "not told: busy\n");
	free(text);
	json_object_put(data);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST("a share of the requests is below what their bucket says", quantiles),
		TEST("of nothing, and of what is no histogram, all is 0", quantiles_of_little),
		TEST("the last bucket has no end", no_end),
		TEST("what came since is the difference, unless counting began anew",
		     what_came_since),
		TEST("waits are told by flow and latencies by path, in ms", shown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
