/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A flush that reaches the LUN whatever the path's queue declares. A flush bio
 * would be ended at once by a queue that has no write cache, or no longer has;
 * so this is a request, inserted as a clone is.
 */
#ifndef DMFP_RAW_FLUSH_H
#define DMFP_RAW_FLUSH_H

#include <linux/blk-mq.h>

struct block_device;

/**
 * dmfp_raw_flush - send one
 * @path:   through this path
 * @end_io: called with @data as the request's end_io_data when it has ended, in
 *          any context; returns RQ_END_IO_FREE
 *
 * Process context; does not sleep. Return: BLK_STS_OK if it was sent, and only
 * then @end_io is called; BLK_STS_RESOURCE or BLK_STS_DEV_RESOURCE if the path is
 * busy: again, later; another error of the path.
 */
blk_status_t dmfp_raw_flush(struct block_device *path, rq_end_io_fn *end_io, void *data);

#endif
