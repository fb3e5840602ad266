/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How many requests may be in flight to a LUN: the window, which tunes itself.
 *
 * What waits in the LUN waits there in the LUN's order; what waits above it waits
 * in ours. So the window is to be as small as it can without loss of throughput.
 * How small that is nobody can tell beforehand, so it is found by trying.
 *
 * Words
 *   rate       cost that ends per second: mean in flight x mean cost / mean latency
 *              (Little's law), which unlike a count of what ends in some time has
 *              no error from where that time began
 *   full       as many in flight as the window allows, and others waiting
 *   sample     latencies and costs of requests that were sent and ended under one
 *              window
 *   trial      a sample under the window in force, one under another, and both anew,
 *              twice as long, until it is clear whether the other is better
 *   lost       what the trials that were accepted have cost in rate, in all
 *   quiet      the latency when nothing seemed to wait in the LUN
 *
 * Law
 *   W1  a smaller window is accepted if what was lost with it stays within
 *       FP_DEPTH_TOLERANCE, a much smaller one within more; a larger one if it gains
 *       more than half of that. While it is not clear, the window in force stays.
 *   W2  an accepted step is followed by the next of its kind, a larger one. One that
 *       was not, by a finer one, and then by rest.
 *   W3  at rest a trial begins every FP_DEPTH_REST_NS: a step up if the window is
 *       full, then a fine one down if latency is FP_DEPTH_NOISY of quiet, for below
 *       the right window each step costs rate; after one that was refused the next is
 *       twice as far. A latency that has changed by as much ends the rest at once.
 *   W4  a step down starts from what is in flight, if that is less than the window: an
 *       open window closes to what is asked of it, and then on.
 *
 * The paths of one LUN share its servers: there is one window for all of them,
 * and each path's part is fp_depth_of_path().
 *
 * All functions are pure; the caller holds one lock over all calls. Times are
 * nanoseconds of a clock that does not go backwards.
 */
#ifndef FP_CORE_DEPTH_H
#define FP_CORE_DEPTH_H

#include "env.h"

/* W1, in millionths of the rate: what a window may cost for the sake of order. */
#define FP_DEPTH_TOLERANCE 15000

/*
 * What a larger step down may seem to cost. Where service times vary, it would
 * take long to tell 1 % from none; a step that halves the window and was wrong
 * costs far more, or is mended by the steps up.
 */
#define FP_DEPTH_COARSE_TOLERANCE 40000

/* W3 */
#define FP_DEPTH_REST_NS (1000 * 1000000ULL)

/* W3: of quiet, in percent. */
#define FP_DEPTH_NOISY 125

/*
 * Requests to a batch, of which one mean is taken: as many as are in flight, for
 * latencies closer together than that are not independent, within these limits.
 */
#define FP_DEPTH_MIN_BATCH 16
#define FP_DEPTH_MAX_BATCH 64

/* Batches to a sample, at least: fewer tell nothing of their spread. */
#define FP_DEPTH_BATCHES 4

/* And at rest, when a change of latency is looked for and chance must not look like one. */
#define FP_DEPTH_REST_BATCHES 16

/*
 * A trial that is not clear after so many requests a side is refused. Those of a
 * smaller window may cost rate while they last.
 */
#define FP_DEPTH_MAX_SAMPLE	 1024
#define FP_DEPTH_MAX_FINE_SAMPLE 256

/* W3: the fine steps down become as rare as 2 to this. */
#define FP_DEPTH_MAX_PATIENCE 4

struct fp_depth_sample {
	u32 n; /* requests, in whole batches */
	u64 latency_ns;
	u64 cost;
	u64 in_flight; /* of all ends, summed */
	u32 not_full;  /* ends when nothing was waiting */

	/* The batch that is being filled. */
	u32 batch_n;
	u64 batch_latency_ns;
	u64 batch_cost;

	/* The batches' latencies for their cost: by how much each differs from the first. */
	u32 batches;
	u64 first;
	s64 sum;     /* millionths of the first */
	u64 squares; /* of these millionths */
};

enum fp_depth_state {
	FP_DEPTH_REST,
	FP_DEPTH_BASE,	/* of a trial: the window in force */
	FP_DEPTH_OTHER, /* of a trial: the one that is tried */
};

struct fp_depth {
	u32 window; /* in force */
	u32 max;
	bool fixed; /* set by the administrator: nothing is tried */

	enum fp_depth_state state;
	u32 tried;	/* the other window of the trial */
	bool down;	/* it is smaller */
	u32 stride;	/* W2: 0: the finest, then larger */
	u32 batches;	/* of each side that are wanted before it is judged */
	u32 lost;	/* W1, millionths */
	u64 next_try;	/* W3 */
	u64 next_down;	/* W3: the same, of fine steps down */
	u32 patience;	/* how many of those were refused, one after the other */
	u64 quiet_ns;	/* 0: not known */
	u64 settled_ns; /* the mean latency when the rest began; 0: not known */

	u32 generation; /* of the window: requests of another are not sampled */
	bool settling;	/* what is in flight is not yet as the window has it */
	struct fp_depth_sample base, other;
};

/**
 * fp_depth_init - a window that is open
 * @max: as many requests as the paths take
 */
void fp_depth_init(struct fp_depth *depth, u32 max);

/* fp_depth_set_max - the paths take another number now; what was found stays as far as it can */
void fp_depth_set_max(struct fp_depth *depth, u32 max);

/* fp_depth_fix - @window from now on; 0: found by trying, as from the start */
void fp_depth_fix(struct fp_depth *depth, u32 window);

/* fp_depth_now - the window now, which a trial may have made another */
u32 fp_depth_now(const struct fp_depth *depth);

/* fp_depth_of_path - a path's part of the window, when so many are usable */
u32 fp_depth_of_path(const struct fp_depth *depth, u32 nr_usable);

/**
 * fp_depth_sent - a request is sent
 * Return: what fp_depth_ended() wants to be told of it.
 */
u32 fp_depth_sent(const struct fp_depth *depth);

/* One that has ended. */
struct fp_depth_end {
	u32 sent; /* what fp_depth_sent() said */
	u32 cost;
	u64 latency_ns;
	u32 in_flight; /* without it */
	bool waiting;  /* a request waits for its place */
	u64 now;
};

/* fp_depth_ended - the window may be another now */
void fp_depth_ended(struct fp_depth *depth, const struct fp_depth_end *end);

#endif
