// SPDX-License-Identifier: GPL-2.0
/* The flush that a path's block layer would drop, for a bio that needs it; see bio.c. */
#include <linux/blk-mq.h>
#include <linux/blkdev.h>

#include "bio-parts.h"
#include "raw-flush.h"

/* A path that is too busy for a flush is asked again after this, as blk-mq does itself. */
#define DMFP_BIO_FLUSH_MS 3

static enum rq_end_io_ret dmfp_bio_raw_flushed(struct request *rq, blk_status_t status)
{
	dmfp_bio_end(rq->end_io_data, status);
	return RQ_END_IO_FREE;
}

static void dmfp_bio_path_flushed(struct bio *flush)
{
	struct bio *bio = flush->bi_private;
	blk_status_t status = flush->bi_status;

	bio_put(flush);
	dmfp_bio_end(bio, status);
}

/* A path that is made of bios itself has no requests: its own rules judge the flush. */
static void dmfp_bio_flush_by_bio(struct dmfp_map *m, struct bio *bio, struct block_device *path)
{
	struct bio *flush =
		bio_alloc_bioset(path, 0, REQ_OP_WRITE | REQ_PREFLUSH | REQ_FAILFAST_TRANSPORT,
				 GFP_NOIO, &m->shared->park.bios);

	flush->bi_private = bio;
	flush->bi_end_io = dmfp_bio_path_flushed;
	submit_bio_noacct(flush);
}

void dmfp_bio_send_flush(struct dmfp_map *m, struct bio *bio)
{
	struct block_device *path = dmfp_bdev(m, dmfp_bio_of(bio)->io.path);
	blk_status_t status;

	if (!queue_is_mq(bdev_get_queue(path))) {
		dmfp_bio_flush_by_bio(m, bio, path);
		return;
	}
	status = dmfp_raw_flush(path, dmfp_bio_raw_flushed, bio);
	if (status == BLK_STS_RESOURCE || status == BLK_STS_DEV_RESOURCE) {
		spin_lock_irq(&m->lock);
		bio_list_add(&m->bios.held, bio);
		spin_unlock_irq(&m->lock);
		dmfp_bio_work_in(m, DMFP_BIO_FLUSH_MS);
	} else if (status) {
		dmfp_bio_end(bio, status);
	}
}
