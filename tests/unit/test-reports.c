// SPDX-License-Identifier: GPL-2.0
/* fairpathd: what it answers to each verb, and to whom; and how fairpathctl prints it. */
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <json-c/json.h>

#include "fairpathctl/show.h"
#include "fairpathd/control-verbs.h"
#include "fairpathd/manager.h"

#define TABLE                                                                                      \
	"3 queue_if_no_path queue_if_no_path_timeout_secs 60 0 2 1 "                               \
	"service-time 0 2 1 8:0 1 8:16 1 round-robin 0 1 1 8:32 1"
#define STATUS                                                                                     \
	"2 0 0 0 2 1 A 0 2 2 8:0 A 0 0 1 8:16 F 3 0 1 E 0 1 0 8:32 A 0 "                           \
	"14 flush_policy law owed 5 promised 0 flushes_received 7 8:0 wc+fua 8:16 none 8:32 wc"

/* A daemon with one map of three paths, and a path in no map. */
struct daemon {
	struct fpd_manager manager;
	struct fpd_map map;
	struct fpd_path paths[4];
	struct fpd_map *maps[1];
	struct fpd_path *in_map[3];
	struct fpd_path *all[4];
};

static void make_path(struct daemon *daemon, int i, const char *name, enum fpd_path_state state)
{
	struct fpd_path *path = &daemon->paths[i];

	path->manager = &daemon->manager;
	path->map = i < 3 ? &daemon->map : NULL;
	path->state = state;
	strcpy(path->name, name);
	snprintf(path->dev, sizeof(path->dev), "8:%d", 16 * i);
	snprintf(path->address, sizeof(path->address), "%d:0:0:1", 8 + i);
	strcpy(path->syspath, "/nowhere");
	strcpy(path->vendor, "HP");
	strcpy(path->product, "HSV200");
	path->has_priority = true;
	path->priority = i < 2 ? 50 : 10;
	path->in_live = i < 3;
	path->seen_usable = i != 1;
	daemon->all[i] = path;
	if (i < 3)
		daemon->in_map[i] = path;
}

static void make_map(struct daemon *daemon)
{
	struct fpd_map *map = &daemon->map;
	struct fpd_live *live = &map->live;
	struct fairpath_error error;

	map->manager = &daemon->manager;
	strcpy(map->name, "eva");
	strcpy(map->wwid, "36001");
	map->paths = daemon->in_map;
	map->nr_paths = 3;
	live->exists = true;
	live->device.major = 253;
	live->device.minor = 999;
	live->device.sectors = 131072;
	live->device.table = strdup(TABLE);
	live->advertises_cache = true;
	if (fairpath_table_parse(TABLE, &live->table, &error) ||
	    fairpath_status_parse(STATUS, &live->status, &error))
		fail_msg("%s", error.text);
	daemon->maps[0] = map;
}

static int set_up(void **state)
{
	struct daemon *daemon = calloc(1, sizeof(*daemon));

	make_map(daemon);
	make_path(daemon, 0, "sda", FPD_PATH_UP);
	make_path(daemon, 1, "sdb", FPD_PATH_DOWN);
	make_path(daemon, 2, "sdc", FPD_PATH_GHOST);
	make_path(daemon, 3, "sdd", FPD_PATH_NEW);
	strcpy(daemon->paths[1].message, "tur: no answer\xff");
	strcpy(daemon->paths[1].port_state, "Blocked");
	strcpy(daemon->paths[1].port_name, "0x5001");
	daemon->manager.maps = daemon->maps;
	daemon->manager.nr_maps = 1;
	daemon->manager.paths = daemon->all;
	daemon->manager.nr_paths = 4;
	*state = daemon;
	return 0;
}

static int tear_down(void **state)
{
	struct daemon *daemon = *state;

	fairpath_table_free(daemon->map.live.table);
	fairpath_status_free(daemon->map.live.status);
	free(daemon->map.live.device.table);
	free(daemon);
	return 0;
}

