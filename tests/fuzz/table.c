// SPDX-License-Identifier: GPL-2.0
/*
 * Fuzzing of core/table. Beside memory errors it looks for broken promises:
 *   an error names a word that is there, or the end, in a sentence of one line;
 *   a good table's numbers agree with each other and with the grammar;
 *   a good table is one to libfairpath as well, and comes back equal from its text;
 *   what dm-multipath accepts is accepted, and nothing else but our features.
 */
#include <stdlib.h>

#include <fairpath/table.h>

#include "line.h"
#include "multipath-grammar.h"
#include "promise.h"
#include "same.h"

static void check_error(const struct line *line)
{
	const char *c;

	PROMISE(line->error.arg >= 1 && line->error.arg <= line->argc + 1);
	PROMISE(line->error.reason && *line->error.reason);
	PROMISE(strlen(line->error.text) > 20);
	for (c = line->error.text; *c; c++)
		PROMISE(*c >= ' ' && *c <= '~');
}

static void check_numbers(const struct fp_table *t)
{
	unsigned int paths = 0, i;

	PROMISE(t->nr_groups <= FP_MAX_GROUPS);
	PROMISE(t->initial_group <= t->nr_groups);
	PROMISE(!t->nr_groups == !t->initial_group);
	for (i = 0; i < t->nr_groups; i++) {
		PROMISE(t->groups[i].selector);
		PROMISE(t->groups[i].first_path == paths);
		PROMISE(t->groups[i].nr_paths >= 1 && t->groups[i].nr_paths <= FP_MAX_PATHS);
		paths += t->groups[i].nr_paths;
	}
	PROMISE(paths == t->nr_paths);
	for (i = 0; i < t->nr_paths; i++) {
		PROMISE(*t->paths[i].dev);
		PROMISE(t->paths[i].args.repeat_count <= 1);
		PROMISE(t->paths[i].args.relative_throughput <= 100);
	}
}

/* Words with an escaped blank are a table's to the kernel, and not the library's to write. */
static bool has_blank(const struct line *line)
{
	unsigned int i;
	const char *c;

	for (i = 0; i < line->argc; i++)
		for (c = line->argv[i]; *c; c++)
			if ((unsigned char)*c <= ' ' || *c == 0x7f || (unsigned char)*c == 0xa0)
				return true;
	return false;
}

static void check_library(const struct line *line, const char *text)
{
	struct fairpath_table *table;
	struct line again;
	char *written;

	if (has_blank(line))
		return;
	PROMISE(!fairpath_table_parse(text, &table, NULL));
	PROMISE(!same_table(table, &line->table));
	PROMISE(!fairpath_table_format(table, &written, NULL));
	line_parse(&again, written);
	PROMISE(again.good && table_equal(&again.table, &line->table));
	line_free(&again);
	free(written);
	fairpath_table_free(table);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = strndup((const char *)data, size);
	struct line line;

	line_parse(&line, text);
	if (line.good) {
		check_numbers(&line.table);
		check_library(&line, text);
	} else {
		check_error(&line);
	}
	switch (multipath_accepts(line.argc, line.argv)) {
	case MULTIPATH_ACCEPTS:
		PROMISE(line.good);
		break;
	case MULTIPATH_REFUSES:
		PROMISE(!line.good);
		break;
	case MULTIPATH_DIFFERS:
		break;
	}
	line_free(&line);
	free(text);
	return 0;
}
