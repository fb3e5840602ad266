// SPDX-License-Identifier: GPL-2.0
/* Parking: requests that a plain clone cannot serve are sent as bios; see park.h. */
#include <linux/blkdev.h>
#include <linux/workqueue.h>

#include "compat/compat.h"
#include "park.h"
#include "raw-flush.h"

/* A path that is too busy for a flush is asked again after this, as blk-mq does itself. */
#define DMFP_PARK_RETRY_MS 3

static struct request *dmfp_parked_request(struct dmfp_parked *parked)
{
	return blk_mq_rq_from_pdu(parked);
}

/*
 * One work item a request: submitting waits for the path's tags, and a path that
 * is silent must not hold up what goes to others.
 */
static void dmfp_parked_queue(struct dmfp_parked *parked, unsigned long delay_ms)
{
	mod_delayed_work(parked->park->workqueue, &parked->work, msecs_to_jiffies(delay_ms));
}

static void dmfp_parked_end(struct dmfp_parked *parked)
{
	blk_mq_end_request(dmfp_parked_request(parked), parked->status);
}

/* As in a driver's softirq. */
static void dmfp_parked_end_in_work(struct dmfp_parked *parked)
{
	local_bh_disable();
	dmfp_parked_end(parked);
	local_bh_enable();
}

/* All bios have ended. */
static void dmfp_parked_advance(struct dmfp_parked *parked)
{
	if (parked->stage == DMFP_SEND_FLUSH && !parked->status)
		dmfp_parked_queue(parked, 0);
	else
		dmfp_parked_end(parked);
}

static void dmfp_parked_put(struct dmfp_parked *parked)
{
	if (atomic_dec_and_test(&parked->bios))
		dmfp_parked_advance(parked);
}

/* Any context. */
static void dmfp_parked_bio_end(struct bio *bio)
{
	struct dmfp_parked *parked = bio->bi_private;

	if (bio->bi_status)
		WRITE_ONCE(parked->status, bio->bi_status);
	bio_put(bio);
	dmfp_parked_put(parked);
}

static void dmfp_parked_submit(struct dmfp_parked *parked, struct bio *bio)
{
	bio->bi_private = parked;
	bio->bi_end_io = dmfp_parked_bio_end;
	atomic_inc(&parked->bios);
	submit_bio_noacct(bio);
}

/*
 * The bios keep the original's flags, but for those that were served above
 * (PREFLUSH), are served here (FUA), or have no meaning in a worker.
 */
static blk_opf_t dmfp_parked_opf(const struct bio *bio)
{
	const blk_opf_t drop = REQ_PREFLUSH | REQ_FUA | REQ_NOWAIT | REQ_POLLED;

	return (bio->bi_opf & ~drop) | REQ_FAILFAST_TRANSPORT;
}

/* From a mempool, each bio submitted before the next is taken: no deadlock. */
static void dmfp_parked_send_bios(struct dmfp_parked *parked)
{
	struct bio *bio, *clone;

	__rq_for_each_bio(bio, dmfp_parked_request(parked)) {
		clone = bio_alloc_clone(parked->path, bio, GFP_NOIO, &parked->park->bios);
		if (!clone) {
			/* The bio had to come, its integrity payload did not: later. */
			WRITE_ONCE(parked->status, BLK_STS_RESOURCE);
			return;
		}
		clone->bi_opf = dmfp_parked_opf(bio);
		dmfp_parked_submit(parked, clone);
	}
}

static void dmfp_parked_send_data(struct dmfp_parked *parked)
{
	/* Before the first bio is sent: the last one to end goes on from here. */
	parked->stage = parked->durable ? DMFP_SEND_FLUSH : DMFP_END;
	atomic_set(&parked->bios, 1);
	dmfp_parked_send_bios(parked);

	/* If all have ended already, the clone ends here: as in a driver's softirq. */
	local_bh_disable();
	dmfp_parked_put(parked);
	local_bh_enable();
}

static enum rq_end_io_ret dmfp_parked_flushed(struct request *flush, blk_status_t status)
{
	struct dmfp_parked *parked = flush->end_io_data;

	parked->status = status;
	dmfp_parked_end(parked);
	return RQ_END_IO_FREE;
}

/* Not a bio: the path may declare no cache, or no longer, and the LUN have one (S2, S6). */
static void dmfp_parked_send_flush(struct dmfp_parked *parked)
{
	blk_status_t status = dmfp_raw_flush(parked->path, dmfp_parked_flushed, parked);

	if (status == BLK_STS_RESOURCE || status == BLK_STS_DEV_RESOURCE) {
		dmfp_parked_queue(parked, DMFP_PARK_RETRY_MS);
	} else if (status) {
		parked->status = status;
		dmfp_parked_end_in_work(parked);
	}
}

