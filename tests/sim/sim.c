// SPDX-License-Identifier: GPL-2.0
/* An array in virtual time; see sim.h. */
#include "sim.h"

#include <math.h>
#include <stdlib.h>

/* Latencies are counted in buckets that grow by 2 %. */
#define NR_BUCKETS  1200
#define BUCKET_BASE 1.02

struct request {
	struct fp_fq_item item; /* first: an item is its request */
	struct request *next;	/* in the array's queue, or free */
	u32 flow;
	u32 path;
	u32 sent;
	u64 submitted, granted;
};

enum event_kind {
	SERVED,
	SUBMIT,
};

struct event {
	u64 at;
	u64 order; /* of two at the same time, the first comes first */
	enum event_kind kind;
	u32 flow;
	struct request *request;
};

struct flow {
	struct sim_flow_result result;
	u64 sector;
	u32 buckets[NR_BUCKETS];
};

struct sim {
	struct sim_config config;
	u64 now, order;
	u64 random;

	struct event *events; /* a heap */
	size_t nr_events, max_events;

	struct fp_fq fq;
	struct fp_depth depth;
	u32 in_flight, path_in_flight[SIM_MAX_PATHS];

	struct request *first, *last; /* what waits in the array */
	u32 busy;

	struct flow flows[SIM_MAX_FLOWS];
	u64 idle_violations;
};

static void *must(void *memory)
{
	if (!memory)
		abort();
	return memory;
}

static double uniform(struct sim *sim)
{
	sim->random = sim->random * 6364136223846793005ULL + 1442695040888963407ULL;
	return (double)((sim->random >> 11) + 1) / (double)(1ULL << 53);
}

static bool before(const struct event *a, const struct event *b)
{
	return a->at != b->at ? a->at < b->at : a->order < b->order;
}

static void event_swap(struct sim *sim, size_t a, size_t b)
{
	struct event event = sim->events[a];

	sim->events[a] = sim->events[b];
	sim->events[b] = event;
}

static void event_add(struct sim *sim, struct event event)
{
	size_t i = sim->nr_events++;

	if (i == sim->max_events) {
		sim->max_events = 2 * i + 64;
		sim->events = must(realloc(sim->events, sim->max_events * sizeof(event)));
	}
	event.order = sim->order++;
	sim->events[i] = event;
	for (; i && before(&sim->events[i], &sim->events[(i - 1) / 2]); i = (i - 1) / 2)
		event_swap(sim, i, (i - 1) / 2);
}

static struct event event_take(struct sim *sim)
{
	struct event event = sim->events[0];
	size_t i = 0, child;

	event_swap(sim, 0, --sim->nr_events);
	for (; (child = 2 * i + 1) < sim->nr_events; i = child) {
		if (child + 1 < sim->nr_events &&
		    before(&sim->events[child + 1], &sim->events[child]))
			child++;
		if (!before(&sim->events[child], &sim->events[i]))
			break;
		event_swap(sim, i, child);
	}
	return event;
}

/* The array. */

static u64 service_time(struct sim *sim)
{
	double mean = (double)sim->config.service_ns;

	switch (sim->config.service) {
	case SIM_EXPONENTIAL:
		return (u64)(-log(uniform(sim)) * mean) + 1;
	case SIM_SEEK:
		return (u64)(mean * (0.5 + uniform(sim)));
	default:
		return (u64)mean;
	}
}

static void array_serve(struct sim *sim)
{
	while (sim->first && sim->busy < sim->config.servers) {
		struct request *request = sim->first;

		sim->first = request->next;
		if (!sim->first)
			sim->last = NULL;
		sim->busy++;
		event_add(sim, (struct event){ .at = sim->now + service_time(sim),
					       .kind = SERVED,
					       .request = request });
	}
}

static void array_receive(struct sim *sim, struct request *request)
{
	request->next = NULL;
	if (sim->last)
		sim->last->next = request;
	else
		sim->first = request;
	sim->last = request;
	array_serve(sim);
}

/* The target. */

static int path_with_room(const struct sim *sim)
{
	u32 limit = fp_depth_of_path(&sim->depth, sim->config.paths), p;
	int best = -1;

	if (sim->config.unfair)
		limit = UINT32_MAX;
	else if (sim->in_flight >= fp_depth_now(&sim->depth))
		return -1;
	for (p = 0; p < sim->config.paths; p++)
		if (sim->path_in_flight[p] < limit &&
		    (best < 0 || sim->path_in_flight[p] < sim->path_in_flight[best]))
			best = (int)p;
	return best;
}

static void send(struct sim *sim, struct request *request, u32 path)
{
	sim->in_flight++;
	sim->path_in_flight[path]++;
	request->path = path;
	request->granted = sim->now;
	request->sent = fp_depth_sent(&sim->depth);
	array_receive(sim, request);
}

static void grant(struct sim *sim)
{
	int path;

	while (sim->fq.nr_waiting && (path = path_with_room(sim)) >= 0)
		send(sim, (struct request *)fp_fq_grant(&sim->fq, sim->now), (u32)path);
	if (sim->fq.nr_waiting && sim->in_flight < fp_depth_now(&sim->depth))
		sim->idle_violations++;
}

