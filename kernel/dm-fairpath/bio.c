// SPDX-License-Identifier: GPL-2.0
/*
 * The way of a bio, for a map with queue_mode bio: which path, sent there, seen to
 * its end, and sent another way if the path was at fault.
 *
 * A path's own block layer does here what request.c does for a request: it splits,
 * strips PREFLUSH and FUA where its queue has no cache, and flushes after a FUA
 * write where its queue has no FUA. So nothing is stripped here. What is left is
 *   S2, S6  a write that must be durable bears FUA, to a path with wc if one is
 *           usable; where the path's block layer would not make it durable (no wc,
 *           though another path has it, or no write that could bear FUA), a raw
 *           flush follows before it ends
 *   S3      a flush goes to a path with wc; where none has it and something is
 *           owed, as a raw flush, since a flush bio would be dropped
 * A cache that goes off while such a bio is on its way is noticed at its end, and
 * the raw flush sent then.
 *
 * A bio that waits for a path, is to be sent again, or is to be flushed is held: in a list
 * that one worker takes in order. The bios are device-mapper's clones, so nothing
 * is allocated for that, but for flushes on a path that has no requests, from a
 * pool. The worker may wait for a tag of one path while others have some.
 *
 * Locking: the list and what is kept of a bio that is in it are under the map's
 * lock; of any other bio, they are the context's that maps or ends it.
 */
#include <linux/bio.h>
#include <linux/blk-mq.h>
#include <linux/blkdev.h>

#include "bio.h"
#include "bio-parts.h"
#include "compat/bio.h"
#include "dmfp.h"
#include "flush.h"

/* A bio that was nobody's fault waits this long, as device-mapper has requests wait. */
#define DMFP_BIO_LATER_MS 100

enum dmfp_bio_way {
	DMFP_BIO_SEND,
	DMFP_BIO_HELD, /* in the list; the worker is told where that is due */
	DMFP_BIO_KILL,
	DMFP_BIO_VOID, /* a flush with nothing to do: it has succeeded */
};

unsigned int dmfp_bio_data_size(void)
{
	return sizeof(struct dmfp_bio);
}

/* A flush, or what brings protection information. */
static void dmfp_bio_begin_marked(struct dmfp_bio *b, struct bio *bio)
{
	if (bio->bi_opf & REQ_PREFLUSH) {
		b->io.flush = true;
		b->io.write = false;
	}
	if (bio->bi_opf & REQ_INTEGRITY)
		b->integrity = *dmfp_bio_integrity_iter(bio);
}

static struct dmfp_bio *dmfp_bio_begin(struct dmfp_map *m, struct bio *bio)
{
	struct dmfp_bio *b = dmfp_bio_of(bio);

	b->io = (struct dmfp_io){
		.map = m,
		.bytes = bio->bi_iter.bi_size,
		.write = op_is_write(bio_op(bio)),
	};
	b->sent = false;
	b->raw = false;
	b->told = false;
	b->flags = bio->bi_flags;
	b->opf = bio->bi_opf;
	b->iter = bio->bi_iter;
	if (unlikely(bio->bi_opf & (REQ_PREFLUSH | REQ_INTEGRITY)))
		dmfp_bio_begin_marked(b, bio);
	return b;
}

/* As it was before a path ended it. What does not outlive that, its end has judged. */
static void dmfp_bio_restore(struct dmfp_bio *b, struct bio *bio)
{
	blk_opf_t integrity = bio->bi_opf & REQ_INTEGRITY; /* gone, if it was freed */

	b->sent = false;
	b->raw = false;
	b->io.cached = b->io.fua_asked = b->io.fua_sent = b->io.durable = false;
	bio->bi_status = BLK_STS_OK;
	bio->bi_flags = b->flags;
	/* Whoever polls polls a path's queue; a bio that was held has lost it. */
	bio->bi_opf = b->opf & ~(REQ_INTEGRITY | REQ_POLLED);
	bio->bi_opf |= integrity;
	bio->bi_iter = b->iter;
	/* What has ended has moved on in what it brought of protection information, too. */
	if (b->opf & integrity)
		*dmfp_bio_integrity_iter(bio) = b->integrity;
	atomic_set(&bio->__bi_remaining, 1);
}

void dmfp_bio_work_in(struct dmfp_map *m, unsigned int ms)
{
	queue_delayed_work(m->shared->park.workqueue, &m->bios.work, msecs_to_jiffies(ms));
}

void dmfp_bio_run_held(struct dmfp_map *m)
{
	mod_delayed_work(m->shared->park.workqueue, &m->bios.work, 0);
}

