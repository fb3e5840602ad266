/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How close after one another what waits is let go.
 *
 * A LUN whose servers all take the same time ends in bunches what it was sent in bunches,
 * for ever. Worse, a host that handles ends one by one draws them together, because
 * what ends while it is busy is followed late. Then the servers stand idle together while
 * it catches up, and who asks just after a bunch waits for the whole of the next. Let go
 * at some distance, ends are apart from then on, and are followed at once.
 *
 * Words
 *   interval  between two ends on average, while something waits: one over the rate
 *   distance  at which grants follow each other at least: FP_PACE_DISTANCE of an interval
 *   scatter   how far latencies are from their mean, on average
 *
 * Law
 *   P1  what waits goes no sooner than the distance after the one before it. So a place may
 *       be free beside it, for less than an interval,
 *   P2  but never more than half of the window is.
 *   P3  where an interval is shorter than FP_PACE_SHORTEST_NS nothing is put off: a timer
 *       would cost more than it brings.
 *   P4  the distance shrinks as latencies scatter, and is none from one in
 *       FP_PACE_MOST_SCATTER of the mean on: such ends are apart by themselves, and what
 *       is put off there is lost.
 * Once the ends are apart nothing is put off any more.
 *
 * Pure; under the lock of the window. Times are nanoseconds of one clock.
 */
#ifndef FP_CORE_PACE_H
#define FP_CORE_PACE_H

#include "env.h"

/* P1: of an interval, in eighths. */
#define FP_PACE_DISTANCE 5

/* P4: a scatter of one in so many. */
#define FP_PACE_MOST_SCATTER 4

#define FP_PACE_SHORTEST_NS (50 * 1000ULL)

/* The interval is measured over so many ends: more than one bunch. */
#define FP_PACE_SPAN 64

struct fp_pace {
	u64 interval_ns; /* 0: not known yet */
	u64 span_began;	 /* 0: none has */
	u32 span_n;
	u64 latency_ns; /* of the last ones, on average, */
	u64 scatter_ns; /* and how far they are from that */
	u64 granted;	/* when the last one was */
};

/* fp_pace_ended - a request has ended. @waiting: for its place; else it tells nothing */
void fp_pace_ended(struct fp_pace *pace, bool waiting, u64 latency_ns, u64 now);

/* fp_pace_granted - one that waited goes */
void fp_pace_granted(struct fp_pace *pace, u64 now);

/* fp_pace_wait_ns - until the next may go; 0: it may now */
u64 fp_pace_wait_ns(const struct fp_pace *pace, u32 in_flight, u32 window, u64 now);

#endif
