/* SPDX-License-Identifier: GPL-2.0 */
/* The table lines of vectors/tables.txt, which says what the fields mean. */
#ifndef FAIRPATH_UNIT_VECTORS_H
#define FAIRPATH_UNIT_VECTORS_H

#include <stddef.h>

struct vector {
	char *name;
	char *table; /* with 8:16, 8:32 ... for %1, %2 ... */
	char *shown;
	char *needs; /* or NULL */
};

/* All of them; a file that cannot be read or understood ends the program. */
struct vector *vectors_read(const char *file, size_t *nr);
void vectors_free(struct vector *vectors, size_t nr);

#endif