void dmfp_bio_hold_locked(struct dmfp_map *m, struct bio *bio)
{
	lockdep_assert_held(&m->lock);
	bio_list_add(&m->bios.held, bio);
	dmfp_bio_run_held(m);
}

/*
 * Any FUA that it came with stays: the path's block layer knows better, unless the
 * device has just refused it. Each write comes by here: no call.
 */
static __always_inline void dmfp_bio_write_locked(struct dmfp_map *m, struct dmfp_bio *b,
						  struct bio *bio)
{
	enum fp_send send = dmfp_write_start_locked(m, &b->io, bio->bi_opf);

	if (likely(send == FP_SEND_PLAIN && !b->io.fua_asked))
		return;
	if (b->io.tries.fua_refused)
		bio->bi_opf &= ~REQ_FUA;
	else if (send != FP_SEND_PLAIN && bio_op(bio) == REQ_OP_WRITE)
		bio->bi_opf |= REQ_FUA;
}

static noinline enum dmfp_bio_way dmfp_bio_flush_locked(struct dmfp_map *m, struct dmfp_bio *b,
							struct bio *bio)
{
	if (dmfp_flush_is_void_locked(m, &b->io))
		return DMFP_BIO_VOID;
	b->raw = !bdev_write_cache(dmfp_bdev(m, b->io.path));
	dmfp_charge_locked(m, &b->io);
	b->sent = true;
	if (!b->raw)
		return DMFP_BIO_SEND;

	dmfp_bio_hold_locked(m, bio);
	return DMFP_BIO_HELD;
}

/* With a path chosen: what the law of flushes makes of it. */
static __always_inline enum dmfp_bio_way dmfp_bio_way_locked(struct dmfp_map *m, struct dmfp_bio *b,
							     struct bio *bio)
{
	if (unlikely(b->io.flush))
		return dmfp_bio_flush_locked(m, b, bio);
	if (b->io.write)
		dmfp_bio_write_locked(m, b, bio);
	dmfp_charge_locked(m, &b->io);
	b->sent = true;
	return DMFP_BIO_SEND;
}

void dmfp_bio_charge_locked(struct dmfp_map *m, struct dmfp_bio *b, struct bio *bio)
{
	lockdep_assert_held(&m->lock);
	dmfp_bio_way_locked(m, b, bio);
}

/* The same, if the fair queue lets it go now. */
static noinline enum dmfp_bio_way dmfp_bio_fair_way_locked(struct dmfp_map *m, struct dmfp_bio *b,
							   struct bio *bio)
{
	enum dmfp_bio_way way;

	if (dmfp_bio_waits_locked(m, b, bio))
		return DMFP_BIO_HELD;
	way = dmfp_bio_way_locked(m, b, bio);
	if (way != DMFP_BIO_VOID)
		dmfp_bio_sent_locked(m, b, bio);
	return way;
}

/*
 * No path takes it now. In a noflush suspend it goes back to device-mapper: the suspend
 * need not wait for a handler's answer, which may take as long as its array is silent.
 * A group that waits for its initialisation may be left for another that nobody has
 * begun to initialise, so it is asked again, as device-mapper asks for requests.
 */
static enum dmfp_bio_way dmfp_bio_not_now_locked(struct dmfp_map *m, struct dmfp_bio *b,
						 struct bio *bio, enum fp_verdict verdict)
{
	dmfp_not_now_locked(m, verdict);
	if (verdict == FP_FAIL || dm_noflush_suspending(m->ti))
		return DMFP_BIO_KILL;
	dmfp_bio_tell_locked(m, b, bio);
	bio_list_add(&m->bios.held, bio);
	if (verdict == FP_INIT)
		dmfp_bio_work_in(m, DMFP_BIO_LATER_MS);
	return DMFP_BIO_HELD;
}

/*
 * Decide and charge in one, as for a request. After DMFP_BIO_HELD the bio is the worker's.
 * Each bio comes by here: no call.
 */
static __always_inline enum dmfp_bio_way dmfp_bio_take_path(struct dmfp_map *m, struct dmfp_bio *b,
							    struct bio *bio)
{
	enum dmfp_bio_way way;
	struct fp_choice choice;

	/* Who submits may have to sleep, so interrupts are on. */
	lockdep_assert_irqs_enabled();
	spin_lock_irq(&m->lock);
	dmfp_moment_locked(m);
	choice = fp_map_choose(&m->core, b->io.bytes);
	if (likely(choice.verdict == FP_USE)) {
		b->io.path = dmfp_path_that_supports_locked(m, choice.path, bio_op(bio));
		way = unlikely(m->fair.fair) ? dmfp_bio_fair_way_locked(m, b, bio)
					     : dmfp_bio_way_locked(m, b, bio);
	} else {
		way = dmfp_bio_not_now_locked(m, b, bio, choice.verdict);
	}
	spin_unlock_irq(&m->lock);
	return way;
}

