// SPDX-License-Identifier: GPL-2.0
/*
 * core/depth and core/fq together, before a simulated array: the window that is
 * found, and what it does to those who share the array. What is compared was
 * simulated in the same test.
 */
#include "unit.h"

#include <stdio.h>

#include "sim.h"

#define READERS 4

/* An array of 8 servers behind 4 paths: 2,000 requests a second at any depth. */
static struct sim_config eight_servers(enum sim_service service)
{
	return (struct sim_config){
		.seed = 1,
		.servers = 8,
		.service = service,
		.service_ns = 4 * SIM_MS,
		.paths = 4,
		.max_window = 512,
	};
}

/* One reader of depth 1, and beside it four of that depth. */
static struct sim_config with_deep_readers(struct sim_config config, u32 depth)
{
	config.nr_flows = READERS + 1;
	config.flows[0] = (struct sim_flow_config){ .depth = 1, .bytes = 4096 };
	for (int f = 1; f <= READERS; f++)
		config.flows[f] = (struct sim_flow_config){ .depth = depth, .bytes = 4096 };
	return config;
}

struct figures {
	double per_second;
	double shallow_mean_ms, shallow_p99_ms;
	u32 window;
	u64 idle_violations;
};

/* What comes out between the two times. */
static struct figures measured(struct sim *sim, u64 from, u64 to)
{
	struct figures figures;

	sim_run(sim, from);
	sim_measure(sim);
	sim_run(sim, to);
	figures = (struct figures){
		.per_second = (double)sim_ended(sim) * (double)SIM_SEC / (double)(to - from),
		.shallow_mean_ms = (double)sim_flow(sim, 0)->latency_ns /
				   (double)sim_flow(sim, 0)->ended / (double)SIM_MS,
		.shallow_p99_ms = (double)sim_p99_ns(sim, 0) / (double)SIM_MS,
		.window = sim_window(sim),
		.idle_violations = sim_idle_violations(sim),
	};
	return figures;
}

static struct figures run(struct sim_config config, u64 from, u64 to)
{
	struct sim *sim = sim_new(&config);
	struct figures figures = measured(sim, from, to);

	sim_free(sim);
	return figures;
}

static struct figures run_unfair(struct sim_config config, u64 from, u64 to)
{
	config.unfair = true;
	return run(config, from, to);
}

struct of_service {
	enum sim_service service;
	double rate; /* what must be left of it */
};

static void closes_to_what_the_array_can_serve(void **state)
{
	const struct of_service *of = *state;
	struct sim_config config = with_deep_readers(eight_servers(of->service), 64);

	for (config.seed = 1; config.seed <= 5; config.seed++) {
		struct figures fair = run(config, 20 * SIM_SEC, 60 * SIM_SEC);
		struct figures unfair = run_unfair(config, 20 * SIM_SEC, 60 * SIM_SEC);

		assert_in_range(fair.window, 7, 12);
		assert_true(fair.per_second >= of->rate * unfair.per_second);
		assert_true(fair.shallow_mean_ms * 10 < unfair.shallow_mean_ms);
		assert_int_equal(fair.idle_violations, 0);
	}
}

static void the_shallow_reader_is_served_as_if_nearly_alone(void **state)
{
	struct figures fair =
		run(with_deep_readers(eight_servers(SIM_SEEK), 64), 10 * SIM_SEC, 60 * SIM_SEC);

	(void)state;
	/* Alone it takes 4 ms, 6 at most. */
	assert_true(fair.shallow_mean_ms <= 1.35 * 4);
	assert_true(fair.shallow_p99_ms <= 1.7 * 6);
}

static void who_does_not_fill_the_array_is_not_held_back(void **state)
{
	struct sim_config config = with_deep_readers(eight_servers(SIM_EXPONENTIAL), 1);
	struct figures fair = run(config, 10 * SIM_SEC, 100 * SIM_SEC);
	struct figures unfair = run_unfair(config, 10 * SIM_SEC, 100 * SIM_SEC);

	(void)state;
	assert_true(fair.per_second >= 0.98 * unfair.per_second);
}

static void follows_an_array_that_loses_half_of_its_servers(void **state)
{
	struct sim_config config = with_deep_readers(eight_servers(SIM_FIXED), 64);
	struct sim *sim = sim_new(&config);
	struct figures before, after;

	(void)state;
	before = measured(sim, 10 * SIM_SEC, 20 * SIM_SEC);
	assert_int_equal(before.window, 8);
	sim_array(sim, 4, 4 * SIM_MS);
	after = measured(sim, 22 * SIM_SEC, 30 * SIM_SEC);
	assert_in_range(after.window, 4, 5);
	assert_true(after.per_second >= 0.98 * 1000);
	sim_free(sim);
}

