// SPDX-License-Identifier: GPL-2.0
/*
 * Events of mapped devices, by the poll interface of the control node. libdevmapper
 * can arm its own descriptor only, and that is not to be had: so one of ours, and
 * the ioctl by hand.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <linux/dm-ioctl.h>
#include <sys/ioctl.h>

#include <fairpath/dm.h>

#define CONTROL "/dev/" DM_DIR "/" DM_CONTROL_NODE

static int fail(struct fairpath_error *error, const char *verb)
{
	int r = -errno;

	if (error)
		snprintf(error->text, sizeof(error->text), "cannot %s " CONTROL ": %s%s", verb,
			 strerror(-r), r == -ENOENT ? " (is dm_mod loaded?)" : "");
	return r;
}

int fairpath_dm_events_open(struct fairpath_error *error)
{
	int fd = open(CONTROL, O_RDWR | O_CLOEXEC | O_NONBLOCK), r;

	if (fd < 0)
		return fail(error, "open");
	r = fairpath_dm_events_arm(fd, error);
	if (!r)
		return fd;
	close(fd);
	return r;
}

int fairpath_dm_events_arm(int fd, struct fairpath_error *error)
{
	/* 4.37: the first with this ioctl, Linux 4.14. */
	struct dm_ioctl arm = {
		.version = { 4, 37, 0 },
		.data_size = sizeof(arm),
	};

	if (ioctl(fd, DM_DEV_ARM_POLL, &arm) < 0)
		return fail(error, "arm");
	return 0;
}
