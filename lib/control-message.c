// SPDX-License-Identifier: GPL-2.0
/*
 * Requests and replies as text, and replies as packets; see fairpath/control.h.
 * Nothing here does I/O, and nothing trusts what it reads.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <json-c/json.h>

#include <fairpath/control.h>

#include "words.h"

#define MORE '+'
#define LAST '.'

static const char *const code_names[] = {
	[FAIRPATH_CONTROL_OK] = "ok",	      [FAIRPATH_CONTROL_BAD_REQUEST] = "bad-request",
	[FAIRPATH_CONTROL_DENIED] = "denied", [FAIRPATH_CONTROL_NOT_FOUND] = "not-found",
	[FAIRPATH_CONTROL_FAILED] = "failed",
};

#define NR_CODES (sizeof(code_names) / sizeof(code_names[0]))

const char *fairpath_control_code_name(enum fairpath_control_code code)
{
	return (size_t)code < NR_CODES ? code_names[code] : "failed";
}

/* Return: 0 and an object; or what is wrong with the text, which is called @what. */
static int parse_object(const char *text, size_t len, const char *what, struct json_object **ret,
			struct fairpath_error *error)
{
	struct json_tokener *tokener = json_tokener_new_ex(FAIRPATH_CONTROL_DEPTH_MAX);
	struct json_object *object;
	int r = 0;

	if (!tokener)
		return fairpath_error_set(error, -ENOMEM, "out of memory");
	/* Strict takes nothing after the object, and no comment inside it. */
	json_tokener_set_flags(tokener, JSON_TOKENER_STRICT | JSON_TOKENER_VALIDATE_UTF8);
	object = json_tokener_parse_ex(tokener, text, (int)len);
	if (json_tokener_get_error(tokener) == json_tokener_continue)
		r = fairpath_error_set(error, -EINVAL, "the %s ends in the middle", what);
	else if (json_tokener_get_error(tokener) != json_tokener_success)
		r = fairpath_error_set(error, -EINVAL, "the %s is not JSON: byte %zu: %s", what,
				       json_tokener_get_parse_end(tokener),
				       json_tokener_error_desc(json_tokener_get_error(tokener)));
	else if (json_tokener_get_parse_end(tokener) != len)
		r = fairpath_error_set(error, -EINVAL, "the %s goes on after its end", what);
	else if (!json_object_is_type(object, json_type_object))
		r = fairpath_error_set(error, -EINVAL, "the %s is not a JSON object", what);
	json_tokener_free(tokener);
	if (r)
		json_object_put(object);
	else
		*ret = object;
	return r;
}

static int check_version(struct json_object *object, const char *what, struct fairpath_error *error)
{
	struct json_object *version = json_object_object_get(object, "version");

	if (!json_object_is_type(version, json_type_int))
		return fairpath_error_set(error, -EINVAL, "the %s has no number \"version\"", what);
	if (json_object_get_int64(version) != FAIRPATH_CONTROL_VERSION)
		return fairpath_error_set(error, -EPROTONOSUPPORT,
					  "the %s is of version %lld of the protocol, this is %d",
					  what, (long long)json_object_get_int64(version),
					  FAIRPATH_CONTROL_VERSION);
	return 0;
}

/* Return: the string of a key; NULL if there is none, or one with a zero in it. */
static const char *string_of(struct json_object *object, const char *key)
{
	struct json_object *value = json_object_object_get(object, key);
	const char *text;

	if (!json_object_is_type(value, json_type_string))
		return NULL;
	text = json_object_get_string(value);
	return strlen(text) == (size_t)json_object_get_string_len(value) ? text : NULL;
}

static int read_request(struct json_object *object, struct fairpath_request *ret,
			struct fairpath_error *error)
{
	struct json_object *args = json_object_object_get(object, "args");
	const char *verb = string_of(object, "verb");
	int r = check_version(object, "request", error);

	if (r)
		return r;
	if (!verb || !*verb)
		return fairpath_error_set(error, -EINVAL, "the request has no string \"verb\"");
	if (args && !json_object_is_type(args, json_type_object))
		return fairpath_error_set(error, -EINVAL, "the request's \"args\" is no object");
	ret->args = args ? json_object_get(args) : json_object_new_object();
	ret->verb = strdup(verb);
	if (!ret->args || !ret->verb) {
		fairpath_request_clear(ret);
		return fairpath_error_set(error, -ENOMEM, "out of memory");
	}
	return 0;
}

int fairpath_request_parse(const char *text, size_t len, struct fairpath_request *ret,
			   struct fairpath_error *error)
{
	struct fairpath_request request = { 0 };
	struct json_object *object = NULL;
	int r;

	if (len > FAIRPATH_CONTROL_REQUEST_MAX)
		return fairpath_error_set(error, -EINVAL, "the request is longer than %d bytes",
					  FAIRPATH_CONTROL_REQUEST_MAX);
	r = parse_object(text, len, "request", &object, error);
	if (r)
		return r;
	r = read_request(object, &request, error);
	json_object_put(object);
	if (!r)
		*ret = request;
	return r;
}

void fairpath_request_clear(struct fairpath_request *request)
{
	free(request->verb);
	json_object_put(request->args);
	*request = (struct fairpath_request){ 0 };
}

/* Add @value, which is no longer the caller's. Return: false without memory. */
static bool add(struct json_object *object, const char *key, struct json_object *value)
{
	if (value && !json_object_object_add(object, key, value))
		return true;
	json_object_put(value);
	return false;
}

