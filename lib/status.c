// SPDX-License-Identifier: GPL-2.0
/*
 * A status line into its struct:
 *
 *   2 <queue_io> <pg_init_count> <#handler words> [...] <#groups> <current group>
 *   {A|E|D <#selector words> [...] <#paths> <#words per path>
 *    {<device> A|F <fail count> [...]}...}...
 *
 * and then, of fairpath only, <#words> {<key> <value>}...
 */
#include <errno.h>
#include <limits.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <fairpath/status.h>

#include "words.h"

#define GROUP_WORDS 4 /* the least: a state, 0, 0, 0 */
#define PATH_WORDS  3 /* the least: device, state, fail count */

/* A status and the memory that it points into. */
struct parsed {
	struct fairpath_status status;
	struct words words;
	struct fairpath_status_group *groups;
	struct fairpath_status_path *paths;
	struct fairpath_status_pair *pairs;
	size_t nr_paths;
};

/* dm-multipath has always had two words here; room is left for more. */
static bool parse_features(struct words *words, struct fairpath_status *status)
{
	uint64_t queue_io, pg_init_count;
	size_t count;

	if (!words_take_count(words, "the number of feature words", 2, SIZE_MAX, 1, &count) ||
	    !words_take_number(words, "queue_io", 0, 1, &queue_io) ||
	    !words_take_number(words, "pg_init_count", 0, UINT_MAX, &pg_init_count))
		return false;
	words_take_all(words, count - 2);
	status->queue_io = queue_io;
	status->pg_init_count = (unsigned int)pg_init_count;
	return true;
}

static bool parse_group_numbers(struct words *words, struct fairpath_status *status)
{
	uint64_t current;
	size_t count;

	if (!words_take_count(words, "the number of hardware handler words", 0, SIZE_MAX, 1,
			      &count))
		return false;
	words_take_all(words, count);

	if (!words_take_count(words, "the number of priority groups", 0, SIZE_MAX, GROUP_WORDS,
			      &status->nr_groups) ||
	    !words_take_number(words, "the current priority group", status->nr_groups > 0,
			       status->nr_groups, &current))
		return false;
	status->current_group = (unsigned int)current;
	return true;
}

static bool parse_group_state(struct words *words, enum fairpath_group_state *ret)
{
	const char *state = words_take(words, "the state of a priority group");

	if (!state)
		return false;
	if (!strcmp(state, "A"))
		*ret = FAIRPATH_GROUP_ACTIVE;
	else if (!strcmp(state, "E"))
		*ret = FAIRPATH_GROUP_ENABLED;
	else if (!strcmp(state, "D"))
		*ret = FAIRPATH_GROUP_DISABLED;
	else
		return words_refuse(words, "the state of a priority group is not A, E or D");
	return true;
}

static bool parse_path(struct words *words, struct fairpath_status_path *path, size_t nr_info)
{
	uint64_t fail_count;
	const char *state;

	path->dev = words_take(words, "the device of a path");
	if (!path->dev)
		return false;

	state = words_take(words, "the state of a path");
	if (!state)
		return false;
	path->usable = !strcmp(state, "A");
	if (!path->usable && strcmp(state, "F") != 0)
		return words_refuse(words, "the state of a path is not A or F");

	if (!words_take_number(words, "the fail count of a path", 0, UINT_MAX, &fail_count))
		return false;
	path->fail_count = (unsigned int)fail_count;
	path->nr_info = nr_info;
	path->info = words_take_all(words, nr_info);
	return true;
}

static bool parse_paths(struct words *words, struct fairpath_status_group *group,
			struct fairpath_status_path *paths)
{
	uint64_t nr_info;
	size_t i;

	if (!words_take_count(words, "the number of paths", 0, SIZE_MAX, 1, &group->nr_paths) ||
	    !words_take_number(words, "the number of words per path", 0, UINT_MAX, &nr_info))
		return false;
	if (group->nr_paths > words_left(words) / (PATH_WORDS + nr_info))
		return words_refuse(words, "%zu paths of %zu words each do not follow",
				    group->nr_paths, (size_t)(PATH_WORDS + nr_info));

