// SPDX-License-Identifier: GPL-2.0
/*
 * The way of a request: choose a path, clone it there, see it end, and send it
 * another way if the path was at fault.
 *
 * A request that waits (FP_HOLD) waits in device-mapper's requeue list, which
 * tries again every 100 ms and whenever dmfp_run_held() is called.
 */
#include <linux/blk-mq.h>
#include <linux/blkdev.h>

#include "core/flush.h"
#include "dmfp.h"

static struct dmfp_io *dmfp_io(union map_info *info)
{
	return info->ptr;
}

/* Read now, never remembered: a cache may be switched while the table is live. */
static struct fp_caps dmfp_live_caps(const struct dmfp_map *m, int path)
{
	struct block_device *bdev = dmfp_bdev(m, path);

	return (struct fp_caps){.wc = bdev_write_cache(bdev), .fua = bdev_fua(bdev)};
}

static bool dmfp_has_wc(void *context, int path)
{
	return dmfp_live_caps(context, path).wc;
}

/* Choose and charge in one: what was chosen must count for the next to choose. */
static struct fp_choice dmfp_take_path(struct dmfp_map *m, const struct request *rq,
				       unsigned int bytes)
{
	struct fp_choice choice;
	unsigned long flags;

	spin_lock_irqsave(&m->lock, flags);
	choice = fp_map_choose(&m->core, bytes);
	if (choice.verdict == FP_USE) {
		if (req_op(rq) == REQ_OP_FLUSH)
			choice.path = fp_flush_path(&m->core, choice.path, dmfp_has_wc, m);
		fp_path_start(&m->core, choice.path, bytes);
	} else {
		dmfp_no_path_update_locked(m);
	}
	spin_unlock_irqrestore(&m->lock, flags);
	return choice;
}

/* Take off what dmfp_take_path() charged. */
static void dmfp_give_back(const struct dmfp_io *io)
{
	struct dmfp_map *m = io->map;
	unsigned long flags;

	spin_lock_irqsave(&m->lock, flags);
	fp_path_end(&m->core, io->path, io->bytes);
	spin_unlock_irqrestore(&m->lock, flags);
}

/* The clone's flags: the request's, less what the path does not take (S1). */
static blk_opf_t dmfp_clone_flags(struct dmfp_map *m, const struct request *rq, int path)
{
	blk_opf_t opf = rq->cmd_flags | REQ_NOMERGE;
	unsigned long flags;
	enum fp_fua fua;

	if (likely(!(opf & REQ_FUA)))
		return opf;
	fua = fp_flush_fua(dmfp_live_caps(m, path));
	if (fua == FP_FUA_KEEP)
		return opf;

	spin_lock_irqsave(&m->lock, flags);
	m->counters.fua_stripped++;
	spin_unlock_irqrestore(&m->lock, flags);
	if (fua == FP_FUA_LOST)
		DMWARN_LIMIT("%s: path %s has a write cache and no FUA, though the device "
			     "advertises FUA: load the table again, until then an O_DSYNC "
			     "write may not be durable",
			     dmfp_name(m), m->core.paths[path].name);
	return opf & ~REQ_FUA;
}

/* No clone to be had: the path is full for now, or its device is being removed. */
static int dmfp_no_clone(struct dmfp_map *m, const struct dmfp_io *io)
{
	dmfp_give_back(io);
	if (blk_queue_dying(bdev_get_queue(dmfp_bdev(m, io->path)))) {
		dmfp_fail_path(m, io->path);
		return DM_MAPIO_DELAY_REQUEUE;
	}
	/* blk-mq learns that the queue is busy, and runs it again as requests end. */
	return DM_MAPIO_REQUEUE;
}

int dmfp_clone_and_map(struct dm_target *ti, struct request *rq, union map_info *info,
		       struct request **clone)
{
	struct dmfp_map *m = ti->private;
	struct dmfp_io *io = dmfp_io(info);
	struct fp_choice choice;
	struct request *c;

	io->map = m;
	io->bytes = blk_rq_bytes(rq);
	choice = dmfp_take_path(m, rq, io->bytes);
	if (choice.verdict == FP_HOLD)
		return DM_MAPIO_DELAY_REQUEUE;
	if (choice.verdict == FP_FAIL)
		return dm_noflush_suspending(ti) ? DM_MAPIO_DELAY_REQUEUE : DM_MAPIO_KILL;
	io->path = choice.path;

	c = blk_mq_alloc_request(bdev_get_queue(dmfp_bdev(m, io->path)),
				 dmfp_clone_flags(m, rq, io->path), BLK_MQ_REQ_NOWAIT);
	if (IS_ERR(c))
		return dmfp_no_clone(m, io);

	c->bio = c->biotail = NULL;
	c->cmd_flags |= REQ_FAILFAST_TRANSPORT;
	*clone = c;
	return DM_MAPIO_REMAPPED;
}

/* @info is set if the clone never left, and what it was charged must come off again. */
void dmfp_release_clone(struct request *clone, union map_info *info)
{
	if (unlikely(info))
		dmfp_give_back(dmfp_io(info));
	blk_mq_free_request(clone);
}

/* Whose fault is it? */
static enum fp_blame dmfp_blame(blk_status_t error)
{
	switch (error) {
	case BLK_STS_RESOURCE:
	case BLK_STS_DEV_RESOURCE:
	case BLK_STS_AGAIN:
		return FP_BLAME_NOBODY;
	default:
		return blk_path_error(error) ? FP_BLAME_PATH : FP_BLAME_TARGET;
	}
}

/* Softirq or process context, and within the completer's call when that is inline. */
int dmfp_rq_end_io(struct dm_target *ti, struct request *clone, blk_status_t error,
		   union map_info *info)
{
	struct dmfp_map *m = ti->private;
	struct dmfp_io *io = dmfp_io(info);
	struct fp_outcome outcome = {.after = FP_DONE};
	unsigned long flags;

	spin_lock_irqsave(&m->lock, flags);
	fp_path_end(&m->core, io->path, io->bytes);
	if (unlikely(error)) {
		outcome = fp_map_error(&m->core, io->path, dmfp_blame(error),
				       dm_noflush_suspending(ti));
		if (outcome.path_failed)
			dmfp_path_failed_locked(m, io->path);
		if (outcome.after != FP_DONE)
			m->counters.retries++;
	}
	spin_unlock_irqrestore(&m->lock, flags);

	switch (outcome.after) {
	case FP_RETRY:
		return DM_ENDIO_REQUEUE;
	case FP_RETRY_LATER:
		return DM_ENDIO_DELAY_REQUEUE;
	default:
		return DM_ENDIO_DONE;
	}
}
