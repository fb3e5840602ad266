// SPDX-License-Identifier: GPL-2.0
/* What a map should be now: its paths and what is on them, put to desired.c. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fairpathd/log.h"
#include "fairpathd/manager.h"
#include "fairpathd/map-desire.h"
#include "fairpathd/sysfs.h"

struct above {
	const char *own; /* the map's device, "dm-3" */
	const char *other;
	char name[32];
};

static bool see_holder(const char *name, void *userdata)
{
	struct above *above = userdata;

	if (!strcmp(name, above->own))
		return true;
	snprintf(above->name, sizeof(above->name), "%s", name);
	return false;
}

/* Does anything but our own map sit on the path? Two maps over one device lose data. */
static bool held_by_other(const struct fpd_map *map, struct fpd_path *path)
{
	struct above above = { 0 };
	char folder[300], own[24] = "";

	if (map->live.exists)
		snprintf(own, sizeof(own), "dm-%u", map->live.device.minor);
	above.own = own;
	snprintf(folder, sizeof(folder), "%s/holders", path->syspath);
	if (fpd_sysfs_each(folder, see_holder, &above))
		return false;
	fpd_debug("%s: not taken into %s: %s is on it", path->name, map->name, above.name);
	return true;
}

static struct fpd_member member_of(const struct fpd_map *map, struct fpd_path *path)
{
	return (struct fpd_member){
		.dev = path->dev,
		.devnum = path->devnum,
		.wwid = path->map == map ? path->wwid : map->wwid,
		.state = path->state,
		.priority = path->has_priority ? path->priority : 1,
		.key = NULL,
		.in_live = path->in_live || fpd_live_path(&map->live, path->dev),
		.entered = path->entered && !held_by_other(map, path),
	};
}

/* Its paths; and what is in its live table and not known yet, which stays as it is. */
static struct fpd_member *members_of(const struct fpd_map *map, size_t *nr)
{
	const struct fpd_manager *manager = map->manager;
	struct fpd_member *members = calloc(manager->nr_paths + 1, sizeof(*members));

	*nr = 0;
	if (!members)
		return NULL;
	for (size_t i = 0; i < map->nr_paths; i++)
		members[(*nr)++] = member_of(map, map->paths[i]);
	for (size_t i = 0; i < manager->nr_paths; i++) {
		struct fpd_path *path = manager->paths[i];

		if (!path->map && path->state == FPD_PATH_NEW && !path->excluded &&
		    fpd_live_path(&map->live, path->dev))
			members[(*nr)++] = member_of(map, path);
	}
	return members;
}

/* What all paths have that were ever used: no request may go beyond the end of one. */
static uint64_t least_sectors(const struct fpd_map *map)
{
	uint64_t least = UINT64_MAX;

	for (size_t i = 0; i < map->nr_paths; i++) {
		const struct fpd_path *path = map->paths[i];

		if (!path->entered || path->state == FPD_PATH_WRONG_LUN)
			continue;
		if (path->sectors < least)
			least = path->sectors;
	}
	return least == UINT64_MAX ? 0 : least;
}

/*
 * It grows with its LUN, once each path is known to have grown. It never shrinks: what is
 * above would be cut off, so that is an administrator's to do.
 */
static uint64_t sectors_of(const struct fpd_map *map)
{
	uint64_t least = least_sectors(map), live = map->live.device.sectors;

	if (map->live.device.has_live)
		return fpd_map_usable(map) && least > live ? least : live;
	if (least)
		return least;
	return map->nr_paths ? map->paths[0]->sectors : 0;
}

static const struct fairpath_status_group *current_group(const struct fpd_live *live)
{
	const struct fairpath_status *status = live->status;

	if (!status || !status->current_group || status->current_group > status->nr_groups)
		return NULL;
	return &status->groups[status->current_group - 1];
}

/* Where I/O is, so that a reload does not move it; NULL where it may move. */
static const char *stay_on(const struct fpd_map *map)
{
	const struct fairpath_status_group *group = current_group(&map->live);

	if (!group || map->settings.failback.value == FPD_FAILBACK_IMMEDIATE)
		return NULL;
	for (size_t i = 0; i < group->nr_paths; i++)
		if (group->paths[i].usable)
			return group->paths[i].dev;
	return NULL;
}

int fpd_map_desire(const struct fpd_map *map, struct fpd_desired *ret)
{
	struct fpd_settings settings = map->settings;
	struct fpd_desired_input input = {
		.name = map->name,
		.wwid = map->wwid,
		.sectors = sectors_of(map),
		.settings = &settings,
		.initial_group_of = stay_on(map),
	};
	struct fpd_member *members = members_of(map, &input.nr_members);
	int r = -ENOMEM;

	if (map->without_handler)
		settings.hardware_handler.value = NULL;
	input.members = members;
	if (members)
		r = fpd_desired_build(&input, ret);
	free(members);
	return r;
}
