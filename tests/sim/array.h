/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The simulated array: so many servers, and first come, first served before them.
 * What it does not show of a real one: requests that it serves better in another
 * order, and a cache.
 */
#ifndef SIM_ARRAY_H
#define SIM_ARRAY_H

#include "events.h"
#include "fq.h"

enum sim_service {
	SIM_FIXED,	  /* each request takes the mean */
	SIM_EXPONENTIAL,  /* as if memoryless, with that mean */
	SIM_SEEK,	  /* half of it is fixed, the other half evenly spread around it */
	SIM_NEARLY_FIXED, /* the mean, within 5 % */
	SIM_NR_SERVICES,
};

struct sim_request {
	struct fp_fq_item item;	  /* first: an item is its request */
	struct sim_request *next; /* in a list */
	u32 flow;
	u32 bytes;
	int path;
	u32 sent;
	u64 submitted, granted;
};

struct sim_list {
	struct sim_request *first, *last;
};

void sim_list_add(struct sim_list *list, struct sim_request *request);
/* sim_list_take - NULL if it is empty */
struct sim_request *sim_list_take(struct sim_list *list);

struct sim_array {
	u32 servers;
	enum sim_service service;
	u64 service_ns;
	u64 random;

	u32 busy;
	struct sim_list waiting;
	struct sim_events *events;
};

/* sim_random - evenly between 0, which it never is, and 1 */
double sim_random(u64 *state);

void sim_array_receive(struct sim_array *array, struct sim_request *request, u64 now);

/* sim_array_served - a server is free */
void sim_array_served(struct sim_array *array, u64 now);

/* sim_array_change - to another, now */
void sim_array_change(struct sim_array *array, u32 servers, u64 service_ns, u64 now);

#endif
