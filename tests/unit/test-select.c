// SPDX-License-Identifier: GPL-2.0
/* core/select: which usable path takes the next request. */
#include "unit.h"

#include <stdlib.h>

#include "map.h"
#include "text.h"

#define NR_PATHS 4
#define KIB	 1024ULL

/* One group of four paths, all usable and idle. */
struct lun {
	struct fp_map map;
	struct fp_group group;
	struct fp_path paths[NR_PATHS];
};

static void lun_init(struct lun *lun, const struct fp_selector *selector)
{
	memset(lun, 0, sizeof(*lun));
	lun->map = (struct fp_map){ .groups = &lun->group,
				    .nr_groups = 1,
				    .paths = lun->paths,
				    .nr_paths = NR_PATHS,
				    .nr_usable = NR_PATHS };
	lun->group = (struct fp_group){ .selector = selector,
					.paths = lun->paths,
					.nr_paths = NR_PATHS };
	for (int i = 0; i < NR_PATHS; i++)
		lun->paths[i] = (struct fp_path){
			.usable = true,
			.args = { .repeat_count = 1, .relative_throughput = 1 },
		};
}

/* The path for a request, which is then in flight on it. */
static int send(struct lun *lun, u64 bytes)
{
	int path = lun->group.selector->select(&lun->group, bytes, &lun->map.moment);

	if (path != FP_NONE)
		fp_path_start(&lun->map, path, bytes);
	return path;
}

static void found_by_name(void **state)
{
	(void)state;
	assert_ptr_equal(fp_selector_find("round-robin"), &fp_round_robin);
	assert_ptr_equal(fp_selector_find("service-time"), &fp_service_time);
	assert_ptr_equal(fp_selector_find("queue-length"), &fp_queue_length);
	assert_ptr_equal(fp_selector_find("historical-service-time"), &fp_historical_service_time);
	assert_ptr_equal(fp_selector_find("io-affinity"), &fp_io_affinity);
	assert_null(fp_selector_find("round-robi"));
	assert_null(fp_selector_find("round-robin "));
	assert_null(fp_selector_find(""));
}

static void named_in_errors(void **state)
{
	char names[] = FP_SELECTOR_NAMES;
	unsigned int found = 0;
	char *name;

	(void)state;
	for (name = strtok(names, ", "); name; name = strtok(NULL, ", "), found++)
		assert_non_null(fp_selector_find(name));
	assert_int_equal(found, 5);
}

static void rr_takes_turns(void **state)
{
	struct lun lun;

	(void)state;
	lun_init(&lun, &fp_round_robin);
	for (int i = 0; i < 3 * NR_PATHS; i++)
		assert_int_equal(send(&lun, 4 * KIB), i % NR_PATHS);
}

static void rr_ignores_load(void **state)
{
	struct lun lun;

	(void)state;
	lun_init(&lun, &fp_round_robin);
	lun.paths[1].bytes_in_flight = 1024 * KIB;
	assert_int_equal(send(&lun, 4 * KIB), 0);
	assert_int_equal(send(&lun, 4 * KIB), 1);
}

static void skips_failed(const struct fp_selector *selector)
{
	struct lun lun;

	lun_init(&lun, selector);
	fp_map_fail_path(&lun.map, 0);
	fp_map_fail_path(&lun.map, 2);
	for (int i = 0; i < 10; i++)
		assert_int_equal(send(&lun, 4 * KIB), i % 2 ? 3 : 1);
}

static void rr_skips_failed(void **state)
{
	(void)state;
	skips_failed(&fp_round_robin);
}

static void st_skips_failed(void **state)
{
	(void)state;
	skips_failed(&fp_service_time);
}

static void rr_reinstated_is_next(void **state)
{
	struct lun lun;

	(void)state;
	lun_init(&lun, &fp_round_robin);
	fp_map_fail_path(&lun.map, 3);
	for (int i = 0; i < 6; i++)
		send(&lun, 4 * KIB);
	fp_map_reinstate_path(&lun.map, 3);
	assert_int_equal(send(&lun, 4 * KIB), 3);
	assert_int_equal(send(&lun, 4 * KIB), 0);
}

