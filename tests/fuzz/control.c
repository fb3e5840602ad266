// SPDX-License-Identifier: GPL-2.0
/*
 * Fuzzing of the control protocol. The input's first byte says what the rest is: a
 * request, a reply, or packets of one. Beside memory errors it looks for broken
 * promises: a failure says why and leaves the result alone; what was read can be
 * written, and reads the same.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <json-c/json.h>

#include <fairpath/control.h>

#include "promise.h"

static void check_request(const char *text, size_t size)
{
	struct fairpath_request request = { 0 }, again = { 0 };
	struct fairpath_error error = { "" };
	char *written = NULL;
	int r = fairpath_request_parse(text, size, &request, &error);

	PROMISE(r == 0 || r == -EINVAL || r == -EPROTONOSUPPORT);
	if (r) {
		PROMISE(!request.verb && !request.args);
		PROMISE(strlen(error.text) > 10);
		return;
	}
	PROMISE(strlen(request.verb) > 0);
	PROMISE(json_object_is_type(request.args, json_type_object));
	/* What is escaped when it is written may be too long then. */
	if (!fairpath_request_format(request.verb, request.args, &written, NULL)) {
		PROMISE(!fairpath_request_parse(written, strlen(written), &again, NULL));
		PROMISE(!strcmp(again.verb, request.verb));
		PROMISE(json_object_equal(again.args, request.args));
	}
	free(written);
	fairpath_request_clear(&again);
	fairpath_request_clear(&request);
}

static void check_reply(const char *text, size_t size)
{
	struct fairpath_reply reply = { 0 }, again = { 0 };
	struct fairpath_error error = { "" };
	char *written = NULL;
	size_t len;
	int r = fairpath_reply_parse(text, size, &reply, &error);

	PROMISE(r == 0 || r == -EINVAL || r == -EPROTONOSUPPORT);
	if (r) {
		PROMISE(!reply.error && !reply.data);
		PROMISE(strlen(error.text) > 10);
		return;
	}
	PROMISE(!reply.error == (reply.code == FAIRPATH_CONTROL_OK));
	PROMISE(!fairpath_reply_format(&reply, &written, &len));
	PROMISE(!fairpath_reply_parse(written, len, &again, NULL));
	PROMISE(again.code == reply.code);
	PROMISE(json_object_equal(again.data, reply.data));
	free(written);
	fairpath_reply_clear(&again);
	fairpath_reply_clear(&reply);
}

/* Each packet of the input is a byte, its length, and that many. */
static void check_packets(const char *data, size_t size)
{
	struct fairpath_reply_text reply = { 0 };
	size_t before, len;
	int r = 0;

	while (!r && size) {
		len = (unsigned char)*data < size - 1 ? (unsigned char)*data : size - 1;
		before = reply.len;
		r = fairpath_reply_join(&reply, data + 1, len, NULL);
		PROMISE(r == 0 || r == 1 || r == -EINVAL);
		PROMISE(reply.len == (r < 0 ? before : before + len - 1));
		data += 1 + len;
		size -= 1 + len;
	}
	if (r == 1)
		check_reply(reply.text, reply.len);
	free(reply.text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (!size)
		return 0;
	switch (data[0]) {
	case 'q':
		check_request((const char *)data + 1, size - 1);
		break;
	case 'r':
		check_reply((const char *)data + 1, size - 1);
		break;
	case 'p':
		check_packets((const char *)data + 1, size - 1);
		break;
	}
	return 0;
}
