/* SPDX-License-Identifier: GPL-2.0 */
/* Bio mode: a device made of bios instead of requests; see bio.c. */
#ifndef DMFP_BIO_H
#define DMFP_BIO_H

#include <linux/device-mapper.h>
#include <linux/workqueue.h>

struct dmfp_map;

/* What a map in bio mode has beside its core. */
struct dmfp_bios {
	struct bio_list held; /* under the map's lock: what the work sends on */
	struct delayed_work work;
};

/* Process context; the map is not yet or no longer visible to anybody else. */
void dmfp_bio_init(struct dmfp_map *m);
void dmfp_bio_stop(struct dmfp_map *m);

/* Any context, the lock not held: what is held is mapped again now. */
void dmfp_bio_run_held(struct dmfp_map *m);

/* The target's, of a map in bio mode. */
int dmfp_bio_map(struct dm_target *ti, struct bio *bio);
int dmfp_bio_end_io(struct dm_target *ti, struct bio *bio, blk_status_t *error);

/* The size of what is kept of each bio. */
unsigned int dmfp_bio_data_size(void);

#endif
