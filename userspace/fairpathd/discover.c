// SPDX-License-Identifier: GPL-2.0
/* Which disks there are, which come, which go, and what they tell the kernel: libudev. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <fairpath/scsi.h>
#include <libudev.h>

#include "fairpathd/check.h"
#include "fairpathd/discover.h"
#include "fairpathd/identity.h"
#include "fairpathd/log.h"

#define UDEVD_CONTROL "/run/udev/control"

/* Hundreds of disks come at once when a switch returns; the default holds some hundred. */
#define MONITOR_BUFFER (16 * 1024 * 1024)

static struct fpd_path *find_devnum(const struct fpd_manager *manager, dev_t devnum)
{
	for (size_t i = 0; i < manager->nr_paths; i++)
		if (manager->paths[i]->devnum == devnum)
			return manager->paths[i];
	return NULL;
}

static bool is_scsi_disk(struct udev_device *device)
{
	const char *devtype = udev_device_get_devtype(device);

	return devtype && !strcmp(devtype, "disk") && udev_device_get_devnum(device) &&
	       udev_device_get_parent_with_subsystem_devtype(device, "scsi", "scsi_device");
}

/* A path whose LUN may be known by now. */
static void identify(struct fpd_path *path, struct udev_device *disk)
{
	char wwid[FPD_WWID_SIZE], device_wwid[FPD_WWID_SIZE];

	if (path->excluded || path->state != FPD_PATH_NEW)
		return;
	fpd_identity_read(path, disk, wwid, device_wwid);
	if (wwid[0])
		fpd_identity_take(path, wwid, device_wwid);
	else
		fpd_identity_ask(path);
}

static void add(struct fpd_manager *manager, struct udev_device *disk)
{
	struct fpd_path **paths, *path;
	int r;

	paths = reallocarray(manager->paths, manager->nr_paths + 1, sizeof(struct fpd_path *));
	if (paths)
		manager->paths = paths;
	r = paths ? fpd_path_new(manager, disk, &path) : -ENOMEM;
	if (r < 0) {
		fpd_error("%s: cannot be taken in: %s", udev_device_get_sysname(disk),
			  strerror(-r));
		return;
	}
	manager->paths[manager->nr_paths++] = path;
	fpd_debug("%s: found: %s %s %s, %s", path->name, path->address, path->vendor, path->product,
		  path->protocol);
	if (path->excluded)
		return;
	fpd_check_begin(path);
	identify(path, disk);
}

/* Its properties, its size, its cache may be others now. */
static void change(struct fpd_path *path, struct udev_device *disk)
{
	fpd_path_read(path, disk);
	identify(path, disk);
	if (!path->excluded)
		fpd_check_now(path);
	fpd_manager_refresh_soon(path->manager);
}

void fpd_discover_forget(struct fpd_path *path)
{
	struct fpd_manager *manager = path->manager;

	for (size_t i = 0; i < manager->nr_paths; i++) {
		if (manager->paths[i] != path)
			continue;
		memmove(&manager->paths[i], &manager->paths[i + 1],
			(--manager->nr_paths - i) * sizeof(struct fpd_path *));
		break;
	}
	if (path->map)
		fpd_map_leave(path);
	fpd_path_free(path);
}

/* Return: what the kernel's words of a unit attention mean, enum fairpath_sense_meaning. */
static int attention_of(struct udev_device *device)
{
	static const struct {
		const char *words;
		int meaning;
	} known[] = {
		{ "INQUIRY_DATA_HAS_CHANGED", FAIRPATH_MEANS_INQUIRY_CHANGED },
		{ "REPORTED_LUNS_DATA_HAS_CHANGED", FAIRPATH_MEANS_LUNS_CHANGED },
		{ "CAPACITY_DATA_HAS_CHANGED", FAIRPATH_MEANS_CAPACITY_CHANGED },
		{ "MODE_PARAMETERS_CHANGED", FAIRPATH_MEANS_MODE_CHANGED },
		{ "ASYMMETRIC_ACCESS_STATE_CHANGED", FAIRPATH_MEANS_ALUA_CHANGED },
	};
	const char *words = udev_device_get_property_value(device, "SDEV_UA");

	for (size_t i = 0; words && i < sizeof(known) / sizeof(*known); i++)
		if (!strcmp(known[i].words, words))
			return known[i].meaning;
	return FAIRPATH_MEANS_NOTHING;
}

/* Told to I/O, and so not to any probe: the kernel passes it on as an event of the disk's
 * SCSI device. */
static void attend(struct fpd_manager *manager, struct udev_device *device)
{
	const char *syspath = udev_device_get_syspath(device);
	int attention = attention_of(device);
	size_t length = strlen(syspath);

	if (attention == FAIRPATH_MEANS_NOTHING)
		return;
	for (size_t i = 0; i < manager->nr_paths; i++) {
		struct fpd_path *path = manager->paths[i];

		if (path->excluded || strncmp(path->syspath, syspath, length) != 0 ||
		    path->syspath[length] != '/')
			continue;
		fpd_check_attentions(path, 1u << attention);
		fpd_check_now(path);
	}
}

