// SPDX-License-Identifier: GPL-2.0
/*
 * The way of a request: flush or not, which path, cloned there or parked, seen
 * to its end, and sent another way if the path was at fault.
 *
 * A request that waits (FP_HOLD) waits in device-mapper's requeue list, which
 * tries again every 100 ms and whenever dmfp_run_held() is called; so does one
 * whose group is initialised first (FP_INIT).
 */
#include <linux/blk-mq.h>
#include <linux/blkdev.h>

#include "dmfp.h"
#include "flush.h"
#include "limits.h"

/* How a request leaves. */
enum dmfp_way {
	DMFP_CLONE, /* as a clone on the path */
	DMFP_PARK,  /* as bios, by the parking queue */
	DMFP_QUEUE, /* the same, once the fair queue lets it go */
	DMFP_HOLD,  /* not now */
	DMFP_KILL,  /* with an error */
	DMFP_VOID,  /* a flush with nothing to do: it has succeeded */
};

static struct dmfp_io *dmfp_io(union map_info *info)
{
	return info->ptr;
}

static enum dmfp_way dmfp_write_way_locked(struct dmfp_map *m, struct dmfp_io *io,
					   const struct request *rq, blk_opf_t *opf)
{
	enum fp_send send = dmfp_write_start_locked(m, io, rq->cmd_flags);

	*opf &= ~REQ_FUA;
	if (send == FP_SEND_DURABLE)
		return DMFP_PARK;
	if (send == FP_SEND_FUA)
		*opf |= REQ_FUA;
	return DMFP_CLONE;
}

/* With a path chosen: what the law of flushes makes of the request. */
static enum dmfp_way dmfp_way_locked(struct dmfp_map *m, struct dmfp_io *io,
				     const struct request *rq, blk_opf_t *opf)
{
	enum dmfp_way way = DMFP_CLONE;

	if (io->flush && dmfp_flush_is_void_locked(m, io))
		return DMFP_VOID;
	if (io->write)
		way = dmfp_write_way_locked(m, io, rq, opf);
	dmfp_charge_locked(m, io);
	if (unlikely(!dmfp_fits(rq, dmfp_queue(m, io->path)))) {
		/* Its bios bear no FUA: a flush follows instead. */
		io->fua_sent = false;
		m->shared->counters.oversize++;
		return DMFP_PARK;
	}
	return way;
}

void dmfp_way_parked_locked(struct dmfp_map *m, struct dmfp_io *io, const struct request *rq)
{
	blk_opf_t opf = rq->cmd_flags;

	lockdep_assert_held(&m->lock);
	dmfp_way_locked(m, io, rq, &opf);
	/* Bios bear no FUA: a flush follows instead. */
	io->fua_sent = false;
}

/* The same, if the fair queue lets it go now. */
static enum dmfp_way dmfp_fair_way_locked(struct dmfp_map *m, struct dmfp_io *io,
					  const struct request *rq, blk_opf_t *opf)
{
	bool weighed = dmfp_is_weighed(io, req_op(rq));
	enum dmfp_way way;

	if (!dmfp_fair_may_go_locked(m, io, weighed)) {
		io->waits = true;
		return DMFP_QUEUE;
	}
	way = dmfp_way_locked(m, io, rq, opf);
	if (way != DMFP_VOID)
		dmfp_fair_sent_locked(m, io, weighed);
	return way;
}

/* Decide and charge in one: what was chosen must count for the next to choose. */
static enum dmfp_way dmfp_take_path(struct dmfp_map *m, struct dmfp_io *io,
				    const struct request *rq, blk_opf_t *opf)
{
	struct fp_choice choice;
	enum dmfp_way way;

	/* blk-mq dispatches with interrupts on. */
	lockdep_assert_irqs_enabled();
	spin_lock_irq(&m->lock);
	dmfp_moment_locked(m);
	choice = fp_map_choose(&m->core, io->bytes);
	if (likely(choice.verdict == FP_USE)) {
		io->path = dmfp_path_that_supports_locked(m, choice.path, req_op(rq));
		way = m->fair.fair ? dmfp_fair_way_locked(m, io, rq, opf)
				   : dmfp_way_locked(m, io, rq, opf);
	} else {
		way = choice.verdict == FP_FAIL ? DMFP_KILL : DMFP_HOLD;
		dmfp_not_now_locked(m, choice.verdict);
	}
	spin_unlock_irq(&m->lock);
	return way;
}

