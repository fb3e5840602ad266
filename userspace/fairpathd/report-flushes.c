// SPDX-License-Identifier: GPL-2.0
/* What a map makes of flushes, as JSON; see report.h. */
#include "fairpathd/report.h"

#include <json-c/json.h>
#include <string.h>

#include "fairpathd/json.h"
#include "fairpathd/manager.h"

static const char *name_of(const struct fpd_map *map, const char *dev)
{
	size_t i;

	for (i = 0; i < map->nr_paths; i++)
		if (!strcmp(map->paths[i]->dev, dev))
			return map->paths[i]->name;
	return dev;
}

static void add_paths(struct json_object *object, const struct fpd_map *map,
		      const struct fairpath_status_group *group)
{
	size_t i;

	for (i = 0; i < group->nr_paths; i++) {
		const struct fairpath_status_path *path = &group->paths[i];
		struct json_object *entry = json_object_new_object();

		fpd_json_text(entry, "dev", name_of(map, path->dev));
		fpd_json_text(entry, "devt", path->dev);
		if (path->has_caps) {
			fpd_json_bool(entry, "write_cache", path->write_cache);
			fpd_json_bool(entry, "fua", path->fua);
		}
		fpd_json_append(object, entry);
	}
}

static void add_counters(struct json_object *object, const struct fairpath_counters *counters)
{
	struct json_object *entry = fpd_json_object(object, "counters");

	fpd_json_number(entry, "flushes_received", (int64_t)counters->flushes_received);
	fpd_json_number(entry, "flushes_sent", (int64_t)counters->flushes_sent);
	fpd_json_number(entry, "flushes_without_io", (int64_t)counters->flushes_without_io);
	fpd_json_number(entry, "fua_stripped", (int64_t)counters->fua_stripped);
	fpd_json_number(entry, "durable_fua", (int64_t)counters->durable_fua);
	fpd_json_number(entry, "durable_promised", (int64_t)counters->durable_promised);
}

struct json_object *fpd_report_flushes(const struct fpd_map *map)
{
	const struct fairpath_status *status = map->live.status;
	struct json_object *object = json_object_new_object(), *entry;
	size_t i;

	fpd_json_text(object, "name", map->name);
	if (!status || !status->has_pairs)
		return object;
	fpd_json_text(object, "policy", status->flush.policy);
	entry = fpd_json_object(object, "advertises");
	fpd_json_bool(entry, "write_cache", map->live.advertises_cache);
	fpd_json_bool(entry, "fua", map->live.advertises_fua);
	entry = fpd_json_array(object, "paths");
	for (i = 0; i < status->nr_groups; i++)
		add_paths(entry, map, &status->groups[i]);
	fpd_json_number(object, "owed", (int64_t)status->flush.owed);
	fpd_json_bool(object, "promised", status->flush.promised);
	if (map->restack == FPD_RESTACK_WANTED)
		fpd_json_text(object, "restack", map->restack_holder);
	add_counters(object, &status->counters);
	return object;
}
