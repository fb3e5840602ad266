// SPDX-License-Identifier: GPL-2.0
/*
 * The law of fair queuing as properties, over random flows and arrays. The bounds are
 * derived in docs/fairness.md. FAIRPATH_RUNS=50 does fifty times as many.
 */
#include "unit.h"

#include <math.h>
#include <stdlib.h>

#include "figures.h"

#define KIB 1024U

static u32 runs(u32 usual)
{
	const char *times = getenv("FAIRPATH_RUNS");

	return times ? usual * (u32)strtoul(times, NULL, 10) : usual;
}

static u32 between(u64 *seed, u32 low, u32 high)
{
	return low + (u32)(sim_random(seed) * 0.999999 * (high - low + 1));
}

/* From 1 to @high, each power of two as often as the others. */
static u32 any_scale(u64 *seed, u32 high)
{
	return (u32)exp(sim_random(seed) * 0.999999 * log(high + 1.0));
}

/* Flows at the queue itself: who is granted what, counted in cost. */

#define NR_FLOWS 12
#define NR_ITEMS 600

struct asker {
	struct fp_submitter who;
	u32 max_cost;
	bool sequential;
	u64 sector;
	u32 waiting;
	double waiting_cost;
	double granted, was_granted; /* cost; at the beginning of the stretch */
	bool backlogged;	     /* all the stretch long */
};

struct asked {
	struct fp_fq_item item;
	bool waits;
	double granted_before; /* to all, when it came */
	double own_before;     /* cost that waited before it, of its own flow */
};

struct queue {
	struct fp_fq fq;
	struct asker askers[NR_FLOWS];
	struct asked items[NR_ITEMS];
	double granted;
	u64 now, seed;
};

static void queue_init(struct queue *queue, u32 seed)
{
	memset(queue, 0, sizeof(*queue));
	queue->seed = seed * 7919ULL;
	queue->now = 1;
	fp_fq_init(&queue->fq);
	for (u32 a = 0; a < NR_FLOWS; a++)
		queue->askers[a] = (struct asker){
			.who = { .key = a + 1, .weight = any_scale(&queue->seed, 10000) },
			.sequential = between(&queue->seed, 0, 3) == 0,
		};
}

static double run_of(const struct asker *asker)
{
	return asker->sequential ? (double)FP_FQ_RUN : 0;
}

static void queue_ask(struct queue *queue, u32 a, struct asked *asked)
{
	struct asker *asker = &queue->askers[a];
	/* Its own sizes: small ones and large ones. */
	u32 bytes = 512U << between(&queue->seed, a % 5, 6 + a % 5);
	struct fp_ask ask = { .direction = a % 2, .sector = asker->sector, .bytes = bytes };

	asker->sector += asker->sequential ? bytes >> 9 : 1000000;
	asked->waits = true;
	asked->granted_before = queue->granted;
	asked->own_before = asker->waiting_cost;
	fp_fq_add(&queue->fq, &asked->item, &asker->who, &ask, queue->now);
	asker->waiting++;
	asker->waiting_cost += asked->item.cost;
	if (asked->item.cost > asker->max_cost)
		asker->max_cost = asked->item.cost;
}

/*
 * Nobody starves: before this one, its own flow is granted what waited before it, and each
 * other what its weight says meanwhile, a request and a run.
 */
static double most_before(const struct queue *queue, const struct asker *own,
			  const struct asked *asked)
{
	double per_weight = (asked->own_before + own->max_cost + run_of(own)) / own->who.weight;
	double most = asked->own_before;

	for (u32 a = 0; a < NR_FLOWS; a++) {
		const struct asker *asker = &queue->askers[a];

		if (asker != own)
			most += per_weight * asker->who.weight + asker->max_cost + run_of(asker);
	}
	return most;
}

