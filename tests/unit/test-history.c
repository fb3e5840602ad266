// SPDX-License-Identifier: GPL-2.0
/* core/select/historical-service-time: what it measures, and how it chooses by it. */
#include "unit.h"

#include "line.h"
#include "map.h"
#include "text.h"

#define MS	 1000000ULL
#define BYTES	 4096
#define NR_PATHS 2

/* A group of two paths, from its table line, and its clock. */
struct lun {
	struct line line;
	struct fp_map map;
	struct fp_group group;
	struct fp_path paths[NR_PATHS];
};

static struct lun *lun_of(struct lun *lun, const char *words)
{
	char text[128];

	memset(lun, 0, sizeof(*lun));
	snprintf(text, sizeof(text), "0 0 1 1 historical-service-time %s 2 1 8:16 1 8:32 1", words);
	line_parse(&lun->line, text);
	assert_true(lun->line.good);
	lun->map.groups = &lun->group;
	lun->map.paths = lun->paths;
	fp_map_init(&lun->map, &lun->line.table);
	line_free(&lun->line);
	lun->map.moment.now = 1000 * MS;
	return lun;
}

static int send(struct lun *lun)
{
	int path = fp_map_choose(&lun->map, BYTES).path;

	fp_path_start(&lun->map, path, BYTES);
	return path;
}

/* A request on @path that was sent at @started ends @after ns later. */
static void end(struct lun *lun, int path, u64 started, u64 after)
{
	lun->map.moment.now = started + after;
	fp_path_end(&lun->map, path, BYTES);
	fp_path_took(&lun->map, path, started);
}

/* The path has served requests of that time for long enough to be known for it. */
static void known(struct lun *lun, int path, u64 ns)
{
	lun->paths[path].service_time = ns << 10;
	lun->paths[path].stale_after = lun->map.moment.now + 3600ULL * 1000 * MS;
}

static u64 service_time(const struct lun *lun, int path)
{
	return lun->paths[path].service_time >> 10;
}

static void tells_what_it_wants(void **state)
{
	struct lun lun;

	(void)state;
	lun_of(&lun, "0");
	assert_int_equal(lun.map.wants, FP_WANTS_NOW);
}

static void new_paths_take_turns(void **state)
{
	struct lun lun;

	(void)state;
	lun_of(&lun, "0");
	for (int i = 0; i < 8; i++)
		assert_int_equal(send(&lun), i % 2);
}

static void measures(void **state)
{
	struct lun lun;
	u64 now;

	(void)state;
	lun_of(&lun, "1 512"); /* what is new weighs a half */
	now = lun.map.moment.now;
	fp_path_start(&lun.map, 0, BYTES);
	end(&lun, 0, now, 4000);
	assert_in_range(service_time(&lun, 0), 2000, 2001);
	fp_path_start(&lun.map, 0, BYTES);
	end(&lun, 0, now + 4000, 4000);
	assert_in_range(service_time(&lun, 0), 3000, 3001);
	assert_int_equal(lun.paths[0].stale_after, now + 8000 + 2 * service_time(&lun, 0));
}

static void one_after_the_other(void **state)
{
	struct lun lun;
	u64 now;

	(void)state;
	lun_of(&lun, "1 0"); /* only the last one counts */
	now = lun.map.moment.now;
	for (int i = 0; i < 3; i++)
		fp_path_start(&lun.map, 0, BYTES);
	end(&lun, 0, now, 5000);
	assert_int_equal(service_time(&lun, 0), 5000);
	/* Sent at the same time, and ended 2000 after the first. */
	end(&lun, 0, now, 7000);
	assert_int_equal(service_time(&lun, 0), 2000);
	/* A clock that is late by a little. */
	end(&lun, 0, now, 6000);
	assert_int_equal(service_time(&lun, 0), 0);
}

static void long_waits_weigh_more(void **state)
{
	struct lun lun;
	u64 now;

	(void)state;
	lun_of(&lun, "1 1000");
	now = lun.map.moment.now;
	known(&lun, 0, 0);
	fp_path_start(&lun.map, 0, BYTES);
	end(&lun, 0, now, 16 * MS); /* below 2^24 ns: 24 of 1024 */
	assert_in_range(service_time(&lun, 0), 16 * MS * 24 / 1024 - 1, 16 * MS * 24 / 1024 + 1);

	known(&lun, 0, 0);
	fp_path_start(&lun.map, 0, BYTES);
	end(&lun, 0, now + 100 * MS, 40 * MS); /* three times: 1000^3 is 954 of 1024 */
	assert_in_range(service_time(&lun, 0), 40 * MS * 70 / 1024 - 1, 40 * MS * 70 / 1024 + 1);

	known(&lun, 0, 5 * MS);
	fp_path_start(&lun.map, 0, BYTES);
	end(&lun, 0, now + 10000 * MS, 1100 * MS); /* 65 times: the past is forgotten */
	assert_int_equal(service_time(&lun, 0), 1100 * MS);
}

