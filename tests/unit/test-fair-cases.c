// SPDX-License-Identifier: GPL-2.0
/*
 * Fair queuing as one who runs an array would judge it: who gets what beside whom, in
 * virtual time. The same cases are measured in a real kernel by `make bench-fairness`.
 */
#include "unit.h"

#include "figures.h"

static struct sim *ran(const struct sim_config *config, u64 from, u64 to)
{
	struct sim *sim = sim_new(config);

	sim_run(sim, from);
	sim_measure(sim);
	sim_run(sim, to);
	assert_int_equal(sim_idle_violations(sim), 0);
	return sim;
}

static double mean_ms(const struct sim *sim, u32 flow)
{
	const struct sim_flow_result *result = sim_flow(sim, flow);

	return (double)result->latency_ns / (double)result->ended / (double)SIM_MS;
}

static void weights_are_honoured(void **state)
{
	static const u32 weights[] = { 100, 200, 400, 800 };
	struct sim_config config = sim_eight_servers(SIM_SEEK);
	struct sim *sim;

	(void)state;
	for (u32 f = 0; f < 4; f++)
		sim_add(&config, 1,
			(struct sim_flow_config){
				.depth = 64, .bytes = 4096, .weight = weights[f] });
	sim = ran(&config, 10 * SIM_SEC, 70 * SIM_SEC);
	for (u32 f = 0; f < 4; f++) {
		double share = (double)sim_flow(sim, f)->ended / (double)sim_ended(sim);

		assert_true(share >= 0.98 * weights[f] / 1500);
		assert_true(share <= 1.02 * weights[f] / 1500);
	}
	sim_free(sim);
}

/*
 * Eight readers of depth 1, 2, 4 ... 128. The one of depth 1 can have no more than its
 * latency allows, with all servers busy: 4 ms, and 0.5 until the first of them is free. The
 * others share the rest.
 */
static void flows_of_any_depth_get_the_same(void **state)
{
	double got[8], ideal[8], lone = 1000 / 4.5;
	struct sim_config config = sim_eight_servers(SIM_NEARLY_FIXED);
	struct sim *sim;

	(void)state;
	for (u32 f = 0; f < 8; f++)
		sim_add(&config, 1, (struct sim_flow_config){ .depth = 1U << f, .bytes = 4096 });
	sim = ran(&config, 10 * SIM_SEC, 60 * SIM_SEC);
	for (u32 f = 0; f < 8; f++) {
		got[f] = (double)sim_flow(sim, f)->ended / 50;
		ideal[f] = f ? (2000 - lone) / 7 : lone;
	}
	assert_true(sim_jain(got, ideal, 8) >= 0.999);
	sim_free(sim);
}

static void of_256_readers_none_waits_long(void **state)
{
	struct sim_config config = sim_eight_servers(SIM_EXPONENTIAL);
	struct sim *sim;

	(void)state;
	sim_add(&config, 256, (struct sim_flow_config){ .depth = 1, .bytes = 4096 });
	sim = ran(&config, 10 * SIM_SEC, 70 * SIM_SEC);
	/* Each in turn is 128 ms; two that share a slot of the table, twice that. */
	for (u32 f = 0; f < 256; f++)
		assert_true(sim_flow(sim, f)->worst_ns <= 500 * SIM_MS);
	assert_true(sim_ended(sim) >= 0.97 * 2000 * 60);
	sim_free(sim);
}

static void a_reader_beside_a_flood_of_4096_is_served_as_if_nearly_alone(void **state)
{
	struct sim_config config = sim_eight_servers(SIM_NEARLY_FIXED);
	struct sim *sim;

	(void)state;
	sim_add(&config, 1,
		(struct sim_flow_config){ .depth = 1, .bytes = 4096, .think_ns = SIM_MS / 50 });
	sim_add(&config, 1, (struct sim_flow_config){ .depth = 4096, .bytes = 4096 });
	sim = ran(&config, 10 * SIM_SEC, 60 * SIM_SEC);
	assert_true(mean_ms(sim, 0) <= 1.15 * 4);
	assert_true(sim_ended(sim) >= 0.99 * 2000 * 50);
	sim_free(sim);
}

