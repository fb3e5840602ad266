// SPDX-License-Identifier: GPL-2.0
/* fairpathctl: what it prints of what the daemon answers. */
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <json-c/json.h>

#include "fairpathctl/columns.h"
#include "fairpathctl/show.h"
#include "fairpathctl/size.h"

static void expect(void (*show)(FILE *, struct json_object *), const char *json,
		   const char *expected)
{
	struct json_object *data = json_tokener_parse(json);
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	assert_non_null(data);
	show(out, data);
	fclose(out);
	assert_string_equal(text, expected);
	free(text);
	json_object_put(data);
}

#define PATH(hctl, dev, devt, dm, state, device)                                                   \
	"{\"hctl\":\"" hctl "\",\"dev\":\"" dev "\",\"devt\":\"" devt "\",\"dm_state\":\"" dm      \
	"\",\"state\":\"" state "\",\"device_state\":\"" device "\"}"

/* The lines and columns that multipath -ll prints, of the same paths in the same states. */
static void topology_of_two_groups(void **state)
{
	static const char json[] =
		"{\"maps\":[{\"name\":\"mpatha\",\"wwid\":\"36001405fa17000000010000000000000\","
		"\"sysfs\":\"dm-5\",\"vendor\":\"HP\",\"product\":\"HSV200\",\"size\":67108864,"
		"\"features\":\"1 queue_if_no_path\",\"hwhandler\":\"1 alua\",\"groups\":["
		"{\"selector\":\"service-time "
		"0\",\"prio\":50,\"state\":\"active\",\"paths\":[" PATH(
			"0:0:1:0", "sda", "8:0", "active", "ready",
			"running") "," PATH("10:0:1:0", "sdb", "8:16", "failed", "faulty",
					    "offline") "]},"
						       "{\"selector\":\"service-time "
						       "0\",\"prio\":10,\"state\":\"enabled\","
						       "\"paths\":[" PATH("2:0:1:0", "sdaa",
									  "65:160", "active",
									  "ready",
									  "running") "]}]}]}";

	(void)state;
	expect(print_topology, json,
	       "mpatha (36001405fa17000000010000000000000) dm-5 HP,HSV200\n"
	       "size=64M features='1 queue_if_no_path' hwhandler='1 alua' wp=rw\n"
	       "|-+- policy='service-time 0' prio=50 status=active\n"
	       "| |- 0:0:1:0  sda  8:0    active ready  running\n"
	       "| `- 10:0:1:0 sdb  8:16   failed faulty offline\n"
	       "`-+- policy='service-time 0' prio=10 status=enabled\n"
	       "  `- 2:0:1:0  sdaa 65:160 active ready  running\n");
}

static void topology_without_alias(void **state)
{
	(void)state;
	expect(print_topology,
	       "{\"maps\":[{\"name\":\"3600\",\"wwid\":\"3600\",\"sysfs\":\"dm-0\",\"vendor\":"
	       "\"A\","
	       "\"product\":\"B C\",\"size\":1649267441664,\"features\":\"0\",\"hwhandler\":\"0\","
	       "\"read_only\":true,\"groups\":[]}]}",
	       "3600 dm-0 A,B C\n"
	       "size=1.5T features='0' hwhandler='0' wp=ro\n");
}

static void nothing(void **state)
{
	(void)state;
	expect(print_topology, "{\"maps\":[]}", "");
	/* An answer that is no answer is no crash. */
	expect(print_topology, "[]", "");
	expect(print_topology, "{\"maps\":{\"x\":[1]}}", "");
	expect(print_topology, "{\"maps\":[7]}",
	       "- dm-? ##,##\nsize=0.0K features='0' hwhandler='0' wp=rw\n");
	expect(print_flushes, "{\"maps\":[]}", "");
	expect(print_done, "{}", "");
}

static void control_characters(void **state)
{
	(void)state;
	expect(print_topology,
	       "{\"maps\":[{\"name\":\"x\",\"sysfs\":\"dm-0\",\"vendor\":\"\\u001b[2J\","
	       "\"product\":\"a\\nb\"}]}",
	       "x dm-0 ?[2J,a?b\n"
	       "size=0.0K features='0' hwhandler='0' wp=rw\n");
}

static void paths(void **state)
{
	(void)state;
	expect(print_paths,
	       "{\"paths\":[{\"hctl\":\"1:0:0:0\",\"dev\":\"sdb\",\"devt\":\"8:16\",\"map\":"
	       "\"eva\","
	       "\"dm_state\":\"failed\",\"fairpath_state\":\"blocked\",\"device_state\":"
	       "\"blocked\",\"silent\":true,"
	       "\"prio\":50,\"failures\":3,\"port\":{\"name\":\"0x5001\",\"state\":\"Blocked\"},"
	       "\"reason\":\"the port is away\"},"
	       "{\"hctl\":\"2:0:0:0\",\"dev\":\"sdc\",\"devt\":\"8:32\",\"map\":null,"
	       "\"dm_state\":\"undef\",\"fairpath_state\":\"new\",\"device_state\":\"running\","
	       "\"prio\":0,\"failures\":0}]}",
	       "hctl     dev  devt  map  dm      state    device   prio  failed  port            "
	       "remarks\n"
	       "1:0:0:0  sdb  8:16  eva  failed  blocked  blocked  50    3       0x5001 Blocked  "
	       "silent; the port "
	       "is away\n"
	       "2:0:0:0  sdc  8:32  -    undef   new      running  0     0       -               "
	       "-\n");
}

