// SPDX-License-Identifier: GPL-2.0
/* Flows before an array in virtual time; see sim.h. */
#include "sim.h"

#include <math.h>

/* Latencies are counted in buckets that grow by 2 %. */
#define NR_BUCKETS  1200
#define BUCKET_BASE 1.02

struct flow {
	struct sim_flow_result result;
	u64 sector;
	u32 buckets[NR_BUCKETS];
};

struct sim {
	struct sim_config config;
	u64 now;
	u64 random; /* of the flows */

	struct sim_events events;
	struct sim_array array;
	struct sim_target target;
	u64 host_free; /* the host has handled what it heard of */
	struct flow flows[SIM_MAX_FLOWS];
};

static void submit(struct sim *sim, struct sim_request *request)
{
	const struct sim_flow_config *flow = &sim->config.flows[request->flow];
	struct fp_submitter who = { .key = flow->key ? flow->key : SIM_MAX_FLOWS + request->flow,
				    .weight = flow->weight ? flow->weight : FP_FQ_WEIGHT_DEFAULT,
				    .idle_class = flow->idle_class };
	struct flow *state = &sim->flows[request->flow];
	struct fp_ask ask = { .direction = flow->direction, .bytes = flow->bytes };

	if (flow->sequential)
		state->sector += flow->bytes >> 9;
	else
		state->sector = (u64)(sim_random(&sim->random) * 1e12);
	ask.sector = state->sector;
	request->submitted = sim->now;
	sim_target_ask(&sim->target, request, &who, &ask);
}

static void submit_later(struct sim *sim, struct sim_request *request)
{
	const struct sim_flow_config *flow = &sim->config.flows[request->flow];
	u64 at = sim->now + flow->think_ns;

	if (at < flow->begin)
		at = flow->begin;
	if (flow->end && at >= flow->end) {
		free(request);
		return;
	}
	sim_events_add(&sim->events,
		       (struct sim_event){ .at = at, .kind = SIM_SUBMIT, .request = request });
}

static u32 bucket_of(u64 latency)
{
	double bucket = log((double)latency + 1) / log(BUCKET_BASE);

	return bucket < NR_BUCKETS - 1 ? (u32)bucket : NR_BUCKETS - 1;
}

static void measure(struct sim *sim, const struct sim_request *request)
{
	struct flow *flow = &sim->flows[request->flow];
	u64 latency = sim->now - request->submitted;

	flow->result.ended++;
	flow->result.cost += fp_cost(request->bytes);
	flow->result.latency_ns += latency;
	if (latency > flow->result.worst_ns)
		flow->result.worst_ns = latency;
	flow->buckets[bucket_of(latency)]++;
}

static void heard(struct sim *sim, struct sim_request *request)
{
	if (sim_target_ended(&sim->target, request)) {
		measure(sim, request);
		submit_later(sim, request);
		sim_target_run(&sim->target);
	}
}

/* The host handles ends one by one. */
static void served(struct sim *sim, struct sim_request *request)
{
	if (!sim->config.host_ns) {
		heard(sim, request);
		sim_array_served(&sim->array, sim->now);
		return;
	}
	if (sim->host_free < sim->now)
		sim->host_free = sim->now;
	sim->host_free += sim->config.host_ns;
	sim_array_served(&sim->array, sim->now);
	sim_events_add(
		&sim->events,
		(struct sim_event){ .at = sim->host_free, .kind = SIM_HEARD, .request = request });
}

static void begin_flow(struct sim *sim, u32 flow)
{
	for (u32 i = 0; i < sim->config.flows[flow].depth; i++) {
		struct sim_request *request = sim_must(calloc(1, sizeof(*request)));

		request->flow = flow;
		sim_events_add(&sim->events,
			       (struct sim_event){ .at = sim->config.flows[flow].begin,
						   .kind = SIM_SUBMIT,
						   .request = request });
	}
}

struct sim *sim_new(const struct sim_config *config)
{
	struct sim *sim = sim_must(calloc(1, sizeof(*sim)));

	sim->config = *config;
	sim->random = config->seed * 104729ULL + 1;
	sim->array = (struct sim_array){ .servers = config->servers,
					 .service = config->service,
					 .service_ns = config->service_ns,
					 .random = config->seed * 7919ULL + 1,
					 .events = &sim->events };
	sim->target.unfair = config->unfair;
	sim->target.array = &sim->array;
	sim->target.events = &sim->events;
	sim_target_init(&sim->target, config->paths, config->max_window);
	fp_depth_fix(&sim->target.depth, config->fixed_window);
	for (u32 f = 0; f < config->nr_flows; f++)
		begin_flow(sim, f);
	return sim;
}

static void happen(struct sim *sim, struct sim_event event)
{
	sim->now = event.at;
	sim->target.now = event.at;
	switch (event.kind) {
	case SIM_SERVED:
		served(sim, event.request);
		return;
	case SIM_HEARD:
		heard(sim, event.request);
		return;
	case SIM_RUN:
		sim_target_run(&sim->target);
		return;
	case SIM_SUBMIT:
		submit(sim, event.request);
		return;
	case SIM_POLL:
		sim_target_poll(&sim->target);
		return;
	}
}

void sim_run(struct sim *sim, u64 until)
{
	while (sim->events.nr && sim->events.heap[0].at <= until)
		happen(sim, sim_events_take(&sim->events));
	sim->now = until;
	sim->target.now = until;
}

void sim_array(struct sim *sim, u32 servers, u64 service_ns)
{
	sim_array_change(&sim->array, servers, service_ns, sim->now);
}

void sim_mute(struct sim *sim, u32 path, bool mute)
{
	sim_target_mute(&sim->target, path, mute);
}

void sim_measure(struct sim *sim)
{
	for (u32 f = 0; f < sim->config.nr_flows; f++) {
		sim->flows[f].result = (struct sim_flow_result){ 0 };
		memset(sim->flows[f].buckets, 0, sizeof(sim->flows[f].buckets));
	}
	sim->target.idle_violations = 0;
}

const struct sim_flow_result *sim_flow(const struct sim *sim, u32 flow)
{
	return &sim->flows[flow].result;
}

u64 sim_ended(const struct sim *sim)
{
	u64 ended = 0;

	for (u32 f = 0; f < sim->config.nr_flows; f++)
		ended += sim->flows[f].result.ended;
	return ended;
}

u32 sim_window(const struct sim *sim)
{
	return sim->target.depth.window;
}

const struct sim_target *sim_target(const struct sim *sim)
{
	return &sim->target;
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
	return sim->target.idle_violations;
}

static void free_list(struct sim_list *list)
{
	struct sim_request *request;

	while ((request = sim_list_take(list)))
		free(request);
}

void sim_free(struct sim *sim)
{
	struct sim_request *request;

	for (size_t i = 0; i < sim->events.nr; i++)
		free(sim->events.heap[i].request);
	free_list(&sim->array.waiting);
	for (u32 p = 0; p < SIM_MAX_PATHS; p++)
		free_list(&sim->target.stuck[p]);
	while ((request = (struct sim_request *)fp_fq_take_any(&sim->target.fq)))
		free(request);
	free(sim->events.heap);
	free(sim);
}
