// SPDX-License-Identifier: GPL-2.0
/*
 * A round of top; see top.h.
 *
 * Counts begin anew when somebody resets them, and when a device or a path is another:
 * what is lower than before counts from 0.
 */
#include "top.h"

#include <json-c/json.h>

#include "field.h"
#include "histogram.h"

/* Of two answers the same thing: a map, a flow, a path. @before: NULL: it is new. */
struct pair {
	struct json_object *before;
	struct json_object *after;
	double seconds;
};

static double grown(const struct pair *pair, const char *key)
{
	int64_t before = field_number(pair->before, key), after = field_number(pair->after, key);

	return (double)(after < before ? after : after - before);
}

static double rate(const struct pair *pair, const char *key)
{
	return pair->seconds > 0 ? grown(pair, key) / pair->seconds : 0;
}

/* What each of @count took of @sum. */
static double mean(const struct pair *pair, const char *sum, const char *count)
{
	double nr = grown(pair, count);

	return nr > 0 ? grown(pair, sum) / nr : 0;
}

static void put_real(struct json_object *object, const char *key, double value)
{
	struct json_object *real = json_object_new_double(value);

	json_object_set_serializer(real, json_object_double_to_json_string, (void *)"%.3f", NULL);
	json_object_object_add(object, key, real);
}

/* As it is now. */
static void keep(struct json_object *object, const struct pair *pair, const char *key)
{
	struct json_object *value = NULL;

	if (json_object_object_get_ex(pair->after, key, &value))
		json_object_object_add(object, key, json_object_get(value));
}

/* Of an array the entry with the same value under a key, and as much a process. */
static struct json_object *same(struct json_object *of, const char *array, const char *key,
				struct json_object *entry)
{
	struct json_object *value = NULL, *other = NULL;
	size_t i;

	if (!json_object_object_get_ex(entry, key, &value))
		return NULL;
	for (i = 0; i < field_count(of, array); i++)
		if (json_object_object_get_ex(field_entry(of, array, i), key, &other) &&
		    json_object_equal(value, other) &&
		    field_is_true(field_entry(of, array, i), "process") ==
			    field_is_true(entry, "process"))
			return field_entry(of, array, i);
	return NULL;
}

/* Its 99th percentile, of what happened in between. */
static void put_p99(struct json_object *object, const char *key, const struct pair *pair,
		    const char *histogram)
{
	struct histogram before = histogram_read(pair->before, histogram);
	struct histogram after = histogram_read(pair->after, histogram);
	struct histogram since = histogram_since(&before, &after);

	if (field_is_there(pair->after, histogram))
		put_real(object, key, histogram_quantile(&since, 0.99));
}

static struct json_object *flow_round(const struct pair *pair)
{
	struct json_object *flow = json_object_new_object();

	keep(flow, pair, "id");
	keep(flow, pair, "process");
	keep(flow, pair, "weight");
	keep(flow, pair, "idle");
	keep(flow, pair, "waiting");
	put_real(flow, "granted_per_second", rate(pair, "granted"));
	put_real(flow, "bytes_per_second", rate(pair, "bytes"));
	put_real(flow, "mean_wait_usecs", mean(pair, "wait_usecs", "granted"));
	put_p99(flow, "p99_wait_usecs", pair, "waits");
	keep(flow, pair, "worst_wait_usecs");
	return flow;
}

static struct json_object *path_round(const struct pair *pair)
{
	struct json_object *path = json_object_new_object();

	keep(path, pair, "dev");
	keep(path, pair, "devt");
	keep(path, pair, "dm_state");
	keep(path, pair, "in_flight");
	put_real(path, "ios_per_second", rate(pair, "ios"));
	put_real(path, "bytes_per_second", rate(pair, "bytes"));
	put_real(path, "mean_usecs", mean(pair, "io_usecs", "ios"));
	put_p99(path, "p99_usecs", pair, "latency");
	return path;
}

static struct json_object *rounds_of(const struct pair *map, const char *array, const char *key,
				     struct json_object *(*round)(const struct pair *))
{
	struct json_object *rounds = json_object_new_array();
	size_t i;

	for (i = 0; i < field_count(map->after, array); i++) {
		struct json_object *entry = field_entry(map->after, array, i);
		struct pair pair = {
			.before = same(map->before, array, key, entry),
			.after = entry,
			.seconds = map->seconds,
		};

		json_object_array_add(rounds, round(&pair));
	}
	return rounds;
}

/* Who was granted most comes first, then who waits with most. */
static int by_use(const void *a, const void *b)
{
	struct json_object *const *left = a, *const *right = b;
	double rates =
		field_real(*right, "granted_per_second") - field_real(*left, "granted_per_second");

	if (rates != 0)
		return rates > 0 ? 1 : -1;
	return (field_number(*right, "waiting") > field_number(*left, "waiting")) -
	       (field_number(*right, "waiting") < field_number(*left, "waiting"));
}

static struct json_object *map_round(const struct pair *pair)
{
	struct json_object *map = json_object_new_object(), *flows;

	keep(map, pair, "name");
	put_real(map, "seconds", pair->seconds);
	if (field_is_there(pair->after, "flows_by")) {
		keep(map, pair, "flows_by");
		keep(map, pair, "window");
		keep(map, pair, "in_flight");
		keep(map, pair, "waiting");
		put_real(map, "granted_per_second", rate(pair, "granted"));
		put_real(map, "granted_overdue_per_second", rate(pair, "granted_overdue"));
		keep(map, pair, "worst_wait_usecs");
		keep(map, pair, "error");
		flows = rounds_of(pair, "flows", "id", flow_round);
		json_object_array_sort(flows, by_use);
		json_object_object_add(map, "flows", flows);
	}
	json_object_object_add(map, "paths", rounds_of(pair, "paths", "devt", path_round));
	return map;
}

struct json_object *top_round(struct json_object *before, struct json_object *after)
{
	struct json_object *round = json_object_new_object(), *maps = json_object_new_array();
	size_t i;

	for (i = 0; i < field_count(after, "maps"); i++) {
		struct json_object *map = field_entry(after, "maps", i);
		struct pair pair = { .before = same(before, "maps", "name", map), .after = map };

		/* A map that is new has no time behind it: its rates are 0. */
		if (pair.before)
			pair.seconds = grown(&pair, "clock_usecs") / 1e6;
		json_object_array_add(maps, map_round(&pair));
	}
	json_object_object_add(round, "maps", maps);
	return round;
}
