// SPDX-License-Identifier: GPL-2.0
/*
 * What udevd takes a path for; see claim.h.
 *
 * What holds a disk changes without an event of the disk, so that one is made. Files
 * are written and removed by children: the root may be on a LUN that does not answer.
 */
#include "fairpathd/claim.h"

#include <errno.h>
#include <fcntl.h>
#include <libudev.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fairpathd/child.h"
#include "fairpathd/log.h"
#include "fairpathd/manager.h"
#include "fairpathd/sysfs.h"

/* The second holds until the next boot, and is for a root that cannot be written. */
static const char *const parents[] = { "/etc/fairpath", "/run/fairpath" };

/* A WWID with a slash in it is no file name: its LUN is not claimed. */
static bool file_of(const char *parent, const char *wwid, char *file)
{
	return *wwid && *wwid != '.' && !strchr(wwid, '/') &&
	       snprintf(file, PATH_MAX, "%s/claimed/%s", parent, wwid) < PATH_MAX;
}

static int claim_in(const char *parent, const char *wwid)
{
	char folder[PATH_MAX], file[PATH_MAX];
	int fd;

	if (!file_of(parent, wwid, file))
		return 0;
	snprintf(folder, sizeof(folder), "%s/claimed", parent);
	(void)mkdir(parent, 0755);
	(void)mkdir(folder, 0755);
	fd = open(file, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
	if (fd < 0)
		return -errno;
	close(fd);
	return 0;
}

void fpd_claim_lun(const char *wwid)
{
	if (claim_in(parents[0], wwid) < 0)
		(void)claim_in(parents[1], wwid);
}

/* As its database says; from a file in /run. */
static bool udevd_thinks_so(const struct fpd_path *path)
{
	struct udev_device *disk =
		udev_device_new_from_devnum(path->manager->udev, 'b', path->devnum);
	const char *member = disk ? udev_device_get_property_value(disk, "FAIRPATH_PATH") : NULL;
	bool thinks = member && !strcmp(member, "1");

	udev_device_unref(disk);
	return thinks;
}

/* Of a child: a copy of what it needs. */
struct release {
	char wwid[FPD_WWID_SIZE];
	char syspath[256];
	bool hidden; /* by now the file may be gone, with another path of the LUN */
};

static int release(const void *context, struct fairpath_error *error)
{
	const struct release *what = context;
	bool tell = what->hidden;
	char file[PATH_MAX];
	size_t i;

	(void)error;
	for (i = 0; i < sizeof(parents) / sizeof(parents[0]); i++)
		tell |= file_of(parents[i], what->wwid, file) && !unlink(file);
	return tell ? fpd_sysfs_write(what->syspath, "uevent", "change") : 0;
}

static void on_released(int result, const struct fairpath_error *error, void *userdata)
{
	(void)result;
	(void)error;
	(void)userdata;
}

void fpd_claim_release(const struct fpd_path *path)
{
	struct fpd_child *child;
	struct release what;

	if (!*path->wwid)
		return;
	strcpy(what.wwid, path->wwid);
	strcpy(what.syspath, path->syspath);
	what.hidden = path->manager->has_udevd && udevd_thinks_so(path);
	if (!fpd_child_start(path->manager->event, release, &what, on_released, NULL, &child))
		fpd_child_leave(child);
}

void fpd_claim_tell(const struct fpd_path *path)
{
	if (!path->manager->has_udevd || udevd_thinks_so(path) == path->in_live)
		return;
	/* It sends a message to who listens, and waits for nobody. */
	if (fpd_sysfs_write(path->syspath, "uevent", "change") < 0)
		fpd_debug("%s: udevd cannot be told that it has changed", path->name);
}
