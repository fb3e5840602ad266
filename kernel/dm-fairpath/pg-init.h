/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Priority groups are initialised: core/pg-init.h decides, this has the map's
 * hardware handler activate paths, and takes its answers.
 *
 * A round is one work item, which gives path after path to the handler: of one
 * map one after the other, as arrays want it, of several maps at once. The
 * answers come in any context, also from within the call, also long after it.
 */
#ifndef DMFP_PG_INIT_H
#define DMFP_PG_INIT_H

#include <linux/types.h>
#include <linux/wait.h>
#include <linux/workqueue.h>

struct dmfp_map;

/* Of one path: what the handler gives back with its answer. */
struct dmfp_activation {
	struct dmfp_map *map;
	int path;
};

struct dmfp_pg_init {
	struct delayed_work work;
	struct dmfp_activation *activations; /* by path */
	unsigned int nr_running;	     /* under the map's lock */
	wait_queue_head_t idle;		     /* until it is 0 */
};

/* module.c */
int dmfp_pg_init_module_init(void);
void dmfp_pg_init_module_exit(void);

/* Return: 0 or -ENOMEM; dmfp_pg_init_free() is due in any case. */
int dmfp_pg_init_alloc(struct dmfp_map *m, unsigned int nr_paths);
void dmfp_pg_init_free(struct dmfp_map *m);

/* A group that was chosen is not ready, see FP_INIT; any context. */
void dmfp_pg_init_start_locked(struct dmfp_map *m);

/* A path was reinstated, and may have to be activated first; any context. */
void dmfp_pg_init_joins_locked(struct dmfp_map *m, int path);

/* The map is suspended: nothing begins any more, and answers have no effect. */
void dmfp_pg_init_disable(struct dmfp_map *m);

/*
 * The map goes: no answer is outstanding. Waits for what the handler has, which may
 * be as long as the array is silent; after a reload the new table is live by then.
 */
void dmfp_pg_init_stop(struct dmfp_map *m);

#endif
