/* SPDX-License-Identifier: GPL-2.0 */
/* The configurations that tests and plots have in common, and what is read off them. */
#ifndef SIM_FIGURES_H
#define SIM_FIGURES_H

#include "sim.h"

/* sim_eight_servers - of 4 ms behind 4 paths: 2,000 requests a second at any depth */
struct sim_config sim_eight_servers(enum sim_service service);

/* sim_add - so many flows like that one */
void sim_add(struct sim_config *config, u32 flows, struct sim_flow_config flow);

/*
 * sim_add_readers - one of depth 1, and beside it four of @depth
 * The one asks again 20 us after it was answered: a host takes that long.
 */
#define SIM_DEEP_READERS 4
void sim_add_readers(struct sim_config *config, u32 depth);

struct sim_figures {
	double per_second; /* of all flows */
	double mean_ms;	   /* of the first flow */
	double p99_ms;
	u32 window;
	u64 idle_violations;
};

/* sim_figures - what comes out between the two times */
struct sim_figures sim_figures(struct sim *sim, u64 from, u64 to);

/* sim_figures_of - the same, of a simulation of its own */
struct sim_figures sim_figures_of(const struct sim_config *config, u64 from, u64 to);

/* sim_figures_alone - the same, of the first flow with the array for itself */
struct sim_figures sim_figures_alone(const struct sim_config *config);

/* sim_figures_unfair - the same, of all flows, with neither window nor fair queue */
struct sim_figures sim_figures_unfair(const struct sim_config *config, u64 from, u64 to);

/* sim_jain - of what each got over what it should: 1 if that is the same for all */
double sim_jain(const double *got, const double *ideal, u32 n);

#endif
