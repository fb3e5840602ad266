// SPDX-License-Identifier: GPL-2.0
/* Whose path is it? */
#include <stdio.h>
#include <string.h>

#include <libudev.h>

#include "fairpathd/check.h"
#include "fairpathd/identity.h"
#include "fairpathd/log.h"
#include "fairpathd/manager.h"
#include "fairpathd/probe/probe.h"
#include "fairpathd/sysfs.h"

#define VPD_SIZE 4096 /* more than any page 0x83 that was seen */

static void copy_text(char *to, size_t size, const char *from)
{
	snprintf(to, size, "%s", from);
}

static void read_vpd(const char *syspath, char *wwid)
{
	unsigned char page[VPD_SIZE];
	struct fairpath_device_id id;
	int len = fpd_sysfs_read_bytes(syspath, "device/vpd_pg83", page, sizeof(page));

	wwid[0] = '\0';
	if (len > 0 && !fairpath_device_id_parse(page, (size_t)len, &id, NULL))
		copy_text(wwid, FPD_WWID_SIZE, id.wwid);
}

void fpd_identity_read(const struct fpd_path *path, struct udev_device *disk, char *wwid,
		       char *device_wwid)
{
	const char *attribute = path->settings.uid_attribute.value, *value = NULL;

	read_vpd(path->syspath, device_wwid);
	if (disk && attribute && *attribute)
		value = udev_device_get_property_value(disk, attribute);
	copy_text(wwid, FPD_WWID_SIZE, value && *value ? value : device_wwid);
}

void fpd_identity_take(struct fpd_path *path, const char *wwid, const char *device_wwid)
{
	struct fpd_map *map;

	copy_text(path->wwid, sizeof(path->wwid), wwid);
	copy_text(path->device_wwid, sizeof(path->device_wwid), device_wwid);
	if (!fpd_path_configure(path))
		return;
	map = fpd_map_get(path->manager, wwid);
	if (!map || fpd_map_join(map, path) < 0) {
		fpd_error("%s: no memory to take it in", path->name);
		return;
	}
	fpd_path_handle(path, FPD_EVENT_IDENTITY_SAME);
}

/* A path that had no WWID, or has left its old LUN. */
static void first_answer(struct fpd_path *path, const struct fpd_probe_result *result)
{
	const char *wwid = result->id.wwid;

	if (result->verdict != FPD_VERDICT_UP || !wwid[0]) {
		fpd_path_handle(path, FPD_EVENT_IDENTITY_UNKNOWN);
		return;
	}
	fpd_identity_take(path, wwid, wwid);
}

static void on_answer(const struct fpd_probe_result *result, void *userdata)
{
	struct fpd_path *path = userdata;

	path->identity_check = NULL;
	fpd_check_attentions(path, result->attentions);
	if (path->state == FPD_PATH_NEW) {
		first_answer(path, result);
	} else if (result->verdict == FPD_VERDICT_WRONG) {
		copy_text(path->changed_wwid, sizeof(path->changed_wwid), result->id.wwid);
		copy_text(path->message, sizeof(path->message), result->message);
		fpd_path_handle(path, FPD_EVENT_IDENTITY_OTHER);
	} else if (result->verdict == FPD_VERDICT_UP) {
		fpd_path_handle(path, FPD_EVENT_IDENTITY_SAME);
	} else {
		fpd_path_handle(path, FPD_EVENT_IDENTITY_UNKNOWN);
	}
}

void fpd_identity_ask(struct fpd_path *path)
{
	struct fpd_probe_request request = {
		.kind = FPD_PROBE_IDENTITY,
		.timeout_ms = fpd_check_timeout_ms(path),
		/* Of a new path any will do; one that has no page 0x83 cannot be told apart. */
		.wwid = path->state != FPD_PATH_NEW && path->device_wwid[0] ? path->device_wwid
									    : NULL,
	};

	if (path->identity_check)
		return;
	if (!fpd_path_open(path) ||
	    fpd_probe_start(path->device, &request, on_answer, path, &path->identity_check) < 0)
		fpd_path_handle(path, FPD_EVENT_IDENTITY_UNKNOWN);
}
