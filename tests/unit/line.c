// SPDX-License-Identifier: GPL-2.0
/* A table line, split and read; see line.h. */
#include "line.h"

#include "cpus.h"

#include <stdlib.h>

static void *must(void *memory)
{
	if (!memory)
		abort();
	return memory;
}

static bool is_space(char c)
{
	return c && (strchr(" \t\n\v\f\r", c) || (unsigned char)c == 0xa0);
}

void line_split(struct line *line, const char *text, size_t length)
{
	char *in, *out;

	memset(line, 0, sizeof(*line));
	line->text = must(malloc(length + 1));
	line->argv = must(calloc(length + 1, sizeof(*line->argv)));
	memcpy(line->text, text, length);
	line->text[length] = '\0';

	for (in = line->text;;) {
		while (is_space(*in))
			in++;
		if (!*in)
			return;
		line->argv[line->argc++] = out = in;
		while (*in && !is_space(*in)) {
			if (in[0] == '\\' && in[1])
				in++;
			*out++ = *in++;
		}
		if (*in)
			in++;
		*out = '\0';
	}
}

void line_parse_words(struct line *line)
{
	struct fp_table *table = &line->table;

	/* What the parser leaves unset would be seen. */
	memset(table, 0xa5, sizeof(*table));
	table->max_groups = table->max_paths = line->argc;
	table->groups = must(calloc(line->argc + 1, sizeof(*table->groups)));
	table->paths = must(calloc(line->argc + 1, sizeof(*table->paths)));
	line->good = fp_table_parse(table, line->argc, line->argv, &line->error);
}

void line_parse(struct line *line, const char *text)
{
	line_split(line, text, strlen(text));
	line_parse_words(line);
}

void line_free(struct line *line)
{
	free(line->text);
	free(line->argv);
	free(line->table.groups);
	free(line->table.paths);
}

static bool features_equal(const struct fp_features *a, const struct fp_features *b)
{
	return a->queue_if_no_path == b->queue_if_no_path &&
	       a->retain_attached_hw_handler == b->retain_attached_hw_handler &&
	       a->has_pg_init_delay == b->has_pg_init_delay &&
	       a->has_no_path_timeout == b->has_no_path_timeout && a->queue_mode == b->queue_mode &&
	       a->pg_init_retries == b->pg_init_retries &&
	       a->pg_init_delay_msecs == b->pg_init_delay_msecs &&
	       a->no_path_timeout_secs == b->no_path_timeout_secs &&
	       a->flush.elide == b->flush.elide && a->flush.as_in_2011 == b->flush.as_in_2011;
}

static bool handler_equal(const struct fp_table *a, const struct fp_table *b)
{
	unsigned int i;

	if (a->handler_argc != b->handler_argc)
		return false;
	for (i = 0; i < a->handler_argc; i++)
		if (strcmp(a->handler_argv[i], b->handler_argv[i]))
			return false;
	return true;
}

static bool cpus_equal(const char *a, const char *b)
{
	unsigned int part;

	if (!a || !b)
		return a == b;
	/* One digit and one comma for each part at least. */
	for (part = 0; part <= strlen(a) / 2 || part <= strlen(b) / 2; part++)
		if (fp_cpus_part(a, part) != fp_cpus_part(b, part))
			return false;
	return true;
}

static bool path_equal(const struct fp_table_path *a, const struct fp_table_path *b)
{
	return !strcmp(a->dev, b->dev) && a->args.repeat_count == b->args.repeat_count &&
	       a->args.relative_throughput == b->args.relative_throughput &&
	       cpus_equal(a->args.cpus, b->args.cpus);
}

static bool group_equal(const struct fp_table_group *a, const struct fp_table_group *b)
{
	return a->selector == b->selector && a->first_path == b->first_path &&
	       a->nr_paths == b->nr_paths && a->args.base_weight == b->args.base_weight &&
	       a->args.threshold_multiplier == b->args.threshold_multiplier;
}

bool table_equal(const struct fp_table *a, const struct fp_table *b)
{
	unsigned int i;

	if (!features_equal(&a->features, &b->features) || !handler_equal(a, b) ||
	    a->initial_group != b->initial_group || a->nr_groups != b->nr_groups ||
	    a->nr_paths != b->nr_paths)
		return false;
	for (i = 0; i < a->nr_groups; i++)
		if (!group_equal(&a->groups[i], &b->groups[i]))
			return false;
	for (i = 0; i < a->nr_paths; i++)
		if (!path_equal(&a->paths[i], &b->paths[i]))
			return false;
	return true;
}