static void arrive(struct sim *sim, struct request *request)
{
	const struct sim_flow_config *flow = &sim->config.flows[request->flow];
	struct fp_submitter who = { .key = flow->key ? flow->key : SIM_MAX_FLOWS + request->flow,
				    .weight = flow->weight ? flow->weight : FP_FQ_WEIGHT_DEFAULT,
				    .idle_class = flow->idle_class };
	struct flow *state = &sim->flows[request->flow];
	struct fp_ask ask = { .direction = flow->direction, .bytes = flow->bytes };
	int path;

	if (flow->sequential)
		state->sector += flow->bytes >> 9;
	else
		state->sector = (u64)(uniform(sim) * 1e12);
	ask.sector = state->sector;
	request->submitted = sim->now;
	path = sim->fq.nr_waiting ? -1 : path_with_room(sim);
	if (path >= 0) {
		request->item.cost = fp_cost(flow->bytes);
		send(sim, request, (u32)path);
		return;
	}
	fp_fq_add(&sim->fq, &request->item, &who, &ask, sim->now);
	grant(sim);
}

/* The flows. */

static void submit_later(struct sim *sim, struct request *request)
{
	const struct sim_flow_config *flow = &sim->config.flows[request->flow];
	u64 at = sim->now + flow->think_ns;

	if (at < flow->begin)
		at = flow->begin;
	if (flow->end && at >= flow->end) {
		free(request);
		return;
	}
	event_add(sim, (struct event){ .at = at, .kind = SUBMIT, .request = request });
}

static u32 bucket_of(u64 latency)
{
	double bucket = log((double)latency + 1) / log(BUCKET_BASE);

	return bucket < NR_BUCKETS - 1 ? (u32)bucket : NR_BUCKETS - 1;
}

static void measure(struct sim *sim, const struct request *request)
{
	struct flow *flow = &sim->flows[request->flow];
	u64 latency = sim->now - request->submitted;

	flow->result.ended++;
	flow->result.cost += request->item.cost;
	flow->result.latency_ns += latency;
	if (latency > flow->result.worst_ns)
		flow->result.worst_ns = latency;
	flow->buckets[bucket_of(latency)]++;
}

static void served(struct sim *sim, struct request *request)
{
	struct fp_depth_end end = { .sent = request->sent,
				    .cost = request->item.cost,
				    .latency_ns = sim->now - request->granted,
				    .waiting = sim->fq.nr_waiting,
				    .now = sim->now };

	sim->busy--;
	end.in_flight = --sim->in_flight;
	sim->path_in_flight[request->path]--;
	fp_depth_ended(&sim->depth, &end);
	measure(sim, request);
	submit_later(sim, request);
	grant(sim);
	array_serve(sim);
}

struct sim *sim_new(const struct sim_config *config)
{
	struct sim *sim = must(calloc(1, sizeof(*sim)));
	u32 f, i;

	sim->config = *config;
	sim->random = config->seed * 7919ULL + 1;
	fp_fq_init(&sim->fq);
	fp_depth_init(&sim->depth, config->max_window);
	fp_depth_fix(&sim->depth, config->fixed_window);
	for (f = 0; f < config->nr_flows; f++)
		for (i = 0; i < config->flows[f].depth; i++) {
			struct request *request = must(calloc(1, sizeof(*request)));

			request->flow = f;
			event_add(sim, (struct event){ .at = config->flows[f].begin,
						       .kind = SUBMIT,
						       .request = request });
		}
	return sim;
}

void sim_run(struct sim *sim, u64 until)
{
	while (sim->nr_events && sim->events[0].at <= until) {
		struct event event = event_take(sim);

		sim->now = event.at;
		if (event.kind == SERVED)
			served(sim, event.request);
		else
			arrive(sim, event.request);
	}
	sim->now = until;
}

void sim_array(struct sim *sim, u32 servers, u64 service_ns)
{
	sim->config.servers = servers;
	sim->config.service_ns = service_ns;
	array_serve(sim);
}

void sim_measure(struct sim *sim)
{
	u32 f;

	for (f = 0; f < sim->config.nr_flows; f++) {
		sim->flows[f].result = (struct sim_flow_result){ 0 };
		memset(sim->flows[f].buckets, 0, sizeof(sim->flows[f].buckets));
	}
	sim->idle_violations = 0;
}

const struct sim_flow_result *sim_flow(const struct sim *sim, u32 flow)
{
	return &sim->flows[flow].result;
}

u64 sim_ended(const struct sim *sim)
{
	u64 ended = 0;
	u32 f;

	for (f = 0; f < sim->config.nr_flows; f++)
		ended += sim->flows[f].result.ended;
	return ended;
}

u32 sim_window(const struct sim *sim)
{
	return sim->depth.window;
}

struct fp_fq *sim_fq(struct sim *sim)
{
	return &sim->fq;
}

u64 sim_p99_ns(const struct sim *sim, u32 flow)
{
	u64 left = sim->flows[flow].result.ended * 99 / 100;
	u32 b;

	for (b = 0; b < NR_BUCKETS - 1; b++) {
		if (sim->flows[flow].buckets[b] > left)
			break;
		left -= sim->flows[flow].buckets[b];
	}
	return (u64)pow(BUCKET_BASE, b + 1);
}

u64 sim_idle_violations(const struct sim *sim)
{
	return sim->idle_violations;
}

void sim_free(struct sim *sim)
{
	struct request *request;
	size_t i;

	for (i = 0; i < sim->nr_events; i++)
		free(sim->events[i].request);
	while ((request = sim->first)) {
		sim->first = request->next;
		free(request);
	}
	while ((request = (struct request *)fp_fq_take_any(&sim->fq)))
		free(request);
	free(sim->events);
	free(sim);
}
