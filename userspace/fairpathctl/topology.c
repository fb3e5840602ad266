// SPDX-License-Identifier: GPL-2.0
/*
 * The topology of maps, as readers and scripts know it from `multipath -ll`: its
 * lines, its words, its columns. What fairpath has to say besides stands in the
 * other commands, so that nothing here surprises who parses it.
 *
 *	mpatha (36001405fa17...) dm-3 HP,HSV200
 *	size=64M features='1 queue_if_no_path' hwhandler='0' wp=rw
 *	|-+- policy='service-time 0' prio=50 status=active
 *	| |- 1:0:0:0 sdb 8:16 active ready running
 *	| `- 2:0:0:0 sdc 8:32 failed faulty offline
 *	`-+- policy='service-time 0' prio=10 status=enabled
 *	  `- 3:0:0:0 sdd 8:48 active ready running
 */
#include "show.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "columns.h"
#include "size.h"
#include "field.h"

enum { CELLS_OF_A_PATH = 6 };

static void add_path(struct columns *columns, struct json_object *path)
{
	columns_add(columns, "%s", field_text(path, "hctl", "#:#:#:#"));
	columns_add(columns, "%s", field_text(path, "dev", "-"));
	columns_add(columns, "%s", field_text(path, "devt", "#:#"));
	columns_add(columns, "%s", field_text(path, "dm_state", "undef"));
	columns_add(columns, "%s", field_text(path, "state", "undef"));
	columns_add(columns, "%s", field_text(path, "device_state", "unknown"));
}

/* All paths of all groups of all maps, so that all maps have the same columns. */
static void add_paths(struct columns *columns, struct json_object *data)
{
	size_t m, g, p;

	for (m = 0; m < field_count(data, "maps"); m++) {
		struct json_object *map = field_entry(data, "maps", m);

		for (g = 0; g < field_count(map, "groups"); g++) {
			struct json_object *group = field_entry(map, "groups", g);

			for (p = 0; p < field_count(group, "paths"); p++)
				add_path(columns, field_entry(group, "paths", p));
		}
	}
}

/* A line of one cell, for what a device says of itself. */
__attribute__((format(printf, 2, 3))) static void line(FILE *out, const char *fmt, ...)
{
	struct columns columns = { .nr = 1 };
	va_list args;
	char *text;

	va_start(args, fmt);
	if (vasprintf(&text, fmt, args) < 0)
		text = NULL;
	va_end(args);
	columns_add(&columns, "%s", text ? text : "");
	columns_finish(out, &columns);
	free(text);
}

static void print_head(FILE *out, struct json_object *map)
{
	const char *name = field_text(map, "name", "-"), *wwid = field_text(map, "wwid", "");
	bool alias = *wwid && strcmp(name, wwid) != 0;
	char size[SIZE_TEXT];

	line(out, "%s%s%s%s %s %s,%s", name, alias ? " (" : "", alias ? wwid : "", alias ? ")" : "",
	     field_text(map, "sysfs", "dm-?"), field_text(map, "vendor", "##"),
	     field_text(map, "product", "##"));
	line(out, "size=%s features='%s' hwhandler='%s' wp=%s",
	     size_text(field_number(map, "size"), size), field_text(map, "features", "0"),
	     field_text(map, "hwhandler", "0"), field_is_true(map, "read_only") ? "ro" : "rw");
}

static size_t print_group(FILE *out, struct json_object *group, bool last,
			  const struct columns *columns, size_t row)
{
	size_t p, nr = field_count(group, "paths");

	line(out, "%s-+- policy='%s' prio=%lld status=%s", last ? "`" : "|",
	     field_text(group, "selector", "-"), (long long)field_number(group, "prio"),
	     field_text(group, "state", "undef"));
	for (p = 0; p < nr; p++) {
		fprintf(out, "%s %s ", last ? " " : "|", p + 1 == nr ? "`-" : "|-");
		columns_print_row(out, columns, row++);
		fputc('\n', out);
	}
	return row;
}

void print_topology(FILE *out, struct json_object *data)
{
	struct columns columns = { .nr = CELLS_OF_A_PATH, .gap = " " };
	size_t m, g, nr, row = 0;

	add_paths(&columns, data);
	for (m = 0; m < field_count(data, "maps"); m++) {
		struct json_object *map = field_entry(data, "maps", m);

		print_head(out, map);
		nr = field_count(map, "groups");
		for (g = 0; g < nr; g++)
			row = print_group(out, field_entry(map, "groups", g), g + 1 == nr, &columns,
					  row);
	}
	columns_clear(&columns);
}
