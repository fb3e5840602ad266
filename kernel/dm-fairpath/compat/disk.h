/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A disk whose queue takes requests of any size. Kernels whose limits carry
 * features (see cache.h) want the limits when the disk is allocated; before,
 * they are set on its queue.
 */
#ifndef DMFP_COMPAT_DISK_H
#define DMFP_COMPAT_DISK_H

#include <linux/blk-mq.h>
#include <linux/blkdev.h>

static inline void dmfp_unlimited(struct queue_limits *limits)
{
	blk_set_stacking_limits(limits);
	limits->max_hw_discard_sectors = UINT_MAX;
	limits->max_secure_erase_sectors = UINT_MAX;
	limits->max_zone_append_sectors = 0;
}

#ifdef BLK_FEAT_WRITE_CACHE

static inline struct gendisk *dmfp_alloc_unlimited_disk(struct blk_mq_tag_set *tags)
{
	struct queue_limits limits;

	dmfp_unlimited(&limits);
	limits.max_user_sectors = UINT_MAX; /* else max_sectors stays at a default */
	return blk_mq_alloc_disk(tags, &limits, NULL);
}

#else

static inline struct gendisk *dmfp_alloc_unlimited_disk(struct blk_mq_tag_set *tags)
{
	struct gendisk *disk = blk_mq_alloc_disk(tags, NULL);

	if (!IS_ERR(disk)) {
		dmfp_unlimited(&disk->queue->limits);
		disk->queue->limits.max_discard_sectors = UINT_MAX;
	}
	return disk;
}

#endif

#endif
