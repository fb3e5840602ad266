// SPDX-License-Identifier: GPL-2.0
/* The daemon: its beginning, its loop, its end. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <libudev.h>
#include <systemd/sd-daemon.h>

#include "fairpathd/child.h"
#include "fairpathd/control-verbs.h"
#include "fairpathd/control.h"
#include "fairpathd/discover.h"
#include "fairpathd/fc/watch.h"
#include "fairpathd/json.h"
#include "fairpathd/log.h"
#include "fairpathd/manager.h"
#include "fairpathd/probe/probe.h"

#define USEC_PER_SEC UINT64_C(1000000)

/* Enough for 56 LUNs of four paths to be probed within seconds, and no storm. */
#define PARALLEL_PROBES 64

/* At the end, what is being done to a map may be finished: longer than any reload that is
 * not stuck, and shorter than systemd's patience (90 s). */
#define END_WAITS (5 * USEC_PER_SEC)

/* What no event told is seen after so long. */
#define HOUSEKEEPING (5 * USEC_PER_SEC)

uint64_t fpd_manager_now(const struct fpd_manager *manager)
{
	uint64_t now = 0;

	sd_event_now(manager->event, CLOCK_MONOTONIC, &now);
	return now;
}

struct fpd_path *fpd_manager_find_path(const struct fpd_manager *manager, const char *name)
{
	for (size_t i = 0; i < manager->nr_paths; i++) {
		struct fpd_path *path = manager->paths[i];

		if (!strcmp(path->name, name) || !strcmp(path->dev, name) ||
		    !strcmp(path->address, name))
			return path;
	}
	return NULL;
}

static bool map_is(const struct fpd_map *map, const char *name)
{
	char node[32], number[32];

	if (!strcmp(map->name, name) || !strcmp(map->wwid, name))
		return true;
	if (!map->live.exists)
		return false;
	snprintf(node, sizeof(node), "dm-%u", map->live.device.minor);
	snprintf(number, sizeof(number), "%u:%u", map->live.device.major, map->live.device.minor);
	return !strcmp(node, name) || !strcmp(number, name) || !strcmp(map->live.device.name, name);
}

struct fpd_map *fpd_manager_find_map(const struct fpd_manager *manager, const char *name)
{
	for (size_t i = 0; i < manager->nr_maps; i++)
		if (map_is(manager->maps[i], name))
			return manager->maps[i];
	return NULL;
}

/* Configuration */

static void warn(void *userdata, const char *sentence)
{
	unsigned int *warnings = userdata;

	(*warnings)++;
	fpd_warning("%s", sentence);
}

static int load_config(const struct fpd_manager *manager, struct fpd_config **ret,
		       unsigned int *warnings, struct fairpath_error *error)
{
	struct fpd_config_log log = { .warn = warn, .userdata = warnings };

	return fpd_config_load(manager->config_path, &log, ret, error);
}

static void resolve(struct fpd_manager *manager)
{
	/* verbosity, as multipath-tools counts it */
	static const int levels[] = { LOG_ERR, LOG_WARNING, LOG_NOTICE, LOG_INFO, LOG_DEBUG };
	size_t most = sizeof(levels) / sizeof(*levels) - 1, verbosity;

	fpd_config_resolve(manager->config, NULL, &manager->settings);
	verbosity = (size_t)manager->settings.verbosity.value;
	if (!manager->verbose)
		fpd_log_level(levels[verbosity < most ? verbosity : most]);
}

/* Another configuration is in force: all settings point into the new one. */
static void reconfigure(struct fpd_manager *manager)
{
	resolve(manager);
	for (size_t i = manager->nr_paths; i > 0; i--) {
		struct fpd_path *path = manager->paths[i - 1];
		bool before = path->excluded;

		/* Found again as new: all that is known of it begins with whether it is ours. */
		if (fpd_path_configure(path) == before)
			fpd_discover_forget(path);
	}
	for (size_t i = 0; i < manager->nr_maps; i++) {
		manager->maps[i]->removing = false;
		manager->maps[i]->without_handler = false;
		fpd_map_configure(manager->maps[i]);
		fpd_map_plan_soon(manager->maps[i]);
	}
	fpd_fc_watch_reconfigure(manager->fc);
}