static void none_usable(void **state)
{
	const struct fp_selector *selector = *state;
	struct lun lun;

	lun_init(&lun, selector);
	for (int i = 0; i < NR_PATHS; i++)
		fp_map_fail_path(&lun.map, i);
	assert_int_equal(send(&lun, 4 * KIB), FP_NONE);
}

static void st_least_in_flight(void **state)
{
	struct lun lun;

	(void)state;
	lun_init(&lun, &fp_service_time);
	assert_int_equal(send(&lun, 64 * KIB), 0);
	assert_int_equal(send(&lun, 4 * KIB), 1);
	assert_int_equal(send(&lun, 16 * KIB), 2);
	assert_int_equal(send(&lun, 8 * KIB), 3);
	assert_int_equal(send(&lun, 4 * KIB), 1); /* 4 KiB there, 8 on the next best */
	fp_path_end(&lun.map, 0, 64 * KIB);
	assert_int_equal(send(&lun, 4 * KIB), 0);
}

static void st_idle_takes_turns(void **state)
{
	struct lun lun;

	(void)state;
	lun_init(&lun, &fp_service_time);
	for (int i = 0; i < 3 * NR_PATHS; i++) {
		assert_int_equal(send(&lun, 4 * KIB), i % NR_PATHS);
		fp_path_end(&lun.map, i % NR_PATHS, 4 * KIB);
	}
}

static void st_by_throughput(void **state)
{
	unsigned int requests[NR_PATHS] = { 0 };
	struct lun lun;

	(void)state;
	lun_init(&lun, &fp_service_time);
	fp_map_fail_path(&lun.map, 2);
	fp_map_fail_path(&lun.map, 3);
	lun.paths[1].args.relative_throughput = 3;
	for (int i = 0; i < 400; i++)
		requests[send(&lun, 4 * KIB)]++;
	assert_int_equal(requests[0], 100);
	assert_int_equal(requests[1], 300);
}

static void st_higher_throughput_when_equal(void **state)
{
	struct lun lun;

	(void)state;
	lun_init(&lun, &fp_service_time);
	lun.paths[2].args.relative_throughput = 2;
	assert_int_equal(send(&lun, 4 * KIB), 2);
	/* (4 + 4) / 2 there and (0 + 4) / 1 elsewhere: equal again. */
	assert_int_equal(send(&lun, 4 * KIB), 2);
	assert_int_equal(send(&lun, 4 * KIB), 0);
}

static void st_zero_is_last_resort(void **state)
{
	struct lun lun;

	(void)state;
	lun_init(&lun, &fp_service_time);
	lun.paths[0].args.relative_throughput = 0;
	for (int i = 0; i < 12; i++)
		assert_int_equal(send(&lun, 4 * KIB), 1 + i % 3);
	for (int i = 1; i < NR_PATHS; i++)
		fp_map_fail_path(&lun.map, i);
	assert_int_equal(send(&lun, 4 * KIB), 0);
}

static void st_great_loads(void **state)
{
	struct lun lun;

	(void)state;
	lun_init(&lun, &fp_service_time);
	fp_map_fail_path(&lun.map, 2);
	fp_map_fail_path(&lun.map, 3);
	lun.paths[0].bytes_in_flight = 1ULL << 50;
	lun.paths[0].args.relative_throughput = 100;
	lun.paths[1].bytes_in_flight = 1ULL << 44;
	assert_int_equal(send(&lun, 1ULL << 30), 0); /* 2^50/100 is less than 2^44 */
	lun.paths[0].args.relative_throughput = 50;
	assert_int_equal(send(&lun, 1ULL << 30), 1);
}

