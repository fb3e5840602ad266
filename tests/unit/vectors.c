// SPDX-License-Identifier: GPL-2.0
/* The table lines of vectors/tables.txt; see vectors.h. */
#include "vectors.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void __attribute__((noreturn)) die(const char *file, unsigned int number, const char *why)
{
	fprintf(stderr, "%s:%u: %s\n", file, number, why);
	exit(2);
}

/* The value with each %N replaced by a device number as sd disks have them. */
static char *substitute(const char *value)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		abort();
	for (; *value; value++) {
		if (*value == '%' && value[1] >= '1' && value[1] <= '8')
			fprintf(out, "8:%d", 16 * (*++value - '0'));
		else
			fputc(*value, out);
	}
	fclose(out);
	return text;
}

static char **field(struct vector *vector, const char *key)
{
	if (!strcmp(key, "name"))
		return &vector->name;
	if (!strcmp(key, "table"))
		return &vector->table;
	if (!strcmp(key, "shown"))
		return &vector->shown;
	if (!strcmp(key, "needs"))
		return &vector->needs;
	return NULL;
}

/* "key: value" into the vector. Return: NULL, or what is wrong. */
static const char *read_field(struct vector *vector, char *line)
{
	char *colon = strstr(line, ": ");
	char **ret;

	if (!colon)
		return "this is not a key, a colon, a blank and a value";
	*colon = '\0';
	ret = field(vector, line);
	if (!ret)
		return "there is no such key";
	if (*ret)
		return "this key was given before";
	*ret = substitute(colon + 2);
	return NULL;
}

static const char *finish(struct vector *vector)
{
	if (!vector->name || !vector->table)
		return "a vector ends here without a name or a table";
	if (!vector->shown)
		vector->shown = strdup(vector->table);
	return NULL;
}

struct vector *vectors_read(const char *file, size_t *nr)
{
	struct vector *vectors = NULL, *current = NULL;
	unsigned int number = 0;
	char line[1024];
	const char *wrong;
	FILE *in = fopen(file, "r");

	*nr = 0;
	if (!in)
		die(file, 0, "cannot be opened");
	while (fgets(line, sizeof(line), in)) {
		number++;
		line[strcspn(line, "\n")] = '\0';
		if (*line == '#')
			continue;
		if (!*line) {
			wrong = current ? finish(current) : NULL;
			current = NULL;
		} else {
			if (!current) {
				vectors = reallocarray(vectors, *nr + 1, sizeof(*vectors));
				if (!vectors)
					abort();
				current = &vectors[(*nr)++];
				memset(current, 0, sizeof(*current));
			}
			wrong = read_field(current, line);
		}
		if (wrong)
			die(file, number, wrong);
	}
	fclose(in);
	wrong = current ? finish(current) : NULL;
	if (wrong)
		die(file, number, wrong);
	return vectors;
}

void vectors_free(struct vector *vectors, size_t nr)
{
	for (size_t i = 0; i < nr; i++) {
		free(vectors[i].name);
		free(vectors[i].table);
		free(vectors[i].shown);
		free(vectors[i].needs);
	}
	free(vectors);
}