static struct json_object *new_message(void)
{
	struct json_object *object = json_object_new_object();

	if (!object || add(object, "version", json_object_new_int(FAIRPATH_CONTROL_VERSION)))
		return object;
	json_object_put(object);
	return NULL;
}

/* Take the text of @object, which is released. */
static int take_text(struct json_object *object, size_t max, char **ret, size_t *ret_len)
{
	const char *text;
	size_t len = 0;
	char *copy;

	text = json_object_to_json_string_length(object, JSON_C_TO_STRING_PLAIN, &len);
	copy = text && len <= max ? strdup(text) : NULL;
	json_object_put(object);
	if (!copy)
		return text && len > max ? -EMSGSIZE : -ENOMEM;
	*ret = copy;
	*ret_len = len;
	return 0;
}

int fairpath_request_format(const char *verb, struct json_object *args, char **ret,
			    struct fairpath_error *error)
{
	struct json_object *object = new_message();
	size_t len;
	int r;

	if (!object || !add(object, "verb", json_object_new_string(verb)) ||
	    (args && !add(object, "args", json_object_get(args)))) {
		json_object_put(object);
		return fairpath_error_set(error, -ENOMEM, "out of memory");
	}
	r = take_text(object, FAIRPATH_CONTROL_REQUEST_MAX, ret, &len);
	if (r == -EMSGSIZE)
		return fairpath_error_set(error, r, "a request of more than %d bytes",
					  FAIRPATH_CONTROL_REQUEST_MAX);
	return r ? fairpath_error_set(error, r, "out of memory") : 0;
}

static int find_code(const char *name, enum fairpath_control_code *ret)
{
	size_t i;

	for (i = 0; name && i < NR_CODES; i++) {
		if (!strcmp(code_names[i], name)) {
			*ret = (enum fairpath_control_code)i;
			return 0;
		}
	}
	return -EINVAL;
}

static int read_reply(struct json_object *object, struct fairpath_reply *ret,
		      struct fairpath_error *error)
{
	const char *text = string_of(object, "error");
	int r = check_version(object, "reply", error);

	if (r)
		return r;
	if (find_code(string_of(object, "code"), &ret->code))
		return fairpath_error_set(error, -EINVAL,
					  "the reply has no \"code\" that is known");
	if (ret->code != FAIRPATH_CONTROL_OK) {
		ret->error = strdup(text ? text : "no reason is given");
		if (!ret->error)
			return fairpath_error_set(error, -ENOMEM, "out of memory");
	}
	ret->data = json_object_get(json_object_object_get(object, "data"));
	return 0;
}

int fairpath_reply_parse(const char *text, size_t len, struct fairpath_reply *ret,
			 struct fairpath_error *error)
{
	struct fairpath_reply reply = { 0 };
	struct json_object *object = NULL;
	int r;

	if (len > FAIRPATH_CONTROL_REPLY_MAX)
		return fairpath_error_set(error, -EINVAL, "the reply is longer than %d bytes",
					  FAIRPATH_CONTROL_REPLY_MAX);
	r = parse_object(text, len, "reply", &object, error);
	if (r)
		return r;
	r = read_reply(object, &reply, error);
	json_object_put(object);
	if (!r)
		*ret = reply;
	return r;
}

void fairpath_reply_clear(struct fairpath_reply *reply)
{
	free(reply->error);
	json_object_put(reply->data);
	*reply = (struct fairpath_reply){ 0 };
}

int fairpath_reply_format(const struct fairpath_reply *reply, char **ret, size_t *len)
{
	const char *code = fairpath_control_code_name(reply->code);
	struct json_object *object = new_message();

	if (object && add(object, "code", json_object_new_string(code)) &&
	    (!reply->error || add(object, "error", json_object_new_string(reply->error))) &&
	    (!reply->data || add(object, "data", json_object_get(reply->data))))
		return take_text(object, FAIRPATH_CONTROL_REPLY_MAX, ret, len);
	json_object_put(object);
	return -ENOMEM;
}

size_t fairpath_reply_packet(const char *text, size_t len, size_t *offset, char *packet)
{
	size_t part = len - *offset;

	if (part > FAIRPATH_CONTROL_PACKET_MAX - 1)
		part = FAIRPATH_CONTROL_PACKET_MAX - 1;
	memcpy(packet + 1, text + *offset, part);
	*offset += part;
	packet[0] = *offset < len ? MORE : LAST;
	return part + 1;
}

int fairpath_reply_join(struct fairpath_reply_text *reply, const char *packet, size_t len,
			struct fairpath_error *error)
{
	char *text;

	/* A packet that says that more follows says something itself. */
	if (!len || (packet[0] != MORE && packet[0] != LAST) || (packet[0] == MORE && len == 1))
		return fairpath_error_set(error, -EINVAL, "a packet is not one of a reply");
	if (reply->len + len - 1 > FAIRPATH_CONTROL_REPLY_MAX)
		return fairpath_error_set(error, -EMSGSIZE, "the reply is longer than %d bytes",
					  FAIRPATH_CONTROL_REPLY_MAX);
	text = realloc(reply->text, reply->len + len);
	if (!text)
		return fairpath_error_set(error, -ENOMEM, "out of memory");
	memcpy(text + reply->len, packet + 1, len - 1);
	reply->text = text;
	reply->len += len - 1;
	return packet[0] == LAST;
}
