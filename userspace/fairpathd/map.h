/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A map: one LUN, its paths, and the mapped device over them as it is.
 */
#ifndef FPD_MAP_H
#define FPD_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <systemd/sd-event.h>

#include <fairpath/dm.h>
#include <fairpath/error.h>
#include <fairpath/status.h>
#include <fairpath/table.h>

#include "fairpathd/path.h"

struct fpd_manager;
struct fpd_child;

/**
 * struct fpd_live - the mapped device as the kernel has it
 * @exists: there is one
 * @device: as libfairpath lists it
 * @table: its table, parsed; NULL: none, or one that cannot be read
 * @status: likewise
 * @advertises_cache: its queue says that it has a write cache
 * @advertises_fua: and takes FUA
 * @endless: no clock of the kernel ends its queueing
 */
struct fpd_live {
	bool exists;
	struct fairpath_dm_device device;
	struct fairpath_table *table;
	struct fairpath_status *status;
	bool advertises_cache;
	bool advertises_fua;
	bool endless;
};

/* What is done about S6, and what is reported of it. */
enum fpd_restack {
	FPD_RESTACK_NONE,   /* no promise is out */
	FPD_RESTACK_WANTED, /* what is above still believes that there is no cache */
	FPD_RESTACK_DONE,   /* it was built anew: to be confirmed */
};

/**
 * struct fpd_map - a LUN
 * @manager: whose
 * @wwid: the LUN
 * @name: of the mapped device: alias, or WWID
 * @settings: what the configuration says of it, by its first path
 * @paths: its paths, by device number
 * @nr_paths: how many
 * @live: the mapped device as it is
 * @job: steps that are being carried out; NULL: none
 * @job_text: the first of them, for status
 * @job_since: when that began
 * @job_loads: among them is one that puts a new table in force
 * @job_resumes: among them is one that might leave the device suspended if it fails
 * @failures: how often carrying out has failed in a row
 * @retry: when it is tried again; 0: nothing to try again
 * @error: why it failed the last time; "": it did not
 * @reloads: how often a table was loaded, since the daemon began
 * @loaded: the table that was loaded last, to see that the kernel took it
 * @without_handler: the kernel's target, or its handlers, did not take hardware_handler
 * @reload_wanted: an administrator asked for a reload
 * @removing: an administrator removed it; none is made until a path comes, or a reload
 * @resume_wanted: who suspended it has died, or could not resume it
 * @plan_timer: planning is due
 * @plan_due: when; 0: not
 * @failback_due: when a better group is to be used; 0: none is better
 * @queue_kept: when its wish to queue was said last, while it has no path
 * @restack: S6
 * @restack_holder: the device above that was not restacked yet
 * @rescan: the kernel reads its paths' parameters again; NULL: it does not
 */
struct fpd_map {
	struct fpd_manager *manager;
	char wwid[FPD_WWID_SIZE];
	char name[FAIRPATH_DM_NAME_SIZE];
	struct fpd_settings settings;
	struct fpd_path **paths;
	size_t nr_paths;

	struct fpd_live live;

	struct fpd_child *job;
	char job_text[64];
	uint64_t job_since;
	bool job_loads;
	bool job_resumes;
	unsigned int failures;
	uint64_t retry;
	struct fairpath_error error;
	unsigned int reloads;
	char *loaded;
	bool without_handler;
	bool reload_wanted;
	bool removing;
	bool resume_wanted;
	sd_event_source *plan_timer;
	uint64_t plan_due;
	uint64_t failback_due;
	uint64_t queue_kept;

	enum fpd_restack restack;
	char restack_holder[32];
	struct fpd_child *rescan;
};

/* The map of a LUN, made if there is none. NULL: no memory. */
struct fpd_map *fpd_map_get(struct fpd_manager *manager, const char *wwid);

/* The configuration may say other things of it now: settings and name. */
void fpd_map_configure(struct fpd_map *map);

/* It must have no paths. Return: NULL. */
struct fpd_map *fpd_map_free(struct fpd_map *map);

/* A path joins its LUN, or leaves it. A map without paths and device is freed at the next
 * look at all of them, never while somebody has it in hand. */
int fpd_map_join(struct fpd_map *map, struct fpd_path *path);
void fpd_map_leave(struct fpd_path *path);

/* How many of its paths the kernel may use now. */
size_t fpd_map_usable(const struct fpd_map *map);

/* What it should be may have changed: plan soon, once for all that happens together. */
void fpd_map_plan_soon(struct fpd_map *map);

/* The same, at @when at the latest, microseconds of CLOCK_MONOTONIC. */
void fpd_map_plan_at(struct fpd_map *map, uint64_t when);

/* The daemon ends: what would wait for a path for ever without it does not wait any more. */
void fpd_map_end(struct fpd_map *map);

/* The kernel's view was read: @live moves into the map, and what follows from the change. */
void fpd_map_seen(struct fpd_map *map, struct fpd_live *live);

/* A path's device, "8:16", in its live table's status. NULL: it is not there. */
const struct fairpath_status_path *fpd_live_path(const struct fpd_live *live, const char *dev);

void fpd_live_clear(struct fpd_live *live);

#endif
