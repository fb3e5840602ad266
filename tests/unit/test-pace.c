// SPDX-License-Identifier: GPL-2.0
/* core/pace: how close after one another what waits is let go; alone, and before an array. */
#include "unit.h"

#include "figures.h"
#include "pace.h"

#define US 1000ULL

/* So many ends that far apart, of such latencies in turn, from @now on. */
static u64 ends(struct fp_pace *pace, u32 n, u64 apart, u64 latency, u64 other, u64 now)
{
	for (u32 i = 0; i < n; i++, now += apart)
		fp_pace_ended(pace, true, i % 2 ? other : latency, now);
	return now;
}

static struct fp_pace known(u64 apart)
{
	struct fp_pace pace = { 0 };

	ends(&pace, 20 * FP_PACE_SPAN, apart, 4 * SIM_MS, 4 * SIM_MS, SIM_SEC);
	return pace;
}

static void what_is_not_known_puts_nothing_off(void **state)
{
	struct fp_pace pace = { 0 };

	(void)state;
	fp_pace_granted(&pace, SIM_SEC);
	assert_int_equal(fp_pace_wait_ns(&pace, 8, 8, SIM_SEC), 0);
}

static void grants_are_five_eighths_of_an_interval_apart(void **state)
{
	struct fp_pace pace = known(800 * US);

	(void)state;
	fp_pace_granted(&pace, 10 * SIM_SEC);
	assert_in_range(fp_pace_wait_ns(&pace, 7, 8, 10 * SIM_SEC), 499 * US, 500 * US);
	assert_in_range(fp_pace_wait_ns(&pace, 7, 8, 10 * SIM_SEC + 400 * US), 99 * US, 100 * US);
	assert_int_equal(fp_pace_wait_ns(&pace, 7, 8, 10 * SIM_SEC + 500 * US), 0);
}

static void no_more_than_half_of_the_window_stands_idle(void **state)
{
	struct fp_pace pace = known(800 * US);

	(void)state;
	fp_pace_granted(&pace, 10 * SIM_SEC);
	assert_int_not_equal(fp_pace_wait_ns(&pace, 4, 8, 10 * SIM_SEC), 0);
	assert_int_equal(fp_pace_wait_ns(&pace, 3, 8, 10 * SIM_SEC), 0);
	assert_int_equal(fp_pace_wait_ns(&pace, 0, 1, 10 * SIM_SEC), 0);
}

static void a_fast_array_is_never_made_to_wait(void **state)
{
	struct fp_pace pace = known(FP_PACE_SHORTEST_NS - 1);

	(void)state;
	fp_pace_granted(&pace, 10 * SIM_SEC);
	assert_int_equal(fp_pace_wait_ns(&pace, 7, 8, 10 * SIM_SEC), 0);
}

static void latencies_that_scatter_make_it_shorter(void **state)
{
	struct fp_pace little = { 0 }, much = { 0 };

	(void)state;
	ends(&little, 20 * FP_PACE_SPAN, 800 * US, 3600 * US, 4400 * US, SIM_SEC);
	ends(&much, 20 * FP_PACE_SPAN, 800 * US, 2800 * US, 5200 * US, SIM_SEC);
	fp_pace_granted(&little, 10 * SIM_SEC);
	fp_pace_granted(&much, 10 * SIM_SEC);
	/* A tenth of scatter takes four tenths. */
	assert_in_range(fp_pace_wait_ns(&little, 7, 8, 10 * SIM_SEC), 290 * US, 310 * US);
	assert_int_equal(fp_pace_wait_ns(&much, 7, 8, 10 * SIM_SEC), 0);
}

/* An array that stops for ten seconds once is no slower after. */
static void an_interruption_is_not_taken_for_the_rate(void **state)
{
	struct fp_pace pace = known(800 * US);

	(void)state;
	ends(&pace, FP_PACE_SPAN, 800 * US, 4 * SIM_MS, 4 * SIM_MS, 100 * SIM_SEC);
	assert_true(pace.interval_ns <= 2 * 800 * US);
}

/* What ended while nothing waited came when it was asked for, not as fast as it can. */
static void what_was_not_asked_for_is_not_counted(void **state)
{
	struct fp_pace pace = known(800 * US);

	(void)state;
	fp_pace_ended(&pace, false, 4 * SIM_MS, 19 * SIM_SEC);
	for (u64 i = 20; i < 2020; i += 2) {
		fp_pace_ended(&pace, true, 4 * SIM_MS, i * SIM_SEC);
		fp_pace_ended(&pace, false, 4 * SIM_MS, (i + 1) * SIM_SEC);
	}
	assert_int_equal(pace.interval_ns, 800 * US);
}

/*
 * Eight servers that take exactly the same. Without a pace the reader of one request at a
 * time needs twice what it has alone; with a host that is 70 us on each end, its p99 does.
 */
static void ends_in_bunches_are_drawn_apart(void **state)
{
	(void)state;
	for (u64 host = 0; host <= 70 * US; host += 70 * US) {
		struct sim_config config = sim_eight_servers(SIM_FIXED);
		struct sim_figures alone, fair, unfair;

		config.host_ns = host;
		config.fixed_window = 8;
		sim_add_readers(&config, 64);
		alone = sim_figures_alone(&config);
		fair = sim_figures_of(&config, 10 * SIM_SEC, 40 * SIM_SEC);
		unfair = sim_figures_unfair(&config, 10 * SIM_SEC, 40 * SIM_SEC);
		assert_true(fair.mean_ms <= 1.13 * alone.mean_ms);
		assert_true(fair.p99_ms <= 1.5 * alone.p99_ms);
		assert_true(fair.per_second >= 0.98 * unfair.per_second);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST("what is not known puts nothing off", what_is_not_known_puts_nothing_off),
		TEST("grants are five eighths of an interval apart",
		     grants_are_five_eighths_of_an_interval_apart),
		TEST("no more than half of the window stands idle",
		     no_more_than_half_of_the_window_stands_idle),
		TEST("a fast array is never made to wait", a_fast_array_is_never_made_to_wait),
		TEST("latencies that scatter make it shorter",
		     latencies_that_scatter_make_it_shorter),
		TEST("an interruption is not taken for the rate",
		     an_interruption_is_not_taken_for_the_rate),
		TEST("what was not asked for is not counted",
		     what_was_not_asked_for_is_not_counted),
		TEST("ends in bunches are drawn apart", ends_in_bunches_are_drawn_apart),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
