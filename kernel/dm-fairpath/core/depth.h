/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How many requests may be in flight to a LUN: the window, which tunes itself.
 *
 * What waits in the LUN waits there in the LUN's order; what waits above it waits
 * in ours. So the window is to be as small as it can without loss of throughput.
 * How small that is nobody can tell beforehand, so it is found by trying.
 *
 * Words
 *   rate, sample, full   sample.h
 *   trial      requests under the window in force and requests under another, in
 *              turns, until it is clear which is better
 *   clear      two standard errors from what is asked
 *   lost       what the trials that were accepted have cost in rate, in all
 *
 * Law
 *   W1  a smaller window is accepted if it is clear that what was lost with it stays
 *       within FP_DEPTH_TOLERANCE, a much smaller one within more. While that is not
 *       clear the trial goes on: if it is no worse, it costs nothing. At its end what
 *       is more likely is taken.
 *   W2  a larger one is accepted if it is clear that it gains more than half of the
 *       tolerance. Each such trial costs latency, so it ends as soon as it promises
 *       nothing.
 *   W3  an accepted step is followed by the next of its kind, a larger one. One that
 *       was not, by a finer one, and then by rest.
 *   W4  from rest, a step up is tried every FP_DEPTH_REST_NS if the window is full, and
 *       a fine one down as often; but that costs rate where the window is right, so
 *       after one that was refused the next is twice as far. A latency that has clearly
 *       changed by FP_DEPTH_CHANGED ends the rest at once.
 *   W5  a step down starts from what is in flight, if that is less than the window: an
 *       open window closes to what is asked of it, and then on.
 *   W6  what a trial saw that did not decide is kept, and counts in the next one of the
 *       same windows; unless they contradict each other, for then the LUN has changed. A
 *       fine step down needs more than a vague idea.
 *
 * The paths of one LUN share its servers: there is one window for all of them,
 * and each path's part is fp_depth_of_path().
 *
 * All functions are pure; the caller holds one lock over all calls. Times are
 * nanoseconds of a clock that does not go backwards.
 */
#ifndef FP_CORE_DEPTH_H
#define FP_CORE_DEPTH_H

#include "evidence.h"
#include "sample.h"

/* W1, in millionths of the rate: what a window may cost for the sake of order. */
#define FP_DEPTH_TOLERANCE 15000

/*
 * What a larger step down may seem to cost, times its stride: a quarter of what it would
 * if the LUN had use for each request. Where service times vary, it would take long to
 * tell 1 % from none; a large step that was wrong is mended by the steps up.
 */
#define FP_DEPTH_COARSE_TOLERANCE 60000

/* W4: an array that has changed is followed within two of these. */
#define FP_DEPTH_REST_NS (1000 * 1000000ULL)

/* W4: to this, in percent, or its inverse. */
#define FP_DEPTH_CHANGED 125

/* A turn of a trial, in batches: the first, which tells large differences, and the others. */
#define FP_DEPTH_FIRST_TURN 4
#define FP_DEPTH_TURN	    16

/* W1: a trial ends when it has lasted as long as a rest, and has seen this many requests. */
#define FP_DEPTH_MIN_REQUESTS 512

/* W2: a step up that does not seem to gain after so many has promised nothing. */
#define FP_DEPTH_PROMISE 256

/* W4: the fine steps down become as rare as 2 to this. */
#define FP_DEPTH_MAX_PATIENCE 5

enum fp_depth_state {
	FP_DEPTH_REST,
	FP_DEPTH_BASE,	/* of a trial: the window in force */
	FP_DEPTH_OTHER, /* of a trial: the one that is tried */
};

/* W6: what trials saw that did not decide. */
struct fp_depth_record {
	u32 window, tried; /* 0: of none */
	struct fp_evidence evidence;
};

struct fp_depth {
	u32 window; /* in force */
	u32 max;
	bool fixed; /* set by the administrator: nothing is tried */

	enum fp_depth_state state;
	u32 tried;     /* the other window of the trial */
	bool down;     /* it is smaller */
	u32 stride;    /* W3: 0: the finest, then larger */
	u32 turn;      /* batches of this turn that are wanted */
	u64 trial_end; /* W1 */
	u32 lost;      /* W1, millionths */

	u64 next_up;	/* W4 */
	u64 next_down;	/* W4 */
	u32 patience;	/* W4: how many steps down were refused, one after the other */
	u64 settled_ns; /* the mean latency when the rest began; 0: not known */
	u64 settled_variance;
	bool hurry; /* nothing is known, or no more: a trial begins at once */

	/*
	 * Of a turn: what is sampled is sent in it, one after the other, and waited for.
	 * Who took what ends first would take the short ones.
	 */
	u32 generation; /* its number */
	bool settling;	/* what is in flight is not yet as the window has it */
	u32 to_send;	/* requests that are still to be sampled */
	u32 strangers;	/* when so many others have ended, the last ones are lost */
	struct fp_sample base, other;
	struct fp_depth_record seen[2]; /* W6: of steps up, and down */
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
u32 fp_depth_sent(struct fp_depth *depth);

/* fp_depth_generation - it said this, or less, of all that is in flight */
u32 fp_depth_generation(const struct fp_depth *depth);

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
