// SPDX-License-Identifier: GPL-2.0
/*
 * A table line from its struct. First everything is checked, each field against
 * what the target accepts; then it is written, which cannot fail but for memory.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fairpath/table.h>

#include "table-fair.h"
#include "words.h"

/* The target's limits: FP_MAX_* in core/table.h; the keystone test holds them together. */
#define MAX_WORDS	    1024
#define MAX_GROUPS	    1024
#define MAX_PATHS	    1024
#define MAX_PG_INIT_RETRIES 50
#define MAX_PG_INIT_DELAY   60000
#define MAX_NO_PATH_TIMEOUT 86400

/* Where in the table a word is, for an error: path 0 means the group, group 0 the table. */
struct place {
	size_t group;
	size_t path;
};

static int refuse(struct fairpath_error *error, struct place at, const char *what, const char *why)
{
	if (at.path)
		return fairpath_error_set(error, -EINVAL, "group %zu, path %zu: %s %s", at.group,
					  at.path, what, why);
	if (at.group)
		return fairpath_error_set(error, -EINVAL, "group %zu: %s %s", at.group, what, why);
	return fairpath_error_set(error, -EINVAL, "%s %s", what, why);
}

static int check_word(const char *word, struct fairpath_error *error, struct place at,
		      const char *what)
{
	const char *c;

	if (!word || !*word)
		return refuse(error, at, what, "is empty");
	for (c = word; *c; c++)
		if ((unsigned char)*c <= ' ' || *c == 0x7f)
			return refuse(error, at, what, "has a blank or a control character in it");
	return 0;
}

static int check_words(const char *const *words, size_t nr, struct fairpath_error *error,
		       struct place at, const char *what)
{
	size_t i;
	int r;

	for (i = 0; i < nr; i++) {
		r = check_word(words[i], error, at, what);
		if (r)
			return r;
	}
	return 0;
}

static int check_features(const struct fairpath_features *features, struct fairpath_error *error)
{
	const struct place table = { 0 };
	const char *wrong, *why;

	if (features->pg_init_retries > MAX_PG_INIT_RETRIES)
		return refuse(error, table, "pg_init_retries", "is above 50");
	if (features->has_pg_init_delay && features->pg_init_delay_msecs > MAX_PG_INIT_DELAY)
		return refuse(error, table, "pg_init_delay_msecs", "is above 60000");
	if (features->has_no_path_timeout && features->no_path_timeout_secs > MAX_NO_PATH_TIMEOUT)
		return refuse(error, table, "no_path_timeout_secs", "is above 86400");
	if (features->queue_mode > FAIRPATH_QUEUE_MODE_BIO)
		return refuse(error, table, "queue_mode", "is none that there is");
	if (features->fair.flows == FAIRPATH_FLOWS_PROCESS &&
	    features->queue_mode != FAIRPATH_QUEUE_MODE_BIO)
		return refuse(error, table, "fair_flows process", "needs queue_mode bio");
	wrong = fair_wrong(&features->fair, &why);
	if (wrong)
		return refuse(error, table, wrong, why);
	return 0;
}

static int check_handler(const struct fairpath_table *table, struct fairpath_error *error)
{
	const struct place at = { 0 };

	if (table->nr_handler_words > MAX_WORDS)
		return refuse(error, at, "the hardware handler", "has more than 1024 words");
	if (table->nr_handler_words && table->features.queue_mode == FAIRPATH_QUEUE_MODE_BIO)
		return refuse(error, at, "the hardware handler",
			      "cannot be: a bio-based device has none");
	return check_words(table->handler_words, table->nr_handler_words, error, at,
			   "the hardware handler");
}

static int check_path(const struct fairpath_table_path *path, size_t nr_args,
		      struct fairpath_error *error, struct place at)
{
	int r = check_word(path->dev, error, at, "the device");

	return r ? r : check_words(path->args, nr_args, error, at, "a selector's word");
}

static int check_group(const struct fairpath_table_group *group, size_t number,
		       struct fairpath_error *error)
{
	struct place at = { .group = number };
	int r;

	if (group->nr_selector_args > MAX_WORDS || group->nr_path_args > MAX_WORDS)
		return refuse(error, at, "the selector", "has more than 1024 words");
	if (!group->nr_paths || group->nr_paths > MAX_PATHS)
		return refuse(error, at, "the number of paths", "is not within 1 to 1024");