int fpd_verb_reconfigure(struct fpd_manager *manager, struct fairpath_error *error)
{
	struct fpd_config *config, *old = manager->config;
	unsigned int warnings = 0;
	int r = load_config(manager, &config, &warnings, error);

	if (r < 0) {
		manager->config_error = *error;
		fpd_error("%s; the configuration that was in force stays so", error->text);
		return r;
	}
	manager->config_error.text[0] = '\0';
	manager->config_warnings = warnings;
	manager->config = config;
	reconfigure(manager);
	fpd_config_free(old);
	fpd_discover_all(manager);
	fpd_manager_refresh_soon(manager);
	fpd_notice("configuration read: %s",
		   fpd_config_file(config) ? fpd_config_file(config) : "built-in defaults");
	return 0;
}

/* Signals, time */

static int on_hangup(sd_event_source *source, const struct signalfd_siginfo *info, void *userdata)
{
	struct fairpath_error error;

	(void)source;
	(void)info;
	sd_notify(0, "RELOADING=1");
	fpd_verb_reconfigure(userdata, &error);
	sd_notify(0, "READY=1");
	return 0;
}

static bool idle(const struct fpd_manager *manager)
{
	for (size_t i = 0; i < manager->nr_maps; i++)
		if (manager->maps[i]->job)
			return false;
	return true;
}

static int on_end_timer(sd_event_source *source, uint64_t now, void *userdata)
{
	struct fpd_manager *manager = userdata;

	(void)source;
	(void)now;
	if (!idle(manager))
		fpd_warning("what is being done to a map takes too long, and goes on without me");
	return sd_event_exit(manager->event, 0);
}

static void end_maps(struct fpd_manager *manager)
{
	for (size_t i = 0; i < manager->nr_maps; i++)
		fpd_map_end(manager->maps[i]);
}

void fpd_manager_carried(struct fpd_manager *manager)
{
	if (!manager->ending)
		return;
	end_maps(manager);
	if (idle(manager))
		sd_event_exit(manager->event, 0);
}

/*
 * Maps stay as they are. Those that queue without a path go on, for as long as the
 * kernel's own clock says: nobody starts it anew any more.
 */
static int on_terminate(sd_event_source *source, const struct signalfd_siginfo *info,
			void *userdata)
{
	struct fpd_manager *manager = userdata;
	uint64_t wait;

	(void)source;
	fpd_notice("ending, by %s; maps stay up", strsignal((int)info->ssi_signo));
	sd_notify(0, "STOPPING=1");
	if (manager->ending)
		return 0;
	manager->ending = true;
	end_maps(manager);
	wait = idle(manager) ? 0 : END_WAITS;
	return sd_event_add_time_relative(manager->event, &manager->end_timer, CLOCK_MONOTONIC,
					  wait, 0, on_end_timer, manager);
}

static void done_once(struct fpd_manager *manager)
{
	if (!manager->once || !idle(manager))
		return;
	for (size_t i = 0; i < manager->nr_paths; i++)
		if (!manager->paths[i]->excluded && (manager->paths[i]->state == FPD_PATH_NEW ||
						     manager->paths[i]->state == FPD_PATH_PENDING))
			return;
	for (size_t i = 0; i < manager->nr_maps; i++)
		if (manager->maps[i]->plan_due && !manager->maps[i]->retry)
			return;
	sd_event_exit(manager->event, 0);
}

static int on_housekeeping(sd_event_source *source, uint64_t now, void *userdata)
{
	struct fpd_manager *manager = userdata;

	(void)now;
	fpd_manager_refresh_now(manager);
	done_once(manager);
	sd_event_source_set_time_relative(source, HOUSEKEEPING);
	sd_event_source_set_enabled(source, SD_EVENT_ONESHOT);
	return 0;
}

