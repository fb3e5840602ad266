// SPDX-License-Identifier: GPL-2.0
/* How long requests waited, by flow, and took, by path, as tables; see show.h. */
#include "show.h"

#include <string.h>

#include <json-c/json.h>

#include "columns.h"
#include "field.h"
#include "histogram.h"

/* From microseconds; what is short has digits that matter. */
static void add_ms(struct columns *columns, double usecs)
{
	columns_add(columns, "%.*f", usecs < 1000 ? 3 : 1, usecs / 1000);
}

static void add_histogram(struct columns *columns, const struct histogram *histogram)
{
	double nr = histogram->total ? (double)histogram->total : 1;
	char text[HISTOGRAM_TEXT];

	columns_add(columns, "%llu", (unsigned long long)histogram->total);
	add_ms(columns, (double)histogram->sum_usecs / nr);
	add_ms(columns, histogram_quantile(histogram, 0.50));
	add_ms(columns, histogram_quantile(histogram, 0.90));
	add_ms(columns, histogram_quantile(histogram, 0.99));
	columns_add(columns, "%s", histogram_most(histogram, text));
}

static void print_waits(FILE *out, struct json_object *map)
{
	static const char *const names[] = { "flow",   "weight", "waited", "mean ms",
					     "p50 ms", "p90 ms", "p99 ms", "max ms" };
	struct columns columns = { .nr = sizeof(names) / sizeof(names[0]) };
	bool by_ioprio = !strcmp(field_text(map, "flows_by", ""), "ioprio");
	size_t i;

	if (!field_count(map, "flows"))
		return;
	columns_head(&columns, names);
	for (i = 0; i < field_count(map, "flows"); i++) {
		struct json_object *flow = field_entry(map, "flows", i);
		struct histogram waits = histogram_read(flow, "waits");

		add_flow_name(&columns, by_ioprio, flow);
		add_histogram(&columns, &waits);
	}
	columns_finish(out, &columns);
}

static void print_took(FILE *out, struct json_object *map)
{
	static const char *const names[] = { "path",   "ended",	 "mean ms", "p50 ms",
					     "p90 ms", "p99 ms", "max ms" };
	struct columns columns = { .nr = sizeof(names) / sizeof(names[0]) };
	size_t i;

	if (!field_count(map, "paths"))
		return;
	columns_head(&columns, names);
	for (i = 0; i < field_count(map, "paths"); i++) {
		struct json_object *path = field_entry(map, "paths", i);
		struct histogram took = histogram_read(path, "latency");

		columns_add(&columns, "%s", field_text(path, "dev", "-"));
		add_histogram(&columns, &took);
	}
	columns_finish(out, &columns);
}

static void print_latency_of(FILE *out, struct json_object *map)
{
	struct columns columns = { .nr = 1 };
	bool told = add_flows_head(&columns, map, "");

	columns_finish(out, &columns);
	if (!told)
		return;
	print_waits(out, map);
	print_took(out, map);
}

void print_latency(FILE *out, struct json_object *data)
{
	size_t i;

	for (i = 0; i < field_count(data, "maps"); i++)
		print_latency_of(out, field_entry(data, "maps", i));
}
