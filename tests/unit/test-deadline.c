// SPDX-License-Identifier: GPL-2.0
/*
 * core/deadline: who goes before its turn; alone, in core/fq beside an oracle that
 * looks at everything that waits, and before a simulated array.
 */
#include "unit.h"

#include <stdlib.h>

#include "fq.h"
#include "sim.h"

#define MS	 1000000ULL
#define NR_ITEMS 12000

static void a_deadline_is_the_arrival_and_the_expiry_of_its_direction(void **state)
{
	struct fp_deadlines deadlines;

	(void)state;
	fp_deadlines_init(&deadlines);
	assert_int_equal(fp_deadline_add(&deadlines, FP_READ, 7), 7 + 500 * MS);
	assert_int_equal(fp_deadline_add(&deadlines, FP_WRITE, 7), 7 + 5000 * MS);
	assert_false(fp_deadline_is_due(&deadlines, 500 * MS));
	assert_true(fp_deadline_is_due(&deadlines, 7 + 500 * MS));
}

static void every_second_grant_at_most_goes_by_deadline(void **state)
{
	struct fp_deadlines deadlines;

	(void)state;
	fp_deadlines_init(&deadlines);
	fp_deadline_add(&deadlines, FP_READ, 1);
	fp_deadline_granted(&deadlines, true);
	assert_false(fp_deadline_is_due(&deadlines, 9000 * MS));
	fp_deadline_granted(&deadlines, false);
	assert_true(fp_deadline_is_due(&deadlines, 9000 * MS));
}

static int looked_at(const struct fp_deadline_case *cases, int n, u64 now)
{
	struct fp_deadlines deadlines;
	struct fp_deadline_look look;

	fp_deadlines_init(&deadlines);
	fp_deadline_look(&look, now);
	for (int i = 0; i < n; i++)
		fp_deadline_see(&look, i, &cases[i]);
	return fp_deadline_looked(&deadlines, &look);
}

static void the_earliest_goes_of_those_within_their_share(void **state)
{
	static const struct fp_deadline_case cases[] = {
		{ .deadline = 10, .had = 101, .share = 100 }, /* had more than its share */
		{ .deadline = 30, .had = 10, .share = 100 },
		{ .deadline = 20, .had = 100, .share = 100 },
		{ .deadline = 50, .had = 0, .share = 100 }, /* not overdue */
	};

	(void)state;
	assert_int_equal(looked_at(cases, 4, 40), 2);
	assert_int_equal(looked_at(cases, 2, 40), 1);
	assert_int_equal(looked_at(cases, 4, 15), FP_NO_FLOW);
	assert_int_equal(looked_at(cases, 0, 40), FP_NO_FLOW);
}

static void of_the_idle_class_one_goes_in_each_expiry(void **state)
{
	const struct fp_deadline_case idle = {
		.deadline = 10, .had = 999, .idle_class = true, .idle_after = 50
	};

	(void)state;
	assert_int_equal(looked_at(&idle, 1, 49), FP_NO_FLOW);
	assert_int_equal(looked_at(&idle, 1, 50), 0);
}

/* The queue, and an oracle that walks all items. */
struct world {
	struct fp_fq fq;
	struct fp_fq_item items[NR_ITEMS];
	bool waits[NR_ITEMS];
	unsigned int used, waiting;
	u64 now;
	u64 seed;

	/* Of the oracle. */
	bool last_by_deadline;
	struct fp_fq_item *promised; /* was overdue and within its share, */
	unsigned int within;	     /* and must go within so many grants */
	unsigned int promises;
};

static int world_begins(void **state)
{
	struct world *world = calloc(1, sizeof(*world));

	fp_fq_init(&world->fq);
	world->now = MS;
	world->seed = 1;
	*state = world;
	return 0;
}

static int world_ends(void **state)
{
	free(*state);
	return 0;
}

static unsigned int dice(struct world *world, unsigned int sides)
{
	world->seed = world->seed * 6364136223846793005ULL + 1442695040888963407ULL;
	return (unsigned int)((world->seed >> 33) % sides);
}

static void add(struct world *world, struct fp_submitter who, enum fp_direction direction,
		u32 bytes)
{
	struct fp_ask ask = { .direction = direction,
			      .sector = 7000ULL * (world->used + 1),
			      .bytes = bytes };

	world->waits[world->used] = true;
	fp_fq_add(&world->fq, &world->items[world->used], &who, &ask, world->now);
	world->used++;
	world->waiting++;
}

/* Of a flow, the item that D3 and Q3 look at. */
static struct fp_fq_item *head_of(struct world *world, unsigned int flow)
{
	struct fp_fq_item *head = NULL;

	for (unsigned int i = 0; i < world->used; i++)
		if (world->waits[i] && world->items[i].flow == flow &&
		    (!head || world->items[i].deadline < head->deadline))
			head = &world->items[i];
	return head;
}

static bool within_share(const struct world *world, const struct fp_fq_item *item)
{
	const struct fp_flow *flow = &world->fq.flows[item->flow];
	u64 charge = (u64)(item->cost >> 9) * FP_FQ_WEIGHT_MAX / flow->weight;

	if (flow->idle_class)
		return world->now >= flow->idle_after;
	return flow->had - item->had + charge <= world->fq.virtual_now - item->virtual_arrived;
}