/* Take off what dmfp_take_path() charged, for what was never sent. */
static void dmfp_give_back(struct dmfp_io *io)
{
	struct dmfp_map *m = io->map;
	unsigned long flags;

	if (unlikely(io->waits))
		return;
	spin_lock_irqsave(&m->lock, flags);
	fp_path_end(&m->core, io->path, io->bytes);
	if (io->write)
		dmfp_write_unsent_locked(m, io);
	if (m->fair.fair)
		dmfp_fair_ended_locked(m, io, false);
	io->tries.granted = false;
	spin_unlock_irqrestore(&m->lock, flags);
}

/* No clone to be had: the path is full for now, or its device is being removed. */
static int dmfp_no_clone(struct dmfp_io *io)
{
	dmfp_give_back(io);
	if (blk_queue_dying(dmfp_queue(io->map, io->path))) {
		dmfp_fail_path(io->map, io->path);
		return DM_MAPIO_DELAY_REQUEUE;
	}
	/* blk-mq learns that the queue is busy, and runs it again as requests end. */
	return DM_MAPIO_REQUEUE;
}

static int dmfp_send(struct dmfp_io *io, struct request *rq, enum dmfp_way way, blk_opf_t opf,
		     struct request **clone)
{
	struct dmfp_map *m = io->map;
	struct request *c;

	opf |= REQ_NOMERGE;
	if (unlikely(way == DMFP_QUEUE))
		c = dmfp_fair_clone(m, io, rq, opf);
	else if (way == DMFP_PARK)
		c = dmfp_park_clone(&m->shared->park, opf, dmfp_bdev(m, io->path), io->durable);
	else
		c = blk_mq_alloc_request(dmfp_queue(m, io->path), opf, BLK_MQ_REQ_NOWAIT);
	if (IS_ERR(c))
		return dmfp_no_clone(io);

	c->bio = c->biotail = NULL;
	c->cmd_flags |= REQ_FAILFAST_TRANSPORT;
	*clone = c;
	return DM_MAPIO_REMAPPED;
}

static void dmfp_io_init(struct dmfp_io *io, struct dmfp_map *m, const struct request *rq)
{
	enum req_op op = req_op(rq);
	struct fp_tries tries = {};

	if (unlikely(io->map == m))
		tries = io->tries;
	*io = (struct dmfp_io){
		.map = m,
		.bytes = blk_rq_bytes(rq),
		.flush = op == REQ_OP_FLUSH,
		.write = op_is_write(op), /* a flush is none */
		.tries = tries,
	};
}

/* What is allocated with it serves another request next. */
static void dmfp_io_end(struct dmfp_io *io)
{
	io->map = NULL;
}

int dmfp_clone_and_map(struct dm_target *ti, struct request *rq, union map_info *info,
		       struct request **clone)
{
	struct dmfp_map *m = ti->private;
	struct dmfp_io *io = dmfp_io(info);
	blk_opf_t opf = rq->cmd_flags;
	enum dmfp_way way;

	/*
	 * Before 6.5 a FUA write comes here past the scheduler, which would be given it
	 * if it is sent again, and would not be told of its end. With this it is not.
	 */
	if (unlikely(opf & REQ_FUA))
		rq->rq_flags |= RQF_DONTPREP;
	dmfp_io_init(io, m, rq);
	way = dmfp_take_path(m, io, rq, &opf);
	switch (way) {
	case DMFP_HOLD:
		return DM_MAPIO_DELAY_REQUEUE;
	case DMFP_KILL:
		if (dm_noflush_suspending(ti))
			return DM_MAPIO_DELAY_REQUEUE;
		dmfp_io_end(io);
		return DM_MAPIO_KILL;
	case DMFP_VOID:
		dmfp_io_end(io);
		/* device-mapper finds no clone and ends it with success. */
		blk_mq_complete_request(rq);
		return DM_MAPIO_SUBMITTED;
	default:
		return dmfp_send(io, rq, way, opf, clone);
	}
}

/* @info is set if the clone never left, and what it was charged must come off again. */
void dmfp_release_clone(struct request *clone, union map_info *info)
{
	if (unlikely(info))
		dmfp_give_back(dmfp_io(info));
	blk_mq_free_request(clone);
}

