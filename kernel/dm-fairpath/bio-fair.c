// SPDX-License-Identifier: GPL-2.0
/*
 * Bio mode: what waits in the fair queue is the bio. Who lets it go may not submit,
 * being in the middle of another's end; so each path has a lane, whose worker does.
 * A path that has no tag left holds up its own lane only.
 */
#include <linux/bio.h>
#include <linux/slab.h>

#include "bio-parts.h"

/* Of a path: what was let go, under the map's lock until the worker has taken it. */
struct dmfp_lane {
	struct dmfp_map *m;
	struct bio_list bios;
	struct work_struct work;
};

void dmfp_bio_tell_locked(struct dmfp_map *m, struct dmfp_bio *b, struct bio *bio)
{
	if (b->told)
		return;
	b->told = true;
	/*
	 * device-mapper's clone is of no cgroup yet, and would be of the worker's. This may
	 * allocate, under locks of its own, and does without if it cannot.
	 */
	bio_associate_blkg(bio);
	if (m->fair.fair)
		b->who = dmfp_who_bio_locked(m, bio);
}

bool dmfp_bio_waits_locked(struct dmfp_map *m, struct dmfp_bio *b, struct bio *bio)
{
	const struct fp_ask ask = {
		.direction = b->io.write ? FP_WRITE : FP_READ,
		.sector = bio->bi_iter.bi_sector,
		.bytes = b->io.bytes,
	};

	if (dmfp_fair_may_go_locked(m, &b->io, dmfp_is_weighed(&b->io, bio_op(bio))))
		return false;
	dmfp_bio_tell_locked(m, b, bio);
	/* Whoever polls polls a path's queue, and there is none yet. */
	bio->bi_opf &= ~REQ_POLLED;
	dmfp_fair_wait_locked(m, &b->item, &b->who, &ask);
	return true;
}

void dmfp_bio_sent_locked(struct dmfp_map *m, struct dmfp_bio *b, const struct bio *bio)
{
	dmfp_fair_sent_locked(m, &b->io, dmfp_is_weighed(&b->io, bio_op(bio)));
}

static struct bio *dmfp_bio_that_waited(struct fp_fq_item *item, struct dmfp_bio **ret)
{
	*ret = container_of(item, struct dmfp_bio, item);
	return dm_bio_from_per_bio_data(*ret, sizeof(**ret));
}

static void dmfp_lane_grant_locked(struct dmfp_map *m, struct fp_fq_item *item, int path)
{
	struct dmfp_lane *lane;
	struct dmfp_bio *b;
	struct bio *bio = dmfp_bio_that_waited(item, &b);

	b->io.path = path;
	dmfp_bio_charge_locked(m, b, bio);
	dmfp_fair_sent_locked(m, &b->io, true);
	lane = &m->fair.lanes[b->io.path]; /* which may be another now (S2, S6) */
	bio_list_add(&lane->bios, bio);
	queue_work(m->shared->park.workqueue, &lane->work);
}

/* It is mapped again, and finds what there is to find. */
static void dmfp_lane_expel_locked(struct dmfp_map *m, struct fp_fq_item *item)
{
	struct dmfp_bio *b;

	dmfp_bio_hold_locked(m, dmfp_bio_that_waited(item, &b));
}

const struct dmfp_fair_mode dmfp_fair_bio = {
	.grant_locked = dmfp_lane_grant_locked,
	.expel_locked = dmfp_lane_expel_locked,
};

static void dmfp_lane_work(struct work_struct *work)
{
	struct dmfp_lane *lane = container_of(work, struct dmfp_lane, work);
	struct dmfp_map *m = lane->m;
	struct bio_list bios;
	struct blk_plug plug;
	struct bio *bio;

	spin_lock_irq(&m->lock);
	bios = lane->bios;
	bio_list_init(&lane->bios);
	spin_unlock_irq(&m->lock);

	blk_start_plug(&plug);
	while ((bio = bio_list_pop(&bios)))
		dmfp_bio_submit(m, bio);
	blk_finish_plug(&plug);
}

struct dmfp_lane *dmfp_lanes_new(struct dmfp_map *m)
{
	struct dmfp_lane *lanes = kvcalloc(m->core.nr_paths + 1, sizeof(*lanes), GFP_KERNEL);
	unsigned int i;

	for (i = 0; lanes && i < m->core.nr_paths; i++) {
		lanes[i].m = m;
		bio_list_init(&lanes[i].bios);
		INIT_WORK(&lanes[i].work, dmfp_lane_work);
	}
	return lanes;
}

/* All bios have ended; a worker may still be on its way out. */
void dmfp_lanes_free(struct dmfp_map *m)
{
	unsigned int i;

	for (i = 0; m->fair.lanes && i < m->core.nr_paths; i++)
		cancel_work_sync(&m->fair.lanes[i].work);
	kvfree(m->fair.lanes);
}
