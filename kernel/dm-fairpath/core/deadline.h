/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The deadline fallback: whose request goes before its turn, because it waits too
 * long.
 *
 * Words
 *   expiry    how long a request may wait: longer for a write, since who wrote
 *             seldom waits for it
 *   deadline  of a request: when it arrived, and its expiry
 *   overdue   its deadline has passed
 *   had       what a flow was granted over its weight, in virtual time (fq.h)
 *   share     of a flow since a request of it arrived: how far virtual time has
 *             advanced, which is what a flow with backlog was to be granted
 *
 * Law
 *   D1  at most every second grant goes by deadline: the other half stays fair,
 *       however many are overdue.
 *   D2  only if its flow, with this one, will have had no more than its share since
 *       the request arrived. Under overload the backlog of a deep flow is all
 *       overdue: it waits behind itself, and gains nothing by its age.
 *   D3  of those, the earliest deadline.
 *   D4  a flow of the idle class has no share. What is overdue in it goes too, one
 *       request in each expiry.
 *
 * Bound: a request of a flow within its share waits no longer than its expiry and
 * two grants for each request that is overdue with an earlier deadline, by D2 one
 * of a flow within its share as well.
 *
 * Pure; under the lock of the queue that it serves. Times are nanoseconds of a clock
 * that does not go backwards.
 */
#ifndef FP_CORE_DEADLINE_H
#define FP_CORE_DEADLINE_H

#include "env.h"

/* A person notices half a second; what was written was to be late by some anyway. */
#define FP_READ_EXPIRY_NS  (500 * 1000000ULL)
#define FP_WRITE_EXPIRY_NS (5000 * 1000000ULL)

enum fp_direction {
	FP_READ,
	FP_WRITE,
	FP_NR_DIRECTIONS,
};

struct fp_deadlines {
	u64 expiry_ns[FP_NR_DIRECTIONS];
	u64 next;	       /* nothing that waits is overdue before this */
	bool last_by_deadline; /* D1 */
};

/* The first request of a flow: of those in it, the one with the earliest deadline. */
struct fp_deadline_case {
	u64 deadline;
	u64 had, share; /* had: with this one */
	bool idle_class;
	u64 idle_after; /* D4: when the next of its class may go */
};

/* One look over the flows with backlog, for the one that goes. */
struct fp_deadline_look {
	u64 now;
	u64 next;     /* the earliest deadline of all that were seen */
	int best;     /* the flow, FP_NO_FLOW if none */
	u64 earliest; /* its deadline */
};

#define FP_NO_FLOW (-1)

/* fp_deadlines_init - nothing waits; the defaults */
void fp_deadlines_init(struct fp_deadlines *deadlines);

/* fp_deadline_add - a request begins to wait. Return: its deadline. */
u64 fp_deadline_add(struct fp_deadlines *deadlines, enum fp_direction direction, u64 now);

/* fp_deadline_add_again - one that has a deadline waits once more */
void fp_deadline_add_again(struct fp_deadlines *deadlines, u64 deadline);

/* fp_deadline_is_due - may a grant go by deadline, and is it worth while to look? (D1) */
bool fp_deadline_is_due(const struct fp_deadlines *deadlines, u64 now);

void fp_deadline_look(struct fp_deadline_look *look, u64 now);

/* fp_deadline_see - each flow with backlog, in any order (D2, D3, D4) */
void fp_deadline_see(struct fp_deadline_look *look, int flow, const struct fp_deadline_case *of);

/* fp_deadline_looked - all were seen. Return: the flow that goes, or FP_NO_FLOW. */
int fp_deadline_looked(struct fp_deadlines *deadlines, const struct fp_deadline_look *look);

/* fp_deadline_granted - a request was granted, by deadline or in its turn (D1) */
void fp_deadline_granted(struct fp_deadlines *deadlines, bool by_deadline);

/* fp_deadline_idle_after - when the next of an idle flow may go before its turn (D4) */
u64 fp_deadline_idle_after(const struct fp_deadlines *deadlines, enum fp_direction direction,
			   u64 now);

#endif
