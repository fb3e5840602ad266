// SPDX-License-Identifier: GPL-2.0
/* A flush that reaches the LUN whatever the path's queue declares; see raw-flush.h. */
#include <linux/blkdev.h>

#include "raw-flush.h"

/* No request to be had, without waiting: busy, or its device is being removed. */
static blk_status_t dmfp_no_request(struct request_queue *q)
{
	return blk_queue_dying(q) ? BLK_STS_TRANSPORT : BLK_STS_RESOURCE;
}

blk_status_t dmfp_raw_flush(struct block_device *path, rq_end_io_fn *end_io, void *data)
{
	struct request_queue *q = bdev_get_queue(path);
	struct request *rq;
	blk_status_t status;

	rq = blk_mq_alloc_request(q, REQ_OP_FLUSH | REQ_FAILFAST_TRANSPORT, BLK_MQ_REQ_NOWAIT);
	if (IS_ERR(rq))
		return dmfp_no_request(q);
	rq->bio = rq->biotail = NULL;
	rq->end_io = end_io;
	rq->end_io_data = data;

	status = blk_insert_cloned_request(rq);
	if (status) {
		blk_mq_cleanup_rq(rq);
		blk_mq_free_request(rq);
	}
	return status;
}