	r = check_word(group->selector, error, at, "the selector");
	if (r)
		return r;
	r = check_words(group->selector_args, group->nr_selector_args, error, at,
			"a selector's word");
	while (!r && at.path < group->nr_paths) {
		const struct fairpath_table_path *path = &group->paths[at.path++];

		r = check_path(path, group->nr_path_args, error, at);
	}
	return r;
}

static int check_table(const struct fairpath_table *table, struct fairpath_error *error)
{
	const struct place at = { 0 };
	size_t i;
	int r;

	r = check_features(&table->features, error);
	if (r)
		return r;
	r = check_handler(table, error);
	if (r)
		return r;

	if (table->nr_groups > MAX_GROUPS)
		return refuse(error, at, "the number of groups", "is above 1024");
	if (table->nr_groups && !table->initial_group)
		return refuse(error, at, "the initial group", "is 0, and groups count from 1");
	if (table->initial_group > table->nr_groups)
		return refuse(error, at, "the initial group",
			      "is greater than the number of groups");

	for (i = 0; !r && i < table->nr_groups; i++)
		r = check_group(&table->groups[i], i + 1, error);
	return r;
}

static void write_word(FILE *out, const char *word)
{
	fputc(' ', out);
	for (; *word; word++) {
		if (*word == '\\' || (unsigned char)*word > 0x7f)
			fputc('\\', out);
		fputc(*word, out);
	}
}

static void write_words(FILE *out, const char *const *words, size_t nr)
{
	size_t i;

	for (i = 0; i < nr; i++)
		write_word(out, words[i]);
}

/* In the order in which dm-multipath shows them; ours last. */
static void write_features(FILE *out, const struct fairpath_features *features)
{
	bool has_mode = features->queue_mode != FAIRPATH_QUEUE_MODE_ABSENT;

	fprintf(out, "%d",
		features->queue_if_no_path + features->retain_attached_hw_handler +
			2 * (features->pg_init_retries > 0) + 2 * features->has_pg_init_delay +
			2 * has_mode + 2 * features->has_no_path_timeout + features->elide_flushes +
			features->flush_as_in_2011 + fair_nr_words(&features->fair));
	if (features->queue_if_no_path)
		fputs(" queue_if_no_path", out);
	if (features->pg_init_retries)
		fprintf(out, " pg_init_retries %u", features->pg_init_retries);
	if (features->has_pg_init_delay)
		fprintf(out, " pg_init_delay_msecs %u", features->pg_init_delay_msecs);
	if (features->retain_attached_hw_handler)
		fputs(" retain_attached_hw_handler", out);
	if (has_mode)
		fprintf(out, " queue_mode %s",
			features->queue_mode == FAIRPATH_QUEUE_MODE_BIO ? "bio" : "rq");
	if (features->has_no_path_timeout)
		fprintf(out, " queue_if_no_path_timeout_secs %u", features->no_path_timeout_secs);
	if (features->elide_flushes)
		fputs(" elide_flushes", out);
	if (features->flush_as_in_2011)
		fputs(" flush_as_in_2011", out);
	fair_write(out, &features->fair);
}

static void write_group(FILE *out, const struct fairpath_table_group *group)
{
	size_t i;

	write_word(out, group->selector);
	fprintf(out, " %zu", group->nr_selector_args);
	write_words(out, group->selector_args, group->nr_selector_args);
	fprintf(out, " %zu %zu", group->nr_paths, group->nr_path_args);
	for (i = 0; i < group->nr_paths; i++) {
		write_word(out, group->paths[i].dev);
		write_words(out, group->paths[i].args, group->nr_path_args);
	}
}

static void write_table(FILE *out, const struct fairpath_table *table)
{
	size_t i;

	write_features(out, &table->features);
	fprintf(out, " %zu", table->nr_handler_words);
	write_words(out, table->handler_words, table->nr_handler_words);
	fprintf(out, " %zu %u", table->nr_groups, table->initial_group);
	for (i = 0; i < table->nr_groups; i++)
		write_group(out, &table->groups[i]);
}

int fairpath_table_format(const struct fairpath_table *table, char **ret,
			  struct fairpath_error *error)
{
	char *text = NULL;
	size_t size;
	FILE *out;
	int r;

	r = check_table(table, error);
	if (r)
		return r;

	out = open_memstream(&text, &size);
	if (!out)
		return fairpath_error_set(error, -ENOMEM, "out of memory");
	write_table(out, table);
	r = ferror(out);
	if (fclose(out) || r) {
		free(text);
		return fairpath_error_set(error, -ENOMEM, "out of memory");
	}
	*ret = text;
	return 0;
}