	group->paths = paths;
	for (i = 0; i < group->nr_paths; i++)
		if (!parse_path(words, &paths[i], nr_info))
			return false;
	return true;
}

static bool parse_groups(struct parsed *parsed)
{
	struct words *words = &parsed->words;
	size_t i;

	for (i = 0; i < parsed->status.nr_groups; i++) {
		struct fairpath_status_group *group = &parsed->groups[i];

		if (!parse_group_state(words, &group->state) ||
		    !words_take_count(words, "the number of selector words", 0, SIZE_MAX, 1,
				      &group->nr_selector_words))
			return false;
		group->selector_words = words_take_all(words, group->nr_selector_words);
		if (!parse_paths(words, group, parsed->paths + parsed->nr_paths))
			return false;
		parsed->nr_paths += group->nr_paths;
	}
	return true;
}

/* The keys whose values are numbers, and where they go. */
#define NUMBER(key)                                                                                \
	{                                                                                          \
#key, offsetof(struct fairpath_status, counters.key)                               \
	}
#define FAIR(key)                                                                                  \
	{                                                                                          \
		"fair_" #key, offsetof(struct fairpath_status, fair.key)                           \
	}
static const struct number_key {
	const char *key;
	size_t offset;
} number_keys[] = {
	FAIR(window),
	FAIR(in_flight),
	FAIR(waiting),
	FAIR(granted),
	FAIR(granted_overdue),
	FAIR(worst_wait_usecs),
	NUMBER(no_path_timeouts),
	NUMBER(retries),
	NUMBER(flushes_received),
	NUMBER(flushes_sent),
	NUMBER(flushes_without_io),
	NUMBER(fua_stripped),
	NUMBER(durable_fua),
	NUMBER(durable_promised),
	NUMBER(oversize),
	NUMBER(fua_refused),
	NUMBER(lun_errors),
	{ "owed", offsetof(struct fairpath_status, flush.owed) },
};
#undef NUMBER
#undef FAIR

static const struct number_key *find_number_key(const char *key)
{
	size_t i;

	for (i = 0; i < sizeof(number_keys) / sizeof(number_keys[0]); i++)
		if (!strcmp(number_keys[i].key, key))
			return &number_keys[i];
	return NULL;
}

static bool parse_promised(struct parsed *parsed)
{
	uint64_t promised;

	if (!words_take_number(&parsed->words, "promised", 0, 1, &promised))
		return false;
	parsed->status.flush.promised = promised;
	return true;
}

static bool parse_policy(struct parsed *parsed)
{
	parsed->status.flush.policy = words_take(&parsed->words, "the flush policy");
	return parsed->status.flush.policy;
}

static bool parse_flows(struct parsed *parsed)
{
	parsed->status.fair.flows = words_take(&parsed->words, "how flows are told apart");
	return parsed->status.fair.flows;
}

static bool is_listed(const char *list, const char *dev)
{
	size_t len = strlen(dev);

	for (; *list; list += *list == ',') {
		size_t next = strcspn(list, ",");

		if (next == len && !strncmp(list, dev, len))
			return true;
		list += next;
	}
	return false;
}

/* "none", which is no path's name, or paths with commas between. */
static bool parse_silent(struct parsed *parsed)
{
	const char *list = words_take(&parsed->words, "which paths are silent");
	size_t i;

	for (i = 0; list && i < parsed->nr_paths; i++)
		parsed->paths[i].silent |= is_listed(list, parsed->paths[i].dev);
	return list;
}

static bool parse_told_by(struct parsed *parsed)
{
	parsed->status.fair.told_by = words_take(&parsed->words, "what tells flows apart");
	return parsed->status.fair.told_by;
}

static struct fairpath_status_path *find_path(struct parsed *parsed, const char *dev)
{
	size_t i;

	for (i = 0; i < parsed->nr_paths; i++)
		if (!parsed->paths[i].has_caps && !strcmp(parsed->paths[i].dev, dev))
			return &parsed->paths[i];
	return NULL;
}