static void dmfp_bio_aim(struct dmfp_map *m, const struct dmfp_bio *b, struct bio *bio)
{
	bio_set_dev(bio, dmfp_bdev(m, b->io.path));
	bio->bi_opf |= REQ_FAILFAST_TRANSPORT;
}

void dmfp_bio_submit(struct dmfp_map *m, struct bio *bio)
{
	dmfp_bio_aim(m, dmfp_bio_of(bio), bio);
	dm_submit_bio_remap(bio, NULL);
}

/* Whoever submits; no lock held. */
int dmfp_bio_map(struct dm_target *ti, struct bio *bio)
{
	struct dmfp_map *m = ti->private;
	struct dmfp_bio *b = dmfp_bio_begin(m, bio);

	switch (dmfp_bio_take_path(m, b, bio)) {
	case DMFP_BIO_SEND:
		dmfp_bio_aim(m, b, bio);
		return DM_MAPIO_REMAPPED;
	case DMFP_BIO_KILL:
		return dm_noflush_suspending(ti) ? DM_MAPIO_REQUEUE : DM_MAPIO_KILL;
	case DMFP_BIO_VOID:
		bio_endio(bio);
		return DM_MAPIO_SUBMITTED;
	default:
		return DM_MAPIO_SUBMITTED;
	}
}

static enum fp_blame dmfp_bio_blame_locked(struct dmfp_map *m, struct dmfp_io *io, enum req_op op,
					   blk_status_t error)
{
	if (dmfp_fua_refused_locked(m, io, error))
		return FP_BLAME_FORM;
	switch (error) {
	case BLK_STS_RESOURCE:
	case BLK_STS_DEV_RESOURCE:
	case BLK_STS_AGAIN:
		return FP_BLAME_NOBODY;
	case BLK_STS_NOTSUPP:
		/* A discard, on a path that no longer takes it: is there one that does? (L1) */
		return dmfp_other_path_supports_locked(m, io->path, op) ? FP_BLAME_NOBODY
									: FP_BLAME_TARGET;
	case BLK_STS_IOERR:
		return FP_BLAME_DOUBT;
	default:
		return blk_path_error(error) ? FP_BLAME_PATH : FP_BLAME_TARGET;
	}
}

/* A flush, or a durable write, has ended well: but did the path's block layer flush? */
static bool dmfp_bio_lacks_flush(const struct dmfp_map *m, const struct dmfp_bio *b,
				 struct bio *bio)
{
	if (b->raw || m->features.flush.as_in_2011)
		return false;
	if (b->io.write && (bio_op(bio) != REQ_OP_WRITE || b->io.tries.fua_refused))
		return true;
	return !bdev_write_cache(dmfp_bdev(m, b->io.path));
}

static enum fp_after dmfp_bio_failed_locked(struct dmfp_map *m, struct dmfp_bio *b, struct bio *bio,
					    blk_status_t error)
{
	enum fp_blame blame = dmfp_bio_blame_locked(m, &b->io, bio_op(bio), error);
	struct fp_outcome outcome = fp_map_error(&m->core, b->io.path, blame, &b->io.tries,
						 dm_noflush_suspending(m->ti));

	if (outcome.path_failed)
		dmfp_path_failed_locked(m, b->io.path);
	/* What it brought of protection information is gone: it cannot be sent again. */
	if ((b->opf & ~bio->bi_opf) & REQ_INTEGRITY)
		outcome.after = FP_DONE;
	if (outcome.after != FP_DONE)
		m->shared->counters.retries++;
	m->shared->counters.lun_errors += outcome.given_up;
	return outcome.after;
}

/* Each bio that ends well comes by here: no call. */
static __always_inline void dmfp_bio_account_locked(struct dmfp_map *m, struct dmfp_bio *b,
						    blk_status_t error, enum fp_after after)
{
	b->sent = false;
	fp_path_end(&m->core, b->io.path, b->io.bytes);
	if (unlikely(m->core.wants & FP_WANTS_NOW) && !error && !b->io.flush) {
		dmfp_moment_locked(m);
		fp_path_took(&m->core, b->io.path, b->io.started);
	}
	if (b->io.write)
		dmfp_write_end_locked(m, &b->io, !error);
	else if (b->io.flush)
		dmfp_flush_end_locked(m, &b->io, !error, after == FP_DONE);
	if (unlikely(m->fair.fair))
		dmfp_fair_ended_locked(m, &b->io, !error);
}

/* Its flush first: the path's block layer left that to us. */
static void dmfp_bio_hold_flush_locked(struct dmfp_map *m, struct dmfp_bio *b, struct bio *bio)
{
	b->raw = true;
	dmfp_bio_hold_locked(m, bio);
}