static void words(void **state)
{
	struct lun lun;
	char buf[64];
	struct fp_text text = fp_text(buf, sizeof(buf));

	(void)state;
	lun_init(&lun, &fp_service_time);
	lun.paths[0].args.relative_throughput = 5;
	lun.paths[0].bytes_in_flight = 8ULL << 30;
	fp_service_time.table_words(&lun.group, &lun.paths[0], &text);
	fp_service_time.info_words(&lun.group, &lun.paths[0], &text);
	assert_string_equal(buf, "1 5 8589934592 5 ");

	text = fp_text(buf, sizeof(buf));
	fp_round_robin.table_words(&lun.group, &lun.paths[0], &text);
	fp_round_robin.info_words(&lun.group, &lun.paths[0], &text);
	assert_string_equal(buf, "1 ");

	lun.paths[0].in_flight = 4294967295;
	text = fp_text(buf, sizeof(buf));
	fp_queue_length.table_words(&lun.group, &lun.paths[0], &text);
	fp_queue_length.info_words(&lun.group, &lun.paths[0], &text);
	assert_string_equal(buf, "1 4294967295 ");
}

static void ql_skips_failed(void **state)
{
	(void)state;
	skips_failed(&fp_queue_length);
}

static void ql_least_in_flight(void **state)
{
	struct lun lun;

	(void)state;
	lun_init(&lun, &fp_queue_length);
	for (int i = 0; i < 3 * NR_PATHS; i++)
		assert_int_equal(send(&lun, 4 * KIB), i % NR_PATHS);
	fp_path_end(&lun.map, 2, 4 * KIB);
	fp_path_end(&lun.map, 2, 4 * KIB);
	fp_path_end(&lun.map, 1, 4 * KIB);
	assert_int_equal(send(&lun, 4 * KIB), 2);
	/* 1 and 2 have two each; 1 was used before 2. */
	assert_int_equal(send(&lun, 4 * KIB), 1);
	assert_int_equal(send(&lun, 4 * KIB), 2);
}

static void ql_ignores_size(void **state)
{
	struct lun lun;

	(void)state;
	lun_init(&lun, &fp_queue_length);
	assert_int_equal(send(&lun, 1024 * KIB), 0);
	for (int i = 1; i < NR_PATHS; i++)
		assert_int_equal(send(&lun, 4 * KIB), i);
	assert_int_equal(send(&lun, 4 * KIB), 0);
}

static void ql_idle_takes_turns(void **state)
{
	struct lun lun;

	(void)state;
	lun_init(&lun, &fp_queue_length);
	for (int i = 0; i < 3 * NR_PATHS; i++) {
		assert_int_equal(send(&lun, 4 * KIB), i % NR_PATHS);
		fp_path_end(&lun.map, i % NR_PATHS, 4 * KIB);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST("a selector is found by its whole name", found_by_name),
		TEST("an error's list of selectors names those that there are", named_in_errors),
		TEST("round-robin takes one path after the other", rr_takes_turns),
		TEST("round-robin does not look at what is in flight", rr_ignores_load),
		TEST("round-robin leaves failed paths out", rr_skips_failed),
		TEST("round-robin gives a reinstated path its turn at once", rr_reinstated_is_next),
		TEST_OF("round-robin finds no path if none is usable", none_usable,
			&fp_round_robin),
		TEST("service-time takes the path with the fewest bytes in flight",
		     st_least_in_flight),
		TEST("service-time takes turns on an idle LUN", st_idle_takes_turns),
		TEST("service-time leaves failed paths out", st_skips_failed),
		TEST("service-time shares in the ratio of the throughputs", st_by_throughput),
		TEST("service-time prefers the higher throughput of equals",
		     st_higher_throughput_when_equal),
		TEST("service-time uses a throughput of 0 only without another",
		     st_zero_is_last_resort),
		TEST("service-time compares great loads without overflow", st_great_loads),
		TEST_OF("service-time finds no path if none is usable", none_usable,
			&fp_service_time),
		TEST("queue-length takes the path with the fewest requests in flight",
		     ql_least_in_flight),
		TEST("queue-length does not look at how large they are", ql_ignores_size),
		TEST("queue-length takes turns on an idle LUN", ql_idle_takes_turns),
		TEST("queue-length leaves failed paths out", ql_skips_failed),
		TEST_OF("queue-length finds no path if none is usable", none_usable,
			&fp_queue_length),
		TEST("each selector writes as many words as it announces", words),
	};

	return cmocka_run_group_tests_name("selectors", tests, NULL, NULL);
}
