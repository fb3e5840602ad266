/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A table line as the kernel would hand it to the target: split by rules of our
 * own making (not libfairpath's, which are under test), then read by core/table.
 */
#ifndef FAIRPATH_UNIT_LINE_H
#define FAIRPATH_UNIT_LINE_H

#include "table.h"

struct line {
	char *text;
	char **argv;
	unsigned int argc;
	struct fp_table table;
	struct fp_table_error error;
	bool good;
};

/* Split only: dm_split_args() in the kernel's drivers/md/dm-table.c is the model. */
void line_split(struct line *line, const char *text, size_t length);

/* Split and parse. line_free() it in either case. */
void line_parse(struct line *line, const char *text);
void line_parse_words(struct line *line);
void line_free(struct line *line);

/* Do both tables say the same? Where the words stood does not matter. */
bool table_equal(const struct fp_table *a, const struct fp_table *b);

#endif
