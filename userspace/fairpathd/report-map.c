// SPDX-License-Identifier: GPL-2.0
/* A map as JSON: in a line, and as the kernel has it; see report.h. */
#include "fairpathd/report.h"

#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fairpathd/json.h"
#include "fairpathd/manager.h"
#include "fairpathd/sysfs.h"

static const char *const group_states[] = {
	[FAIRPATH_GROUP_ACTIVE] = "active",
	[FAIRPATH_GROUP_ENABLED] = "enabled",
	[FAIRPATH_GROUP_DISABLED] = "disabled",
};

/* A count and as many words, at the beginning of a table line: "1 queue_if_no_path". */
static size_t counted_len(const char *text)
{
	char *end;
	unsigned long words = strtoul(text, &end, 10);

	while (words-- && *end) {
		end += strspn(end, " ");
		end += strcspn(end, " ");
	}
	return (size_t)(end - text);
}

/* Features and hardware handler, as the table says them. */
static void add_table_head(struct json_object *object, const char *table)
{
	char features[256], handler[256];
	size_t len = counted_len(table);
	const char *second = table + len + strspn(table + len, " ");

	snprintf(features, sizeof(features), "%.*s", (int)len, table);
	snprintf(handler, sizeof(handler), "%.*s", (int)counted_len(second), second);
	fpd_json_text(object, "features", features);
	fpd_json_text(object, "hwhandler", handler);
}

static bool is_read_only(const struct fpd_map *map)
{
	char folder[64], value[8];

	snprintf(folder, sizeof(folder), "/sys/dev/block/%u:%u", map->live.device.major,
		 map->live.device.minor);
	return !fpd_sysfs_read(folder, "ro", value, sizeof(value)) && !strcmp(value, "1");
}

static const char *state_of(const struct fpd_map *map)
{
	if (!map->live.exists)
		return "no device";
	return map->live.device.suspended ? "suspended" : "active";
}

/* Why it is not as it should be; NULL: it is. */
static const char *reason_of(const struct fpd_map *map)
{
	if (*map->error.text)
		return map->error.text;
	if (map->restack == FPD_RESTACK_WANTED)
		return "what is stacked above must be restacked: see show flushes";
	return map->job ? map->job_text : NULL;
}

static void add_identity(struct json_object *object, const struct fpd_map *map)
{
	const struct fairpath_dm_device *device = &map->live.device;
	char text[32];

	fpd_json_text(object, "name", map->name);
	fpd_json_text(object, "wwid", map->wwid);
	if (map->live.exists) {
		snprintf(text, sizeof(text), "dm-%u", device->minor);
		fpd_json_text(object, "sysfs", text);
		snprintf(text, sizeof(text), "%u:%u", device->major, device->minor);
		fpd_json_text(object, "devt", text);
	}
	fpd_json_text(object, "vendor", map->nr_paths ? map->paths[0]->vendor : NULL);
	fpd_json_text(object, "product", map->nr_paths ? map->paths[0]->product : NULL);
	fpd_json_number(object, "size", map->live.exists ? (int64_t)device->sectors * 512 : 0);
	fpd_json_text(object, "state", state_of(map));
}

struct json_object *fpd_report_map(const struct fpd_map *map)
{
	const struct fairpath_table *table = map->live.table;
	struct json_object *object = json_object_new_object();

	add_identity(object, map);
	fpd_json_number(object, "nr_paths", (int64_t)map->nr_paths);
	fpd_json_number(object, "nr_usable", (int64_t)fpd_map_usable(map));
	fpd_json_text(object, "no_path",
		      !table				 ? NULL
		      : table->features.queue_if_no_path ? "queue"
							 : "fail");
	fpd_json_number(object, "reloads", map->reloads);
	fpd_json_text(object, "reason", reason_of(map));
	return object;
}

static const struct fpd_path *find_path(const struct fpd_map *map, const char *dev)
{
	size_t i;

	for (i = 0; i < map->nr_paths; i++)
		if (!strcmp(map->paths[i]->dev, dev))
			return map->paths[i];
	return NULL;
}

/* A path that the table has and the daemon does not know: only its number can be told. */
static struct json_object *stranger(const char *dev, bool usable)
{
	struct json_object *object = json_object_new_object();

	fpd_json_text(object, "devt", dev);
	fpd_json_text(object, "dm_state", usable ? "active" : "failed");
	fpd_json_text(object, "state", "undef");
	return object;
}

/* As multipath does: the average of its paths' priorities. */
static void add_group_prio(struct json_object *object, const struct fpd_map *map,
			   const struct fairpath_status_group *group)
{
	const struct fpd_path *path;
	int sum = 0, nr = 0;
	size_t i;

	for (i = 0; i < group->nr_paths; i++) {
		path = find_path(map, group->paths[i].dev);
		if (!path || !path->has_priority)
			continue;
		sum += path->priority;
		nr++;
	}
	fpd_json_number(object, "prio", nr ? sum / nr : 0);
}

static void add_selector(struct json_object *object, const struct fairpath_table_group *group)
{
	char text[256];
	size_t i;
	int len = snprintf(text, sizeof(text), "%s %zu", group->selector, group->nr_selector_args);

	for (i = 0; i < group->nr_selector_args && len > 0 && (size_t)len < sizeof(text); i++)
		len += snprintf(text + len, sizeof(text) - (size_t)len, " %s",
				group->selector_args[i]);
	fpd_json_text(object, "selector", text);
}

static struct json_object *report_group(const struct fpd_map *map,
					const struct fairpath_table_group *table,
					const struct fairpath_status_group *group)
{
	struct json_object *object = json_object_new_object(), *paths;
	const struct fpd_path *path;
	size_t i;

	add_selector(object, table);
	add_group_prio(object, map, group);
	fpd_json_text(object, "state", group_states[group->state]);
	paths = fpd_json_array(object, "paths");
	for (i = 0; i < group->nr_paths; i++) {
		path = find_path(map, group->paths[i].dev);
		fpd_json_append(paths,
				path ? fpd_report_path(path)
				     : stranger(group->paths[i].dev, group->paths[i].usable));
	}
	return object;
}

struct json_object *fpd_report_topology(const struct fpd_map *map)
{
	const struct fairpath_table *table = map->live.table;
	const struct fairpath_status *status = map->live.status;
	struct json_object *object = json_object_new_object(), *groups;
	size_t i;

	add_identity(object, map);
	fpd_json_bool(object, "read_only", is_read_only(map));
	if (map->live.device.table)
		add_table_head(object, map->live.device.table);
	groups = fpd_json_array(object, "groups");
	for (i = 0; table && status && i < table->nr_groups && i < status->nr_groups; i++)
		fpd_json_append(groups, report_group(map, &table->groups[i], &status->groups[i]));
	return object;
}
