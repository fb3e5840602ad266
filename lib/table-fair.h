/* SPDX-License-Identifier: GPL-2.0 */
/* The feature words of a table line that set the fair queue: read, checked, written. */
#ifndef FAIRPATH_TABLE_FAIR_H
#define FAIRPATH_TABLE_FAIR_H

#include <stdio.h>

#include <fairpath/table.h>

#include "words.h"

/* Is this a feature of the fair queue that takes a value? */
bool fair_is_word(const char *name);

/* Its value, which is the next word. Return: false if it is wrong, and said why. */
bool fair_read(struct words *words, struct fairpath_fair *fair, const char *name);

/* What is wrong with it, as in "fair_depth", "is above 65535". Return: NULL if nothing. */
const char *fair_wrong(const struct fairpath_fair *fair, const char **ret_why);

int fair_nr_words(const struct fairpath_fair *fair);
void fair_write(FILE *out, const struct fairpath_fair *fair);

#endif
