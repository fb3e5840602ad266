// SPDX-License-Identifier: GPL-2.0
/* A path as JSON; see report.h. */
#include "fairpathd/report.h"

#include <json-c/json.h>
#include <string.h>

#include "fairpathd/json.h"
#include "fairpathd/manager.h"
#include "fairpathd/sysfs.h"

/* What multipath calls our states: its readers look for these words. */
static const char *const checker_states[] = {
	[FPD_PATH_NEW] = "undef",	[FPD_PATH_PENDING] = "undef",
	[FPD_PATH_UP] = "ready",	[FPD_PATH_GHOST] = "ghost",
	[FPD_PATH_DOWN] = "faulty",	[FPD_PATH_CHECKING] = "shaky",
	[FPD_PATH_DELAYED] = "delayed", [FPD_PATH_BLOCKED] = "faulty",
	[FPD_PATH_HELD] = "faulty",	[FPD_PATH_WRONG_LUN] = "faulty",
	[FPD_PATH_REMOVED] = "undef",
};

_Static_assert(sizeof(checker_states) / sizeof(checker_states[0]) == FPD_NR_PATH_STATES,
	       "each state of a path has a word of multipath's");

static const char *kernel_state(const struct fpd_path *path)
{
	if (!path->in_live)
		return "undef";
	return path->seen_usable ? "active" : "failed";
}

static void add_access(struct json_object *object, const struct fpd_path *path)
{
	if (path->has_access)
		fpd_json_text(object, "access", fairpath_alua_state_name(path->access));
	if (path->has_access && path->port_group >= 0)
		fpd_json_number(object, "port_group", path->port_group);
}

/* Of Fibre Channel: the array's port, and how long the kernel waits for it. */
static void add_port(struct json_object *object, const struct fpd_path *path)
{
	struct fpd_fc_port port;

	fpd_json_text(object, "rport", path->port);
	fpd_json_text(object, "name", path->port_name);
	fpd_json_text(object, "host_name", path->host_port_name);
	fpd_json_text(object, "state", path->port_state);
	if (fpd_fc_port_read("/sys/class/fc_remote_ports", path->port, &port))
		return;
	if (port.fast_io_fail_tmo != FPD_FC_OFF)
		fpd_json_number(object, "fast_io_fail_tmo", port.fast_io_fail_tmo);
	fpd_json_number(object, "dev_loss_tmo", port.dev_loss_tmo);
}

struct json_object *fpd_report_path(const struct fpd_path *path)
{
	struct json_object *object = json_object_new_object();
	char device_state[32];

	if (fpd_sysfs_read(path->syspath, "device/state", device_state, sizeof(device_state)))
		strcpy(device_state, "unknown");
	fpd_json_text(object, "hctl", path->address);
	fpd_json_text(object, "dev", path->name);
	fpd_json_text(object, "devt", path->dev);
	fpd_json_text(object, "map", path->map ? path->map->name : NULL);
	fpd_json_text(object, "wwid", path->wwid);
	fpd_json_text(object, "vendor", path->vendor);
	fpd_json_text(object, "product", path->product);
	fpd_json_text(object, "dm_state", kernel_state(path));
	fpd_json_text(object, "state", checker_states[path->state]);
	fpd_json_text(object, "fairpath_state", fpd_path_state_name(path->state));
	fpd_json_text(object, "device_state", device_state);
	fpd_json_bool(object, "silent", path->silent);
	fpd_json_number(object, "prio", path->has_priority ? path->priority : 0);
	add_access(object, path);
	fpd_json_number(object, "failures", path->io_failures);
	fpd_json_number(object, "checks", path->checks);
	fpd_json_number(object, "seconds_in_state",
			(int64_t)((fpd_manager_now(path->manager) - path->since) / 1000000));
	fpd_json_text(object, "reason", path->message);
	if (*path->port_state)
		add_port(fpd_json_object(object, "port"), path);
	return object;
}
