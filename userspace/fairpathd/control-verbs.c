// SPDX-License-Identifier: GPL-2.0
/*
 * The verbs, see docs/control.md. A verb answers at once, from memory: what it
 * starts is seen later in the state of paths and maps.
 */
#include "fairpathd/control-verbs.h"

#include <errno.h>
#include <json-c/json.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fairpathd/json.h"
#include "fairpathd/log.h"
#include "fairpathd/manager.h"
#include "fairpathd/report.h"

/**
 * struct call - a request while it is answered
 * @manager: the daemon
 * @arg: its argument; NULL: none
 * @reply: the answer
 */
struct call {
	struct fpd_manager *manager;
	const char *arg;
	struct fairpath_reply *reply;
};

/**
 * struct verb - one thing that can be asked
 * @name: the verb
 * @arg: the name of its argument; NULL: none
 * @needs_root: it changes something
 * @needs_arg: without it the request makes no sense
 * @answer: does it, and fills the reply
 */
struct verb {
	const char *name;
	const char *arg;
	bool needs_root;
	bool needs_arg;
	void (*answer)(struct call *call);
};

__attribute__((format(printf, 3, 4))) static void
refuse(struct fairpath_reply *reply, enum fairpath_control_code code, const char *fmt, ...)
{
	va_list args;

	reply->code = code;
	va_start(args, fmt);
	if (vasprintf(&reply->error, fmt, args) < 0)
		reply->error = NULL;
	va_end(args);
}

/* What a verb of the manager returned. */
static void finish(struct call *call, int r, const struct fairpath_error *error)
{
	if (r)
		refuse(call->reply, FAIRPATH_CONTROL_FAILED, "%s",
		       *error->text ? error->text : strerror(-r));
}

/* The map that is asked for. NULL: there is none, and that is said. */
static struct fpd_map *wanted_map(struct call *call)
{
	struct fpd_map *map = fpd_manager_find_map(call->manager, call->arg);

	if (!map)
		refuse(call->reply, FAIRPATH_CONTROL_NOT_FOUND,
		       "there is no map '%s' (see show maps)", call->arg);
	return map;
}

/* "maps": of all, or of the one that is asked for. */
static void list_maps(struct call *call, struct json_object *(*report)(const struct fpd_map *),
		      bool only_devices)
{
	struct fpd_map *wanted = call->arg ? wanted_map(call) : NULL;
	struct json_object *array;
	size_t i;

	if (call->arg && !wanted)
		return;
	call->reply->data = json_object_new_object();
	array = fpd_json_array(call->reply->data, "maps");
	for (i = 0; i < call->manager->nr_maps; i++) {
		const struct fpd_map *map = call->manager->maps[i];

		if ((!wanted || map == wanted) && (!only_devices || map->live.exists))
			fpd_json_append(array, report(map));
	}
}

static void topology(struct call *call)
{
	list_maps(call, fpd_report_topology, true);
}

static void maps(struct call *call)
{
	list_maps(call, fpd_report_map, false);
}

static void flushes(struct call *call)
{
	list_maps(call, fpd_report_flushes, true);
}

static void flows(struct call *call)
{
	list_maps(call, fpd_report_flows, true);
}

static void paths(struct call *call)
{
	struct json_object *array;
	size_t i;

	call->reply->data = json_object_new_object();
	array = fpd_json_array(call->reply->data, "paths");
	for (i = 0; i < call->manager->nr_paths; i++)
		fpd_json_append(array, fpd_report_path(call->manager->paths[i]));
}

static void status(struct call *call)
{
	call->reply->data = fpd_report_status(call->manager);
}

static void config(struct call *call)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (out && !fpd_config_print(call->manager->config, FPD_PRINT_WITH_ORIGINS, out) &&
	    !fflush(out)) {
		call->reply->data = json_object_new_object();
		fpd_json_put(call->reply->data, "text", json_object_new_string(text));
	} else {
		refuse(call->reply, FAIRPATH_CONTROL_FAILED, "out of memory");
	}
	if (out)
		fclose(out);
	free(text);
}

