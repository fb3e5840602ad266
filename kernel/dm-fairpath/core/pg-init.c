// SPDX-License-Identifier: GPL-2.0
/* The initialisation of priority groups; see pg-init.h. */
#include "map.h"
#include "pg-init.h"
#include "table.h"

void fp_pg_init_setup(struct fp_pg_init *init, const struct fp_features *features)
{
	*init = (struct fp_pg_init){
		.retries = features->pg_init_retries,
		.delay_msecs = features->has_pg_init_delay ? features->pg_init_delay_msecs
							   : FP_PG_INIT_DELAY_MSECS,
		/* As dm-multipath's status has it until the first request. */
		.queue_io = true,
	};
}

void fp_pg_init_switched(struct fp_map *map, bool gently)
{
	struct fp_pg_init *init = &map->pg_init;

	init->queue_io = init->handler;
	init->required = init->handler;
	init->pause = gently;
	init->count = 0;
}

void fp_pg_init_forget(struct fp_map *map)
{
	map->pg_init.queue_io = false;
	map->pg_init.required = false;
}

static void fp_set_due(struct fp_map *map, struct fp_path *path)
{
	if (path->activation != FP_ACT_NONE)
		return;
	path->activation = FP_ACT_DUE;
	map->pg_init.in_progress++;
}

struct fp_pg_init_round fp_pg_init_start(struct fp_map *map)
{
	struct fp_pg_init *init = &map->pg_init;
	struct fp_pg_init_round round = { .begin = false };
	const struct fp_group *group;
	unsigned int i;

	if (!init->required || init->in_progress || init->disabled || map->current_group == FP_NONE)
		return round;

	group = &map->groups[map->current_group];
	for (i = 0; i < group->nr_paths; i++)
		if (group->paths[i].usable)
			fp_set_due(map, &group->paths[i]);
	init->required = false;
	init->count++;
	round.begin = true;
	round.delay_msecs = init->pause ? init->delay_msecs : 0;
	init->pause = false;
	return round;
}

void fp_pg_init_take(struct fp_map *map)
{
	unsigned int i;

	for (i = 0; i < map->nr_paths; i++)
		if (map->paths[i].activation == FP_ACT_DUE)
			map->paths[i].activation = FP_ACT_TAKEN;
}

int fp_pg_init_next(struct fp_map *map)
{
	unsigned int i;

	for (i = 0; i < map->nr_paths; i++)
		if (map->paths[i].activation == FP_ACT_TAKEN) {
			map->paths[i].activation = FP_ACT_RUNNING;
			return i;
		}
	return FP_NONE;
}

static enum fp_activated fp_dh_means(int result)
{
	switch (result) {
	case FP_DH_OK:
		return FP_ACTIVATED;
	case FP_DH_DEV_TEMP_BUSY:
		return FP_OTHER_GROUP;
	case FP_DH_RETRY:
	case FP_DH_NOMEM: /* the host's trouble, not the path's */
		return FP_RETRY_PAUSED;
	case FP_DH_IMM_RETRY:
	case FP_DH_RES_TEMP_UNAVAIL:
		return FP_RETRY_SOON;
	default:
		/* NOSYS too: a handler that was there is not any more. */
		return FP_NOT_PATH;
	}
}

static void fp_joined(struct fp_map *map, struct fp_path *path)
{
	if (!path->joining)
		return;
	path->joining = false;
	path->usable = true;
	map->pg_init.nr_joining--;
	map->nr_usable++;
}

static void fp_activated(struct fp_map *map, struct fp_path *path)
{
	fp_joined(map, path);
	/* A group that was initialised is a group like others, as in dm-multipath. */
	if (path->group == map->current_group && !map->pg_init.required)
		map->groups[path->group].bypassed = false;
}

static void fp_use_other_group(struct fp_map *map, struct fp_path *path)
{
	fp_joined(map, path);
	map->groups[path->group].bypassed = true;
	if (path->group == map->current_group)
		map->current_group = FP_NONE;
}

