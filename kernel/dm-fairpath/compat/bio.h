/* SPDX-License-Identifier: GPL-2.0 */
/*
 * bioset_integrity_create() has a header of its own since 6.11; before, it is in bio.h.
 * A kernel without protection information knows nothing of a payload's inside.
 */
#ifndef DMFP_COMPAT_BIO_H
#define DMFP_COMPAT_BIO_H

#include <linux/bio.h>
#include <linux/blkdev.h>

/* Of the same age as the features in the limits, by which it is found; see cache.h. */
#ifdef BLK_FEAT_WRITE_CACHE
#include <linux/bio-integrity.h>
#endif

/* Where it is in the protection information of a bio that has REQ_INTEGRITY. */
static inline struct bvec_iter *dmfp_bio_integrity_iter(struct bio *bio)
{
#ifdef CONFIG_BLK_DEV_INTEGRITY
	return &bio_integrity(bio)->bip_iter;
#else
	return &bio->bi_iter; /* never asked: no bio has it */
#endif
}

#endif
