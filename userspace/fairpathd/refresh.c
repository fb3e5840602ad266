// SPDX-License-Identifier: GPL-2.0
/*
 * What the kernel has now: at each dm event, after each plan, and every few seconds.
 * Looking is a few ioctls that never wait for storage.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fairpathd/claim.h"
#include "fairpathd/flush.h"
#include "fairpathd/log.h"
#include "fairpathd/manager.h"
#include "fairpathd/sysfs.h"

static void read_queue(struct fpd_live *live)
{
	char folder[64], text[32];

	snprintf(folder, sizeof(folder), "/sys/dev/block/%u:%u/queue", live->device.major,
		 live->device.minor);
	live->advertises_cache = !fpd_sysfs_read(folder, "write_cache", text, sizeof(text)) &&
				 !strcmp(text, "write back");
	live->advertises_fua = !fpd_sysfs_read(folder, "fua", text, sizeof(text)) && text[0] == '1';
}

/* The module's default counts where the table has no time of its own. */
static bool is_endless(const struct fairpath_table *table)
{
	char text[32];

	if (table->features.has_no_path_timeout)
		return !table->features.no_path_timeout_secs;
	return !fpd_sysfs_read("/sys/module/dm_fairpath/parameters",
			       "queue_if_no_path_timeout_secs", text, sizeof(text)) &&
	       !strcmp(text, "0");
}

/* Takes over what @device owns. */
static void make_live(struct fairpath_dm_device *device, struct fpd_live *live)
{
	struct fairpath_error error;

	*live = (struct fpd_live){ .exists = true, .device = *device };
	device->table = device->status = NULL;
	if (live->device.table && fairpath_table_parse(live->device.table, &live->table, &error))
		fpd_warning("%s: its table cannot be read: %s", device->name, error.text);
	if (live->device.status &&
	    fairpath_status_parse(live->device.status, &live->status, &error))
		fpd_warning("%s: its status cannot be read: %s", device->name, error.text);
	live->endless = live->table && is_endless(live->table);
	read_queue(live);
}

/* The LUN that a UUID of ours names. NULL: made by hand, and so none of our business. */
static const char *wwid_of(const struct fairpath_dm_device *device)
{
	size_t length = strlen(FAIRPATH_DM_UUID_PREFIX);

	return strncmp(device->uuid, FAIRPATH_DM_UUID_PREFIX, length) ? NULL
								      : device->uuid + length;
}

/* Evidence: what was usable at the last look is not, or has failed more often since. */
static void take_evidence(struct fpd_path *path, const struct fairpath_status_path *seen)
{
	bool failed = seen && !seen->usable && !path->failed_by_us &&
		      (path->seen_usable || seen->fail_count > path->seen_fails);

	path->seen_usable = seen && seen->usable;
	path->seen_fails = seen ? seen->fail_count : 0;
	if (!failed)
		return;
	if (fpd_path_state_usable(path->state) || path->state == FPD_PATH_DELAYED) {
		path->io_failures++;
		snprintf(path->message, sizeof(path->message), "I/O failed");
	}
	fpd_path_handle(path, FPD_EVENT_IO_FAILED);
}

/* No evidence: the SCSI layer may still hear of it. Its checker asks, and says. */
static void take_silence(struct fpd_path *path, const struct fairpath_status_path *seen)
{
	bool was = path->silent;

	path->silent = seen && seen->silent;
	if (was == path->silent)
		return;
	if (!path->silent) {
		fpd_notice("%s: silent no longer", path->name);
		return;
	}
	fpd_notice("%s: silent: I/O is out there, and for long none has come back: it is checked",
		   path->name);
	fpd_path_handle(path, FPD_EVENT_IO_SILENT);
}

/* Of another LUN: out of the table, and no plan under way that might load it once more. */
static void let_go(struct fpd_path *path)
{
	fpd_map_leave(path);
	path->wwid[0] = path->device_wwid[0] = '\0';
	path->entered = path->has_priority = path->has_cache = false;
	fpd_path_handle(path, FPD_EVENT_LEFT_MAP);
}

static void see_path(struct fpd_map *map, struct fpd_path *path)
{
	const struct fairpath_status_path *seen = fpd_live_path(&map->live, path->dev);
	bool was = path->in_live;

	path->in_live = seen != NULL;
	if (was != path->in_live)
		fpd_claim_tell(path);
	take_evidence(path, seen);
	take_silence(path, seen);
	if (path->state != FPD_PATH_WRONG_LUN) {
		if (was && !seen)
			fpd_path_handle(path, FPD_EVENT_LEFT_MAP);
	} else if (!seen && !map->job) {
		let_go(path);
	}
}

