/* SPDX-License-Identifier: GPL-2.0 */
/*
 * An array in virtual time: some flows that each keep so many requests in flight
 * (here), the target with its paths (target.h), some servers (array.h). An hour of
 * I/O takes seconds, and the same seed gives the same hour.
 */
#ifndef SIM_H
#define SIM_H

#include "array.h"
#include "depth.h"
#include "fq.h"
#include "target.h"

#define SIM_MS	1000000ULL
#define SIM_SEC (1000 * SIM_MS)

#define SIM_MAX_FLOWS 1024

struct sim_flow_config {
	u32 depth;
	u32 bytes;
	u32 weight; /* 0: the default */
	bool idle_class;
	bool sequential;
	u32 key; /* who it is; 0: one that nobody else is */
	enum fp_direction direction;
	u64 begin, end; /* it submits from, and until; end 0: for ever */
	u64 think_ns;	/* between an end and the next request of its place */
};

struct sim_config {
	u32 seed;
	u32 servers;
	enum sim_service service;
	u64 service_ns;
	u64 host_ns;	  /* for so long an end keeps the host from the next one */
	u32 paths;	  /* SIM_MAX_PATHS at most */
	u32 max_window;	  /* of all paths */
	u32 fixed_window; /* 0: it tunes itself */
	bool unfair;	  /* first come, first served, and no window */
	u32 nr_flows;
	struct sim_flow_config flows[SIM_MAX_FLOWS];
};

struct sim_flow_result {
	u64 ended;
	u64 latency_ns; /* of all */
	u64 worst_ns;
	u64 cost;
};

struct sim;

struct sim *sim_new(const struct sim_config *config);
void sim_free(struct sim *sim);

/* sim_run - on until that time */
void sim_run(struct sim *sim, u64 until);

/* sim_array - the array is another from now on */
void sim_array(struct sim *sim, u32 servers, u64 service_ns);

/* sim_mute - that path answers no more, or again, with all that it was given */
void sim_mute(struct sim *sim, u32 path, bool mute);

/* sim_measure - forget what was measured so far */
void sim_measure(struct sim *sim);

const struct sim_flow_result *sim_flow(const struct sim *sim, u32 flow);
u64 sim_ended(const struct sim *sim);
u32 sim_window(const struct sim *sim);
const struct sim_target *sim_target(const struct sim *sim);

/* sim_p99_ns - what 99 of 100 requests of that flow took at most, within 2 % */
u64 sim_p99_ns(const struct sim *sim, u32 flow);

/* sim_idle_violations - how often a place was free while a request waited */
u64 sim_idle_violations(const struct sim *sim);

#endif
