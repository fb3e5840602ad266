// SPDX-License-Identifier: GPL-2.0
/* core/latency: how long things take, in buckets; and how the library reads them. */
#include "unit.h"

#include <errno.h>
#include <stdlib.h>

#include <fairpath/latency.h>

#include "status.h"

#define US 1000ULL

struct recorded {
	u64 ns;
	unsigned int bucket;
};

static const struct recorded records[] = {
	{ 0, 0 },	    { 999, 0 },		  { 1 * US, 1 },	 { 1999, 1 },
	{ 2 * US, 2 },	    { 3999, 2 },	  { 4 * US, 3 },	 { 1024 * US, 11 },
	{ 2047 * US, 11 },  { 8388608 * US, 24 }, { 16777215 * US, 24 }, { 16777216 * US, 25 },
	{ UINT64_MAX, 25 },
};

static void buckets(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(records); i++) {
		struct fp_latency latency = { 0 };

		fp_latency_record(&latency, records[i].ns);
		for (unsigned int b = 0; b < FP_LATENCY_BUCKETS; b++)
			assert_int_equal(latency.of[b], b == records[i].bucket);
		assert_true(latency.sum_ns == records[i].ns);
	}
}

static void words(void **state)
{
	struct fp_latency latency = { 0 };
	char buf[256];
	struct fp_text text = fp_text(buf, sizeof(buf));

	(void)state;
	fp_latency_words(&latency, &text);
	assert_string_equal(buf, "sum_usecs 0 buckets 0");
	fp_latency_record(&latency, 500);
	fp_latency_record(&latency, 5 * US);
	fp_latency_record(&latency, 6 * US);
	text = fp_text(buf, sizeof(buf));
	fp_latency_words(&latency, &text);
	assert_string_equal(buf, "sum_usecs 11 buckets 4 1 0 0 2");
}

/* Room for the paths of a table. */
struct table {
	struct fp_latencies latencies;
	struct fp_path_latency room[4];
};

static struct fp_latencies *table_of(const char *const *names)
{
	struct table *table = calloc(1, sizeof(*table));
	struct fp_latencies *latencies = (void *)table;

	for (; *names; names++)
		strcpy(latencies->of[latencies->nr++].name, *names);
	return latencies;
}

static void a_new_table(void **state)
{
	struct fp_latencies *before =
		table_of((const char *const[]){ "8:0", "8:16", "8:32", NULL });
	struct fp_latencies *after = table_of((const char *const[]){ "8:0", "8:32", "8:48", NULL });

	(void)state;
	fp_latency_record(&before->of[0].below, 1 * US);
	fp_latency_record(&before->of[1].below, 2 * US);
	fp_latency_record(&before->of[2].below, 4 * US);
	fp_latencies_take_over(after, before);
	assert_int_equal(after->of[0].below.of[1], 1);
	assert_int_equal(after->of[1].below.of[3], 1);
	assert_int_equal(after->of[1].below.sum_ns, 4 * US);
	assert_int_equal(after->of[2].below.sum_ns, 0);
	fp_latencies_reset(after);
	assert_int_equal(after->of[0].below.of[1], 0);
	assert_string_equal(after->of[0].name, "8:0");
	free(before);
	free(after);
}

/* A queue of which two requests had to wait, 8 ms and 20 ms, and a path. */
static void read_back(void **state)
{
	static struct fp_fq fq;
	static struct fp_fq_item items[2];
	const struct fp_submitter who = { .key = 77, .weight = 300 };
	const struct fp_ask ask = { .bytes = 4096 };
	struct fp_latencies *paths = table_of((const char *const[]){ "8:0", NULL });
	const struct fp_fair_view view = { .fq = &fq, .latencies = paths };
	struct fairpath_latency *latencies;
	char buf[1024];
	struct fp_text text = fp_text(buf, sizeof(buf));
	size_t nr = 0;

	(void)state;
	fp_fq_init(&fq);
	fp_fq_add(&fq, &items[0], &who, &ask, 1000 * US);
	fp_fq_add(&fq, &items[1], &who, &ask, 1000 * US);
	fp_fq_grant(&fq, 9000 * US);
	fp_fq_grant(&fq, 21000 * US);
	fp_latency_record(&paths->of[0].below, 70 * US);
	fp_status_latency(&view, &text);
	assert_int_equal(fairpath_latencies_parse(buf, &latencies, &nr, NULL), 0);
	assert_int_equal(nr, 2);
	assert_string_equal(latencies[0].dev, "");
	assert_int_equal(latencies[0].id, 77);
	assert_int_equal(latencies[0].sum_usecs, 28000);
	assert_int_equal(latencies[0].nr_buckets, 16);
	assert_int_equal(latencies[0].buckets[13], 1); /* 4.1 to 8.2 ms */
	assert_int_equal(latencies[0].buckets[15], 1); /* 16.4 to 32.8 ms */
	assert_string_equal(latencies[1].dev, "8:0");
	assert_int_equal(latencies[1].nr_buckets, 8);
	assert_int_equal(latencies[1].buckets[7], 1);
	free(latencies);

	fp_fq_reset_counts(&fq);
	text = fp_text(buf, sizeof(buf));
	fp_status_latency(&view, &text);
	assert_non_null(strstr(buf, "flow 77 sum_usecs 0 buckets 0\n"));
	free(paths);
}

static const struct {
	const char *text;
	const char *error;
} refused[] = {
	{ "flow", "the latencies line ends where word 2, the flow's id, was expected" },
	{ "disk 8:0", "word 1 'disk' of the latencies line: it is no flow and no path" },
	{ "flow 1 usecs 3", "word 3 'usecs' of the latencies line: 'sum_usecs' is expected here" },
	{ "path 8:0 sum_usecs 3 buckets 2 1",
	  "word 6 '2' of the latencies line: the number of buckets is too great for the 1 words "
	  "that follow" },
	{ "path 8:0 sum_usecs 3 buckets 65", "word 6 '65' of the latencies line: the number of "
					     "buckets is not a number from 0 to 64" },
	{ "path 000000000000000000000000000000:16 sum_usecs 3 buckets 0",
	  "word 2 '000000000000000000000000000000:16' of the latencies line: the path's device is "
	  "too long" },
};

static void refusals(void **state)
{
	struct fairpath_latency *untouched = (void *)state, *latencies = untouched;
	struct fairpath_error error;
	size_t nr = 7;

	for (size_t i = 0; i < ARRAY_SIZE(refused); i++) {
		assert_int_equal(fairpath_latencies_parse(refused[i].text, &latencies, &nr, &error),
				 -EINVAL);
		assert_string_equal(error.text, refused[i].error);
		assert_ptr_equal(latencies, untouched);
		assert_int_equal(nr, 7);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST("each bucket has twice the width of the one before, and the last no end",
		     buckets),
		TEST("buckets are told up to the last that is not empty", words),
		TEST("paths that stay in the table keep what was counted", a_new_table),
		TEST("what core tells of flows and paths is read back, and reset", read_back),
		TEST("an answer that is none is refused with the word at fault", refusals),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
