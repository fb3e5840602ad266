/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Fields of JSON objects in one line each. What a device says of itself may be no
 * UTF-8: what is not ASCII becomes '?'.
 */
#ifndef FPD_JSON_H
#define FPD_JSON_H

#include <stdbool.h>
#include <stdint.h>

struct json_object;

/* Before the loop: json-c's first name waits for a random number, on a machine that has
 * just booted for seconds. */
void fpd_json_begin(void);

/* A string; null if @text is NULL or empty. */
void fpd_json_text(struct json_object *object, const char *key, const char *text);
void fpd_json_number(struct json_object *object, const char *key, int64_t value);
void fpd_json_bool(struct json_object *object, const char *key, bool value);

/* A new object or array under a key; NULL without memory, which all of these take. */
struct json_object *fpd_json_object(struct json_object *object, const char *key);
struct json_object *fpd_json_array(struct json_object *object, const char *key);

/* @value, which is not the caller's any more, under a key, or at the end of an array. */
void fpd_json_put(struct json_object *object, const char *key, struct json_object *value);
void fpd_json_append(struct json_object *array, struct json_object *value);

#endif