/* Ask as fairpathctl does, by root or not. The reply is to be cleared. */
static struct fairpath_reply ask(struct daemon *daemon, const char *verb, const char *args,
				 bool root)
{
	struct fairpath_request request = { strdup(verb), json_tokener_parse(args) };
	struct fairpath_reply reply = { 0 };

	fpd_verbs_answer(&request, root, &reply, &daemon->manager);
	fairpath_request_clear(&request);
	return reply;
}

static void expect_printed(struct daemon *daemon, const char *verb, const char *args,
			   void (*print)(FILE *, struct json_object *), const char *expected)
{
	struct fairpath_reply reply = ask(daemon, verb, args, false);
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	assert_int_equal(reply.code, FAIRPATH_CONTROL_OK);
	print(out, reply.data);
	fclose(out);
	assert_string_equal(text, expected);
	free(text);
	fairpath_reply_clear(&reply);
}

static void topology(void **state)
{
	static const char expected[] =
		"eva (36001) dm-999 HP,HSV200\n"
		"size=64M features='3 queue_if_no_path queue_if_no_path_timeout_secs 60' "
		"hwhandler='0' wp=rw\n"
		"|-+- policy='service-time 0' prio=50 status=active\n"
		"| |- 8:0:0:1  sda 8:0  active ready  unknown\n"
		"| `- 9:0:0:1  sdb 8:16 failed faulty unknown\n"
		"`-+- policy='round-robin 0' prio=10 status=enabled\n"
		"  `- 10:0:0:1 sdc 8:32 active ghost  unknown\n";

	expect_printed(*state, "topology", "{}", print_topology, expected);
	expect_printed(*state, "topology", "{\"map\":\"36001\"}", print_topology, expected);
	expect_printed(*state, "topology", "{\"map\":\"dm-999\"}", print_topology, expected);
}

static void topology_of_a_stranger(void **state)
{
	struct daemon *daemon = *state;

	/* Somebody loaded a table with a path that the daemon does not know. */
	daemon->map.nr_paths = 2;
	expect_printed(daemon, "topology", "{}", print_topology,
		       "eva (36001) dm-999 HP,HSV200\n"
		       "size=64M features='3 queue_if_no_path queue_if_no_path_timeout_secs 60' "
		       "hwhandler='0' wp=rw\n"
		       "|-+- policy='service-time 0' prio=50 status=active\n"
		       "| |- 8:0:0:1 sda 8:0  active ready  unknown\n"
		       "| `- 9:0:0:1 sdb 8:16 failed faulty unknown\n"
		       "`-+- policy='round-robin 0' prio=0 status=enabled\n"
		       "  `- #:#:#:# -   8:32 active undef  unknown\n");
}

static void flushes(void **state)
{
	expect_printed(*state, "flushes", "{\"map\":\"eva\"}", print_flushes,
		       "eva\n"
		       "  policy      law\n"
		       "  advertises  write back\n"
		       "  paths       sda: write back, FUA\n"
		       "              sdb: write through\n"
		       "              sdc: write back\n"
		       "  owed        5 writes that no flush covers yet\n"
		       "  counters    flushes_received 7\n"
		       "              flushes_sent 0\n"
		       "              flushes_without_io 0\n"
		       "              fua_stripped 0\n"
		       "              durable_fua 0\n"
		       "              durable_promised 0\n");
}

static void maps_without_device(void **state)
{
	struct daemon *daemon = *state;
	struct fairpath_reply reply;

	daemon->map.live.exists = false;
	strcpy(daemon->map.error.text, "create: busy");
	expect_printed(daemon, "topology", "{}", print_topology, "");
	reply = ask(daemon, "maps", "{}", false);
	assert_non_null(strstr(json_object_to_json_string(reply.data), "\"no device\""));
	assert_non_null(strstr(json_object_to_json_string(reply.data), "create: busy"));
	fairpath_reply_clear(&reply);
}

