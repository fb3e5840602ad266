// SPDX-License-Identifier: GPL-2.0
/* Answers that are lists: paths, maps, flushes, status; see show.h. */
#include "show.h"

#include <stdarg.h>
#include <stdlib.h>

#include <json-c/json.h>

#include "columns.h"
#include "size.h"
#include "field.h"

/* A name that a user may need next: "-" for none. */
static void add_text(struct columns *columns, struct json_object *object, const char *key)
{
	columns_add(columns, "%s", field_text(object, key, "-"));
}

static void add_number(struct columns *columns, struct json_object *object, const char *key)
{
	columns_add(columns, "%lld", (long long)field_number(object, key));
}

/* Name and state, of a Fibre Channel port; "-" for another transport. */
static void add_port(struct columns *columns, struct json_object *path)
{
	struct json_object *port = field_object(path, "port");

	columns_add(columns, "%s%s%s", field_text(port, "name", ""), port ? " " : "",
		    field_text(port, "state", "-"));
}

static void add_remarks(struct columns *columns, struct json_object *path)
{
	const char *reason = field_text(path, "reason", NULL);

	if (field_is_true(path, "silent"))
		columns_add(columns, "silent%s%s", reason ? "; " : "", reason ? reason : "");
	else
		columns_add(columns, "%s", reason ? reason : "-");
}

void print_paths(FILE *out, struct json_object *data)
{
	static const char *const names[] = { "hctl",   "dev",  "devt",	 "map",	 "dm",	   "state",
					     "device", "prio", "failed", "port", "remarks" };
	struct columns columns = { .nr = sizeof(names) / sizeof(names[0]) };
	size_t i;

	columns_head(&columns, names);
	for (i = 0; i < field_count(data, "paths"); i++) {
		struct json_object *path = field_entry(data, "paths", i);

		add_text(&columns, path, "hctl");
		add_text(&columns, path, "dev");
		add_text(&columns, path, "devt");
		add_text(&columns, path, "map");
		add_text(&columns, path, "dm_state");
		add_text(&columns, path, "fairpath_state");
		add_text(&columns, path, "device_state");
		add_number(&columns, path, "prio");
		add_number(&columns, path, "failures");
		add_port(&columns, path);
		add_remarks(&columns, path);
	}
	columns_finish(out, &columns);
}

void print_maps(FILE *out, struct json_object *data)
{
	static const char *const names[] = { "name",   "sysfs", "wwid",	   "size",  "paths",
					     "usable", "state", "no path", "array", "remarks" };
	struct columns columns = { .nr = sizeof(names) / sizeof(names[0]) };
	char size[SIZE_TEXT];
	size_t i;

	columns_head(&columns, names);
	for (i = 0; i < field_count(data, "maps"); i++) {
		struct json_object *map = field_entry(data, "maps", i);

		add_text(&columns, map, "name");
		add_text(&columns, map, "sysfs");
		add_text(&columns, map, "wwid");
		columns_add(&columns, "%s", size_text(field_number(map, "size"), size));
		add_number(&columns, map, "nr_paths");
		add_number(&columns, map, "nr_usable");
		add_text(&columns, map, "state");
		add_text(&columns, map, "no_path");
		columns_add(&columns, "%s,%s", field_text(map, "vendor", "##"),
			    field_text(map, "product", "##"));
		add_text(&columns, map, "reason");
	}
	columns_finish(out, &columns);
}

static const char *cache_text(struct json_object *object)
{
	if (!field_is_there(object, "write_cache"))
		return "not known";
	if (!field_is_true(object, "write_cache"))
		return "write through";
	return field_is_true(object, "fua") ? "write back, FUA" : "write back";
}

/* A line of a map's; the lines that belong to the same name have none. */
__attribute__((format(printf, 3, 4))) static void line(FILE *out, const char *name, const char *fmt,
						       ...)
{
	struct columns columns = { .nr = 1 };
	char *text = NULL;
	va_list args;

	va_start(args, fmt);
	if (vasprintf(&text, fmt, args) < 0)
		text = NULL;
	va_end(args);
	columns_add(&columns, "  %-10s  %s", name, text ? text : "");
	columns_finish(out, &columns);
	free(text);
}

/* Rule S6: what is above the device was built when it advertised no cache. */
static void print_promise(FILE *out, struct json_object *map)
{
	const char *above = field_text(map, "restack", NULL);

	if (!field_is_true(map, "promised"))
		return;
	if (above) {
		line(out, "promised", "each write is durable before it ends: %s above the device",
		     above);
		line(out, "", "sends no flushes, and must be restacked");
	} else {
		line(out, "promised",
		     "should a path get a cache, each write through it is durable");
		line(out, "", "before it ends: nothing above the device sends flushes");
	}
}

static void print_counters(FILE *out, struct json_object *map)
{
	struct json_object *counters = field_object(map, "counters");
	const char *title = "counters";

	if (!counters)
		return;
	json_object_object_foreach(counters, name, value)
	{
		line(out, title, "%s %lld", name, (long long)json_object_get_int64(value));
		title = "";
	}
}

static void print_flushes_of(FILE *out, struct json_object *map)
{
	size_t i;

	fprintf(out, "%s\n", field_text(map, "name", "-"));
	line(out, "policy", "%s", field_text(map, "policy", "not known"));
	line(out, "advertises", "%s", cache_text(field_object(map, "advertises")));
	for (i = 0; i < field_count(map, "paths"); i++) {
		struct json_object *path = field_entry(map, "paths", i);

		line(out, i ? "" : "paths", "%s: %s", field_text(path, "dev", "-"),
		     cache_text(path));
	}
	line(out, "owed", "%lld writes that no flush covers yet",
	     (long long)field_number(map, "owed"));
	print_promise(out, map);
	print_counters(out, map);
}

void print_flushes(FILE *out, struct json_object *data)
{
	size_t i;

	for (i = 0; i < field_count(data, "maps"); i++)
		print_flushes_of(out, field_entry(data, "maps", i));
}

static long long number(struct json_object *data, const char *key)
{
	return (long long)field_number(data, key);
}

static void print_config_status(FILE *out, struct json_object *config)
{
	const char *error = field_text(config, "error", NULL);

	fprintf(out, "config  %s, %lld warnings\n", field_text(config, "file", "built-in defaults"),
		number(config, "nr_warnings"));
	if (error)
		fprintf(out, "        not in force: %s\n", error);
}

void print_status(FILE *out, struct json_object *data)
{
	char time[SIZE_TEXT];

	fprintf(out, "fairpathd %s, process %lld, up %s\n", field_text(data, "version", "?"),
		number(data, "pid"), time_text(field_number(data, "uptime"), time));
	fprintf(out, "maps    %lld, %lld without a usable path\n", number(data, "nr_maps"),
		number(data, "nr_maps_without_path"));
	fprintf(out, "paths   %lld, %lld usable, %lld in no map\n", number(data, "nr_paths"),
		number(data, "nr_usable"), number(data, "nr_orphans"));
	fprintf(out, "probes  %lld running, %lld waiting for their turn, %lld hanging\n",
		number(data, "nr_probes"), number(data, "nr_probes_queued"),
		number(data, "nr_probes_hanging"));
	print_config_status(out, field_object(data, "config"));
}

void print_config(FILE *out, struct json_object *data)
{
	fputs(field_text(data, "text", ""), out);
}

void print_done(FILE *out, struct json_object *data)
{
	const char *message = field_text(data, "message", NULL);

	if (message)
		fprintf(out, "%s\n", message);
}