static void queue_grant(struct queue *queue)
{
	struct asked *asked = (struct asked *)fp_fq_grant(&queue->fq, queue->now);
	struct asker *asker;

	if (!asked)
		return;
	asker = &queue->askers[queue->fq.flows[asked->item.flow].key - 1];
	assert_true(asked->waits);
	/* A unit of virtual time is 512 bytes over 10000, and all sizes are whole sectors. */
	assert_true(queue->granted - asked->granted_before <=
		    most_before(queue, asker, asked) + 512.0 * NR_FLOWS);
	asked->waits = false;
	asker->waiting--;
	asker->waiting_cost -= asked->item.cost;
	asker->granted += asked->item.cost;
	asker->backlogged &= asker->waiting > 0;
	queue->granted += asked->item.cost;
}

static double error_of(const struct asker *asker)
{
	return asker->max_cost + run_of(asker);
}

/* Of those with backlog all the time, none is further from the ideal than the bound. */
static void check_shares(const struct queue *queue)
{
	double cost = 0, weight = 0, errors = 0;

	for (u32 a = 0; a < NR_FLOWS; a++) {
		const struct asker *asker = &queue->askers[a];

		if (!asker->backlogged)
			continue;
		cost += asker->granted - asker->was_granted;
		weight += asker->who.weight;
		errors += error_of(asker);
	}
	for (u32 a = 0; a < NR_FLOWS; a++) {
		const struct asker *asker = &queue->askers[a];
		double part = asker->who.weight / weight;

		if (asker->backlogged)
			assert_true(fabs(asker->granted - asker->was_granted - cost * part) <=
				    error_of(asker) + part * errors + 512);
	}
}

static void begin_stretch(struct queue *queue)
{
	for (u32 a = 0; a < NR_FLOWS; a++) {
		struct asker *asker = &queue->askers[a];

		asker->was_granted = asker->granted;
		asker->backlogged = asker->waiting > 0;
	}
}

static struct asked *free_item(struct queue *queue)
{
	for (u32 i = 0; i < NR_ITEMS; i++)
		if (!queue->items[i].waits)
			return &queue->items[i];
	return NULL;
}

/* Half of the flows always have a backlog, the others come and go. */
static void queue_step(struct queue *queue)
{
	u32 a = between(&queue->seed, 0, NR_FLOWS - 1);
	u32 depth = a % 2 ? 2 + 4 * a : between(&queue->seed, 0, 3);
	struct asked *asked = free_item(queue);

	while (asked && queue->askers[a].waiting < depth) {
		queue_ask(queue, a, asked);
		asked = free_item(queue);
	}
	/* Below the expiry: that is the other law. */
	queue_grant(queue);
}

static void shares_and_waits_stay_within_their_bounds(void **state)
{
	struct queue *queue = *state;

	for (u32 seed = 1; seed <= runs(40); seed++) {
		queue_init(queue, seed);
		for (u32 step = 0; step < 6000; step++) {
			if (step % 500 == 0)
				begin_stretch(queue);
			queue_step(queue);
			if (step % 50 == 49)
				check_shares(queue);
		}
	}
}

static int queue_begins(void **state)
{
	*state = malloc(sizeof(struct queue));
	return !*state;
}

static int queue_ends(void **state)
{
	free(*state);
	return 0;
}

/* Before an array. */

/* 500 to 5,000 requests a second. */
static struct sim_config any_array(u64 *seed)
{
	u32 servers = any_scale(seed, 48);

	return (struct sim_config){
		.seed = between(seed, 1, 1000000),
		.servers = servers,
		.service = between(seed, 0, SIM_NR_SERVICES - 1),
		.service_ns = servers * (200 + any_scale(seed, 1800)) * 1000ULL,
		.paths = between(seed, 1, SIM_MAX_PATHS),
		.max_window = 512,
	};
}

static struct sim_flow_config any_flow(u64 *seed)
{
	bool shared = between(seed, 0, 3) == 0;

	return (struct sim_flow_config){
		.depth = any_scale(seed, 200),
		.bytes = 512U << between(seed, 0, 10),
		.weight = 10 * any_scale(seed, 100),
		/* Who shares a flow shares its terms. */
		.idle_class = !shared && between(seed, 0, 5) == 0,
		.sequential = between(seed, 0, 1),
		.direction = between(seed, 0, 1),
		.key = shared,
		.think_ns = between(seed, 0, 1) ? 0 : any_scale(seed, 20000) * 1000ULL,
	};
}

