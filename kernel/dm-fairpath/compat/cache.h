/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Where a queue keeps that it has a write cache: in its limits, as features
 * that are stacked (BLK_FEAT_WRITE_CACHE, since 6.11), or as flags that
 * blk_queue_write_cache() sets on a live queue.
 *
 * Both functions are always there; the one that does not apply does nothing.
 */
#ifndef DMFP_COMPAT_CACHE_H
#define DMFP_COMPAT_CACHE_H

#include <linux/blkdev.h>

#ifdef BLK_FEAT_WRITE_CACHE

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

#else

static inline void dmfp_limits_set_cache(struct queue_limits *limits, bool wc, bool fua)
{
}

static inline void dmfp_queue_set_cache(struct request_queue *q, bool wc, bool fua)
{
	blk_queue_write_cache(q, wc, fua);
}

#endif

#endif
