/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The law of fair queuing: whose request goes next when the paths have no room
 * for all.
 *
 * Words
 *   flow      one submitter: a cgroup, an I/O priority, a process
 *   cost      what a request takes of the LUN: fp_cost(), in bytes
 *   grant     a waiting request is let go to a path
 *   backlog   a flow has it while a request of it waits
 *   virtual   time that advances by what each backlogged flow of weight 1 is
 *   time      granted: cost, scaled, over weight
 *   start     of a flow with backlog: the virtual time at which its next request
 *             is due. Never before the present
 *   overdue   a request whose deadline has passed (deadline.h)
 *
 * Law
 *   Q1  the flow with the earliest start goes next. A grant moves that flow's
 *       start on by cost over weight; it is what virtual time becomes. (Start-time
 *       fair queuing. For any two flows with backlog over a stretch of time, what
 *       they are granted over their weights differs by at most one request of
 *       each, and a run of Q4.)
 *   Q2  a flow without backlog saves nothing up and owes nothing old: it starts at
 *       the present, or where its last grant leaves it if that is later. So who
 *       asks seldom goes next, and nobody gains by asking in small bits.
 *   Q3  in a flow the earliest deadline goes first, and of one direction the
 *       earliest arrival. Flows that cannot be told apart are one flow: then this
 *       is the order.
 *   Q4  a request that begins where the last grant ended, of the same flow, goes
 *       with it, until the flow is FP_FQ_RUN ahead of its turn.
 *   Q5  what is overdue may go before its turn: deadline.h says what, and when.
 *   Q6  idle: a flow of the idle class goes when no other has backlog, or by Q5.
 *   Q7  another weight holds at once: what a flow has had ahead of the present is
 *       cost, and is due over the new weight.
 *
 * Invariants
 *   A flow is in the heap exactly while it has backlog.
 *   No start in the heap of the other flows is before the present, but for what Q4
 *   and Q5 let go early.
 *
 * Nothing is allocated: an item is the caller's, embedded in what waits; flows
 * are slots of a fixed table, and where it is full, submitters share one. All
 * functions are pure; the caller holds one lock over every call on a queue, in
 * any context. Times are nanoseconds of one clock that does not go backwards.
 */
#ifndef FP_CORE_FQ_H
#define FP_CORE_FQ_H

#include "deadline.h"
#include "latency.h"

/* Slots for flows. More submitters at a time than this share. A power of two. */
#define FP_FQ_FLOWS 256

/* A submitter's flow is one of so many neighbouring slots. */
#define FP_FQ_WAYS 8

/* Weights are those of cgroups: 1 to 10000, 100 unless told otherwise. */
#define FP_FQ_WEIGHT_MIN     1
#define FP_FQ_WEIGHT_DEFAULT 100
#define FP_FQ_WEIGHT_MAX     10000

/* How far ahead of its turn a sequential run may get: one random read of a mapped file. */
#define FP_FQ_RUN ((u64)64 * 1024)

/*
 * The fixed part of a request's cost, in bytes: what else the LUN could have moved
 * meanwhile. An array that does 60,000 small reads a second, or a GB of large
 * ones, trades one for 16 KiB; a disk's seek is worth more, and is seldom what a
 * LUN consists of.
 */
#define FP_COST_FIXED (16 * 1024)

/* Embedded in what waits. Filled by fp_fq_add(); the caller only reads. */
struct fp_fq_item {
	struct fp_fq_item *next;
	u64 arrived;
	u64 deadline;
	u64 sector; /* where it begins, and ends */
	u64 end_sector;
	u64 virtual_arrived; /* virtual time then, */
	u64 had;	     /* and what its flow had been granted, over its weight */
	u32 cost;
	u16 flow;
	u8 direction;
};

struct fp_fq_list {
	struct fp_fq_item *first, *last;
};

struct fp_flow {
	/* Who it is: the caller's number for the submitter that came first. */
	u64 key;
	u32 weight;
	bool idle_class;
	bool in_use;

	struct fp_fq_list waiting[FP_NR_DIRECTIONS]; /* in order of arrival */
	u32 nr_waiting;
	u16 heap_place;
	u64 start;	/* Q1, Q2 */
	u64 had;	/* granted so far, over the weight */
	u32 remainder;	/* and what is left of the division, below the weight */
	u64 last_grant; /* the queue's count of grants then: ties go to the oldest */
	u64 idle_after; /* Q6: when the next overdue one may go */

	/* For status. */
	u64 granted;	  /* requests */
	u64 granted_cost; /* bytes */
	u64 waited_ns;	  /* all waits together */
	u64 worst_wait_ns;
	struct fp_latency waits;
};

struct fp_fq {
	struct fp_flow flows[FP_FQ_FLOWS];
	u16 heap[FP_FQ_FLOWS]; /* flows with backlog, by class, then start */
	u32 nr_backlogged;
	u32 nr_waiting;
	u64 virtual_now;
	struct fp_deadlines deadlines; /* Q5 */

	/* Q4: the last grant's flow, and where it ended. */
	int run_flow;
	u64 run_sector;

	/* For status. */
	u64 granted_fair;
	u64 granted_overdue;
	u64 worst_wait_ns;
};

/* Who submits. */
struct fp_submitter {
	u64 key;
	u32 weight; /* FP_FQ_WEIGHT_MIN to _MAX */
	bool idle_class;
};

/* What waits. */
struct fp_ask {
	enum fp_direction direction;
	u64 sector; /* of 512 bytes */
	u32 bytes;
};

void fp_fq_init(struct fp_fq *fq);

/* fp_cost - what a request takes of the LUN */
u32 fp_cost(u32 bytes);

/**
 * fp_fq_add - a request waits from now on
 * @item: the caller's, untouched by it until it is granted or removed
 */
void fp_fq_add(struct fp_fq *fq, struct fp_fq_item *item, const struct fp_submitter *who,
	       const struct fp_ask *ask, u64 now);

/**
 * fp_fq_put_back - what was granted could not be served: it waits again
 *
 * At its old place, its flow uncharged. @item is as it was granted.
 */
void fp_fq_put_back(struct fp_fq *fq, struct fp_fq_item *item);

/**
 * fp_fq_grant - take out the request that goes next
 * Return: NULL if none waits.
 */
struct fp_fq_item *fp_fq_grant(struct fp_fq *fq, u64 now);

/* fp_fq_reset_counts - what is for status begins anew */
void fp_fq_reset_counts(struct fp_fq *fq);

/* fp_fq_take_any - take out one, whichever, without charge: everything is given up */
struct fp_fq_item *fp_fq_take_any(struct fp_fq *fq);

#endif
