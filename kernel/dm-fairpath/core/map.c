// SPDX-License-Identifier: GPL-2.0
/* The paths and priority groups of one map; see map.h. */
#include "map.h"

void fp_map_init(struct fp_map *map, const struct fp_table *table)
{
	unsigned int g, p;

	map->nr_groups = table->nr_groups;
	map->nr_paths = table->nr_paths;
	map->nr_usable = table->nr_paths;
	map->current_group = FP_NONE;
	map->next_group = (int)table->initial_group - 1;
	map->tick = 0;
	map->wants = 0;
	map->queue_if_no_path = table->features.queue_if_no_path;
	map->draining = false;
	map->expired = false;
	fp_pg_init_setup(&map->pg_init, &table->features);

	for (g = 0; g < table->nr_groups; g++) {
		const struct fp_table_group *from = &table->groups[g];

		map->groups[g] = (struct fp_group){
			.selector = from->selector,
			.paths = &map->paths[from->first_path],
			.nr_paths = from->nr_paths,
			.first_path = from->first_path,
			.args = from->args,
		};
		map->wants |= from->selector->wants;
		for (p = 0; p < from->nr_paths; p++)
			map->paths[from->first_path + p] = (struct fp_path){
				.usable = true,
				.group = g,
				.args = table->paths[from->first_path + p].args,
				.service_time = FP_FIRST_SERVICE_TIME,
			};
	}
}

/* Make the group current if it has a usable path; return that path or FP_NONE. */
static int fp_try_group(struct fp_map *map, int group, u64 bytes, bool gently)
{
	struct fp_group *g = &map->groups[group];
	int i = g->selector->select(g, bytes, &map->moment);

	if (i == FP_NONE)
		return FP_NONE;
	if (map->current_group != group) {
		map->current_group = group;
		fp_pg_init_switched(map, gently);
	}
	return g->first_path + i;
}

/* All groups in the table's order, those of one kind of bypass only. */
static int fp_try_groups(struct fp_map *map, bool bypassed, u64 bytes)
{
	unsigned int g;
	int path;

	for (g = 0; g < map->nr_groups; g++) {
		if (map->groups[g].bypassed != bypassed)
			continue;
		path = fp_try_group(map, g, bytes, bypassed);
		if (path != FP_NONE)
			return path;
	}
	return FP_NONE;
}

static int fp_find_path(struct fp_map *map, u64 bytes)
{
	int path = FP_NONE;
	int next = map->next_group;

	if (!map->nr_usable)
		return FP_NONE;
	if (next != FP_NONE) {
		map->next_group = FP_NONE;
		path = fp_try_group(map, next, bytes, false);
	}
	if (path == FP_NONE && map->current_group != FP_NONE)
		path = fp_map_try_current(map, bytes);
	if (path == FP_NONE)
		path = fp_try_groups(map, false, bytes);
	if (path == FP_NONE)
		path = fp_try_groups(map, true, bytes);
	return path;
}

struct fp_choice fp_map_choose_anew(struct fp_map *map, u64 bytes)
{
	int path = fp_find_path(map, bytes);

	if (path != FP_NONE)
		return (struct fp_choice){
			.verdict = map->pg_init.queue_io ? FP_INIT : FP_USE,
			.path = path,
		};

	map->current_group = FP_NONE;
	fp_pg_init_forget(map);
	return (struct fp_choice){
		.verdict = fp_map_queues(map) ? FP_HOLD : FP_FAIL,
		.path = FP_NONE,
	};
}

/* Is path @a a better place to go than @b, both having what is wanted? */
static bool fp_path_closer(const struct fp_map *map, int a, int b)
{
	bool a_current = map->paths[a].group == map->current_group;
	bool b_current = map->paths[b].group == map->current_group;

	if (a_current != b_current)
		return a_current;
	return map->paths[a].last_used < map->paths[b].last_used;
}

bool fp_map_could_take(const struct fp_map *map, int path)
{
	const struct fp_path *p = &map->paths[path];

	return p->usable && (!map->pg_init.handler || p->group == map->current_group);
}

int fp_map_prefer(const struct fp_map *map, int chosen, bool (*has)(void *context, int path),
		  void *context)
{
	int best = FP_NONE;
	int i;

	if (has(context, chosen))
		return chosen;
	for (i = 0; i < (int)map->nr_paths; i++)
		if (fp_map_could_take(map, i) && has(context, i) &&
		    (best == FP_NONE || fp_path_closer(map, i, best)))
			best = i;
	return best == FP_NONE ? chosen : best;
}