static int begin_signals(struct fpd_manager *manager)
{
	sigset_t set;
	int r;

	/* Also SIGCHLD: the loop watches its children. */
	sigemptyset(&set);
	sigaddset(&set, SIGCHLD);
	sigaddset(&set, SIGHUP);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGINT);
	if (sigprocmask(SIG_BLOCK, &set, NULL) < 0)
		return -errno;
	signal(SIGPIPE, SIG_IGN);
	r = sd_event_add_signal(manager->event, NULL, SIGHUP, on_hangup, manager);
	if (r >= 0)
		r = sd_event_add_signal(manager->event, NULL, SIGTERM, on_terminate, manager);
	if (r >= 0)
		r = sd_event_add_signal(manager->event, NULL, SIGINT, on_terminate, manager);
	return r;
}

/* Life */

static int begin_config(struct fpd_manager *manager)
{
	struct fairpath_error error;
	int r = load_config(manager, &manager->config, &manager->config_warnings, &error);

	if (r < 0) {
		fpd_error("%s", error.text);
		return r;
	}
	resolve(manager);
	return 0;
}

/* Who only looks once answers nobody. */
static int begin_control(struct fpd_manager *manager)
{
	struct fairpath_error error;
	int r;

	if (manager->once)
		return 0;
	fpd_json_begin();
	r = fpd_control_new(manager->event, FPD_PRIORITY_CONTROL, NULL, fpd_verbs_answer, manager,
			    &manager->control, &error);
	if (r)
		fpd_error("%s", error.text);
	return r;
}

static int begin(struct fpd_manager *manager)
{
	int r = begin_config(manager);

	if (r >= 0)
		r = sd_event_new(&manager->event);
	if (r >= 0)
		r = begin_signals(manager);
	if (r >= 0)
		r = fpd_prober_new(manager->event, PARALLEL_PROBES, &manager->prober);
	if (r < 0)
		return r;
	manager->started = fpd_manager_now(manager);
	/* Before anything is done: there is one daemon. */
	r = begin_control(manager);
	if (r >= 0)
		r = fpd_manager_watch_dm(manager);
	/* First what is up, then disks: a path knows at once whose it is. */
	if (r >= 0)
		fpd_manager_refresh_now(manager);
	if (r >= 0)
		r = fpd_discover_begin(manager);
	if (r >= 0)
		r = fpd_fc_watch_new(manager, &manager->fc);
	if (r >= 0)
		r = sd_event_add_time_relative(manager->event, &manager->housekeeping,
					       CLOCK_MONOTONIC, manager->once ? 0 : HOUSEKEEPING, 0,
					       on_housekeeping, manager);
	return r < 0 ? r : 0;
}

int fpd_manager_new(const struct fpd_manager_options *options, struct fpd_manager **ret)
{
	struct fpd_manager *manager = calloc(1, sizeof(*manager));
	int r;

	if (!manager)
		return -ENOMEM;
	manager->config_path = options->config;
	manager->once = options->once;
	manager->verbose = options->verbose;
	manager->dm_events = -1;
	r = begin(manager);
	if (r < 0) {
		fpd_manager_free(manager);
		return r;
	}
	*ret = manager;
	return 0;
}

struct fpd_manager *fpd_manager_free(struct fpd_manager *manager)
{
	if (!manager)
		return NULL;
	fpd_control_free(manager->control);
	fpd_fc_watch_free(manager->fc);
	while (manager->nr_paths)
		fpd_discover_forget(manager->paths[manager->nr_paths - 1]);
	while (manager->nr_maps)
		fpd_map_free(manager->maps[manager->nr_maps - 1]);
	free(manager->paths);
	free(manager->maps);
	fpd_prober_free(manager->prober);
	sd_event_source_disable_unref(manager->refresh_timer);
	sd_event_source_disable_unref(manager->housekeeping);
	sd_event_source_disable_unref(manager->end_timer);
	sd_event_unref(manager->event);
	udev_monitor_unref(manager->monitor);
	udev_unref(manager->udev);
	if (manager->dm_events >= 0)
		close(manager->dm_events);
	fpd_config_free(manager->config);
	free(manager);
	return NULL;
}

int fpd_manager_run(struct fpd_manager *manager)
{
	int r = sd_event_set_watchdog(manager->event, 1);

	if (r < 0)
		fpd_warning("no watchdog: %s", strerror(-r));
	sd_notify(0, "READY=1");
	r = sd_event_loop(manager->event);
	if (r < 0)
		fpd_error("the event loop: %s", strerror(-r));
	return r;
}
