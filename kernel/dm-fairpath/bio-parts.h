/* SPDX-License-Identifier: GPL-2.0 */
/* What the parts of bio mode share: what is kept of a bio, its raw flush, its waiting. */
#ifndef DMFP_BIO_PARTS_H
#define DMFP_BIO_PARTS_H

#include <linux/bio.h>
#include <linux/device-mapper.h>

#include "dmfp.h"

/* Of each bio, in device-mapper's clone of it. */
struct dmfp_bio {
	struct dmfp_io io;
	bool sent; /* to a path, or a raw flush for it, and charged to io.path */
	bool raw;  /* its raw flush is due, or on its way */

	/* As it came: a path's block layer changes them. */
	unsigned short flags;
	blk_opf_t opf;
	struct bvec_iter iter;
	struct bvec_iter integrity; /* of the protection information that it brought, if any */

	bool told;		 /* whose it is, as it waits in the fair queue or for a path */
	struct fp_submitter who; /* with a fair queue */
	struct fp_fq_item item;
};

static inline struct dmfp_bio *dmfp_bio_of(struct bio *bio)
{
	return dm_per_bio_data(bio, sizeof(struct dmfp_bio));
}

/* bio.c */
void dmfp_bio_work_in(struct dmfp_map *m, unsigned int ms);
/* The worker has it next, and is told. */
void dmfp_bio_hold_locked(struct dmfp_map *m, struct bio *bio);
void dmfp_bio_end(struct bio *bio, blk_status_t status);

/* A read or write is charged to io.path, which S2 and S6 may change; then it is sent there. */
void dmfp_bio_charge_locked(struct dmfp_map *m, struct dmfp_bio *b, struct bio *bio);
void dmfp_bio_submit(struct dmfp_map *m, struct bio *bio);

/*
 * A flush to io.path, past what its queue declares; then the bio ends. The worker's
 * context. If the path has no room, the bio is held again, and the worker told.
 */
void dmfp_bio_send_flush(struct dmfp_map *m, struct bio *bio);

/* bio-fair.c: before it is held, whose it is, while that can be told. */
void dmfp_bio_tell_locked(struct dmfp_map *m, struct dmfp_bio *b, struct bio *bio);

/* With a fair queue: is it to wait? Then it does, and may be let go before this returns. */
bool dmfp_bio_waits_locked(struct dmfp_map *m, struct dmfp_bio *b, struct bio *bio);
void dmfp_bio_sent_locked(struct dmfp_map *m, struct dmfp_bio *b, const struct bio *bio);

#endif
