// SPDX-License-Identifier: GPL-2.0
/*
 * Request mode: what waits in the fair queue is a clone in a lot (park.h), without a
 * path. device-mapper has taken the request out of its queue by then, so this clone
 * stands in for the one on a path that it asked for. Let go, it is sent as bios.
 */
#include <linux/blk-mq.h>
#include <linux/blkdev.h>

#include "dmfp.h"
#include "fair.h"

/*
 * Requests that wait at once: device-mapper's own limit for a device without an
 * elevator, so that nobody waits outside the fair queue.
 */
#define DMFP_FAIR_LOT 2048

/* A clone in the lot. */
struct dmfp_waiting {
	struct dmfp_parked parked;
	struct fp_fq_item item;
	struct dmfp_map *m;
	struct dmfp_io *io;
	struct request *rq; /* the original */
};

static struct dmfp_waiting *dmfp_waiting_of(struct fp_fq_item *item)
{
	return container_of(item, struct dmfp_waiting, item);
}

struct request *dmfp_lot_clone(struct dmfp_park *lot, struct dmfp_map *m, struct dmfp_io *io,
			       struct request *rq, blk_opf_t opf)
{
	struct request *clone = dmfp_park_waiting(lot, opf & ~REQ_FUA);
	struct dmfp_waiting *waiting;

	if (IS_ERR(clone))
		return clone;
	waiting = blk_mq_rq_to_pdu(clone);
	waiting->m = m;
	waiting->io = io;
	waiting->rq = rq;
	return clone;
}

/* The clone has its bios: from now on it can be let go. */
static void dmfp_lot_arrived(struct dmfp_parked *parked)
{
	struct dmfp_waiting *waiting = container_of(parked, struct dmfp_waiting, parked);
	const struct fp_ask ask = {
		.direction = waiting->io->write ? FP_WRITE : FP_READ,
		.sector = blk_rq_pos(waiting->rq),
		.bytes = waiting->io->bytes,
	};
	struct dmfp_map *m = waiting->m;
	struct fp_submitter who;
	unsigned long flags;

	spin_lock_irqsave(&m->lock, flags);
	who = dmfp_who_rq_locked(m, waiting->rq);
	dmfp_fair_wait_locked(m, &waiting->item, &who, &ask);
	spin_unlock_irqrestore(&m->lock, flags);
}

static void dmfp_lot_grant_locked(struct dmfp_map *m, struct fp_fq_item *item, int path)
{
	struct dmfp_waiting *waiting = dmfp_waiting_of(item);
	struct dmfp_io *io = waiting->io;

	io->waits = false;
	io->path = path;
	dmfp_way_parked_locked(m, io, waiting->rq);
	dmfp_fair_sent_locked(m, io, true);
	dmfp_parked_send(&waiting->parked, dmfp_bdev(m, io->path), io->durable);
}

static void dmfp_lot_expel_locked(struct dmfp_map *m, struct fp_fq_item *item)
{
	dmfp_parked_expel(&dmfp_waiting_of(item)->parked);
}

const struct dmfp_fair_mode dmfp_fair_rq = {
	.grant_locked = dmfp_lot_grant_locked,
	.expel_locked = dmfp_lot_expel_locked,
};

int dmfp_lot_init(struct dmfp_park *lot)
{
	int r = dmfp_park_init(lot, DMFP_FAIR_LOT, sizeof(struct dmfp_waiting));

	if (!r)
		lot->arrived = dmfp_lot_arrived;
	return r;
}
