/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The law of fair queuing, done: core/fq.c, deadline.c, depth.c, room.c and pace.c
 * decide.
 *
 * Below the window a read or write goes to its path at once, as if there were no
 * fair queue; all that it pays is a few counts, under the lock that its path was
 * chosen under. Beyond the window it waits in the fair queue without a path: in bio
 * mode itself (bio-fair.c), in request mode as a clone in a lot (fair-lot.c). Each
 * request that ends lets the next go, on a path that has room then; or a timer does, where
 * that would be too close after the one before. So a path that
 * fails takes with it nothing that waits.
 *
 * Only what could go now waits here: as soon as no path is usable, or a group is to be
 * initialised first, everything that waits is handed back to device-mapper, where
 * requests without a path wait already, with all that ends such waiting (bios: to
 * where those wait, bio.c). So an
 * ordinary suspend sees to the end what waits here, and a noflush one too.
 *
 * Flushes, discards and the like never wait here: they are few, and the law of
 * flushes has its own order. Nor does a request that comes again because its path
 * failed: it has been granted already.
 *
 * A granted request goes as bios. In request mode a write that would bear FUA is
 * flushed after instead: what the path declared may be another when its bio gets there.
 *
 * The lock is the map's.
 */
#ifndef DMFP_FAIR_H
#define DMFP_FAIR_H

#include <linux/hrtimer.h>

#include "core/fair.h"
#include "core/status.h"
#include "park.h"

struct bio;
struct dmfp_fair;
struct dmfp_io;
struct dmfp_lane;
struct dmfp_map;
struct request;

/* What waits is let go to that path, and charged there; or handed back. The lock held. */
struct dmfp_fair_mode {
	void (*grant_locked)(struct dmfp_map *m, struct fp_fq_item *item, int path);
	void (*expel_locked)(struct dmfp_map *m, struct fp_fq_item *item);
};

/* Of a map. */
struct dmfp_fair_map {
	struct dmfp_fair *fair; /* of the device; NULL: off */
	const struct dmfp_fair_mode *mode;
	struct dmfp_lane *lanes;  /* bio mode: by path */
	u64 *moved;		  /* by path, see core/room.h */
	struct delayed_work poll; /* runs while requests wait */
	struct hrtimer pace;	  /* what waits and has a place goes when it goes off */
	bool polls;
};

/*
 * Process context, may sleep. dmfp_fair_new() returns an ERR_PTR() when memory is short;
 * @has_lot: for request mode.
 */
struct dmfp_fair *dmfp_fair_new(bool has_lot);
void dmfp_fair_free(struct dmfp_fair *fair);
int dmfp_fair_map_init(struct dmfp_map *m);
void dmfp_fair_map_exit(struct dmfp_map *m);

/* The table is live from now on, or no longer. */
void dmfp_fair_resume_locked(struct dmfp_map *m);
void dmfp_fair_postsuspend(struct dmfp_map *m);

/*
 * May it go now? io->path is the selector's choice, and may be another after. If not, it
 * is to wait. @weighed: dmfp_is_weighed().
 */
bool dmfp_fair_may_go_locked(struct dmfp_map *m, struct dmfp_io *io, bool weighed);

/* It waits from now on, and may be let go before this returns. */
void dmfp_fair_wait_locked(struct dmfp_map *m, struct fp_fq_item *item, struct fp_submitter *who,
			   const struct fp_ask *ask);

/* It goes: it is charged to io->path. */
void dmfp_fair_sent_locked(struct dmfp_map *m, struct dmfp_io *io, bool weighed);

/* It has ended, @ok: well, or was never sent: the next may go. */
void dmfp_fair_ended_locked(struct dmfp_map *m, struct dmfp_io *io, bool ok);

/* What may go has changed: a path failed or returned. */
void dmfp_fair_run_locked(struct dmfp_map *m);

/* For status; fq is NULL if it is off. */
struct fp_fair_view dmfp_fair_view_locked(struct dmfp_map *m);

/* Return: false if it is off, or has too many weights. */
bool dmfp_fair_weight_locked(struct dmfp_map *m, struct fp_fair_weight weight);
void dmfp_fair_reset_locked(struct dmfp_map *m);

/* fair-who.c; a bio's while it is submitted. */
struct fp_submitter dmfp_who_rq_locked(struct dmfp_map *m, const struct request *rq);
struct fp_submitter dmfp_who_bio_locked(struct dmfp_map *m, const struct bio *bio);
struct fp_telling *dmfp_fair_telling_locked(struct dmfp_map *m);

/* fair-lot.c: what waits in request mode is a clone. */
extern const struct dmfp_fair_mode dmfp_fair_rq;
int dmfp_lot_init(struct dmfp_park *lot);
struct request *dmfp_lot_clone(struct dmfp_park *lot, struct dmfp_map *m, struct dmfp_io *io,
			       struct request *rq, blk_opf_t opf);
struct request *dmfp_fair_clone(struct dmfp_map *m, struct dmfp_io *io, struct request *rq,
				blk_opf_t opf);

/* bio-fair.c: in bio mode it is the bio. */
extern const struct dmfp_fair_mode dmfp_fair_bio;
struct dmfp_lane *dmfp_lanes_new(struct dmfp_map *m);
void dmfp_lanes_free(struct dmfp_map *m);

#endif
