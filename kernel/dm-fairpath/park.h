/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Parking: requests that a plain clone cannot serve are sent as bios.
 *
 * A clone goes to the path's driver as it is: it is not split where the path's
 * limits have shrunk, and nothing can follow it, since the original's bios end
 * before the target hears of it. So a request that must be flushed before it
 * ends (S2, S6), or that is too large for its path (L1), gets a clone on a
 * private queue instead, the parking queue. What arrives there is resubmitted
 * to the path as bios, through its whole block layer, which splits; then a
 * flush follows if one is due (raw-flush.h); then the parked clone ends, and with it, in
 * device-mapper's usual way, the original. For device-mapper it is a clone like
 * any other: statistics, retries, suspend and removal need nothing special.
 */
#ifndef DMFP_PARK_H
#define DMFP_PARK_H

#include <linux/bio.h>
#include <linux/blk-mq.h>
#include <linux/workqueue.h>

struct dmfp_park {
	struct blk_mq_tag_set tags;
	struct gendisk *disk; /* never added: its queue is all that is wanted of it */
	struct bio_set bios;
	struct workqueue_struct *workqueue;
};

/* Process context, may sleep. */
int dmfp_park_init(struct dmfp_park *park);
void dmfp_park_exit(struct dmfp_park *park);

/**
 * dmfp_park_clone - a clone that will be parked, in place of one on the path
 * @opf:     the request's operation and flags
 * @path:    where its bios will go
 * @durable: whether a flush follows them before the clone ends
 *
 * Any context. Return: the clone, or an ERR_PTR() if the lot is full for now.
 */
struct request *dmfp_park_clone(struct dmfp_park *park, blk_opf_t opf, struct block_device *path,
				bool durable);

#endif
