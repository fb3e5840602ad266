// SPDX-License-Identifier: GPL-2.0
/* A question to the daemon; see ask.h. */
#include "ask.h"

#include <err.h>
#include <unistd.h>

#include <json-c/json.h>

/* Whatever the storage does: the daemon answers from memory, mostly in milliseconds. */
enum { ANSWER_WITHIN_MS = 5000 };

int ask(const char *socket, const char *verb, const char *key, const char *value,
	struct fairpath_reply *reply, struct fairpath_error *error)
{
	struct json_object *args = json_object_new_object();
	int fd, r;

	if (value)
		json_object_object_add(args, key, json_object_new_string(value));
	r = fairpath_control_connect(socket, &fd, error);
	if (!r) {
		r = fairpath_control_call(fd, verb, args, ANSWER_WITHIN_MS, reply, error);
		close(fd);
	}
	json_object_put(args);
	return r ? EXIT_NO_DAEMON : EXIT_DONE;
}

int refused(const struct fairpath_reply *reply)
{
	warnx("%s", reply->error);
	return reply->code == FAIRPATH_CONTROL_DENIED ? EXIT_NOT_ALLOWED : EXIT_REFUSED;
}
