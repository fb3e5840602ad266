/* SPDX-License-Identifier: GPL-2.0 */
/* bioset_integrity_create() has a header of its own since 6.11; before, it is in bio.h. */
#ifndef DMFP_COMPAT_BIO_H
#define DMFP_COMPAT_BIO_H

#include <linux/bio.h>
#include <linux/blkdev.h>

/* Of the same age as the features in the limits, by which it is found; see cache.h. */
#ifdef BLK_FEAT_WRITE_CACHE
#include <linux/bio-integrity.h>
#endif

#endif