void fp_path_took(struct fp_map *map, int path, u64 started)
{
	struct fp_path *p = &map->paths[path];
	const struct fp_group *group = &map->groups[p->group];

	if (group->selector->took)
		group->selector->took(group, p, started, map->moment.now);
}

static bool fp_is_last_usable(const struct fp_map *map, int path)
{
	return map->paths[path].usable && map->nr_usable == 1;
}

/*
 * The last usable path is not failed by a request that has already done that
 * FP_MAX_OUTAGES times: it would take the LUN from everybody, time and again.
 */
static struct fp_outcome fp_doubt(struct fp_map *map, int path, struct fp_tries *tries)
{
	struct fp_outcome outcome = { .after = FP_RETRY };

	if (fp_is_last_usable(map, path)) {
		if (tries->outages == FP_MAX_OUTAGES)
			return (struct fp_outcome){ .after = FP_DONE, .given_up = true };
		tries->outages++;
	}
	outcome.path_failed = fp_map_fail_path(map, path);
	return outcome;
}

struct fp_outcome fp_map_error(struct fp_map *map, int path, enum fp_blame blame,
			       struct fp_tries *tries, bool push_back)
{
	struct fp_outcome outcome = { .after = FP_DONE };

	switch (blame) {
	case FP_BLAME_TARGET:
		return outcome;
	case FP_BLAME_NOBODY:
		outcome.after = FP_RETRY_LATER;
		break;
	case FP_BLAME_FORM:
		outcome.after = FP_RETRY;
		break;
	case FP_BLAME_DOUBT:
		outcome = fp_doubt(map, path, tries);
		break;
	case FP_BLAME_PATH:
		outcome.path_failed = fp_map_fail_path(map, path);
		outcome.after = FP_RETRY;
		break;
	}
	if (!map->nr_usable && !push_back && !fp_map_queues(map))
		outcome.after = FP_DONE;
	return outcome;
}

bool fp_map_fail_path(struct fp_map *map, int path)
{
	struct fp_path *p = &map->paths[path];

	if (!fp_path_is_valid(p))
		return false;
	if (p->usable)
		map->nr_usable--;
	else
		map->pg_init.nr_joining--;
	p->usable = false;
	p->joining = false;
	p->fail_count++;
	if (!map->nr_usable)
		fp_pg_init_promote(map);
	return true;
}

bool fp_map_reinstate_path(struct fp_map *map, int path)
{
	struct fp_path *p = &map->paths[path];

	if (fp_path_is_valid(p))
		return false;
	map->expired = false;
	if (fp_pg_init_join(map, path))
		return true;
	/* The first: what was initialised before the outage need not be any more. */
	if (!map->nr_usable)
		map->current_group = FP_NONE;
	p->usable = true;
	map->nr_usable++;
	return true;
}

bool fp_map_switch_group(struct fp_map *map, unsigned int number)
{
	unsigned int g;

	if (!number || number > map->nr_groups)
		return false;
	for (g = 0; g < map->nr_groups; g++)
		map->groups[g].bypassed = false;
	map->current_group = FP_NONE;
	map->next_group = (int)number - 1;
	return true;
}

bool fp_map_bypass_group(struct fp_map *map, unsigned int number, bool bypassed)
{
	if (!number || number > map->nr_groups)
		return false;
	map->groups[number - 1].bypassed = bypassed;
	map->current_group = FP_NONE;
	return true;
}

bool fp_map_queues(const struct fp_map *map)
{
	return map->queue_if_no_path && !map->draining && !map->expired;
}

bool fp_map_waits_for_path(const struct fp_map *map)
{
	return !map->nr_usable && fp_map_queues(map);
}

void fp_map_set_queueing(struct fp_map *map, bool queue)
{
	map->queue_if_no_path = queue;
	map->expired = false;
}

unsigned int fp_map_group_in_status(const struct fp_map *map)
{
	if (map->next_group != FP_NONE)
		return map->next_group + 1;
	if (map->current_group != FP_NONE)
		return map->current_group + 1;
	return map->nr_groups ? 1 : 0;
}
