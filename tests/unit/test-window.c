// SPDX-License-Identifier: GPL-2.0
/*
 * core/depth and core/sample before a simulated array: the window that is found, how
 * soon, and what it costs. What is compared was simulated in the same test.
 */
#include "unit.h"

#include "figures.h"

static struct sim_config deep(enum sim_service service)
{
	struct sim_config config = sim_eight_servers(service);

	sim_add_readers(&config, 64);
	return config;
}

struct of_service {
	enum sim_service service;
	double rate;		    /* what must be left of it */
	double mean, p99;	    /* of the shallow reader, of what it has alone, at most */
	u32 window_min, window_max; /* eight would do */
};

static void closes_to_what_the_array_can_serve(void **state)
{
	const struct of_service *of = *state;
	struct sim_config config = deep(of->service);
	struct sim_figures alone = sim_figures_alone(&config);

	for (config.seed = 1; config.seed <= 3; config.seed++) {
		struct sim_figures fair = sim_figures_of(&config, 20 * SIM_SEC, 60 * SIM_SEC);
		struct sim_figures unfair = sim_figures_unfair(&config, 20 * SIM_SEC, 60 * SIM_SEC);

		assert_in_range(fair.window, of->window_min, of->window_max);
		assert_true(fair.per_second >= of->rate * unfair.per_second);
		assert_true(fair.mean_ms <= of->mean * alone.mean_ms);
		assert_true(fair.p99_ms <= of->p99 * alone.p99_ms);
		assert_int_equal(fair.idle_violations, 0);
	}
}

/* From one disk to a large array: within ten seconds, from hundreds in flight. */
static void closes_soon_whatever_the_array(void **state)
{
	(void)state;
	for (u32 servers = 1; servers <= 64; servers *= 4) {
		struct sim_config config = deep(SIM_NEARLY_FIXED);
		struct sim_figures figures;

		config.servers = servers;
		figures = sim_figures_of(&config, 10 * SIM_SEC, 20 * SIM_SEC);
		assert_in_range(figures.window, servers, servers + servers / 16);
		assert_true(figures.per_second >= 0.98 * 250 * servers);
	}
}

static void who_does_not_fill_the_array_is_not_held_back(void **state)
{
	struct sim_config config = sim_eight_servers(SIM_EXPONENTIAL);
	struct sim_figures fair, unfair;

	(void)state;
	sim_add_readers(&config, 1);
	fair = sim_figures_of(&config, 10 * SIM_SEC, 100 * SIM_SEC);
	unfair = sim_figures_unfair(&config, 10 * SIM_SEC, 100 * SIM_SEC);
	assert_true(fair.per_second >= 0.98 * unfair.per_second);
}

/* Another array from 20 s on; what comes out once two seconds are over. */
static struct sim_figures after_a_change(enum sim_service service, u32 servers, u64 service_ns)
{
	struct sim_config config = deep(service);
	struct sim *sim = sim_new(&config);
	struct sim_figures figures;

	sim_run(sim, 20 * SIM_SEC);
	sim_array(sim, servers, service_ns);
	figures = sim_figures(sim, 22 * SIM_SEC, 24 * SIM_SEC);
	sim_free(sim);
	return figures;
}

static void follows_an_array_that_loses_half_of_its_servers(void **state)
{
	struct sim_figures after = after_a_change(SIM_NEARLY_FIXED, 4, 4 * SIM_MS);

	(void)state;
	assert_int_equal(after.window, 4);
	assert_true(after.per_second >= 0.98 * 1000);
}

static void follows_an_array_that_gains_servers(void **state)
{
	struct sim_figures after = after_a_change(SIM_NEARLY_FIXED, 32, 4 * SIM_MS);

	(void)state;
	assert_in_range(after.window, 32, 36);
	assert_true(after.per_second >= 0.98 * 8000);
}

static void is_not_fooled_by_a_slower_array(void **state)
{
	struct sim_figures after = after_a_change(SIM_NEARLY_FIXED, 8, 8 * SIM_MS);

	(void)state;
	assert_in_range(after.window, 8, 9);
	assert_true(after.per_second >= 0.97 * 1000);
	assert_true(after.mean_ms <= 1.2 * 8);
}

static void a_fixed_window_is_kept(void **state)
{
	struct sim_config config = deep(SIM_SEEK);

	(void)state;
	config.fixed_window = 20;
	assert_int_equal(sim_figures_of(&config, SIM_SEC, 10 * SIM_SEC).window, 20);
}