void fpd_map_seen(struct fpd_map *map, struct fpd_live *live)
{
	bool first = !map->live.exists && live->exists;
	bool gone = map->live.exists && !live->exists;

	if (gone && !map->job && !map->removing) {
		fpd_notice("%s: somebody removed it; it stays so until a path comes or it is "
			   "reloaded",
			   map->name);
		map->removing = true;
	}
	fpd_live_clear(&map->live);
	map->live = *live;
	*live = (struct fpd_live){ 0 };
	/* Its first look at what was made before, maybe by one who died. */
	if (first && !map->job && map->live.device.suspended)
		map->resume_wanted = true;
	if (!map->live.device.suspended)
		map->resume_wanted = false;
	for (size_t i = map->nr_paths; i > 0; i--)
		see_path(map, map->paths[i - 1]);
	fpd_flush_look_above(map);
	fpd_map_plan_soon(map);
}

static void see(struct fpd_manager *manager, struct fairpath_dm_device *device)
{
	const char *wwid = wwid_of(device);
	struct fpd_live live;
	struct fpd_map *map;

	if (!wwid || !*wwid)
		return;
	map = fpd_map_get(manager, wwid);
	if (!map)
		return;
	make_live(device, &live);
	fpd_map_seen(map, &live);
}

static bool listed(const struct fairpath_dm_device *devices, size_t nr, const char *wwid)
{
	for (size_t i = 0; i < nr; i++) {
		const char *of = wwid_of(&devices[i]);

		if (of && !strcmp(of, wwid))
			return true;
	}
	return false;
}

static void see_missing(struct fpd_manager *manager, const struct fairpath_dm_device *devices,
			size_t nr)
{
	for (size_t i = manager->nr_maps; i > 0; i--) {
		struct fpd_map *map = manager->maps[i - 1];
		struct fpd_live none = { 0 };

		if (listed(devices, nr, map->wwid))
			continue;
		if (map->live.exists)
			fpd_map_seen(map, &none);
		if (!map->nr_paths && !map->job)
			fpd_map_free(map);
	}
}

void fpd_manager_refresh_now(struct fpd_manager *manager)
{
	struct fairpath_dm_device *devices;
	struct fairpath_error error;
	size_t nr;

	if (fairpath_dm_list(&devices, &nr, &error) < 0) {
		fpd_error("%s", error.text);
		return;
	}
	for (size_t i = 0; i < nr; i++)
		see(manager, &devices[i]);
	see_missing(manager, devices, nr);
	fairpath_dm_list_free(devices, nr);
}

static int on_refresh(sd_event_source *source, uint64_t now, void *userdata)
{
	(void)source;
	(void)now;
	fpd_manager_refresh_now(userdata);
	return 0;
}

void fpd_manager_refresh_soon(struct fpd_manager *manager)
{
	uint64_t soon = fpd_manager_now(manager) + 50000;
	int r;

	if (manager->refresh_timer)
		r = sd_event_source_set_time(manager->refresh_timer, soon);
	else
		r = sd_event_add_time(manager->event, &manager->refresh_timer, CLOCK_MONOTONIC,
				      soon, 1, on_refresh, manager);
	if (r >= 0)
		sd_event_source_set_enabled(manager->refresh_timer, SD_EVENT_ONESHOT);
}

/* Armed before the look: what happens during it is told again. */
static int on_dm_event(sd_event_source *source, int fd, uint32_t events, void *userdata)
{
	struct fairpath_error error;

	(void)source;
	(void)events;
	if (fairpath_dm_events_arm(fd, &error) < 0)
		fpd_error("%s", error.text);
	fpd_manager_refresh_now(userdata);
	return 0;
}

int fpd_manager_watch_dm(struct fpd_manager *manager)
{
	struct fairpath_error error;
	sd_event_source *source;
	int r = fairpath_dm_events_open(&error);

	if (r < 0) {
		fpd_error("%s", error.text);
		return r;
	}
	manager->dm_events = r;
	r = sd_event_add_io(manager->event, &source, r, EPOLLIN, on_dm_event, manager);
	if (r < 0)
		return r;
	sd_event_source_set_priority(source, FPD_PRIORITY_DM_EVENT);
	sd_event_source_set_floating(source, 1);
	sd_event_source_unref(source);
	return 0;
}
