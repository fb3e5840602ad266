// SPDX-License-Identifier: GPL-2.0
/* Columns of text; see columns.h. */
#include "columns.h"

#include <err.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static void harmless(char *text)
{
	for (; *text; text++)
		if ((unsigned char)*text < ' ' || *text == 0x7f)
			*text = '?';
}

void columns_add(struct columns *columns, const char *fmt, ...)
{
	char **cells = realloc(columns->cells, (columns->nr_cells + 1) * sizeof(*columns->cells));
	int *width = &columns->width[columns->nr_cells % columns->nr], len;
	va_list args;

	if (!cells)
		err(1, NULL);
	columns->cells = cells;
	va_start(args, fmt);
	len = vasprintf(&cells[columns->nr_cells], fmt, args);
	if (len < 0)
		err(1, NULL);
	va_end(args);
	*width = len > *width ? len : *width;
	harmless(cells[columns->nr_cells++]);
}

void columns_head(struct columns *columns, const char *const *names)
{
	size_t i;

	columns->gap = "  ";
	for (i = 0; i < columns->nr; i++)
		columns_add(columns, "%s", names[i]);
}

void columns_print_row(FILE *out, const struct columns *columns, size_t row)
{
	char **cell = columns->cells + row * columns->nr;
	size_t i;

	for (i = 0; i < columns->nr - 1; i++)
		fprintf(out, "%-*s%s", columns->width[i], cell[i], columns->gap);
	fputs(cell[i], out);
}

void columns_print(FILE *out, const struct columns *columns)
{
	size_t row;

	for (row = 0; row < columns->nr_cells / columns->nr; row++) {
		columns_print_row(out, columns, row);
		fputc('\n', out);
	}
}

void columns_clear(struct columns *columns)
{
	while (columns->nr_cells)
		free(columns->cells[--columns->nr_cells]);
	free(columns->cells);
	columns->cells = NULL;
}

void columns_finish(FILE *out, struct columns *columns)
{
	columns_print(out, columns);
	columns_clear(columns);
}
