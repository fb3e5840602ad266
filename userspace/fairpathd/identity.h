/* SPDX-License-Identifier: GPL-2.0 */
/* Whose path is it? By the field's precedence: udev's property, else VPD page 0x83. */
#ifndef FPD_IDENTITY_H
#define FPD_IDENTITY_H

#include "fairpathd/path.h"

struct udev_device;

/*
 * The WWID as udev and the kernel know it now, without asking the device, into @wwid
 * ("": not known), and that of VPD page 0x83 alone into @device_wwid.
 */
void fpd_identity_read(const struct fpd_path *path, struct udev_device *disk, char *wwid,
		       char *device_wwid);

/* The path has no LUN yet, or left its: it becomes @wwid's, or nobody's if it is excluded. */
void fpd_identity_take(struct fpd_path *path, const char *wwid, const char *device_wwid);

/* Ask the device itself; an event of path_fsm.h follows. */
void fpd_identity_ask(struct fpd_path *path);

#endif
