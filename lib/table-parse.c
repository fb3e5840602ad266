// SPDX-License-Identifier: GPL-2.0
/*
 * A table line into its struct, by one function for each part of the grammar.
 * The kernel has its own reader (core/table.c), which knows the selectors and
 * judges their words; this one takes any, so that it reads what a newer target
 * or dm-multipath shows.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <fairpath/table.h>

#include "table-fair.h"
#include "words.h"

#define MAX_NUMBER 1024 /* of words, groups, paths: dm-multipath's limit for each */

/* The least words of a group: selector, 0, 1, 0, a device. */
#define GROUP_WORDS 5

/* A table and the memory that it points into. */
struct parsed {
	struct fairpath_table table;
	struct words words;
	struct fairpath_table_group *groups;
	struct fairpath_table_path *paths;
	size_t nr_paths;
};

static bool parse_queue_mode(struct words *words, struct fairpath_features *features)
{
	const char *mode = words_take(words, "the queue mode");

	if (!mode)
		return false;
	if (!strcasecmp(mode, "bio"))
		features->queue_mode = FAIRPATH_QUEUE_MODE_BIO;
	else if (!strcasecmp(mode, "rq") || !strcasecmp(mode, "mq"))
		features->queue_mode = FAIRPATH_QUEUE_MODE_RQ;
	else
		return words_refuse(words, "the queue mode is not rq, mq or bio");
	return true;
}

static bool parse_value(struct words *words, const char *name, unsigned int min, unsigned int max,
			unsigned int *ret)
{
	uint64_t value;

	if (!words_take_number(words, name, min, max, &value))
		return false;
	*ret = (unsigned int)value;
	return true;
}

/* The features that are one word. */
static bool *find_plain_feature(struct fairpath_features *features, const char *name)
{
	if (!strcasecmp(name, "queue_if_no_path"))
		return &features->queue_if_no_path;
	if (!strcasecmp(name, "retain_attached_hw_handler"))
		return &features->retain_attached_hw_handler;
	if (!strcasecmp(name, "elide_flushes"))
		return &features->elide_flushes;
	if (!strcasecmp(name, "flush_as_in_2011"))
		return &features->flush_as_in_2011;
	if (!strcasecmp(name, "fair_queue"))
		return &features->fair.queue;
	return NULL;
}

static bool parse_feature(struct words *words, struct fairpath_features *features)
{
	const char *name = words_take(words, "a feature");
	bool *plain;

	if (!name)
		return false;
	plain = find_plain_feature(features, name);
	if (plain) {
		*plain = true;
		return true;
	}
	if (!strcasecmp(name, "pg_init_retries"))
		return parse_value(words, name, 1, 50, &features->pg_init_retries);
	if (!strcasecmp(name, "pg_init_delay_msecs")) {
		features->has_pg_init_delay = true;
		return parse_value(words, name, 0, 60000, &features->pg_init_delay_msecs);
	}
	if (!strcasecmp(name, "queue_if_no_path_timeout_secs")) {
		features->has_no_path_timeout = true;
		return parse_value(words, name, 0, 86400, &features->no_path_timeout_secs);
	}
	if (!strcasecmp(name, "queue_mode"))
		return parse_queue_mode(words, features);
	if (fair_is_word(name))
		return fair_read(words, &features->fair, name);
	return words_refuse(words, "there is no such feature");
}

static bool parse_features(struct words *words, struct fairpath_features *features)
{
	size_t count, end;

	if (!words_take_count(words, "the number of feature words", 0, MAX_NUMBER, 1, &count))
		return false;
	end = words->next + count;
	while (words->next < end)
		if (!parse_feature(words, features))
			return false;
	if (words->next > end)
		return words_refuse(
			words, "the value of a feature lies outside the %zu feature words", count);
	if (features->fair.flows == FAIRPATH_FLOWS_PROCESS &&
	    features->queue_mode != FAIRPATH_QUEUE_MODE_BIO)
		return words_refuse(words, "fair_flows process needs queue_mode bio");
	return true;
}