/* The earliest deadline that may go before its turn now, D1 apart. */
static struct fp_fq_item *expected_by_deadline(struct world *world)
{
	struct fp_fq_item *best = NULL;

	for (unsigned int flow = 0; flow < FP_FQ_FLOWS; flow++) {
		struct fp_fq_item *head =
			world->fq.flows[flow].nr_waiting ? head_of(world, flow) : NULL;

		if (head && world->now >= head->deadline && within_share(world, head) &&
		    (!best || head->deadline < best->deadline))
			best = head;
	}
	return best;
}

static unsigned int earlier_than(const struct world *world, const struct fp_fq_item *item)
{
	unsigned int n = 0;

	for (unsigned int i = 0; i < world->used; i++)
		n += world->waits[i] && world->items[i].deadline < item->deadline;
	return n;
}

/* The bound: from when it may go, two grants for each with an earlier deadline. */
static void keep_promise(struct world *world, const struct fp_fq_item *granted)
{
	if (granted == world->promised)
		world->promised = NULL;
	if (world->promised)
		assert_true(world->within-- > 0);
}

static void promise(struct world *world, struct fp_fq_item *overdue)
{
	if (world->promised || !overdue)
		return;
	world->promised = overdue;
	world->within = 2 * earlier_than(world, overdue) + 2;
	world->promises++;
}

static void grant_as_the_oracle_says(struct world *world)
{
	struct fp_fq_item *overdue = expected_by_deadline(world), *granted;
	u64 by_deadline = world->fq.granted_overdue;
	bool expect = overdue && !world->last_by_deadline;

	promise(world, overdue);
	granted = fp_fq_grant(&world->fq, world->now);
	assert_non_null(granted);
	assert_true(world->waits[granted - world->items]);
	world->waits[granted - world->items] = false;
	world->waiting--;
	assert_int_equal(world->fq.granted_overdue - by_deadline, expect);
	/* Of two deadlines at the same instant either may go. */
	if (expect)
		assert_int_equal(granted->deadline, overdue->deadline);
	world->last_by_deadline = expect;
	keep_promise(world, granted);
}

/*
 * Who is overdue within its share: the idle class, and who was granted something large,
 * and has asked for something small since.
 */
static void deadlines_hold_among_random_flows(void **state)
{
	struct world *world = *state;

	for (int step = 0; step < 6000; step++) {
		unsigned int key = dice(world, 20);
		struct fp_submitter who = { .key = key + 1,
					    .weight = key % 2 ? 1 + key : 2000,
					    .idle_class = key % 7 == 0 };

		world->now += dice(world, 8) * MS;
		if ((dice(world, 5) < 3 && world->waiting < 400) || !world->waiting)
			add(world, who, dice(world, 5) == 0,
			    dice(world, 4) ? 4096 : 4096U << dice(world, 9));
		else
			grant_as_the_oracle_says(world);
	}
	assert_true(world->promises > 20);
	while (world->waiting)
		grant_as_the_oracle_says(world);
}

static void thousands_beyond_the_expiry_keep_what_their_weights_say(void **state)
{
	struct world *world = *state;
	double got[3] = { 0 };

	for (unsigned int i = 0; i < 3000; i++)
		add(world, (struct fp_submitter){ .key = 1 + i % 3, .weight = 100U << i % 3 },
		    FP_READ, 4096);
	world->now += 60000 * MS;
	for (unsigned int i = 0; i < 1400; i++) {
		const struct fp_fq_item *item = fp_fq_grant(&world->fq, world->now);

		got[world->fq.flows[item->flow].key - 1] += 1;
		world->now += MS;
	}
	for (unsigned int f = 0; f < 3; f++)
		assert_in_range(got[f], (200U << f) - 2, (200U << f) + 2);
}

/* Before an array: 8 servers of 4 ms, behind 4 paths. */

static struct sim_config eight_servers(void)
{
	return (struct sim_config){
		.seed = 1,
		.servers = 8,
		.service = SIM_SEEK,
		.service_ns = 4 * SIM_MS,
		.paths = 4,
		.max_window = 512,
	};
}

static struct sim *ran(const struct sim_config *config)
{
	struct sim *sim = sim_new(config);

	sim_run(sim, 5 * SIM_SEC);
	sim_measure(sim);
	sim_run(sim, 65 * SIM_SEC);
	assert_int_equal(sim_idle_violations(sim), 0);
	return sim;
}

static void floods(struct sim_config *config, u32 flows, struct sim_flow_config flow)
{
	while (flows--)
		config->flows[config->nr_flows++] = flow;
}

static void the_idle_class_waits_one_expiry_beside_a_flood(void **state)
{
	struct sim_config config = eight_servers();
	struct sim *sim;

	(void)state;
	floods(&config, 1,
	       (struct sim_flow_config){ .depth = 1, .bytes = 4096, .idle_class = true });
	floods(&config, 4, (struct sim_flow_config){ .depth = 64, .bytes = 4096 });
	sim = ran(&config);
	assert_true(sim_flow(sim, 0)->worst_ns <= FP_READ_EXPIRY_NS + 30 * SIM_MS);
	assert_in_range(sim_flow(sim, 0)->ended, 110, 125);
	sim_free(sim);
}