/* Paths fall silent and speak again, the array changes; nothing waits beside a free place. */
static void no_place_is_free_while_a_request_waits(void **state)
{
	(void)state;
	for (u32 run = 1; run <= runs(25); run++) {
		u64 seed = run * 104729ULL;
		struct sim_config config = any_array(&seed);
		u32 nr_flows = between(&seed, 2, 20);
		struct sim *sim;

		for (u32 f = 0; f < nr_flows; f++)
			sim_add(&config, 1, any_flow(&seed));
		sim = sim_new(&config);
		for (u64 t = 1; t <= 20; t++) {
			sim_run(sim, t * SIM_SEC / 2);
			sim_mute(sim, between(&seed, 0, config.paths - 1), t % 2);
			if (t % 7 == 0)
				sim_array(sim, any_scale(&seed, 48), config.service_ns);
		}
		assert_int_equal(sim_idle_violations(sim), 0);
		sim_free(sim);
	}
}

/* In each ten seconds, whoever asks is served; the idle class once in each expiry. */
static void nobody_starves_whatever_the_array(void **state)
{
	(void)state;
	for (u32 run = 1; run <= runs(15); run++) {
		u64 seed = run * 15485863ULL;
		struct sim_config config = any_array(&seed);
		struct sim *sim;

		for (u32 f = 0; f < 10; f++)
			sim_add(&config, 1, any_flow(&seed));
		sim = sim_new(&config);
		for (u64 t = 10; t <= 30; t += 10) {
			sim_measure(sim);
			sim_run(sim, t * SIM_SEC);
			for (u32 f = 0; f < config.nr_flows; f++)
				assert_true(sim_flow(sim, f)->ended > 0);
		}
		sim_free(sim);
	}
}

/*
 * As few in flight as keep all servers busy, within a step of the law: a sixteenth, and one.
 * The middle of what was in force over the time, for a trial is not where it settles.
 */
static u32 middle_window(struct sim *sim, u64 from, u64 to)
{
	u32 seen[513] = { 0 }, n = 0, w;

	for (u64 t = from; t < to; t += 20 * SIM_MS, n++) {
		sim_run(sim, t);
		seen[sim_window(sim)]++;
	}
	for (w = 0, n /= 2; seen[w] <= n; w++)
		n -= seen[w];
	return w;
}

static void settles_at_the_smallest_window_that_saturates(void **state)
{
	(void)state;
	for (u32 run = 1; run <= runs(12); run++) {
		u64 seed = run * 32452843ULL;
		struct sim_config config = any_array(&seed);
		bool by_chance = config.service == SIM_EXPONENTIAL;
		struct sim *sim;
		double rate;
		u32 window;

		sim_add_readers(&config, 60);
		sim = sim_new(&config);
		sim_run(sim, 25 * SIM_SEC);
		sim_measure(sim);
		window = middle_window(sim, 25 * SIM_SEC, 45 * SIM_SEC);
		rate = 1e9 * config.servers / (double)config.service_ns;
		assert_true(window >= config.servers - (by_chance ? config.servers / 8 : 0));
		assert_true(window <= config.servers + config.servers / (by_chance ? 4 : 16) + 1);
		assert_true((double)sim_ended(sim) / 20 >= (by_chance ? 0.9 : 0.98) * rate);
		sim_free(sim);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST_WITH("shares and waits stay within their bounds",
			  shares_and_waits_stay_within_their_bounds, queue_begins, queue_ends),
		TEST("no place is free while a request waits",
		     no_place_is_free_while_a_request_waits),
		TEST("nobody starves, whatever the array", nobody_starves_whatever_the_array),
		TEST("the window settles at the smallest that saturates",
		     settles_at_the_smallest_window_that_saturates),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
