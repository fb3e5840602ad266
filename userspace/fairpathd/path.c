// SPDX-License-Identifier: GPL-2.0
/* A path: one SCSI disk as the daemon knows it, and what follows from its states. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libudev.h>
#include <sys/sysmacros.h>

#include "fairpathd/check.h"
#include "fairpathd/identity.h"
#include "fairpathd/log.h"
#include "fairpathd/manager.h"
#include "fairpathd/probe/probe.h"
#include "fairpathd/path-facts.h"

/* Doing what the table says */

static int on_delay_over(sd_event_source *source, uint64_t now, void *userdata)
{
	(void)source;
	(void)now;
	fpd_path_handle(userdata, FPD_EVENT_DELAY_OVER);
	return 0;
}

static void delay(struct fpd_path *path)
{
	uint64_t now = fpd_manager_now(path->manager);
	uint64_t ready = fpd_backoff_ready(&path->backoff, now);

	path->delay = sd_event_source_disable_unref(path->delay);
	if (ready > now) {
		fpd_notice("%s: has failed %u times lately: used again if it stays good for %llu s",
			   path->name, path->backoff.failures,
			   (unsigned long long)(ready - now) / 1000000);
		if (sd_event_add_time(path->manager->event, &path->delay, CLOCK_MONOTONIC, ready, 0,
				      on_delay_over, path) >= 0) {
			sd_event_source_set_priority(path->delay, FPD_PRIORITY_TIMER);
			return;
		}
	}
	fpd_path_handle(path, FPD_EVENT_DELAY_OVER);
}

static void alarm_of(const struct fpd_path *path)
{
	fpd_error(
		"%s: ANOTHER LUN ANSWERS: it was a path of %s, and is now of %s. It is failed and "
		"taken out of map %s. Was a LUN unmapped or replaced on the array without removing "
		"its devices here?",
		path->name, path->device_wwid,
		path->changed_wwid[0] ? path->changed_wwid : "an unknown one",
		path->map ? path->map->name : "?");
}

static void leave_state(struct fpd_path *path, enum fpd_path_state next)
{
	if (path->state == FPD_PATH_DELAYED)
		path->delay = sd_event_source_disable_unref(path->delay);
	path->state = next;
	path->since = fpd_manager_now(path->manager);
	fpd_check_often(path);
	if (fpd_path_state_usable(next))
		path->entered = true;
}

static void say(const struct fpd_path *path, enum fpd_path_state before, enum fpd_path_event event)
{
	bool matters = fpd_path_state_usable(before) || fpd_path_state_usable(path->state);

	fpd_log(matters ? LOG_NOTICE : LOG_INFO, "%s: %s -> %s by %s%s%s%s", path->name,
		fpd_path_state_name(before), fpd_path_state_name(path->state),
		fpd_path_event_name(event), path->message[0] ? " (" : "", path->message,
		path->message[0] ? ")" : "");
}

void fpd_path_handle(struct fpd_path *path, enum fpd_path_event event)
{
	struct fpd_path_step step = fpd_path_fsm(path->state, event);
	enum fpd_path_state before = path->state;

	if (step.next != before) {
		leave_state(path, step.next);
		say(path, before, event);
	}
	if (step.actions & FPD_DO_PENALIZE)
		fpd_backoff_failed(&path->backoff, fpd_manager_now(path->manager));
	if (step.actions & FPD_DO_FORGIVE)
		fpd_backoff_forgive(&path->backoff);
	if (step.actions & FPD_DO_ALARM)
		alarm_of(path);
	if (step.actions & FPD_DO_PLAN && path->map)
		fpd_map_plan_soon(path->map);
	if (step.actions & FPD_DO_PROBE)
		fpd_check_now(path);
	if (step.actions & FPD_DO_IDENTIFY)
		fpd_identity_ask(path);
	/* Last: it may lead to the next event at once. */
	if (step.actions & FPD_DO_DELAY)
		delay(path);
}

bool fpd_path_open(struct fpd_path *path)
{
	if (!path->device)
		fpd_probe_device_new(path->manager->prober, path->name, &path->device);
	return path->device != NULL;
}

/* Life */

int fpd_path_new(struct fpd_manager *manager, struct udev_device *disk, struct fpd_path **ret)
{
	struct fpd_path *path = calloc(1, sizeof(*path));

	if (!path)
		return -ENOMEM;
	path->manager = manager;
	path->devnum = udev_device_get_devnum(disk);
	path->port_group = -1;
	path->since = fpd_manager_now(manager);
	snprintf(path->name, sizeof(path->name), "%s", udev_device_get_sysname(disk));
	snprintf(path->dev, sizeof(path->dev), "%u:%u", major(path->devnum), minor(path->devnum));
	snprintf(path->syspath, sizeof(path->syspath), "%s", udev_device_get_syspath(disk));
	fpd_path_read(path, disk);
	*ret = path;
	return 0;
}

struct fpd_path *fpd_path_free(struct fpd_path *path)
{
	if (!path)
		return NULL;
	fpd_probe_cancel(path->check);
	fpd_probe_cancel(path->prio_check);
	fpd_probe_cancel(path->cache_check);
	fpd_probe_cancel(path->identity_check);
	fpd_probe_device_free(path->device);
	sd_event_source_disable_unref(path->timer);
	sd_event_source_disable_unref(path->delay);
	fpd_path_free_properties(path);
	free(path);
	return NULL;
}
