/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Columns of text, each as wide as its widest cell. What a device says of itself
 * may be in it: control characters are shown as '?', so that none reaches a
 * terminal.
 */
#ifndef FPCTL_COLUMNS_H
#define FPCTL_COLUMNS_H

#include <stddef.h>
#include <stdio.h>

enum { COLUMNS_MAX = 16 };

/**
 * struct columns - rows of cells; begins all zero but for the first two
 * @nr:    cells in a row
 * @gap:   what stands between two columns
 * @cells: the cells, row after row
 * @nr_cells: how many
 * @width: of each column
 */
struct columns {
	size_t nr;
	const char *gap;
	char **cells;
	size_t nr_cells;
	int width[COLUMNS_MAX];
};

/* Add the next cell. Without memory the program ends: it has nothing else to do. */
__attribute__((format(printf, 2, 3))) void columns_add(struct columns *columns, const char *fmt,
						       ...);

/* Begin a table: the names of its columns, in the first row. */
void columns_head(struct columns *columns, const char *const *names);

/* Print a row without its end of line, the last cell as wide as it is. */
void columns_print_row(FILE *out, const struct columns *columns, size_t row);

/* Print all rows. */
void columns_print(FILE *out, const struct columns *columns);

void columns_clear(struct columns *columns);

/* Print all rows, and clear. */
void columns_finish(FILE *out, struct columns *columns);

#endif
