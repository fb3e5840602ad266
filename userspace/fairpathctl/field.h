/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Fields of a reply, taken with what stands for one that is not there: a newer
 * or an older daemon tells more or less, and that is no error.
 */
#ifndef FPCTL_FIELD_H
#define FPCTL_FIELD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct json_object;

/* The string of a key; @otherwise if there is none. It belongs to @object. */
const char *field_text(struct json_object *object, const char *key, const char *otherwise);

/* The number of a key; 0 if there is none. */
int64_t field_number(struct json_object *object, const char *key);

/* The same, of one that may have a fraction. */
double field_real(struct json_object *object, const char *key);

bool field_is_true(struct json_object *object, const char *key);

/* Whether a key is there and not null. */
bool field_is_there(struct json_object *object, const char *key);

/* The object of a key; NULL if there is none, which all of these take for an empty one. */
struct json_object *field_object(struct json_object *object, const char *key);

/* The entries of an array under a key: how many, and the i-th. */
size_t field_count(struct json_object *object, const char *key);
struct json_object *field_entry(struct json_object *object, const char *key, size_t i);

#endif