/* Nobody can tell them apart: one flow. */
static void writers_do_not_starve_a_reader_of_the_same_flow(void **state)
{
	struct sim_config config = eight_servers();
	struct sim *sim;

	(void)state;
	floods(&config, 1, (struct sim_flow_config){ .depth = 1, .bytes = 4096, .key = 1 });
	floods(&config, 4,
	       (struct sim_flow_config){
		       .depth = 1000, .bytes = 4096, .direction = FP_WRITE, .key = 1 });
	sim = ran(&config);
	assert_true(sim_flow(sim, 0)->worst_ns <= FP_READ_EXPIRY_NS);
	sim_free(sim);
}

static void readers_do_not_starve_a_writer_of_the_same_flow(void **state)
{
	struct sim_config config = eight_servers();
	struct sim *sim;

	(void)state;
	floods(&config, 1,
	       (struct sim_flow_config){
		       .depth = 1, .bytes = 4096, .direction = FP_WRITE, .key = 1 });
	floods(&config, 4, (struct sim_flow_config){ .depth = 200, .bytes = 4096, .key = 1 });
	sim = ran(&config);
	assert_true(sim_flow(sim, 0)->ended >= 11);
	/* 800 are overdue with an earlier deadline, at 2,000 a second, at most. */
	assert_true(sim_flow(sim, 0)->worst_ns <= FP_WRITE_EXPIRY_NS + 400 * SIM_MS);
	sim_free(sim);
}

/* Two seconds of backlog, all of it overdue. */
static void an_overloaded_array_is_shared_as_fairly_as_any(void **state)
{
	struct sim_config config = eight_servers();
	struct sim *sim;
	double one, two;

	(void)state;
	floods(&config, 1, (struct sim_flow_config){ .depth = 1, .bytes = 4096 });
	floods(&config, 1, (struct sim_flow_config){ .depth = 1000, .bytes = 4096 });
	floods(&config, 1, (struct sim_flow_config){ .depth = 3000, .bytes = 4096, .weight = 200 });
	sim = ran(&config);
	one = (double)sim_flow(sim, 1)->ended;
	two = (double)sim_flow(sim, 2)->ended;
	assert_true(two >= 1.96 * one && two <= 2.04 * one);
	assert_true(sim_flow(sim, 0)->latency_ns <= 6 * SIM_MS * sim_flow(sim, 0)->ended);
	assert_true(sim_flow(sim, 1)->worst_ns > FP_READ_EXPIRY_NS);
	sim_free(sim);
}

/* Whoever asks is served, and nothing waits at a free place: ran() looks. */
static void nobody_starves_whatever_the_flows(void **state)
{
	(void)state;
	for (u32 seed = 1; seed <= 12; seed++) {
		struct sim_config config = eight_servers();
		struct sim *sim;

		config.seed = seed;
		config.servers = 1 + seed % 9;
		config.service = seed % 3;
		config.paths = 1 + seed % 5;
		for (u32 f = 0; f < 4 + seed; f++)
			floods(&config, 1,
			       (struct sim_flow_config){ .depth = 1U << (f * seed) % 9,
							 .bytes = 4096U << (f + seed) % 5,
							 .weight = 50 + 37 * (f * seed % 11),
							 .idle_class = f % 6 == 5,
							 .direction = (f + seed) % 3 == 0,
							 .key = f % 4 == 3 ? 1 : 0 });
		sim = ran(&config);
		for (u32 f = 0; f < config.nr_flows; f++)
			assert_true(sim_flow(sim, f)->ended > 0);
		sim_free(sim);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST("a deadline is the arrival and the expiry of its direction",
		     a_deadline_is_the_arrival_and_the_expiry_of_its_direction),
		TEST("every second grant at most goes by deadline",
		     every_second_grant_at_most_goes_by_deadline),
		TEST("the earliest deadline goes, of flows within their share",
		     the_earliest_goes_of_those_within_their_share),
		TEST("of the idle class one goes in each expiry",
		     of_the_idle_class_one_goes_in_each_expiry),
		TEST_WITH("deadlines hold among random flows", deadlines_hold_among_random_flows,
			  world_begins, world_ends),
		TEST_WITH("thousands beyond the expiry keep what their weights say",
			  thousands_beyond_the_expiry_keep_what_their_weights_say, world_begins,
			  world_ends),
		TEST("the idle class waits one expiry beside a flood, and no longer",
		     the_idle_class_waits_one_expiry_beside_a_flood),
		TEST("writers do not starve a reader of the same flow",
		     writers_do_not_starve_a_reader_of_the_same_flow),
		TEST("readers do not starve a writer of the same flow",
		     readers_do_not_starve_a_writer_of_the_same_flow),
		TEST("an overloaded array is shared as fairly as any",
		     an_overloaded_array_is_shared_as_fairly_as_any),
		TEST("nobody starves, whatever the flows are", nobody_starves_whatever_the_flows),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
