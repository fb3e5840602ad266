/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The daemon: one struct, one thread, one loop.
 *
 * What the loop handles, in this order when several are due, and why:
 *	children	a step has ended: what the kernel has now is known before more is decided
 *	dm events	the evidence of I/O, before any probe's answer
 *	probes		the answers of devices
 *	udev		devices that come and go
 *	control		people; they see the outcome of all the above
 *	timers		what nobody else has brought about
 * Nothing in the loop blocks: what may is a child (child.h) or asynchronous (probe/).
 */
#ifndef FPD_MANAGER_H
#define FPD_MANAGER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <systemd/sd-event.h>

#include "fairpathd/config/config.h"
#include "fairpathd/map.h"
#include "fairpathd/path.h"

struct fpd_prober;
struct udev;
struct udev_monitor;
struct fpd_control;
struct fpd_fc_watch;

/* Of sources on the loop; the lower is handled first. */
enum fpd_priority {
	FPD_PRIORITY_CHILD = -30,
	FPD_PRIORITY_DM_EVENT = -20,
	FPD_PRIORITY_PROBE = -10,
	FPD_PRIORITY_UDEV = 0,
	FPD_PRIORITY_CONTROL = 10,
	FPD_PRIORITY_TIMER = 20,
};

/**
 * struct fpd_manager - the daemon
 * @event: the loop
 * @config_path: --config, or NULL
 * @config: in force
 * @settings: the daemon's own, of no LUN
 * @config_error: why the last reconfigure failed; "": it did not
 * @config_warnings: how many the configuration in force earned
 * @started: when, microseconds of CLOCK_MONOTONIC
 * @ending: SIGTERM came
 * @once: end as soon as everything is as it should be
 * @verbose: the configuration's verbosity does not count
 * @prober: sends probes
 * @udev: the library
 * @monitor: devices that come and go
 * @has_udevd: events come from udevd, with properties; else from the kernel
 * @dm_events: descriptor of dm events
 * @fc: watches remote ports of Fibre Channel
 * @paths: all, in the order of discovery
 * @maps: all, in the order of discovery
 * @control: the control socket's server; NULL: none
 */
struct fpd_manager {
	sd_event *event;
	const char *config_path;
	struct fpd_config *config;
	struct fpd_settings settings;
	struct fairpath_error config_error;
	unsigned int config_warnings;
	uint64_t started;
	bool ending;
	bool once;
	bool verbose;

	struct fpd_prober *prober;
	struct udev *udev;
	struct udev_monitor *monitor;
	bool has_udevd;
	int dm_events;
	struct fpd_fc_watch *fc;
	sd_event_source *refresh_timer;
	sd_event_source *housekeeping;
	sd_event_source *end_timer;

	struct fpd_path **paths;
	size_t nr_paths;
	struct fpd_map **maps;
	size_t nr_maps;

	struct fpd_control *control;
};

/**
 * struct fpd_manager_options - from the command line
 * @config: file; NULL: the usual ones
 * @once: end when all is done
 * @verbose: how much is said was chosen, and the configuration's verbosity does not count
 */
struct fpd_manager_options {
	const char *config;
	bool once;
	bool verbose;
};

/* Reads the configuration, finds what there is. Return: 0 or a negative errno, said in the log. */
int fpd_manager_new(const struct fpd_manager_options *options, struct fpd_manager **ret);
struct fpd_manager *fpd_manager_free(struct fpd_manager *manager);

/* Until it ends. Return: 0 or a negative errno. */
int fpd_manager_run(struct fpd_manager *manager);

/* Microseconds of CLOCK_MONOTONIC, as the loop saw it last. */
uint64_t fpd_manager_now(const struct fpd_manager *manager);

struct fpd_path *fpd_manager_find_path(const struct fpd_manager *manager, const char *name);

/* By name, WWID, "dm-3" or "253:3". */
struct fpd_map *fpd_manager_find_map(const struct fpd_manager *manager, const char *name);

/* Look at all mapped devices as soon as the loop is free, or now. */
void fpd_manager_refresh_soon(struct fpd_manager *manager);
void fpd_manager_refresh_now(struct fpd_manager *manager);

/* What was being done to a map has ended, and the map was seen since. */
void fpd_manager_carried(struct fpd_manager *manager);

/* From then on, events of mapped devices lead to a look. Return: 0 or a negative errno. */
int fpd_manager_watch_dm(struct fpd_manager *manager);

/*
 * Verbs of people. Each answers at once; what follows is seen in the state of paths
 * and maps. Return: 0, or a negative errno and @error filled.
 */

/* The path is used no more, until it is reinstated. */
int fpd_verb_fail_path(struct fpd_path *path, struct fairpath_error *error);

/* Past failures are forgiven; used again once it answers and is who it was. */
int fpd_verb_reinstate_path(struct fpd_path *path, struct fairpath_error *error);

/* Load the map's table anew even if nothing differs, and try at once what has failed. */
int fpd_verb_reload_map(struct fpd_map *map, struct fairpath_error *error);

/* Remove the mapped device; refused if it is open. */
int fpd_verb_remove_map(struct fpd_map *map, struct fairpath_error *error);

/* Read the configuration again. -EINVAL: it is broken, and the old one stays in force. */
int fpd_verb_reconfigure(struct fpd_manager *manager, struct fairpath_error *error);

#endif
