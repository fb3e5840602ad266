// SPDX-License-Identifier: GPL-2.0
/* What people ask for. Each answers at once; the loop does the rest. */
#include <errno.h>
#include <stdio.h>

#include "fairpathd/log.h"
#include "fairpathd/manager.h"

static int refuse(struct fairpath_error *error, int errnum, const char *name, const char *why)
{
	snprintf(error->text, sizeof(error->text), "%s: %s", name, why);
	return -errnum;
}

static int with_path(struct fpd_path *path, enum fpd_path_event event, struct fairpath_error *error)
{
	if (path->excluded)
		return refuse(error, EINVAL, path->name, path->message);
	if (!path->map)
		return refuse(error, EINVAL, path->name, "it is not known yet whose path it is");
	fpd_notice("%s: %s, by an administrator", path->name, fpd_path_event_name(event));
	fpd_path_handle(path, event);
	return 0;
}

int fpd_verb_fail_path(struct fpd_path *path, struct fairpath_error *error)
{
	return with_path(path, FPD_EVENT_ADMIN_FAIL, error);
}

int fpd_verb_reinstate_path(struct fpd_path *path, struct fairpath_error *error)
{
	return with_path(path, FPD_EVENT_ADMIN_REINSTATE, error);
}

int fpd_verb_reload_map(struct fpd_map *map, struct fairpath_error *error)
{
	if (map->job)
		return refuse(error, EBUSY, map->name,
			      "something is being done to it; try again when that has ended");
	map->reload_wanted = true;
	map->removing = false;
	map->retry = 0;
	fpd_map_plan_soon(map);
	return 0;
}

int fpd_verb_remove_map(struct fpd_map *map, struct fairpath_error *error)
{
	if (!map->live.exists)
		return refuse(error, ENODEV, map->name, "there is no such device");
	if (map->live.device.open_count)
		return refuse(error, EBUSY, map->name,
			      "it is in use: unmount it, or deactivate what is above it, first");
	map->removing = true;
	fpd_map_plan_soon(map);
	return 0;
}
