/* SPDX-License-Identifier: GPL-2.0 */
/* What will happen in a simulation, in the order of time: a heap. */
#ifndef SIM_EVENTS_H
#define SIM_EVENTS_H

#include <stdlib.h>

#include "env.h"

struct sim_request;

enum sim_event_kind {
	SIM_SERVED, /* the array has done with a request */
	SIM_SUBMIT, /* a flow asks */
	SIM_HEARD,  /* the host has handled an end */
	SIM_RUN,    /* the target lets go what it had put off */
	SIM_POLL,   /* the target looks whether a path has become silent */
};

struct sim_event {
	u64 at;
	u64 order; /* of two at the same time, the first comes first */
	enum sim_event_kind kind;
	struct sim_request *request; /* NULL: the target's own */
};

struct sim_events {
	struct sim_event *heap;
	size_t nr, max;
	u64 order;
};

void sim_events_add(struct sim_events *events, struct sim_event event);

/* sim_events_take - the next; there must be one */
struct sim_event sim_events_take(struct sim_events *events);

/* sim_must - the memory; a simulation without ends */
static inline void *sim_must(void *memory)
{
	if (!memory)
		abort();
	return memory;
}

#endif
