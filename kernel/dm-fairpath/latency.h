/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Latencies below us, by path, where there is a fair queue: core/latency.c counts.
 *
 * What was counted belongs to the device (shared.h), so that a reload loses none of a
 * path that stays. A table brings room for its paths; when it goes live, that becomes
 * the device's, and the table is left with the room of the one before, to free it where
 * it may sleep.
 */
#ifndef DMFP_LATENCY_H
#define DMFP_LATENCY_H

#include "core/latency.h"

struct dmfp_map;

/* Process context, may sleep. Return: 0 or -ENOMEM. */
int dmfp_latency_init(struct dmfp_map *m);
void dmfp_latency_exit(struct dmfp_map *m);

/* The table is live from now on. */
void dmfp_latency_resume_locked(struct dmfp_map *m);

#endif
