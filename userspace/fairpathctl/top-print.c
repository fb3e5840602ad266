// SPDX-License-Identifier: GPL-2.0
/* A round of top as tables; see top.h. */
#include "top.h"

#include <string.h>
#include <time.h>

#include <json-c/json.h>

#include "columns.h"
#include "field.h"
#include "show.h"

/* Small rates have a fraction that matters. */
static void add_rate(struct columns *columns, double rate)
{
	columns_add(columns, "%.*f", rate > 0 && rate < 100 ? 1 : 0, rate);
}

/* Decimal: so are the data sheets of disks and links. */
static void add_megabytes(struct columns *columns, struct json_object *object)
{
	columns_add(columns, "%.1f", field_real(object, "bytes_per_second") / 1e6);
}

static void add_ms(struct columns *columns, struct json_object *object, const char *key)
{
	if (!field_is_there(object, key))
		columns_add(columns, "-");
	else
		columns_add(columns, "%.1f", field_real(object, key) / 1000);
}

static void print_round_flows(FILE *out, struct json_object *map)
{
	static const char *const names[] = { "flow", "weight",	"waiting", "granted/s",
					     "MB/s", "mean ms", "p99 ms",  "worst ms" };
	struct columns columns = { .nr = sizeof(names) / sizeof(names[0]) };
	bool by_ioprio = !strcmp(field_text(map, "flows_by", ""), "ioprio");
	size_t i;

	if (!field_count(map, "flows"))
		return;
	columns_head(&columns, names);
	for (i = 0; i < field_count(map, "flows"); i++) {
		struct json_object *flow = field_entry(map, "flows", i);

		add_flow_name(&columns, by_ioprio, flow);
		columns_add(&columns, "%lld", (long long)field_number(flow, "waiting"));
		add_rate(&columns, field_real(flow, "granted_per_second"));
		add_megabytes(&columns, flow);
		add_ms(&columns, flow, "mean_wait_usecs");
		add_ms(&columns, flow, "p99_wait_usecs");
		add_ms(&columns, flow, "worst_wait_usecs");
	}
	columns_finish(out, &columns);
}

static void print_round_paths(FILE *out, struct json_object *map)
{
	static const char *const names[] = { "path", "state",	"in flight", "IO/s",
					     "MB/s", "mean ms", "p99 ms" };
	struct columns columns = { .nr = sizeof(names) / sizeof(names[0]) };
	size_t i;

	if (!field_count(map, "paths"))
		return;
	columns_head(&columns, names);
	for (i = 0; i < field_count(map, "paths"); i++) {
		struct json_object *path = field_entry(map, "paths", i);

		columns_add(&columns, "%s", field_text(path, "dev", "-"));
		columns_add(&columns, "%s", field_text(path, "dm_state", "-"));
		columns_add(&columns, "%lld", (long long)field_number(path, "in_flight"));
		add_rate(&columns, field_real(path, "ios_per_second"));
		add_megabytes(&columns, path);
		add_ms(&columns, path, "mean_usecs");
		add_ms(&columns, path, "p99_usecs");
	}
	columns_finish(out, &columns);
}

/* Through columns, so that a name cannot steer a terminal. */
static void print_round_head(FILE *out, struct json_object *map)
{
	struct columns columns = { .nr = 1 };

	if (add_flows_head(&columns, map, ""))
		columns_add(&columns,
			    "window %lld, in flight %lld, waiting %lld; granted %.0f/s, of these "
			    "%.0f/s by deadline; worst wait %.1f ms",
			    (long long)field_number(map, "window"),
			    (long long)field_number(map, "in_flight"),
			    (long long)field_number(map, "waiting"),
			    field_real(map, "granted_per_second") +
				    field_real(map, "granted_overdue_per_second"),
			    field_real(map, "granted_overdue_per_second"),
			    field_real(map, "worst_wait_usecs") / 1000);
	columns_finish(out, &columns);
}

/* When it was, if the round tells: seconds since 1970, as local time. */
static void print_time(FILE *out, struct json_object *round)
{
	time_t when = (time_t)field_number(round, "time");
	char text[64];
	struct tm tm;

	if (!when || !localtime_r(&when, &tm) || !strftime(text, sizeof(text), "%F %T", &tm))
		return;
	fprintf(out, "%s\n", text);
}

void print_round(FILE *out, struct json_object *round)
{
	size_t i;

	print_time(out, round);
	if (!field_count(round, "maps"))
		fputs("no maps\n", out);
	for (i = 0; i < field_count(round, "maps"); i++) {
		struct json_object *map = field_entry(round, "maps", i);

		if (i)
			fputc('\n', out);
		print_round_head(out, map);
		print_round_flows(out, map);
		print_round_paths(out, map);
	}
}

void print_cut(FILE *out, const char *text, size_t lines, size_t columns)
{
	while (*text && lines--) {
		size_t len = strcspn(text, "\n");

		fwrite(text, 1, len < columns ? len : columns, out);
		text += len;
		if (*text == '\n')
			text++;
		if (*text && lines)
			fputc('\n', out);
	}
}