static void paths(void **state)
{
	struct fairpath_reply reply = ask(*state, "paths", "{}", false);
	const char *text = json_object_to_json_string_ext(reply.data, JSON_C_TO_STRING_PLAIN);

	/* What is no ASCII does not get far. */
	assert_non_null(strstr(text, "\"reason\":\"tur: no answer?\""));
	assert_non_null(strstr(text, "\"port\":{\"rport\":null,\"name\":\"0x5001\",\"host_name\":"
				     "null,\"state\":\"Blocked\"}"));
	assert_non_null(strstr(text, "\"dev\":\"sdd\",\"devt\":\"8:48\",\"map\":null"));
	fairpath_reply_clear(&reply);
}

struct refused {
	const char *verb;
	const char *args;
	bool root;
	enum fairpath_control_code code;
	const char *error;
};

static const struct refused refused[] = {
	{ "destroy", "{}", true, FAIRPATH_CONTROL_BAD_REQUEST, "there is no verb 'destroy'" },
	{ "fail", "{\"path\":\"sda\"}", false, FAIRPATH_CONTROL_DENIED, "fail: only root may" },
	{ "reinstate", "{}", false, FAIRPATH_CONTROL_DENIED, "reinstate: only root may" },
	{ "reload", "{}", false, FAIRPATH_CONTROL_DENIED, "reload: only root may" },
	{ "reconfigure", "{}", false, FAIRPATH_CONTROL_DENIED, "reconfigure: only root may" },
	{ "fail", "{}", true, FAIRPATH_CONTROL_BAD_REQUEST, "fail: which path?" },
	{ "fail", "{\"path\":7}", true, FAIRPATH_CONTROL_BAD_REQUEST,
	  "fail: 'path' must be a string" },
	{ "fail", "{\"path\":\"sda\",\"map\":\"eva\"}", true, FAIRPATH_CONTROL_BAD_REQUEST,
	  "fail takes no argument 'map'" },
	{ "status", "{\"map\":\"eva\"}", false, FAIRPATH_CONTROL_BAD_REQUEST,
	  "status takes no argument 'map'" },
	{ "fail", "{\"path\":\"sdz\"}", true, FAIRPATH_CONTROL_NOT_FOUND,
	  "there is no path 'sdz' (see show paths)" },
	{ "topology", "{\"map\":\"evb\"}", false, FAIRPATH_CONTROL_NOT_FOUND,
	  "there is no map 'evb' (see show maps)" },
	{ "reload", "{\"map\":\"evb\"}", true, FAIRPATH_CONTROL_NOT_FOUND,
	  "there is no map 'evb' (see show maps)" },
};

static void refusals(void **state)
{
	size_t i;

	for (i = 0; i < sizeof(refused) / sizeof(refused[0]); i++) {
		struct fairpath_reply reply =
			ask(*state, refused[i].verb, refused[i].args, refused[i].root);

		assert_int_equal(reply.code, refused[i].code);
		assert_string_equal(reply.error, refused[i].error);
		assert_null(reply.data);
		fairpath_reply_clear(&reply);
	}
}

static void what_the_manager_refuses(void **state)
{
	struct fairpath_reply reply = ask(*state, "fail", "{\"path\":\"sdd\"}", true);

	assert_int_equal(reply.code, FAIRPATH_CONTROL_FAILED);
	assert_string_equal(reply.error, "sdd: it is not known yet whose path it is");
	fairpath_reply_clear(&reply);
}

#define DAEMON_TEST(sentence, function)                                                            \
	{                                                                                          \
		.name = (sentence), .test_func = (function), .setup_func = set_up,                 \
		.teardown_func = tear_down                                                         \
	}

int main(void)
{
	const struct CMUnitTest tests[] = {
		DAEMON_TEST("topology is what the kernel has, with what the daemon knows of it",
			    topology),
		DAEMON_TEST("a path that only the table knows is shown by its number",
			    topology_of_a_stranger),
		DAEMON_TEST("flushes are what paths declare, the map advertises, and is owed",
			    flushes),
		DAEMON_TEST("a map without a device is listed with the reason",
			    maps_without_device),
		DAEMON_TEST("paths are listed whether in a map or not", paths),
		DAEMON_TEST("who may not, and what makes no sense, is refused", refusals),
		DAEMON_TEST("what the daemon refuses is told in its words",
			    what_the_manager_refuses),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