/* Of a path that joins, that path alone once more; the others are in use. */
static bool fp_retry_join(struct fp_map *map, struct fp_path *path, struct fp_pg_init_after *after)
{
	if (path->tries++ >= map->pg_init.retries)
		return false;
	fp_set_due(map, path);
	after->round.begin = true;
	if (after->result == FP_RETRY_PAUSED)
		after->round.delay_msecs = map->pg_init.delay_msecs;
	return true;
}

/* Return: false if it was tried often enough. */
static bool fp_retry(struct fp_map *map, struct fp_path *path, struct fp_pg_init_after *after)
{
	struct fp_pg_init *init = &map->pg_init;

	if (path->joining)
		return fp_retry_join(map, path, after);
	/* Its group will be initialised when it is used again; or the path has failed meanwhile. */
	if (path->group != map->current_group || !path->usable)
		return true;
	if (init->count > init->retries)
		return false;
	init->required = true;
	init->queue_io = true;
	init->pause |= after->result == FP_RETRY_PAUSED;
	return true;
}

static void fp_apply(struct fp_map *map, int index, struct fp_pg_init_after *after)
{
	struct fp_path *path = &map->paths[index];

	switch (after->result) {
	case FP_ACTIVATED:
		fp_activated(map, path);
		break;
	case FP_OTHER_GROUP:
		fp_use_other_group(map, path);
		break;
	case FP_RETRY_SOON:
	case FP_RETRY_PAUSED:
		if (!fp_retry(map, path, after))
			after->path_failed = fp_map_fail_path(map, index);
		break;
	case FP_NOT_PATH:
		after->path_failed = fp_map_fail_path(map, index);
		break;
	}
}

struct fp_pg_init_after fp_pg_init_done(struct fp_map *map, int path, int result)
{
	struct fp_pg_init *init = &map->pg_init;
	struct fp_pg_init_after after = { .result = FP_ACTIVATED };

	map->paths[path].activation = FP_ACT_NONE;
	init->in_progress--;
	if (init->disabled)
		return after;
	after.result = fp_dh_means(result);

	fp_apply(map, path, &after);
	if (init->in_progress)
		return after;
	if (init->required && map->current_group != FP_NONE) {
		after.round = fp_pg_init_start(map);
		return after;
	}
	after.ready = init->queue_io;
	fp_pg_init_forget(map);
	return after;
}

bool fp_pg_init_join(struct fp_map *map, int index)
{
	struct fp_pg_init *init = &map->pg_init;
	struct fp_path *path = &map->paths[index];

	if (!init->handler || init->disabled || !map->nr_usable ||
	    path->group != map->current_group)
		return false;
	path->joining = true;
	path->tries = 0;
	init->nr_joining++;
	fp_set_due(map, path);
	return true;
}

bool fp_pg_init_promote(struct fp_map *map)
{
	bool any = map->pg_init.nr_joining;
	unsigned int i;

	for (i = 0; any && i < map->nr_paths; i++)
		fp_joined(map, &map->paths[i]);
	/* Chosen anew, and then initialised as a whole. */
	if (any)
		map->current_group = FP_NONE;
	return any;
}

void fp_pg_init_disable(struct fp_map *map)
{
	struct fp_pg_init *init = &map->pg_init;
	unsigned int i;

	init->disabled = true;
	for (i = 0; i < map->nr_paths; i++) {
		struct fp_path *path = &map->paths[i];

		if (path->activation != FP_ACT_DUE && path->activation != FP_ACT_TAKEN)
			continue;
		path->activation = FP_ACT_NONE;
		init->in_progress--;
	}
	if (fp_pg_init_promote(map) || map->current_group == FP_NONE)
		return;
	init->required = init->handler && init->queue_io;
}

void fp_pg_init_enable(struct fp_map *map)
{
	map->pg_init.disabled = false;
}