static void a_year_does_not_overflow(void **state)
{
	struct lun lun;

	(void)state;
	lun_of(&lun, "0");
	fp_path_start(&lun.map, 0, BYTES);
	end(&lun, 0, 1, 365ULL * 86400 * 1000 * MS);
	assert_in_range(lun.paths[0].service_time, (~0ULL >> 10) - 1, ~0ULL >> 10);
}

static void in_ratio_of_the_times(void **state)
{
	unsigned int requests[NR_PATHS] = { 0 };
	struct lun lun;

	(void)state;
	lun_of(&lun, "0");
	known(&lun, 0, MS);
	known(&lun, 1, 3 * MS);
	for (int i = 0; i < 400; i++)
		requests[send(&lun)]++;
	assert_in_range(requests[0], 299, 301);
	assert_in_range(requests[1], 99, 101);
}

static void alike_within_the_threshold(void **state)
{
	struct lun lun;

	(void)state;
	lun_of(&lun, "2 972 3");
	known(&lun, 0, MS);
	known(&lun, 1, 3 * MS);
	for (int i = 0; i < 10; i++)
		assert_int_equal(send(&lun), i % 2);
	known(&lun, 1, 3 * MS + 1);
	assert_int_equal(send(&lun), 0);
	assert_int_equal(send(&lun), 0);
}

static void idle_and_stale_is_tried(void **state)
{
	struct lun lun;

	(void)state;
	lun_of(&lun, "0");
	known(&lun, 0, MS);
	known(&lun, 1, 100 * MS);
	assert_int_equal(send(&lun), 0);
	assert_int_equal(send(&lun), 0);
	lun.paths[1].stale_after = lun.map.moment.now - 1;
	assert_int_equal(send(&lun), 1);
	assert_int_equal(send(&lun), 0);
}

static void of_two_idle_the_stalest(void **state)
{
	struct lun lun;

	(void)state;
	lun_of(&lun, "0");
	known(&lun, 0, MS);
	known(&lun, 1, 2 * MS);
	lun.paths[1].stale_after = lun.paths[0].stale_after - 1;
	assert_int_equal(send(&lun), 1);
}

static void stale_gets_an_equal_share(void **state)
{
	unsigned int requests[NR_PATHS] = { 0 };
	struct lun lun;

	(void)state;
	lun_of(&lun, "0");
	known(&lun, 0, MS);
	known(&lun, 1, 10 * MS);
	lun.paths[0].stale_after = lun.map.moment.now - 1;
	for (int i = 0; i < 100; i++)
		requests[send(&lun)]++;
	assert_in_range(requests[0], 50, 51);
}

static void many_in_flight(void **state)
{
	struct lun lun;

	(void)state;
	lun_of(&lun, "0");
	known(&lun, 0, (~0ULL >> 20) - 1);
	known(&lun, 1, (~0ULL >> 20) - 1);
	lun.paths[0].in_flight = 2000;
	lun.paths[1].in_flight = 1000;
	assert_int_equal(send(&lun), 1);
}

static void skips_failed(void **state)
{
	struct lun lun;

	(void)state;
	lun_of(&lun, "0");
	known(&lun, 1, 1000 * MS);
	fp_map_fail_path(&lun.map, 0);
	assert_int_equal(send(&lun), 1);
	fp_map_fail_path(&lun.map, 1);
	assert_int_equal(fp_map_choose(&lun.map, BYTES).path, FP_NONE);
}

static void words(void **state)
{
	struct lun lun;
	char buf[64];
	struct fp_text text = fp_text(buf, sizeof(buf));

	(void)state;
	lun_of(&lun, "2 7 3");
	send(&lun);
	lun.paths[0].stale_after = 12345;
	fp_historical_service_time.group_words(&lun.group, &text);
	fp_historical_service_time.table_words(&lun.group, &lun.paths[0], &text);
	fp_historical_service_time.info_words(&lun.group, &lun.paths[0], &text);
	assert_string_equal(buf, "2 7 3 0 1024 1 12345 ");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST("it wants to know the time", tells_what_it_wants),
		TEST("paths that are new take turns", new_paths_take_turns),
		TEST("a request's time moves the average by its weight", measures),
		TEST("requests that overlap count as if one followed the other",
		     one_after_the_other),
		TEST("a long request weighs more, a very long one replaces the past",
		     long_waits_weigh_more),
		TEST("a request that took a year does not overflow", a_year_does_not_overflow),
		TEST("paths share in the inverse ratio of their times", in_ratio_of_the_times),
		TEST("paths within the threshold share alike", alike_within_the_threshold),
		TEST("an idle path that is stale is tried again", idle_and_stale_is_tried),
		TEST("of two idle paths the one that is stale first", of_two_idle_the_stalest),
		TEST("a fast path that is stale gets no more than its equal share",
		     stale_gets_an_equal_share),
		TEST("thousands in flight do not overflow", many_in_flight),
		TEST("failed paths are left out", skips_failed),
		TEST("the words of selector, table and status", words),
	};

	return cmocka_run_group_tests_name("historical-service-time", tests, NULL, NULL);
}
