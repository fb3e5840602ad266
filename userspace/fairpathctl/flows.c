// SPDX-License-Identifier: GPL-2.0
/* Who waits in the fair queues, as a table for each map; see show.h. */
#include "show.h"

#include <string.h>

#include <json-c/json.h>

#include "columns.h"
#include "field.h"
#include "size.h"

/* Of an I/O priority, as ionice calls it; a cgroup's is its number, as is a process's. */
static void add_id(struct columns *columns, bool by_ioprio, bool process, long long id)
{
	static const char *const classes[] = { "none", "realtime", "best-effort", "idle" };

	if (process)
		columns_add(columns, "process %lld", id);
	else if (!by_ioprio || id < 8 || id > 24)
		columns_add(columns, "%lld", id);
	else if (id == 24)
		columns_add(columns, "%s", classes[3]);
	else
		columns_add(columns, "%s/%lld", classes[id / 8], id % 8);
}

/* From microseconds. */
static void add_ms(struct columns *columns, int64_t usecs)
{
	columns_add(columns, "%.1f", (double)usecs / 1000);
}

void add_flow_name(struct columns *columns, bool by_ioprio, struct json_object *flow)
{
	add_id(columns, by_ioprio, field_is_true(flow, "process"), field_number(flow, "id"));
	columns_add(columns, "%lld%s", (long long)field_number(flow, "weight"),
		    field_is_true(flow, "idle") ? " idle" : "");
}

static void add_flow(struct columns *columns, bool by_ioprio, struct json_object *flow)
{
	int64_t granted = field_number(flow, "granted");
	char size[SIZE_TEXT];

	add_flow_name(columns, by_ioprio, flow);
	columns_add(columns, "%lld", (long long)field_number(flow, "waiting"));
	columns_add(columns, "%lld", (long long)granted);
	columns_add(columns, "%s", size_text(field_number(flow, "cost"), size));
	add_ms(columns, granted > 0 ? field_number(flow, "wait_usecs") / granted : 0);
	add_ms(columns, field_number(flow, "worst_wait_usecs"));
}

bool add_flows_head(struct columns *columns, struct json_object *map, const char *remark)
{
	const char *by = field_text(map, "flows_by", NULL);
	const char *error = field_text(map, "error", NULL);

	columns_add(columns, "%s%s%s%s", field_text(map, "name", "-"),
		    by ? " by " : ": no fair queue", by ? by : "", remark);
	if (error)
		columns_add(columns, "not told: %s", error);
	return by && !error;
}

static void print_flows_head(FILE *out, struct json_object *map, const char *by)
{
	struct columns columns = { .nr = 1 };
	char remark[64] = "";

	if (!strcmp(by, "auto"))
		snprintf(remark, sizeof(remark), ", told apart by %s",
			 field_text(map, "told_by", "none"));
	add_flows_head(&columns, map, remark);
	columns_finish(out, &columns);
}

static void print_flows_of(FILE *out, struct json_object *map)
{
	static const char *const names[] = { "flow", "weight",	"waiting", "granted",
					     "cost", "mean ms", "worst ms" };
	struct columns columns = { .nr = sizeof(names) / sizeof(names[0]) };
	const char *by = field_text(map, "flows_by", "");
	size_t i;

	print_flows_head(out, map, by);
	if (!field_count(map, "flows"))
		return;
	columns_head(&columns, names);
	for (i = 0; i < field_count(map, "flows"); i++)
		add_flow(&columns, !strcmp(by, "ioprio"), field_entry(map, "flows", i));
	columns_finish(out, &columns);
}

void print_flows(FILE *out, struct json_object *data)
{
	size_t i;

	for (i = 0; i < field_count(data, "maps"); i++)
		print_flows_of(out, field_entry(data, "maps", i));
}
