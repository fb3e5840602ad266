// SPDX-License-Identifier: GPL-2.0
/* Fields of JSON objects; see json.h. */
#include "fairpathd/json.h"

#include <stdlib.h>
#include <string.h>

#include <json-c/json.h>

void fpd_json_begin(void)
{
	struct json_object *object = json_object_new_object();

	json_object_object_get_ex(object, "", NULL);
	json_object_put(object);
}

void fpd_json_put(struct json_object *object, const char *key, struct json_object *value)
{
	if (!object || json_object_object_add(object, key, value))
		json_object_put(value);
}

void fpd_json_append(struct json_object *array, struct json_object *value)
{
	if (!array || json_object_array_add(array, value))
		json_object_put(value);
}

void fpd_json_text(struct json_object *object, const char *key, const char *text)
{
	char *copy = text && *text ? strdup(text) : NULL, *c;

	for (c = copy; c && *c; c++)
		if (*c < ' ' || *c > '~')
			*c = '?';
	fpd_json_put(object, key, copy ? json_object_new_string(copy) : NULL);
	free(copy);
}

void fpd_json_number(struct json_object *object, const char *key, int64_t value)
{
	fpd_json_put(object, key, json_object_new_int64(value));
}

void fpd_json_bool(struct json_object *object, const char *key, bool value)
{
	fpd_json_put(object, key, json_object_new_boolean(value));
}

static struct json_object *put_new(struct json_object *object, const char *key,
				   struct json_object *value)
{
	/* A reference for the object, and none for the caller: it lives as long as that. */
	fpd_json_put(object, key, value);
	return object ? value : NULL;
}

struct json_object *fpd_json_object(struct json_object *object, const char *key)
{
	return put_new(object, key, json_object_new_object());
}

struct json_object *fpd_json_array(struct json_object *object, const char *key)
{
	return put_new(object, key, json_object_new_array());
}