static void change_path(struct call *call,
			int (*change)(struct fpd_path *, struct fairpath_error *))
{
	struct fpd_path *path = fpd_manager_find_path(call->manager, call->arg);
	struct fairpath_error error = { "" };

	if (path)
		finish(call, change(path, &error), &error);
	else
		refuse(call->reply, FAIRPATH_CONTROL_NOT_FOUND,
		       "there is no path '%s' (see show paths)", call->arg);
}

static void fail(struct call *call)
{
	change_path(call, fpd_verb_fail_path);
}

static void reinstate(struct call *call)
{
	change_path(call, fpd_verb_reinstate_path);
}

static void reload(struct call *call)
{
	struct fpd_map *wanted = call->arg ? wanted_map(call) : NULL;
	struct fairpath_error error = { "" };
	int r = 0;
	size_t i;

	if (call->arg && !wanted)
		return;
	for (i = 0; i < call->manager->nr_maps && !r; i++)
		if (!wanted || call->manager->maps[i] == wanted)
			r = fpd_verb_reload_map(call->manager->maps[i], &error);
	finish(call, r, &error);
}

static void reconfigure(struct call *call)
{
	struct fairpath_error error = { "" };

	finish(call, fpd_verb_reconfigure(call->manager, &error), &error);
}

static const struct verb verbs[] = {
	{ "topology", "map", false, false, topology },
	{ "paths", NULL, false, false, paths },
	{ "maps", "map", false, false, maps },
	{ "flushes", "map", false, false, flushes },
	{ "flows", "map", false, false, flows },
	{ "status", NULL, false, false, status },
	{ "config", NULL, false, false, config },
	{ "fail", "path", true, true, fail },
	{ "reinstate", "path", true, true, reinstate },
	{ "reload", "map", true, false, reload },
	{ "reconfigure", NULL, true, false, reconfigure },
};

static const struct verb *find_verb(const char *name)
{
	size_t i;

	for (i = 0; i < sizeof(verbs) / sizeof(verbs[0]); i++)
		if (!strcmp(verbs[i].name, name))
			return &verbs[i];
	return NULL;
}

/* Arguments that a verb does not know would be a change that somebody believes in. */
static bool read_args(const struct verb *verb, struct json_object *args, struct call *call)
{
	json_object_object_foreach(args, key, value)
	{
		if (!verb->arg || strcmp(key, verb->arg) != 0) {
			refuse(call->reply, FAIRPATH_CONTROL_BAD_REQUEST,
			       "%s takes no argument '%s'", verb->name, key);
			return false;
		}
		if (!json_object_is_type(value, json_type_string)) {
			refuse(call->reply, FAIRPATH_CONTROL_BAD_REQUEST,
			       "%s: '%s' must be a string", verb->name, key);
			return false;
		}
		call->arg = json_object_get_string(value);
	}
	if (!verb->needs_arg || call->arg)
		return true;
	refuse(call->reply, FAIRPATH_CONTROL_BAD_REQUEST, "%s: which %s?", verb->name, verb->arg);
	return false;
}

void fpd_verbs_answer(const struct fairpath_request *request, bool root,
		      struct fairpath_reply *reply, void *userdata)
{
	const struct verb *verb = find_verb(request->verb);
	struct call call = { .manager = userdata, .reply = reply };

	if (!verb) {
		refuse(reply, FAIRPATH_CONTROL_BAD_REQUEST, "there is no verb '%s'", request->verb);
	} else if (verb->needs_root && !root) {
		refuse(reply, FAIRPATH_CONTROL_DENIED, "%s: only root may", verb->name);
	} else if (read_args(verb, request->args, &call)) {
		verb->answer(&call);
		if (verb->needs_root)
			fpd_notice("told to %s%s%s: %s", verb->name, call.arg ? " " : "",
				   call.arg ? call.arg : "", reply->error ? reply->error : "done");
	}
}