/* Five shallow readers: what one has in flight on the silent path stays there. */
static void one_silent_path_among_four_costs_only_what_it_holds(void **state)
{
	struct sim_config config = sim_eight_servers(SIM_NEARLY_FIXED);
	struct sim *sim;
	u32 stuck = 0;

	(void)state;
	sim_add(&config, 5, (struct sim_flow_config){ .depth = 1, .bytes = 4096 });
	sim_add(&config, 4, (struct sim_flow_config){ .depth = 64, .bytes = 4096 });
	sim = sim_new(&config);
	sim_run(sim, 10 * SIM_SEC);
	sim_mute(sim, 3, true);
	/* A second until it is known for silent, and what was sent meanwhile. */
	sim_run(sim, 11200 * SIM_MS);
	sim_measure(sim);
	sim_run(sim, 31200 * SIM_MS);
	/* The others had to fill the array: windows up to 36 were tried, its part is a quarter. */
	assert_true(sim_target(sim)->paths[3].in_flight <= 9);
	assert_true(sim_ended(sim) >= 0.98 * 2000 * 20);
	for (u32 f = 0; f < 5; f++) {
		stuck += !sim_flow(sim, f)->ended;
		if (sim_flow(sim, f)->ended)
			assert_true(mean_ms(sim, f) <= 1.2 * 4);
	}
	assert_true(stuck <= 3);
	assert_int_equal(sim_idle_violations(sim), 0);

	/* It answers again, and has its part of the window as before. */
	sim_mute(sim, 3, false);
	sim_run(sim, 33 * SIM_SEC);
	sim_measure(sim);
	sim_run(sim, 43 * SIM_SEC);
	for (u32 f = 0; f < 5; f++)
		assert_true(mean_ms(sim, f) <= 1.2 * 4);
	assert_true(sim_ended(sim) >= 0.98 * 2000 * 10);
	sim_free(sim);
}

static void all_paths_silent_and_back_loses_nothing(void **state)
{
	struct sim_config config = sim_eight_servers(SIM_NEARLY_FIXED);
	struct sim *sim;

	(void)state;
	sim_add_readers(&config, 64);
	sim = sim_new(&config);
	sim_run(sim, 10 * SIM_SEC);
	for (u32 p = 0; p < 4; p++)
		sim_mute(sim, p, true);
	sim_run(sim, 20 * SIM_SEC);
	sim_measure(sim);
	sim_run(sim, 25 * SIM_SEC);
	assert_int_equal(sim_ended(sim), 0);
	for (u32 p = 0; p < 4; p++)
		sim_mute(sim, p, false);
	sim_run(sim, 27 * SIM_SEC);
	sim_measure(sim);
	sim_run(sim, 37 * SIM_SEC);
	assert_true(sim_ended(sim) >= 0.98 * 2000 * 10);
	assert_true(mean_ms(sim, 0) <= 1.2 * 4);
	sim_free(sim);
}

/* Of the shallow reader, in a half second from then on. */
static double mean_at(struct sim *sim, u64 from)
{
	sim_run(sim, from);
	sim_measure(sim);
	sim_run(sim, from + SIM_SEC / 2);
	return mean_ms(sim, 0);
}

/*
 * Twice as slow, either way that arrays have, and fast again: within two seconds each time
 * (@of: how near to what the array allows then, on the way to what it allows in the end).
 */
struct of_service {
	enum sim_service service;
	double near;
};

static void the_reader_is_served_well_again_two_seconds_after_a_change(void **state)
{
	static const struct {
		u32 servers;
		u64 service_ns;
	} slow[] = { { 4, 4 * SIM_MS }, { 8, 8 * SIM_MS } };
	const struct of_service *of = *state;

	for (u32 way = 0; way < 2; way++)
		for (u32 seed = 1; seed <= 4; seed++) {
			struct sim_config config = sim_eight_servers(of->service);
			double service = (double)slow[way].service_ns / (double)SIM_MS;
			struct sim *sim;

			config.seed = seed;
			sim_add_readers(&config, 64);
			sim = sim_new(&config);
			sim_run(sim, 20 * SIM_SEC);
			sim_array(sim, slow[way].servers, slow[way].service_ns);
			/* The next of the servers is free in a ms, either way. */
			assert_true(mean_at(sim, 22 * SIM_SEC) <= of->near * (service + 1));
			sim_run(sim, 40 * SIM_SEC);
			sim_array(sim, 8, 4 * SIM_MS);
			assert_true(mean_at(sim, 42 * SIM_SEC) <= of->near * 4.5);
			/* Half a second, and a trial in it. */
			assert_true(sim_ended(sim) >= 0.93 * 2000 / 2);
			sim_free(sim);
		}
}

int main(void)
{
	static const struct of_service nearly = { SIM_NEARLY_FIXED, 1.1 }, seek = { SIM_SEEK, 1.4 };
	const struct CMUnitTest tests[] = {
		TEST("weights are honoured within 2 %", weights_are_honoured),
		TEST("flows of any depth get the same", flows_of_any_depth_get_the_same),
		TEST("of 256 readers none waits long", of_256_readers_none_waits_long),
		TEST("a reader beside a flood of 4096 is served as if nearly alone",
		     a_reader_beside_a_flood_of_4096_is_served_as_if_nearly_alone),
		TEST("one silent path among four costs only what it holds",
		     one_silent_path_among_four_costs_only_what_it_holds),
		TEST("all paths silent and back loses nothing",
		     all_paths_silent_and_back_loses_nothing),
		TEST_OF("two seconds after a change of the array the reader is served well again",
			the_reader_is_served_well_again_two_seconds_after_a_change, &nearly),
		TEST_OF("and nearly as well where service times vary",
			the_reader_is_served_well_again_two_seconds_after_a_change, &seek),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