static void follows_an_array_that_gains_servers(void **state)
{
	struct sim_config config = with_deep_readers(eight_servers(SIM_FIXED), 64);
	struct sim *sim = sim_new(&config);
	struct figures after;

	(void)state;
	sim_run(sim, 10 * SIM_SEC);
	sim_array(sim, 32, 4 * SIM_MS);
	after = measured(sim, 15 * SIM_SEC, 25 * SIM_SEC);
	assert_in_range(after.window, 31, 40);
	assert_true(after.per_second >= 0.98 * 8000);
	sim_free(sim);
}

static void a_fixed_window_is_kept(void **state)
{
	struct sim_config config = with_deep_readers(eight_servers(SIM_SEEK), 64);

	(void)state;
	config.fixed_window = 20;
	assert_int_equal(run(config, SIM_SEC, 10 * SIM_SEC).window, 20);
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

static void weights_are_honoured(void **state)
{
	struct sim_config config = with_deep_readers(eight_servers(SIM_SEEK), 64);
	static const u32 weights[] = { 100, 200, 400, 800 };
	struct sim *sim;
	double unit;

	(void)state;
	config.flows[0].depth = 0;
	for (int f = 1; f <= READERS; f++)
		config.flows[f].weight = weights[f - 1];
	sim = sim_new(&config);
	sim_run(sim, 10 * SIM_SEC);
	sim_measure(sim);
	sim_run(sim, 70 * SIM_SEC);
	unit = (double)sim_ended(sim) / 15;
	for (int f = 1; f <= READERS; f++) {
		double got = (double)sim_flow(sim, (u32)f)->ended / unit;

		assert_true(got >= 0.98 * weights[f - 1] / 100);
		assert_true(got <= 1.02 * weights[f - 1] / 100);
	}
	sim_free(sim);
}

/* Jain's index of what each got, of equal flows of depth 1, 2, 4 ... 128 that all could use 1/8. */
static void flows_of_any_depth_get_the_same(void **state)
{
	struct sim_config config = eight_servers(SIM_SEEK);
	double sum = 0, squares = 0;
	struct sim *sim;

	(void)state;
	config.nr_flows = 8;
	for (u32 f = 0; f < 8; f++)
		config.flows[f] = (struct sim_flow_config){ .depth = 2U << f, .bytes = 4096 };
	sim = sim_new(&config);
	sim_run(sim, 10 * SIM_SEC);
	sim_measure(sim);
	sim_run(sim, 60 * SIM_SEC);
	for (u32 f = 0; f < 8; f++) {
		double got = (double)sim_flow(sim, f)->ended;

		sum += got;
		squares += got * got;
	}
	assert_true(sum * sum / (8 * squares) >= 0.99);
	sim_free(sim);
}

int main(void)
{
	static const struct of_service fixed = { SIM_FIXED, 0.99 }, seek = { SIM_SEEK, 0.98 },
				       /* Where chance is all, it takes trials to tell. */
		exponential = { SIM_EXPONENTIAL, 0.95 };
	const struct CMUnitTest tests[] = {
		TEST_OF("the window closes to what an array of fixed service times can serve",
			closes_to_what_the_array_can_serve, &fixed),
		TEST_OF("the window closes to what an array that seeks can serve",
			closes_to_what_the_array_can_serve, &seek),
		TEST_OF("the window closes to what an array of exponential times can serve",
			closes_to_what_the_array_can_serve, &exponential),
		TEST("a shallow reader beside deep ones is served as if nearly alone",
		     the_shallow_reader_is_served_as_if_nearly_alone),
		TEST("who does not fill the array is not held back",
		     who_does_not_fill_the_array_is_not_held_back),
		TEST("the window follows an array that loses half of its servers",
		     follows_an_array_that_loses_half_of_its_servers),
		TEST("the window follows an array that gains servers",
		     follows_an_array_that_gains_servers),
		TEST("a fixed window is kept", a_fixed_window_is_kept),
		TEST("what was found outlives a change of paths",
		     what_was_found_outlives_a_change_of_paths),
		TEST("weights are honoured within 2 %", weights_are_honoured),
		TEST("flows of any depth get the same", flows_of_any_depth_get_the_same),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