/* A bio-based device drops its handler's words; see core/table.c. */
static bool parse_handler(struct words *words, struct fairpath_table *table)
{
	size_t count;

	if (!words_take_count(words, "the number of hardware handler words", 0, MAX_NUMBER, 1,
			      &count))
		return false;
	table->handler_words = words_take_all(words, count);
	table->nr_handler_words = count;
	if (table->features.queue_mode == FAIRPATH_QUEUE_MODE_BIO)
		table->nr_handler_words = 0;
	return true;
}

static bool parse_group_numbers(struct words *words, struct fairpath_table *table)
{
	uint64_t initial;

	if (!words_take_count(words, "the number of priority groups", 0, MAX_NUMBER, GROUP_WORDS,
			      &table->nr_groups))
		return false;
	if (!words_take_number(words, "the initial priority group", table->nr_groups > 0,
			       table->nr_groups, &initial))
		return false;
	table->initial_group = (unsigned int)initial;
	return true;
}

static bool parse_selector(struct words *words, struct fairpath_table_group *group)
{
	group->selector = words_take(words, "the name of a selector");
	if (!group->selector)
		return false;
	if (!words_take_count(words, "the number of selector words", 0, MAX_NUMBER, 1,
			      &group->nr_selector_args))
		return false;
	group->selector_args = words_take_all(words, group->nr_selector_args);
	return true;
}

static bool parse_group(struct words *words, struct fairpath_table_group *group,
			struct fairpath_table_path *paths)
{
	uint64_t nr_args;
	size_t i;

	if (!parse_selector(words, group))
		return false;
	if (!words_take_count(words, "the number of paths", 1, MAX_NUMBER, 1, &group->nr_paths) ||
	    !words_take_number(words, "the number of words per path", 0, MAX_NUMBER, &nr_args))
		return false;
	if (group->nr_paths > words_left(words) / (nr_args + 1))
		return words_refuse(words, "%zu paths of %zu words each do not follow",
				    group->nr_paths, (size_t)nr_args + 1);

	group->nr_path_args = nr_args;
	group->paths = paths;
	for (i = 0; i < group->nr_paths; i++) {
		paths[i].dev = words_take(words, "the device of a path");
		paths[i].args = words_take_all(words, nr_args);
	}
	return true;
}

static bool parse_groups(struct parsed *parsed)
{
	size_t i;

	for (i = 0; i < parsed->table.nr_groups; i++) {
		struct fairpath_table_group *group = &parsed->groups[i];

		if (!parse_group(&parsed->words, group, parsed->paths + parsed->nr_paths))
			return false;
		parsed->nr_paths += group->nr_paths;
	}
	return words_end(&parsed->words);
}

static int parse(struct parsed *parsed)
{
	struct fairpath_table *table = &parsed->table;
	struct words *words = &parsed->words;

	if (!parse_features(words, &table->features) || !parse_handler(words, table) ||
	    !parse_group_numbers(words, table))
		return -EINVAL;

	/* Each path takes at least one of the words that are left. */
	parsed->groups = calloc(table->nr_groups + 1, sizeof(*parsed->groups));
	parsed->paths = calloc(words_left(words) + 1, sizeof(*parsed->paths));
	if (!parsed->groups || !parsed->paths)
		return fairpath_error_set(words->error, -ENOMEM, "out of memory");

	table->groups = parsed->groups;
	return parse_groups(parsed) ? 0 : -EINVAL;
}

int fairpath_table_parse(const char *text, struct fairpath_table **ret,
			 struct fairpath_error *error)
{
	struct parsed *parsed = calloc(1, sizeof(*parsed));
	int r;

	if (!parsed)
		return fairpath_error_set(error, -ENOMEM, "out of memory");

	r = words_init(&parsed->words, "table", text, error);
	if (!r)
		r = parse(parsed);
	if (r) {
		fairpath_table_free(&parsed->table);
		return r;
	}
	*ret = &parsed->table;
	return 0;
}

void fairpath_table_free(struct fairpath_table *table)
{
	struct parsed *parsed = (struct parsed *)table; /* its first member */

	if (!parsed)
		return;
	words_clear(&parsed->words);
	free(parsed->groups);
	free(parsed->paths);
	free(parsed);
}
