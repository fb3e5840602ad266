// SPDX-License-Identifier: GPL-2.0
/* Fields of a reply; see field.h. */
#include "field.h"

#include <json-c/json.h>

static struct json_object *get(struct json_object *object, const char *key)
{
	return json_object_is_type(object, json_type_object) ? json_object_object_get(object, key)
							     : NULL;
}

const char *field_text(struct json_object *object, const char *key, const char *otherwise)
{
	struct json_object *value = get(object, key);

	return json_object_is_type(value, json_type_string) ? json_object_get_string(value)
							    : otherwise;
}

int64_t field_number(struct json_object *object, const char *key)
{
	struct json_object *value = get(object, key);

	return json_object_is_type(value, json_type_int) ? json_object_get_int64(value) : 0;
}

double field_real(struct json_object *object, const char *key)
{
	struct json_object *value = get(object, key);

	if (json_object_is_type(value, json_type_double))
		return json_object_get_double(value);
	return (double)field_number(object, key);
}

bool field_is_true(struct json_object *object, const char *key)
{
	struct json_object *value = get(object, key);

	return json_object_is_type(value, json_type_boolean) && json_object_get_boolean(value);
}

bool field_is_there(struct json_object *object, const char *key)
{
	return get(object, key) != NULL;
}

struct json_object *field_object(struct json_object *object, const char *key)
{
	struct json_object *value = get(object, key);

	return json_object_is_type(value, json_type_object) ? value : NULL;
}

size_t field_count(struct json_object *object, const char *key)
{
	struct json_object *value = get(object, key);

	return json_object_is_type(value, json_type_array) ? json_object_array_length(value) : 0;
}

struct json_object *field_entry(struct json_object *object, const char *key, size_t i)
{
	return i < field_count(object, key) ? json_object_array_get_idx(get(object, key), i) : NULL;
}