static void what_was_found_outlives_a_change_of_paths(void **state)
{
	struct fp_depth depth;

	(void)state;
	fp_depth_init(&depth, 512);
	fp_depth_set_max(&depth, 384);
	assert_int_equal(fp_depth_now(&depth), 384);
	depth.window = 9;
	fp_depth_set_max(&depth, 512);
	assert_int_equal(fp_depth_now(&depth), 9);
	fp_depth_set_max(&depth, 4);
	assert_int_equal(fp_depth_now(&depth), 4);
	fp_depth_fix(&depth, 100);
	fp_depth_set_max(&depth, 512);
	assert_int_equal(fp_depth_now(&depth), 100);
}

/* One request in three never ends (a path is silent): trials go on without it. */
static void what_is_lost_does_not_hold_up_the_trials(void **state)
{
	struct fp_depth depth;
	u32 generations = 0;

	(void)state;
	fp_depth_init(&depth, 64);
	for (u32 i = 1; i <= 100000; i++) {
		struct fp_depth_end end = { .sent = fp_depth_sent(&depth),
					    .cost = 20480,
					    .latency_ns = 4 * SIM_MS,
					    .in_flight = fp_depth_now(&depth) - 1,
					    .waiting = true,
					    .now = i * SIM_MS };

		if (i % 3)
			fp_depth_ended(&depth, &end);
		if (i == 50000)
			generations = depth.generation;
	}
	assert_true(depth.generation > generations + 10);
}

/* In a cohort all are waited for, the long ones too: Little's law needs them. */
static void a_sample_tells_the_rate_and_its_error(void **state)
{
	struct fp_sample even = { 0 }, uneven = { 0 };

	(void)state;
	for (u32 i = 0; i < 160; i++) {
		struct fp_sample_of of = {
			.latency_ns = 4 * SIM_MS, .cost = 20480, .in_flight = 8, .waiting = true
		};

		fp_sample_add(&even, &of, 8);
		of.latency_ns = i / 8 % 2 ? 2 * SIM_MS : 6 * SIM_MS;
		fp_sample_add(&uneven, &of, 8);
	}
	assert_int_equal(even.batches, 20);
	assert_int_equal(fp_sample_latency(&even), 4 * SIM_MS);
	assert_int_equal(fp_sample_in_flight(&even), 8);
	assert_int_equal(fp_sample_rate(&even), fp_sample_rate(&uneven));
	assert_int_equal(fp_sample_variance(&even), 0);
	/* Batches of half more and half less than the mean: 500,000 / sqrt(19) millionths. */
	assert_in_range(fp_sample_variance(&uneven), 114000ULL * 114000, 115000ULL * 115000);
	assert_true(fp_sample_full(&even));
}

int main(void)
{
	/* Without a pace all eight end at once, and who asks just after waits a whole turn. */
	static const struct of_service fixed = { SIM_FIXED, 0.99, 1.15, 1.35, 8, 8 },
				       nearly = { SIM_NEARLY_FIXED, 0.99, 1.15, 1.52, 8, 8 },
				       seek = { SIM_SEEK, 0.99, 1.26, 1.5, 8, 10 },
				       /* Where chance is all, it takes trials to tell. */
		exponential = { SIM_EXPONENTIAL, 0.97, 1.3, 1.2, 7, 10 };
	const struct CMUnitTest tests[] = {
		TEST_OF("the window closes to what an array of fixed service times can serve",
			closes_to_what_the_array_can_serve, &fixed),
		TEST_OF("the window closes to what an array of nearly fixed times can serve",
			closes_to_what_the_array_can_serve, &nearly),
		TEST_OF("the window closes to what an array that seeks can serve",
			closes_to_what_the_array_can_serve, &seek),
		TEST_OF("the window closes to what an array of exponential times can serve",
			closes_to_what_the_array_can_serve, &exponential),
		TEST("the window closes soon, whatever the array", closes_soon_whatever_the_array),
		TEST("who does not fill the array is not held back",
		     who_does_not_fill_the_array_is_not_held_back),
		TEST("the window follows an array that loses half of its servers",
		     follows_an_array_that_loses_half_of_its_servers),
		TEST("the window follows an array that gains servers",
		     follows_an_array_that_gains_servers),
		TEST("the window is not fooled by an array that is slower",
		     is_not_fooled_by_a_slower_array),
		TEST("a fixed window is kept", a_fixed_window_is_kept),
		TEST("what was found outlives a change of paths",
		     what_was_found_outlives_a_change_of_paths),
		TEST("what is lost does not hold up the trials",
		     what_is_lost_does_not_hold_up_the_trials),
		TEST("a sample tells the rate and its error",
		     a_sample_tells_the_rate_and_its_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
