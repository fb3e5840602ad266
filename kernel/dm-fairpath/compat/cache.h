/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Where a queue keeps that it has a write cache: in its limits, as features
 * that are stacked (BLK_FEAT_WRITE_CACHE, since 6.11), or as flags that
 * blk_queue_write_cache() sets on a live queue.
 *
 * All functions are always there; those that do not apply do nothing.
 * dmfp_queue_cache_word() & DMFP_CACHE is not 0 exactly if the queue has a write
 * cache now: words of many queues can be put together before one looks.
 */
#ifndef DMFP_COMPAT_CACHE_H
#define DMFP_COMPAT_CACHE_H

#include <linux/blkdev.h>
#include <linux/device-mapper.h>

#ifdef BLK_FEAT_WRITE_CACHE

#define DMFP_CACHE 1ul

static inline unsigned long dmfp_queue_cache_word(struct request_queue *q)
{
	return blk_queue_write_cache(q);
}

static inline void dmfp_limits_set_cache(struct queue_limits *limits, bool wc, bool fua)
{
	limits->features &= ~(BLK_FEAT_WRITE_CACHE | BLK_FEAT_FUA);
	if (wc)
		limits->features |= BLK_FEAT_WRITE_CACHE;
	if (fua)
		limits->features |= BLK_FEAT_FUA;
}

static inline void dmfp_queue_set_cache(struct request_queue *q, bool wc, bool fua)
{
}

static inline void dmfp_target_set_flush(struct dm_target *ti)
{
}

#else

#define DMFP_CACHE BIT(QUEUE_FLAG_WC)

static inline unsigned long dmfp_queue_cache_word(struct request_queue *q)
{
	return READ_ONCE(q->queue_flags);
}

static inline void dmfp_limits_set_cache(struct queue_limits *limits, bool wc, bool fua)
{
}

static inline void dmfp_queue_set_cache(struct request_queue *q, bool wc, bool fua)
{
	blk_queue_write_cache(q, wc, fua);
}

/*
 * Between the bind of a table and its resume the queue says what device-mapper
 * found out. Let it err to a cache with FUA, so that no flush of a bio that comes
 * then is dropped; dmfp_queue_set_cache() says the truth before it is served.
 */
static inline void dmfp_target_set_flush(struct dm_target *ti)
{
	ti->flush_supported = true;
}

#endif

#endif