static void flushes(void **state)
{
	(void)state;
	expect(print_flushes,
	       "{\"maps\":[{\"name\":\"eva\",\"policy\":\"law\","
	       "\"advertises\":{\"write_cache\":true,\"fua\":false},"
	       "\"paths\":[{\"dev\":\"sda\",\"write_cache\":true,\"fua\":true},"
	       "{\"dev\":\"sdb\",\"write_cache\":false},{\"dev\":\"sdc\"}],"
	       "\"owed\":12,\"promised\":true,\"restack\":\"dm-4\","
	       "\"counters\":{\"flushes_received\":7,\"flushes_sent\":0}}]}",
	       "eva\n"
	       "  policy      law\n"
	       "  advertises  write back\n"
	       "  paths       sda: write back, FUA\n"
	       "              sdb: write through\n"
	       "              sdc: not known\n"
	       "  owed        12 writes that no flush covers yet\n"
	       "  promised    each write is durable before it ends: dm-4 above the device\n"
	       "              sends no flushes, and must be restacked\n"
	       "  counters    flushes_received 7\n"
	       "              flushes_sent 0\n");
}

static void flows(void **state)
{
	(void)state;
	expect(print_flows,
	       "{\"maps\":[{\"name\":\"eva\",\"flows_by\":\"ioprio\",\"flows\":["
	       "{\"id\":20,\"weight\":100,\"idle\":false,\"waiting\":12,\"granted\":400,"
	       "\"cost\":8388608,\"wait_usecs\":800000,\"worst_wait_usecs\":5000},"
	       "{\"id\":24,\"weight\":100,\"idle\":true,\"waiting\":1,\"granted\":0,"
	       "\"cost\":0,\"wait_usecs\":0,\"worst_wait_usecs\":0}]},"
	       "{\"name\":\"b\"},{\"name\":\"c\",\"flows_by\":\"cgroup\",\"error\":\"busy\"},"
	       "{\"name\":\"d\",\"flows_by\":\"auto\",\"told_by\":\"process\",\"flows\":["
	       "{\"id\":812,\"process\":true,\"weight\":100,\"waiting\":3}]}]}",
	       "eva by ioprio\n"
	       "flow           weight    waiting  granted  cost  mean ms  worst ms\n"
	       "best-effort/4  100       12       400      8.0M  2.0      5.0\n"
	       "idle           100 idle  1        0        0.0K  0.0      0.0\n"
	       "b: no fair queue\n"
	       "c by cgroup\n"
	       "not told: busy\n"
	       "d by auto, told apart by process\n"
	       "flow         weight  waiting  granted  cost  mean ms  worst ms\n"
	       "process 812  100     3        0        0.0K  0.0      0.0\n");
}

static void promise_that_waits(void **state)
{
	(void)state;
	expect(print_flushes,
	       "{\"maps\":[{\"name\":\"eva\",\"policy\":\"law\","
	       "\"advertises\":{\"write_cache\":false},\"owed\":0,\"promised\":true}]}",
	       "eva\n"
	       "  policy      law\n"
	       "  advertises  write through\n"
	       "  owed        0 writes that no flush covers yet\n"
	       "  promised    should a path get a cache, each write through it is durable\n"
	       "              before it ends: nothing above the device sends flushes\n");
}

static void status(void **state)
{
	(void)state;
	expect(print_status,
	       "{\"version\":\"0.4.0\",\"pid\":312,\"uptime\":3725,\"nr_maps\":2,"
	       "\"nr_maps_without_path\":1,\"nr_paths\":8,\"nr_usable\":4,\"nr_orphans\":1,"
	       "\"nr_probes\":3,\"nr_probes_queued\":2,\"nr_probes_hanging\":1,"
	       "\"config\":{\"file\":\"/etc/fairpath.conf\",\"nr_warnings\":2,"
	       "\"error\":\"/etc/fairpath.conf:3: no such section\"}}",
	       "fairpathd 0.4.0, process 312, up 1h 2m\n"
	       "maps    2, 1 without a usable path\n"
	       "paths   8, 4 usable, 1 in no map\n"
	       "probes  3 running, 2 waiting for their turn, 1 hanging\n"
	       "config  /etc/fairpath.conf, 2 warnings\n"
	       "        not in force: /etc/fairpath.conf:3: no such section\n");
}

static void sizes(void **state)
{
	char text[SIZE_TEXT];

	(void)state;
	assert_string_equal(size_text(0, text), "0.0K");
	assert_string_equal(size_text(1536, text), "1.5K");
	assert_string_equal(size_text(10LL << 30, text), "10G");
	assert_string_equal(size_text(INT64_MAX, text), "8.0E");
	assert_string_equal(time_text(59, text), "59s");
	assert_string_equal(time_text(61, text), "1m 1s");
	assert_string_equal(time_text(90000, text), "1d 1h");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST("topology has the lines and columns of multipath -ll", topology_of_two_groups),
		TEST("a WWID that is the name is not said twice", topology_without_alias),
		TEST("an answer with nothing in it prints nothing", nothing),
		TEST("what a device says of itself cannot steer a terminal", control_characters),
		TEST("paths are told with their ports, and why they are as they are", paths),
		TEST("flushes are told in words that say what to do", flushes),
		TEST("a promise that nothing has called in yet is told as one", promise_that_waits),
		TEST("who waits in the fair queue is told by flow", flows),
		TEST("the status is five lines", status),
		TEST("sizes and times are told as people read them", sizes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