static void handle(struct fpd_manager *manager, struct udev_device *device)
{
	const char *action = udev_device_get_action(device);
	struct fpd_path *path = find_devnum(manager, udev_device_get_devnum(device));
	const char *subsystem = udev_device_get_subsystem(device);

	if (!action)
		return;
	if (subsystem && !strcmp(subsystem, "scsi")) {
		attend(manager, device);
		return;
	}
	if (!strcmp(action, "remove")) {
		if (!path)
			return;
		fpd_path_handle(path, FPD_EVENT_REMOVED);
		fpd_discover_forget(path);
	} else if (!is_scsi_disk(device)) {
		return;
	} else if (path && !strcmp(path->name, udev_device_get_sysname(device))) {
		change(path, device);
	} else {
		/* The number was given to another disk, and the removal was missed. */
		if (path)
			fpd_discover_forget(path);
		add(manager, device);
	}
}

static int on_event(sd_event_source *source, int fd, uint32_t events, void *userdata)
{
	struct fpd_manager *manager = userdata;
	struct udev_device *device;

	(void)source;
	(void)fd;
	(void)events;
	errno = 0;
	while ((device = udev_monitor_receive_device(manager->monitor))) {
		handle(manager, device);
		udev_device_unref(device);
		errno = 0;
	}
	if (errno == ENOBUFS) {
		fpd_warning("udev told more than could be listened to: looking at all disks again");
		fpd_discover_all(manager);
	}
	return 0;
}

static bool still_there(const struct fpd_path *path)
{
	return !access(path->syspath, F_OK);
}

static void look_at(struct fpd_manager *manager, const char *syspath)
{
	struct udev_device *disk = udev_device_new_from_syspath(manager->udev, syspath);

	if (!disk)
		return;
	if (is_scsi_disk(disk) && !find_devnum(manager, udev_device_get_devnum(disk)) &&
	    (!manager->has_udevd || udev_device_get_is_initialized(disk)))
		add(manager, disk);
	udev_device_unref(disk);
}

int fpd_discover_all(struct fpd_manager *manager)
{
	struct udev_enumerate *all = udev_enumerate_new(manager->udev);
	struct udev_list_entry *entry;
	int r;

	if (!all)
		return -ENOMEM;
	for (size_t i = manager->nr_paths; i > 0; i--) {
		struct fpd_path *path = manager->paths[i - 1];

		if (still_there(path))
			continue;
		fpd_path_handle(path, FPD_EVENT_REMOVED);
		fpd_discover_forget(path);
	}
	r = udev_enumerate_add_match_subsystem(all, "block");
	if (r >= 0)
		r = udev_enumerate_scan_devices(all);
	if (r >= 0)
		udev_list_entry_foreach(entry, udev_enumerate_get_list_entry(all))
			look_at(manager, udev_list_entry_get_name(entry));
	udev_enumerate_unref(all);
	return r < 0 ? r : 0;
}

static int listen(struct fpd_manager *manager)
{
	sd_event_source *source;
	int r;

	/* Without udevd nobody sends what a "udev" monitor hears. */
	manager->has_udevd = !access(UDEVD_CONTROL, F_OK);
	manager->monitor = udev_monitor_new_from_netlink(manager->udev,
							 manager->has_udevd ? "udev" : "kernel");
	if (!manager->monitor)
		return -ENOMEM;
	/* Refused where the limit may not be passed: then it is the default. */
	udev_monitor_set_receive_buffer_size(manager->monitor, MONITOR_BUFFER);
	r = udev_monitor_filter_add_match_subsystem_devtype(manager->monitor, "block", "disk");
	if (r >= 0)
		r = udev_monitor_filter_add_match_subsystem_devtype(manager->monitor, "scsi",
								    "scsi_device");
	if (r >= 0)
		r = udev_monitor_enable_receiving(manager->monitor);
	if (r >= 0)
		r = sd_event_add_io(manager->event, &source, udev_monitor_get_fd(manager->monitor),
				    EPOLLIN, on_event, manager);
	if (r < 0)
		return r;
	sd_event_source_set_priority(source, FPD_PRIORITY_UDEV);
	/* Lives as long as the loop. */
	sd_event_source_set_floating(source, 1);
	sd_event_source_unref(source);
	return 0;
}

int fpd_discover_begin(struct fpd_manager *manager)
{
	int r;

	manager->udev = udev_new();
	if (!manager->udev)
		return -ENOMEM;
	r = listen(manager);
	if (r >= 0)
		r = fpd_discover_all(manager);
	fpd_info("%zu disks found, %s udevd", manager->nr_paths,
		 manager->has_udevd ? "with" : "without");
	return r;
}