/* Whose fault is it? What a device answers to a flush is its answer too (S4). */
static enum fp_blame dmfp_blame_locked(struct dmfp_map *m, struct dmfp_io *io,
				       const struct request *clone, blk_status_t error)
{
	if (dmfp_fua_refused_locked(m, io, error))
		return FP_BLAME_FORM;
	switch (error) {
	case BLK_STS_RESOURCE:
	case BLK_STS_DEV_RESOURCE:
	case BLK_STS_AGAIN:
		return FP_BLAME_NOBODY;
	case BLK_STS_IOERR:
		/* The path's limits shrank between dmfp_fits() and its insertion (L1). */
		if (!dmfp_fits(clone, clone->q))
			return FP_BLAME_NOBODY;
		return FP_BLAME_DOUBT;
	case BLK_STS_NOTSUPP:
		/* A discard, on a path that no longer takes it: is there one that does? (L1) */
		return dmfp_other_path_supports_locked(m, io->path, req_op(clone))
			       ? FP_BLAME_NOBODY
			       : FP_BLAME_TARGET;
	default:
		return blk_path_error(error) ? FP_BLAME_PATH : FP_BLAME_TARGET;
	}
}

/* Each request that ends well comes by here: no call. */
static __always_inline void dmfp_account_end_locked(struct dmfp_map *m, struct dmfp_io *io, bool ok,
						    bool last)
{
	fp_path_end(&m->core, io->path, io->bytes);
	if (unlikely(m->core.wants & FP_WANTS_NOW) && ok && !io->flush) {
		dmfp_moment_locked(m);
		fp_path_took(&m->core, io->path, io->started);
	}
	if (io->write)
		dmfp_write_end_locked(m, io, ok);
	else if (io->flush)
		dmfp_flush_end_locked(m, io, ok, last);
	if (m->fair.fair)
		dmfp_fair_ended_locked(m, io, ok);
}

static struct fp_outcome dmfp_error_locked(struct dmfp_map *m, struct dmfp_io *io,
					   const struct request *clone, blk_status_t error)
{
	enum fp_blame blame = dmfp_blame_locked(m, io, clone, error);
	struct fp_outcome outcome =
		fp_map_error(&m->core, io->path, blame, &io->tries, dm_noflush_suspending(m->ti));

	if (outcome.path_failed)
		dmfp_path_failed_locked(m, io->path);
	if (outcome.after != FP_DONE)
		m->shared->counters.retries++;
	m->shared->counters.lun_errors += outcome.given_up;
	return outcome;
}

/* It has ended badly: again, or is that its end? */
static noinline int dmfp_rq_failed(struct dmfp_map *m, struct dmfp_io *io,
				   const struct request *clone, blk_status_t error)
{
	struct fp_outcome outcome;
	unsigned long flags;

	/* Handed back by the fair queue: what there is to it is found by mapping it again. */
	if (io->waits)
		return DM_ENDIO_REQUEUE;
	spin_lock_irqsave(&m->lock, flags);
	outcome = dmfp_error_locked(m, io, clone, error);
	dmfp_account_end_locked(m, io, false, outcome.after == FP_DONE);
	spin_unlock_irqrestore(&m->lock, flags);

	switch (outcome.after) {
	case FP_RETRY:
		return DM_ENDIO_REQUEUE;
	case FP_RETRY_LATER:
		return DM_ENDIO_DELAY_REQUEUE;
	default:
		dmfp_io_end(io);
		return DM_ENDIO_DONE;
	}
}

/* Softirq or process context, and within the completer's call when that is inline. */
int dmfp_rq_end_io(struct dm_target *ti, struct request *clone, blk_status_t error,
		   union map_info *info)
{
	struct dmfp_map *m = ti->private;
	struct dmfp_io *io = dmfp_io(info);
	unsigned long flags;

	if (unlikely(error))
		return dmfp_rq_failed(m, io, clone, error);

	spin_lock_irqsave(&m->lock, flags);
	dmfp_account_end_locked(m, io, true, true);
	spin_unlock_irqrestore(&m->lock, flags);
	dmfp_io_end(io);
	return DM_ENDIO_DONE;
}
