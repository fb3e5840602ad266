// SPDX-License-Identifier: GPL-2.0
/*
 * L1: what is too large for a path is found before it is inserted; see limits.h.
 *
 * The device's limits were the strictest of its paths' when the table was
 * loaded, so a request is too large only where a path's have shrunk since.
 */
#include <linux/blk-mq.h>
#include <linux/blkdev.h>

#include "limits.h"

static unsigned int dmfp_max_sectors(enum req_op op, struct request_queue *q)
{
	switch (op) {
	case REQ_OP_DISCARD:
		return q->limits.max_discard_sectors;
	case REQ_OP_SECURE_ERASE:
		return q->limits.max_secure_erase_sectors;
	case REQ_OP_WRITE_ZEROES:
		return q->limits.max_write_zeroes_sectors;
	default:
		return queue_max_sectors(q);
	}
}

/* Of a discard, kernels before 6.11 check the one when they insert, later ones the other. */
static unsigned int dmfp_max_segments(const struct request *rq, struct request_queue *q)
{
	unsigned int segments = queue_max_segments(q);

	if (req_op(rq) == REQ_OP_DISCARD)
		segments = min_t(unsigned int, segments, queue_max_discard_segments(q));
	return segments;
}

/* Would the path count more segments in the same data than the device does? */
static bool dmfp_counts_more(struct request_queue *device, struct request_queue *path)
{
	return queue_max_segment_size(path) < queue_max_segment_size(device) ||
	       queue_segment_boundary(path) < queue_segment_boundary(device) ||
	       (queue_virt_boundary(path) & ~queue_virt_boundary(device));
}

bool dmfp_supports(enum req_op op, struct request_queue *path)
{
	return dmfp_max_sectors(op, path) > 0;
}

bool dmfp_fits_exactly(const struct request *rq, struct request_queue *path)
{
	if (!blk_rq_bytes(rq))
		return true;
	if (blk_rq_sectors(rq) > dmfp_max_sectors(req_op(rq), path))
		return false;
	if (rq->nr_phys_segments > dmfp_max_segments(rq, path))
		return false;
	return dmfp_is_one_segment(rq, path) || req_op(rq) == REQ_OP_DISCARD ||
	       !dmfp_counts_more(rq->q, path);
}
