/* SPDX-License-Identifier: GPL-2.0 */
/* L1: limits of a path that shrank while the table is live fail no path and no I/O. */
#ifndef DMFP_LIMITS_H
#define DMFP_LIMITS_H

#include <linux/blk-mq.h>
#include <linux/blkdev.h>

/* Does the path take this operation at all? Any context. */
bool dmfp_supports(enum req_op op, struct request_queue *path);

/* One segment that is too long for the path becomes several there. */
static inline bool dmfp_is_one_segment(const struct request *rq, struct request_queue *path)
{
	return rq->nr_phys_segments <= 1 && blk_rq_bytes(rq) <= queue_max_segment_size(path);
}

bool dmfp_fits_exactly(const struct request *rq, struct request_queue *path);

/**
 * dmfp_fits - can a clone of the request be inserted into the path's queue as it is?
 * Any context. If not, bios must be sent, which the path's queue splits.
 */
static inline bool dmfp_fits(const struct request *rq, struct request_queue *path)
{
	bool data = req_op(rq) == REQ_OP_READ || req_op(rq) == REQ_OP_WRITE;

	/* Most are like this. */
	if (likely(data && blk_rq_sectors(rq) <= queue_max_sectors(path) &&
		   dmfp_is_one_segment(rq, path)))
		return true;
	return dmfp_fits_exactly(rq, path);
}

#endif