static void dmfp_bio_hold_retry_locked(struct dmfp_map *m, struct dmfp_bio *b, struct bio *bio,
				       enum fp_after after)
{
	b->raw = false;
	bio_list_add(&m->bios.held, bio);
	if (after == FP_RETRY)
		dmfp_bio_run_held(m);
	else
		dmfp_bio_work_in(m, DMFP_BIO_LATER_MS);
}

/* Is it over? If not, it has been put into the list. */
static bool dmfp_bio_ends_locked(struct dmfp_map *m, struct dmfp_bio *b, struct bio *bio,
				 blk_status_t error)
{
	enum fp_after after = FP_DONE;

	if (error) {
		after = dmfp_bio_failed_locked(m, b, bio, error);
	} else if ((b->io.durable || b->io.flush) && dmfp_bio_lacks_flush(m, b, bio)) {
		dmfp_bio_hold_flush_locked(m, b, bio);
		return false;
	}
	dmfp_bio_account_locked(m, b, error, after);
	if (after == FP_DONE)
		return true;
	dmfp_bio_hold_retry_locked(m, b, bio, after);
	return false;
}

/* The end of what failed, or may have to be flushed: is it one? */
static noinline int dmfp_bio_end_marked(struct dmfp_map *m, struct dmfp_bio *b, struct bio *bio,
					blk_status_t error)
{
	unsigned long flags;
	bool ends;

	spin_lock_irqsave(&m->lock, flags);
	ends = dmfp_bio_ends_locked(m, b, bio, error);
	spin_unlock_irqrestore(&m->lock, flags);
	return ends ? DM_ENDIO_DONE : DM_ENDIO_INCOMPLETE;
}

/* Any context. The worker ends bios by way of here too. */
int dmfp_bio_end_io(struct dm_target *ti, struct bio *bio, blk_status_t *error)
{
	struct dmfp_map *m = ti->private;
	struct dmfp_bio *b = dmfp_bio_of(bio);
	unsigned long flags;

	/* Of a bio that was never sent, the worker or the map function has said how it ends. */
	if (!b->sent)
		return DM_ENDIO_DONE;
	if (unlikely(*error || b->io.durable || b->io.flush))
		return dmfp_bio_end_marked(m, b, bio, *error);
	spin_lock_irqsave(&m->lock, flags);
	dmfp_bio_account_locked(m, b, BLK_STS_OK, FP_DONE);
	spin_unlock_irqrestore(&m->lock, flags);
	return DM_ENDIO_DONE;
}

void dmfp_bio_end(struct bio *bio, blk_status_t status)
{
	/* The flags of its last way could have it be accounted for there a second time. */
	bio->bi_flags = dmfp_bio_of(bio)->flags;
	bio->bi_status = status;
	bio_endio(bio);
}

static void dmfp_bio_map_again(struct dmfp_map *m, struct bio *bio)
{
	struct dmfp_bio *b = dmfp_bio_of(bio);

	dmfp_bio_restore(b, bio);
	switch (dmfp_bio_take_path(m, b, bio)) {
	case DMFP_BIO_SEND:
		dmfp_bio_submit(m, bio);
		break;
	case DMFP_BIO_KILL:
		dmfp_bio_end(bio,
			     dm_noflush_suspending(m->ti) ? BLK_STS_DM_REQUEUE : BLK_STS_IOERR);
		break;
	case DMFP_BIO_VOID:
		dmfp_bio_end(bio, BLK_STS_OK);
		break;
	default:
		break;
	}
}

static void dmfp_bio_work(struct work_struct *work)
{
	struct dmfp_map *m = container_of(to_delayed_work(work), struct dmfp_map, bios.work);
	struct bio_list bios;
	struct blk_plug plug;
	struct bio *bio;

	spin_lock_irq(&m->lock);
	bios = m->bios.held;
	bio_list_init(&m->bios.held);
	spin_unlock_irq(&m->lock);

	blk_start_plug(&plug);
	while ((bio = bio_list_pop(&bios))) {
		if (dmfp_bio_of(bio)->raw)
			dmfp_bio_send_flush(m, bio);
		else
			dmfp_bio_map_again(m, bio);
	}
	blk_finish_plug(&plug);
}

void dmfp_bio_init(struct dmfp_map *m)
{
	bio_list_init(&m->bios.held);
	INIT_DELAYED_WORK(&m->bios.work, dmfp_bio_work);
}

/* All bios have ended; the worker may still be on its way out. */
void dmfp_bio_stop(struct dmfp_map *m)
{
	cancel_delayed_work_sync(&m->bios.work);
}
