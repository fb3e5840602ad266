// SPDX-License-Identifier: GPL-2.0
/* The daemon itself, as JSON; see report.h. */
#include "fairpathd/report.h"

#include <json-c/json.h>
#include <unistd.h>

#include "fairpathd/json.h"
#include "fairpathd/manager.h"
#include "fairpathd/probe/probe.h"

static void count_maps(struct json_object *object, const struct fpd_manager *manager)
{
	int64_t pathless = 0, failing = 0, busy = 0;
	size_t i;

	for (i = 0; i < manager->nr_maps; i++) {
		pathless += !fpd_map_usable(manager->maps[i]);
		failing += *manager->maps[i]->error.text != '\0';
		busy += manager->maps[i]->job != NULL;
	}
	fpd_json_number(object, "nr_maps", (int64_t)manager->nr_maps);
	fpd_json_number(object, "nr_maps_without_path", pathless);
	fpd_json_number(object, "nr_maps_failing", failing);
	fpd_json_number(object, "nr_maps_busy", busy);
}

static void count_paths(struct json_object *object, const struct fpd_manager *manager)
{
	int64_t usable = 0, orphans = 0;
	size_t i;

	for (i = 0; i < manager->nr_paths; i++) {
		usable += fpd_path_state_usable(manager->paths[i]->state);
		orphans += !manager->paths[i]->map;
	}
	fpd_json_number(object, "nr_paths", (int64_t)manager->nr_paths);
	fpd_json_number(object, "nr_usable", usable);
	fpd_json_number(object, "nr_orphans", orphans);
}

static void count_probes(struct json_object *object, const struct fpd_manager *manager)
{
	struct fpd_prober_counts counts;

	fpd_prober_count(manager->prober, &counts);
	fpd_json_number(object, "nr_probes", counts.running);
	fpd_json_number(object, "nr_probes_queued", counts.queued);
	fpd_json_number(object, "nr_probes_hanging", counts.hanging);
}

struct json_object *fpd_report_status(const struct fpd_manager *manager)
{
	struct json_object *object = json_object_new_object(), *config;
	const char *file = fpd_config_file(manager->config);

	fpd_json_text(object, "version", FAIRPATH_VERSION);
	fpd_json_number(object, "pid", getpid());
	fpd_json_number(object, "uptime",
			(int64_t)((fpd_manager_now(manager) - manager->started) / 1000000));
	fpd_json_text(object, "state", manager->ending ? "ending" : "running");
	fpd_json_bool(object, "udevd", manager->has_udevd);
	count_maps(object, manager);
	count_paths(object, manager);
	count_probes(object, manager);
	config = fpd_json_object(object, "config");
	fpd_json_text(config, "file", file);
	fpd_json_number(config, "nr_warnings", manager->config_warnings);
	fpd_json_text(config, "error", manager->config_error.text);
	return object;
}
