// SPDX-License-Identifier: GPL-2.0
/* What sysfs and udev tell of a path without asking its device. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libudev.h>

#include "fairpathd/manager.h"
#include "fairpathd/path-facts.h"
#include "fairpathd/sysfs.h"

void fpd_path_free_properties(struct fpd_path *path)
{
	for (char **name = path->properties; name && *name; name++)
		free(*name);
	free(path->properties);
	path->properties = NULL;
}

bool fpd_same_target(const char *a, const char *b)
{
	const char *lun_a = strrchr(a, ':'), *lun_b = strrchr(b, ':');

	return lun_a && lun_b && lun_a - a == lun_b - b && !strncmp(a, b, (size_t)(lun_a - a));
}

/* Their names only: that is what the blacklist looks at. */
static void read_properties(struct fpd_path *path, struct udev_device *disk)
{
	struct udev_list_entry *entry;
	size_t nr = 0, at = 0;

	fpd_path_free_properties(path);
	udev_list_entry_foreach(entry, udev_device_get_properties_list_entry(disk)) nr++;
	path->properties = calloc(nr + 1, sizeof(*path->properties));
	if (!path->properties)
		return;
	udev_list_entry_foreach(entry, udev_device_get_properties_list_entry(disk))
	{
		char *name = at < nr ? strdup(udev_list_entry_get_name(entry)) : NULL;

		if (!name)
			break;
		path->properties[at++] = name;
	}
}

/* By the transport class that one of its ancestors belongs to. */
static const char *read_protocol(struct udev_device *scsi)
{
	static const struct {
		const char *word;
		const char *protocol;
	} transports[] = {
		{ "/rport-", "scsi:fcp" },	{ "/session", "scsi:iscsi" },
		{ "/end_device-", "scsi:sas" }, { "/ata", "scsi:ata" },
		{ "/usb", "scsi:usb" },		{ "/tcm_loop", "scsi:unspec" },
	};
	const char *syspath = scsi ? udev_device_get_syspath(scsi) : "";

	for (size_t i = 0; i < sizeof(transports) / sizeof(*transports); i++)
		if (strstr(syspath, transports[i].word))
			return transports[i].protocol;
	return "scsi:unspec";
}

/* INQUIRY, byte 5, bits 4 and 5, as the kernel has kept it. */
static bool read_tpgs(const struct fpd_path *path)
{
	unsigned char bytes[96];
	struct fairpath_inquiry inquiry;
	int len = fpd_sysfs_read_bytes(path->syspath, "device/inquiry", bytes, sizeof(bytes));

	return len > 0 && !fairpath_inquiry_parse(bytes, (size_t)len, &inquiry, NULL) &&
	       (inquiry.implicit_alua || inquiry.explicit_alua);
}

static void read_host_port(struct fpd_path *path)
{
	char host[FPD_FC_NAME_SIZE], folder[64];

	path->host_port_name[0] = '\0';
	if (!fpd_fc_host_of(path->port, host, sizeof(host)))
		return;
	snprintf(folder, sizeof(folder), "/sys/class/fc_host/%s", host);
	if (fpd_sysfs_read(folder, "port_name", path->host_port_name, sizeof(path->host_port_name)))
		path->host_port_name[0] = '\0';
}

void fpd_path_read_port(struct fpd_path *path)
{
	struct fpd_fc_port port;

	path->port_state[0] = '\0';
	if (!fpd_fc_port_of(path->syspath, path->port, sizeof(path->port))) {
		path->port[0] = '\0';
		return;
	}
	if (fpd_fc_port_read("/sys/class/fc_remote_ports", path->port, &port))
		return;
	snprintf(path->port_state, sizeof(path->port_state), "%s", fpd_fc_state_name(port.state));
	snprintf(path->port_name, sizeof(path->port_name), "%s", port.port_name);
	read_host_port(path);
}

void fpd_path_read(struct fpd_path *path, struct udev_device *disk)
{
	struct udev_device *scsi =
		udev_device_get_parent_with_subsystem_devtype(disk, "scsi", "scsi_device");
	char text[32];

	snprintf(path->address, sizeof(path->address), "%s",
		 scsi ? udev_device_get_sysname(scsi) : "");
	fpd_sysfs_read(path->syspath, "device/vendor", path->vendor, sizeof(path->vendor));
	fpd_sysfs_read(path->syspath, "device/model", path->product, sizeof(path->product));
	fpd_sysfs_read(path->syspath, "device/rev", path->revision, sizeof(path->revision));
	if (!fpd_sysfs_read(path->syspath, "size", text, sizeof(text)))
		path->sectors = strtoull(text, NULL, 10);
	path->protocol = read_protocol(scsi);
	path->has_tpgs = read_tpgs(path);
	read_properties(path, disk);
	fpd_path_read_port(path);
	fpd_path_configure(path);
}