static void dmfp_parked_work(struct work_struct *work)
{
	struct dmfp_parked *parked = container_of(to_delayed_work(work), struct dmfp_parked, work);

	switch (parked->stage) {
	case DMFP_SEND_DATA:
		dmfp_parked_send_data(parked);
		break;
	case DMFP_SEND_FLUSH:
		dmfp_parked_send_flush(parked);
		break;
	default:
		dmfp_parked_end_in_work(parked);
		break;
	}
}

void dmfp_parked_send(struct dmfp_parked *parked, struct block_device *path, bool durable)
{
	parked->path = path;
	parked->durable = durable;
	parked->stage = DMFP_SEND_DATA;
	dmfp_parked_queue(parked, 0);
}

void dmfp_parked_expel(struct dmfp_parked *parked)
{
	/* Nobody is to read in the log of an error that there was not. */
	dmfp_parked_request(parked)->rq_flags |= RQF_QUIET;
	parked->status = BLK_STS_IOERR;
	parked->stage = DMFP_END;
	dmfp_parked_queue(parked, 0);
}

/* The parking queue's driver: device-mapper has inserted the clone. */
static blk_status_t dmfp_park_queue_rq(struct blk_mq_hw_ctx *hctx,
				       const struct blk_mq_queue_data *bd)
{
	struct dmfp_parked *parked = blk_mq_rq_to_pdu(bd->rq);

	blk_mq_start_request(bd->rq);
	if (parked->stage == DMFP_WAIT)
		parked->park->arrived(parked);
	else
		dmfp_parked_queue(parked, 0);
	return BLK_STS_OK;
}

static const struct blk_mq_ops dmfp_park_ops = {
	.queue_rq = dmfp_park_queue_rq,
};

static struct request *dmfp_park_new(struct dmfp_park *park, blk_opf_t opf, enum dmfp_stage stage)
{
	struct dmfp_parked *parked;
	struct request *clone;

	/* The bios keep their integrity payload, and the path's queue prepares it. */
	clone = blk_mq_alloc_request(park->disk->queue, opf & ~REQ_INTEGRITY, BLK_MQ_REQ_NOWAIT);
	if (IS_ERR(clone))
		return clone;
	parked = blk_mq_rq_to_pdu(clone);
	INIT_DELAYED_WORK(&parked->work, dmfp_parked_work);
	parked->park = park;
	parked->stage = stage;
	parked->status = BLK_STS_OK;
	return clone;
}

struct request *dmfp_park_clone(struct dmfp_park *park, blk_opf_t opf, struct block_device *path,
				bool durable)
{
	struct request *clone = dmfp_park_new(park, opf, DMFP_SEND_DATA);
	struct dmfp_parked *parked;

	if (IS_ERR(clone))
		return clone;
	parked = blk_mq_rq_to_pdu(clone);
	parked->path = path;
	parked->durable = durable;
	return clone;
}

struct request *dmfp_park_waiting(struct dmfp_park *park, blk_opf_t opf)
{
	return dmfp_park_new(park, opf, DMFP_WAIT);
}

int dmfp_park_init(struct dmfp_park *park, unsigned int depth, unsigned int size)
{
	int r;

	park->tags = (struct blk_mq_tag_set){
		.ops = &dmfp_park_ops,
		.nr_hw_queues = 1,
		.queue_depth = depth,
		.numa_node = NUMA_NO_NODE,
		.cmd_size = size,
		.flags = BLK_MQ_F_NO_SCHED,
	};
	r = blk_mq_alloc_tag_set(&park->tags);
	if (r)
		return r;

	park->disk = dmfp_alloc_unlimited_disk(&park->tags);
	if (IS_ERR(park->disk)) {
		r = PTR_ERR(park->disk);
		goto bad_disk;
	}

	r = bioset_init(&park->bios, DMFP_PARK_DEPTH, 0, 0);
	if (!r)
		r = bioset_integrity_create(&park->bios, DMFP_PARK_DEPTH);
	if (r)
		goto bad_bios;

	park->workqueue = alloc_workqueue(
		"dm-fairpath-park", WQ_MEM_RECLAIM | WQ_HIGHPRI | WQ_UNBOUND, DMFP_PARK_DEPTH);
	if (!park->workqueue) {
		r = -ENOMEM;
		goto bad_bios;
	}
	return 0;

bad_bios:
	bioset_exit(&park->bios);
	put_disk(park->disk);
bad_disk:
	blk_mq_free_tag_set(&park->tags);
	return r;
}

void dmfp_park_exit(struct dmfp_park *park)
{
	destroy_workqueue(park->workqueue);
	bioset_exit(&park->bios);
	/* Not every kernel stops the timer of a queue whose disk was never added. */
	blk_sync_queue(park->disk->queue);
	put_disk(park->disk);
	blk_mq_free_tag_set(&park->tags);
}
