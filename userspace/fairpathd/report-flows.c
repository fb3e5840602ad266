// SPDX-License-Identifier: GPL-2.0
/* A map's fair queue and who waits in it, as JSON; see report.h. */
#include "fairpathd/report.h"

#include <json-c/json.h>
#include <stdlib.h>

#include <fairpath/dm.h>
#include <fairpath/flow.h>

#include "fairpathd/json.h"
#include "fairpathd/manager.h"

static void add_flow(struct json_object *array, const struct fairpath_flow *flow)
{
	struct json_object *entry = json_object_new_object();

	fpd_json_number(entry, "id", (int64_t)flow->id);
	fpd_json_number(entry, "weight", (int64_t)flow->weight);
	fpd_json_bool(entry, "idle", flow->idle);
	fpd_json_number(entry, "waiting", (int64_t)flow->waiting);
	fpd_json_number(entry, "granted", (int64_t)flow->granted);
	fpd_json_number(entry, "cost", (int64_t)flow->cost);
	fpd_json_number(entry, "wait_usecs", (int64_t)flow->wait_usecs);
	fpd_json_number(entry, "worst_wait_usecs", (int64_t)flow->worst_wait_usecs);
	fpd_json_append(array, entry);
}

/* As they are now: the kernel answers from memory. Refused while it is suspended. */
static void add_flows(struct json_object *object, const struct fpd_map *map)
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
			add_flow(array, &flows[i]);
	}
	free(flows);
	free(answer);
}

struct json_object *fpd_report_flows(const struct fpd_map *map)
{
	const struct fairpath_status *status = map->live.status;
	struct json_object *object = json_object_new_object();

	fpd_json_text(object, "name", map->name);
	if (!status || !status->fair.flows)
		return object;
	fpd_json_text(object, "flows_by", status->fair.flows);
	add_flows(object, map);
	return object;
}
