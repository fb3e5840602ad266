/* SPDX-License-Identifier: GPL-2.0 */
/* What bio.c and bio-flush.c share: what is kept of a bio, and its raw flush. */
#ifndef DMFP_BIO_FLUSH_H
#define DMFP_BIO_FLUSH_H

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
};

static inline struct dmfp_bio *dmfp_bio_of(struct bio *bio)
{
	return dm_per_bio_data(bio, sizeof(struct dmfp_bio));
}

/* bio.c */
void dmfp_bio_work_in(struct dmfp_map *m, unsigned int ms);
void dmfp_bio_end(struct bio *bio, blk_status_t status);

/*
 * A flush to io.path, past what its queue declares; then the bio ends. The worker's
 * context. If the path has no room, the bio is held again, and the worker told.
 */
void dmfp_bio_send_flush(struct dmfp_map *m, struct bio *bio);

#endif
