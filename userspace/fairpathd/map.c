// SPDX-License-Identifier: GPL-2.0
/* A map: one LUN and its paths. What is done about it is in map-plan.c. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fairpathd/child.h"
#include "fairpathd/log.h"
#include "fairpathd/manager.h"

/* An alias is a name in /dev/mapper; what that cannot be is not taken. */
static void take_name(struct fpd_map *map)
{
	const char *alias = map->settings.alias.value;

	if (alias && *alias && !strchr(alias, '/') && strlen(alias) < sizeof(map->name))
		snprintf(map->name, sizeof(map->name), "%s", alias);
	else
		snprintf(map->name, sizeof(map->name), "%s", map->wwid);
}

struct fpd_map *fpd_map_get(struct fpd_manager *manager, const char *wwid)
{
	struct fpd_map **maps, *map;

	for (size_t i = 0; i < manager->nr_maps; i++)
		if (!strcmp(manager->maps[i]->wwid, wwid))
			return manager->maps[i];
	maps = reallocarray(manager->maps, manager->nr_maps + 1, sizeof(struct fpd_map *));
	if (!maps)
		return NULL;
	manager->maps = maps;
	map = calloc(1, sizeof(*map));
	if (!map)
		return NULL;
	map->manager = manager;
	snprintf(map->wwid, sizeof(map->wwid), "%s", wwid);
	fpd_map_configure(map);
	manager->maps[manager->nr_maps++] = map;
	return map;
}

void fpd_map_configure(struct fpd_map *map)
{
	struct fpd_path_id id = { .wwid = map->wwid };

	if (map->nr_paths)
		map->settings = map->paths[0]->settings;
	else
		fpd_config_resolve(map->manager->config, &id, &map->settings);
	take_name(map);
}

struct fpd_map *fpd_map_free(struct fpd_map *map)
{
	struct fpd_manager *manager;

	if (!map)
		return NULL;
	manager = map->manager;
	for (size_t i = 0; i < manager->nr_maps; i++) {
		if (manager->maps[i] != map)
			continue;
		memmove(&manager->maps[i], &manager->maps[i + 1],
			(--manager->nr_maps - i) * sizeof(struct fpd_map *));
		break;
	}
	/* What was begun ends by itself. */
	fpd_child_leave(map->job);
	fpd_child_leave(map->rescan);
	sd_event_source_disable_unref(map->plan_timer);
	fpd_live_clear(&map->live);
	free(map->loaded);
	free(map->paths);
	free(map);
	return NULL;
}

int fpd_map_join(struct fpd_map *map, struct fpd_path *path)
{
	struct fpd_path **paths =
		reallocarray(map->paths, map->nr_paths + 1, sizeof(struct fpd_path *));
	size_t at = 0;

	if (!paths)
		return -ENOMEM;
	map->paths = paths;
	/* Of one map at a time: two that shared a path would destroy both LUNs' data. */
	if (path->map)
		fpd_map_leave(path);
	while (at < map->nr_paths && paths[at]->devnum < path->devnum)
		at++;
	memmove(&paths[at + 1], &paths[at], (map->nr_paths++ - at) * sizeof(struct fpd_path *));
	paths[at] = path;
	path->map = map;
	path->in_live = fpd_live_path(&map->live, path->dev) != NULL;
	map->removing = false;
	fpd_map_configure(map);
	fpd_info("%s: a path of %s", path->name, map->name);
	fpd_map_plan_soon(map);
	return 0;
}

void fpd_map_leave(struct fpd_path *path)
{
	struct fpd_map *map = path->map;

	for (size_t i = 0; i < map->nr_paths; i++) {
		if (map->paths[i] != path)
			continue;
		memmove(&map->paths[i], &map->paths[i + 1],
			(--map->nr_paths - i) * sizeof(struct fpd_path *));
		break;
	}
	path->map = NULL;
	path->in_live = false;
	fpd_map_plan_soon(map);
}

size_t fpd_map_usable(const struct fpd_map *map)
{
	size_t usable = 0;

	for (size_t i = 0; i < map->nr_paths; i++)
		usable += fpd_path_state_usable(map->paths[i]->state);
	return usable;
}

void fpd_live_clear(struct fpd_live *live)
{
	free(live->device.table);
	free(live->device.status);
	fairpath_table_free(live->table);
	fairpath_status_free(live->status);
	memset(live, 0, sizeof(*live));
}

const struct fairpath_status_path *fpd_live_path(const struct fpd_live *live, const char *dev)
{
	const struct fairpath_status *status = live->status;

	for (size_t g = 0; status && g < status->nr_groups; g++)
		for (size_t p = 0; p < status->groups[g].nr_paths; p++)
			if (!strcmp(status->groups[g].paths[p].dev, dev))
				return &status->groups[g].paths[p];
	return NULL;
}
