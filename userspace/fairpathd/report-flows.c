// SPDX-License-Identifier: GPL-2.0
/* A map's fair queue and who waits in it, as JSON; see report.h. */
#include "fairpathd/report.h"

#include <json-c/json.h>
#include <stdlib.h>

#include <fairpath/dm.h>
#include <fairpath/flow.h>

#include "fairpathd/json.h"
#include "fairpathd/manager.h"
#include "fairpathd/report-latency.h"
#include "fairpathd/sysfs.h"

/* Of all that had to wait. */
static int64_t bytes_of(const struct fairpath_flow *flow)
{
	uint64_t fixed = flow->granted * FAIRPATH_FLOW_COST_FIXED;

	return flow->cost > fixed ? (int64_t)(flow->cost - fixed) : 0;
}

static void add_flow(struct json_object *array, const struct fairpath_flow *flow,
		     const struct fpd_latencies *latencies)
{
	struct json_object *entry = json_object_new_object();

	fpd_json_number(entry, "id", (int64_t)flow->id);
	fpd_json_bool(entry, "process", flow->process);
	fpd_json_number(entry, "weight", (int64_t)flow->weight);
	fpd_json_bool(entry, "idle", flow->idle);
	fpd_json_number(entry, "waiting", (int64_t)flow->waiting);
	fpd_json_number(entry, "granted", (int64_t)flow->granted);
	fpd_json_number(entry, "cost", (int64_t)flow->cost);
	fpd_json_number(entry, "bytes", bytes_of(flow));
	fpd_json_number(entry, "wait_usecs", (int64_t)flow->wait_usecs);
	fpd_json_number(entry, "worst_wait_usecs", (int64_t)flow->worst_wait_usecs);
	fpd_report_waits(entry, latencies, flow);
	fpd_json_append(array, entry);
}

/* As they are now: the kernel answers from memory. Refused while it is suspended. */
static void add_flows(struct json_object *object, const struct fpd_map *map,
		      const struct fpd_latencies *latencies)
{
	struct fairpath_error error = { "" };
	struct fairpath_flow *flows = NULL;
	char *answer = NULL;
	size_t nr = 0, i;

	if (fairpath_dm_ask(map->live.device.name, "show_flows", &answer, &error) ||
	    fairpath_flows_parse(answer, &flows, &nr, &error)) {
		fpd_json_text(object, "error", error.text);
	} else {
		struct json_object *array = fpd_json_array(object, "flows");

		for (i = 0; i < nr; i++)
			add_flow(array, &flows[i], latencies);
	}
	free(flows);
	free(answer);
}

static void add_queue(struct json_object *object, const struct fairpath_fair_status *fair)
{
	fpd_json_number(object, "window", (int64_t)fair->window);
	fpd_json_number(object, "in_flight", (int64_t)fair->in_flight);
	fpd_json_number(object, "waiting", (int64_t)fair->waiting);
	fpd_json_number(object, "granted", (int64_t)fair->granted);
	fpd_json_number(object, "granted_overdue", (int64_t)fair->granted_overdue);
	fpd_json_number(object, "worst_wait_usecs", (int64_t)fair->worst_wait_usecs);
}

/* What was read last may be seconds old, so it is read anew; the kernel does not wait. */
static void add_fair(struct json_object *object, const struct fpd_map *map,
		     const struct fpd_latencies *latencies)
{
	struct fairpath_status *status = NULL;
	struct fairpath_error error = { "" };
	char *text = NULL;

	if (fairpath_dm_status(map->live.device.name, &text, &error) ||
	    fairpath_status_parse(text, &status, &error)) {
		fpd_json_text(object, "error", error.text);
	} else {
		add_queue(object, &status->fair);
		add_flows(object, map, latencies);
	}
	fairpath_status_free(status);
	free(text);
}

/* What the block layer counts of a disk: /sys/block/DISK/stat, in this order. */
enum {
	STAT_READS,
	STAT_READ_SECTORS = 2,
	STAT_READ_MS,
	STAT_WRITES,
	STAT_WRITE_SECTORS = 6,
	STAT_WRITE_MS,
	STAT_IN_FLIGHT,
	NR_STATS,
};

static bool read_stats(const char *syspath, unsigned long long *stats)
{
	char text[512], *next = text, *end;
	int i;

	if (fpd_sysfs_read(syspath, "stat", text, sizeof(text)))
		return false;
	for (i = 0; i < NR_STATS; i++) {
		stats[i] = strtoull(next, &end, 10);
		if (end == next)
			return false;
		next = end;
	}
	return true;
}

static void add_stats(struct json_object *object, const char *syspath)
{
	unsigned long long stats[NR_STATS];

	if (!read_stats(syspath, stats))
		return;
	fpd_json_number(object, "in_flight", (int64_t)stats[STAT_IN_FLIGHT]);
	fpd_json_number(object, "ios", (int64_t)(stats[STAT_READS] + stats[STAT_WRITES]));
	fpd_json_number(object, "bytes",
			(int64_t)(stats[STAT_READ_SECTORS] + stats[STAT_WRITE_SECTORS]) * 512);
	fpd_json_number(object, "io_usecs",
			(int64_t)(stats[STAT_READ_MS] + stats[STAT_WRITE_MS]) * 1000);
}

static void add_paths(struct json_object *object, const struct fpd_map *map,
		      const struct fpd_latencies *latencies)
{
	struct json_object *array = fpd_json_array(object, "paths");
	size_t i;

	for (i = 0; i < map->nr_paths; i++) {
		const struct fpd_path *path = map->paths[i];
		struct json_object *entry;

		if (!path->in_live)
			continue;
		entry = json_object_new_object();
		fpd_json_text(entry, "dev", path->name);
		fpd_json_text(entry, "devt", path->dev);
		fpd_json_text(entry, "dm_state", path->seen_usable ? "active" : "failed");
		add_stats(entry, path->syspath);
		fpd_report_latency(entry, latencies, path->dev);
		fpd_json_append(array, entry);
	}
}

struct json_object *fpd_report_flows(const struct fpd_map *map)
{
	const struct fairpath_status *status = map->live.status;
	struct json_object *object = json_object_new_object();
	struct fpd_latencies latencies = { 0 };

	fpd_json_text(object, "name", map->name);
	fpd_json_number(object, "clock_usecs", (int64_t)fpd_manager_now(map->manager));
	if (status && status->fair.flows) {
		fpd_json_text(object, "flows_by", status->fair.flows);
		fpd_json_text(object, "told_by",
			      status->fair.told_by ? status->fair.told_by : "none");
		fpd_latencies_read(&latencies, map->live.device.name);
		add_fair(object, map, &latencies);
	}
	add_paths(object, map, &latencies);
	fpd_latencies_clear(&latencies);
	return object;
}
