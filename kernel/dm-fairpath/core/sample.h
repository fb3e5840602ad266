/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What requests under one window tell of it: the rate at which cost ends, and how
 * far that can be trusted.
 *
 * Words
 *   rate      cost that ends per second: mean in flight x mean cost / mean latency
 *             (Little's law), which unlike a count of what ends in some time has
 *             no error from where that time began
 *   batch     so many requests, one after the other. The means of batches scatter;
 *             by how much tells how far the mean of all may be from the truth
 *   full      as many in flight as the window allows, and others waiting
 *
 * Pure.
 */
#ifndef FP_CORE_SAMPLE_H
#define FP_CORE_SAMPLE_H

#include "env.h"

#define FP_MILLION 1000000

/*
 * Requests to a batch: as many as are in flight, for latencies closer together than
 * that are not independent, within these limits.
 */
#define FP_SAMPLE_MIN_BATCH 8
#define FP_SAMPLE_MAX_BATCH 64

struct fp_sample {
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

/* A request that has ended. */
struct fp_sample_of {
	u64 latency_ns;
	u32 cost;
	u32 in_flight; /* with it */
	bool waiting;  /* another waits for its place */
};

/* fp_sample_batch - requests to a batch, under that window */
u32 fp_sample_batch(u32 window);

/**
 * fp_sample_add - one more
 * @window: that it was sent under
 * Return: true if a batch is whole with it.
 */
bool fp_sample_add(struct fp_sample *sample, const struct fp_sample_of *of, u32 window);

/* All of these are 0 of a sample without a request. */
u64 fp_sample_latency(const struct fp_sample *sample);
u32 fp_sample_in_flight(const struct fp_sample *sample);

/* fp_sample_rate - in a unit of its own: to be compared with another sample's */
u64 fp_sample_rate(const struct fp_sample *sample);

/* fp_sample_variance - of the mean latency, and so of the rate: millionths, squared */
u64 fp_sample_variance(const struct fp_sample *sample);

/* fp_sample_full - was the window full for the most of it? */
bool fp_sample_full(const struct fp_sample *sample);

#endif
