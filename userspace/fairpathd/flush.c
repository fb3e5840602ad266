// SPDX-License-Identifier: GPL-2.0
/* The flush capabilities of a LUN follow its paths: rules S5 and S6. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fairpathd/child.h"
#include "fairpathd/flush.h"
#include "fairpathd/log.h"
#include "fairpathd/manager.h"
#include "fairpathd/sysfs.h"

/* Runs in the child. The first failure is told, the others are tried all the same. */
static int rescan(const void *context, struct fairpath_error *error)
{
	const struct fpd_map *map = context;
	int first = 0, r;

	for (size_t i = 0; i < map->nr_paths; i++) {
		const struct fpd_path *path = map->paths[i];

		r = fpd_sysfs_write(path->syspath, "device/rescan", "1");
		if (r < 0 && !first) {
			first = r;
			snprintf(error->text, sizeof(error->text), "%s: rescan: %s", path->name,
				 strerror(-r));
		}
	}
	return first;
}

static void on_rescanned(int result, const struct fairpath_error *error, void *userdata)
{
	struct fpd_map *map = userdata;

	map->rescan = NULL;
	if (result)
		fpd_warning("%s: %s", map->name, error->text);
	/* The paths' queues say what is so now; a reload follows if the device does not. */
	fpd_manager_refresh_soon(map->manager);
}

void fpd_flush_rescan(struct fpd_map *map, const char *why)
{
	int r;

	if (!map || map->rescan)
		return;
	fpd_notice("%s: %s: the kernel shall read those of all its paths again", map->name, why);
	r = fpd_child_start(map->manager->event, rescan, map, on_rescanned, map, &map->rescan);
	if (r < 0)
		fpd_error("%s: cannot rescan: %s", map->name, strerror(-r));
}

/* What is above, and above that: each must know of the cache, or it sends no flush. */
struct above {
	char *unaware;
	size_t size;
	unsigned int depth;
};

static bool is_aware(const char *name, void *userdata)
{
	struct above *above = userdata, deeper = *above;
	char folder[300], text[32];

	snprintf(folder, sizeof(folder), "/sys/class/block/%s", name);
	if (!fpd_sysfs_read(folder, "queue/write_cache", text, sizeof(text)) &&
	    strcmp(text, "write back") != 0) {
		snprintf(above->unaware, above->size, "%s", name);
		return false;
	}
	/* No stack is so deep; a loop cannot be. */
	if (++deeper.depth > 16)
		return true;
	snprintf(folder, sizeof(folder), "/sys/class/block/%s/holders", name);
	return fpd_sysfs_each(folder, is_aware, &deeper);
}

static bool all_aware(struct fpd_map *map)
{
	struct above above = { map->restack_holder, sizeof(map->restack_holder), 0 };
	char folder[64];

	map->restack_holder[0] = '\0';
	snprintf(folder, sizeof(folder), "/sys/dev/block/%u:%u/holders", map->live.device.major,
		 map->live.device.minor);
	return fpd_sysfs_each(folder, is_aware, &above);
}

void fpd_flush_look_above(struct fpd_map *map)
{
	bool promised = map->live.status && map->live.status->flush.promised;
	enum fpd_restack before = map->restack;

	/* As long as the device itself advertises no cache nothing above can know of one. */
	if (!promised || !map->live.advertises_cache)
		map->restack = FPD_RESTACK_NONE;
	else
		map->restack = all_aware(map) ? FPD_RESTACK_DONE : FPD_RESTACK_WANTED;
	if (map->restack == FPD_RESTACK_WANTED && before != FPD_RESTACK_WANTED)
		fpd_warning(
			"%s: has a write cache now, which %s above it does not know: until that "
			"is built anew (an LVM volume: deactivated and activated; see "
			"flush-stacking.md), each write is made durable by itself, and slow",
			map->name, map->restack_holder);
}
