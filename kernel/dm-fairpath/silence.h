/* SPDX-License-Identifier: GPL-2.0 */
/*
 * User space is told of a path that has become silent: core/silence.c decides which is.
 *
 * Somebody looks every so often while anything is in flight, and not at all otherwise: a
 * request pays for a look at a flag, under the lock that it holds anyway.
 *
 * Only with a fair queue, which keeps the times. The lock is the map's.
 */
#ifndef DMFP_SILENCE_H
#define DMFP_SILENCE_H

#include <linux/workqueue.h>

struct dmfp_map;

/* Of a map. */
struct dmfp_silence {
	struct delayed_work look;
	bool watches; /* it runs, or soon will */
};

void dmfp_silence_init(struct dmfp_map *m);

/* No longer: nothing is in flight, and nothing is sent any more. Process context, may sleep. */
void dmfp_silence_stop(struct dmfp_map *m);

/* Something was sent while nobody watched. */
void dmfp_silence_watch_locked(struct dmfp_map *m);

#endif