static bool parse_caps(struct parsed *parsed, struct fairpath_status_path *path)
{
	const char *caps = words_take(&parsed->words, "what cache a path has");

	if (!caps)
		return false;
	path->has_caps = true;
	path->fua = !strcmp(caps, "wc+fua");
	path->write_cache = path->fua || !strcmp(caps, "wc");
	if (!path->write_cache && strcmp(caps, "none") != 0)
		return words_refuse(&parsed->words,
				    "what cache a path has is not none, wc or wc+fua");
	return true;
}

static bool parse_value(struct parsed *parsed, const char *key)
{
	const struct number_key *number = find_number_key(key);
	struct fairpath_status_path *path = find_path(parsed, key);
	uint64_t *value;

	if (number) {
		value = (uint64_t *)((char *)&parsed->status + number->offset);
		return words_take_number(&parsed->words, key, 0, UINT64_MAX, value);
	}
	if (!strcmp(key, "flush_policy"))
		return parse_policy(parsed);
	if (!strcmp(key, "fair_flows"))
		return parse_flows(parsed);
	if (!strcmp(key, "fair_silent"))
		return parse_silent(parsed);
	if (!strcmp(key, "fair_told_by"))
		return parse_told_by(parsed);
	if (!strcmp(key, "promised"))
		return parse_promised(parsed);
	if (path)
		return parse_caps(parsed, path);
	return words_take(&parsed->words, "the value of a key");
}

static bool parse_pair(struct parsed *parsed, struct fairpath_status_pair *pair)
{
	struct words *words = &parsed->words;

	pair->key = words_take(words, "a key");
	if (!pair->key || !parse_value(parsed, pair->key))
		return false;
	pair->value = words->word[words->next - 1];
	return true;
}

static bool parse_pairs(struct parsed *parsed)
{
	struct fairpath_status *status = &parsed->status;
	struct words *words = &parsed->words;
	size_t count, i;

	if (!words_left(words))
		return true;
	if (!words_take_count(words, "the number of fairpath's words", 0, SIZE_MAX, 1, &count))
		return false;
	if (count % 2)
		return words_refuse(words, "keys and values do not come in pairs");

	status->has_pairs = true;
	status->nr_pairs = count / 2;
	for (i = 0; i < status->nr_pairs; i++)
		if (!parse_pair(parsed, &parsed->pairs[i]))
			return false;
	return words_end(words);
}

static int parse(struct parsed *parsed)
{
	struct fairpath_status *status = &parsed->status;
	struct words *words = &parsed->words;

	if (!parse_features(words, status) || !parse_group_numbers(words, status))
		return -EINVAL;

	parsed->groups = calloc(status->nr_groups + 1, sizeof(*parsed->groups));
	parsed->paths = calloc(words_left(words) / PATH_WORDS + 1, sizeof(*parsed->paths));
	parsed->pairs = calloc(words_left(words) / 2 + 1, sizeof(*parsed->pairs));
	if (!parsed->groups || !parsed->paths || !parsed->pairs)
		return fairpath_error_set(words->error, -ENOMEM, "out of memory");

	status->groups = parsed->groups;
	status->pairs = parsed->pairs;
	return parse_groups(parsed) && parse_pairs(parsed) ? 0 : -EINVAL;
}

int fairpath_status_parse(const char *text, struct fairpath_status **ret,
			  struct fairpath_error *error)
{
	struct parsed *parsed = calloc(1, sizeof(*parsed));
	int r;

	if (!parsed)
		return fairpath_error_set(error, -ENOMEM, "out of memory");

	r = words_init(&parsed->words, "status", text, error);
	if (!r)
		r = parse(parsed);
	if (r) {
		fairpath_status_free(&parsed->status);
		return r;
	}
	*ret = &parsed->status;
	return 0;
}

void fairpath_status_free(struct fairpath_status *status)
{
	struct parsed *parsed = (struct parsed *)status; /* its first member */

	if (!parsed)
		return;
	words_clear(&parsed->words);
	free(parsed->groups);
	free(parsed->paths);
	free(parsed->pairs);
	free(parsed);
}
