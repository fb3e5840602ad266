// SPDX-License-Identifier: GPL-2.0
/*
 * fairpathd: plans are carried out, against a device-mapper that fails at each step in
 * turn. Whatever fails, the old table goes on, and the step is tried again, each time later.
 */
#include "unit.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>
#include <unistd.h>

#include "conf.h"
#include "dm-mock.h"
#include "fairpathd/log.h"
#include "fairpathd/manager.h"

#define WWID "3600508b4000156d70001200000b00000"
#define UUID "mpath-" WWID

#define TABLE(paths) "1 queue_if_no_path 0 1 1 service-time 0 " paths
#define ONE	     TABLE("1 1 8:0 1")
#define TWO	     TABLE("2 1 8:0 1 8:16 1")
#define THREE	     TABLE("3 1 8:0 1 8:16 1 8:32 1")

#define PATHS 3

static const struct dm_command nothing[] = { { 0 } };

/* A daemon with a LUN of three paths, of which the test lets in as many as it wants. */
struct world {
	struct conf conf;
	struct fpd_manager manager;
	struct fpd_path paths[PATHS];
	struct fpd_path *list[PATHS];
	struct fpd_map *map;
};

static void make_path(struct world *world, size_t i)
{
	struct fpd_path *path = &world->paths[i];

	path->manager = &world->manager;
	path->state = FPD_PATH_UP;
	path->entered = true;
	path->sectors = 2048;
	path->devnum = (dev_t)i + 1;
	snprintf(path->name, sizeof(path->name), "sd%c", (char)('a' + i));
	snprintf(path->dev, sizeof(path->dev), "8:%zu", i * 16);
	snprintf(path->syspath, sizeof(path->syspath), "/nowhere/%s", path->name);
	snprintf(path->wwid, sizeof(path->wwid), WWID);
	fpd_config_resolve(world->conf.config, &(struct fpd_path_id){ .wwid = WWID },
			   &path->settings);
	world->list[i] = path;
}

static void join(struct world *world, size_t i)
{
	assert_int_equal(fpd_map_join(world->map, &world->paths[i]), 0);
}

static int begin(void **state)
{
	struct world *world = calloc(1, sizeof(*world));
	sigset_t set;

	if (!world)
		return -1;
	sigemptyset(&set);
	sigaddset(&set, SIGCHLD);
	sigprocmask(SIG_BLOCK, &set, NULL);
	fpd_log_level(LOG_CRIT);
	conf_read_silently(&world->conf, "defaults {\n"
					 "path_grouping_policy multibus\n"
					 "no_path_retry queue\n"
					 "failback manual\n"
					 "}\n");
	world->manager.config = world->conf.config;
	world->manager.dm_events = -1;
	world->manager.paths = world->list;
	world->manager.nr_paths = PATHS;
	assert_true(sd_event_new(&world->manager.event) >= 0);
	for (size_t i = 0; i < PATHS; i++)
		make_path(world, i);
	world->map = fpd_map_get(&world->manager, WWID);
	dm_mock_begin();
	*state = world;
	return 0;
}

static int end(void **state)
{
	struct world *world = *state;

	for (size_t i = 0; i < PATHS; i++) {
		if (world->paths[i].map)
			fpd_map_leave(&world->paths[i]);
		sd_event_source_disable_unref(world->paths[i].timer);
	}
	while (world->manager.nr_maps)
		fpd_map_free(world->manager.maps[0]);
	free(world->manager.maps);
	sd_event_source_disable_unref(world->manager.refresh_timer);
	sd_event_unref(world->manager.event);
	conf_free(&world->conf);
	dm_mock_end();
	free(world);
	return 0;
}

/* Time passes until what is to be tried again is tried, and all that follows has ended. */
static void let_it(struct world *world, const struct dm_command *commands)
{
	struct fpd_map *map = world->map;

	dm_mock_expect(commands);
	if (map->retry)
		map->retry = 1;
	fpd_map_plan_soon(map);
	do
		assert_true(sd_event_run(world->manager.event, 60000000) > 0);
	while (map->job || (map->plan_due && !map->retry));
	dm_mock_assert_done();
}

/* The map is up over paths 1 and 2, and path 3 has come. */
static void has_a_third_path(struct world *world)
{
	static const struct dm_command made[] = {
		DM_GOES("create", TWO),
		DM_GOES("claim", WWID),
		{ 0 },
	};

	join(world, 0);
	join(world, 1);
	let_it(world, made);
	assert_string_equal(dm_mock_device()->uuid, UUID);
	join(world, 2);
}

static void assert_live(const char *table)
{
	assert_string_equal(dm_mock_device()->live, table);
	assert_string_equal(dm_mock_device()->inactive, "");
	assert_false(dm_mock_device()->suspended);
}

static unsigned int waits(const struct world *world)
{
	return (unsigned int)((world->map->retry - fpd_manager_now(&world->manager) + 999999) /
			      1000000);
}

static void assert_fails(const struct world *world, const char *why, unsigned int seconds)
{
	assert_string_equal(world->map->error.text, why);
	assert_in_range(waits(world), seconds - (seconds > 1), seconds);
}

static void assert_well(const struct world *world)
{
	assert_string_equal(world->map->error.text, "");
	assert_int_equal(world->map->retry, 0);
	assert_int_equal(world->map->failures, 0);
}

/* Creating */

static void device_that_cannot_be_made_is_made_later(void **state)
{
	static const struct dm_command fails[] = { DM_FAILS("create", TWO, -ENOMEM), { 0 } };
	static const struct dm_command works[] = { DM_GOES("create", TWO),
						   DM_GOES("claim", WWID),
						   { 0 } };
	struct world *world = *state;

	join(world, 0);
	join(world, 1);
	let_it(world, fails);
	assert_false(dm_mock_device()->exists);
	assert_fails(world, "create: Cannot allocate memory", 1);
	let_it(world, works);
	assert_live(TWO);
	assert_well(world);
}

static void each_try_waits_longer_up_to_a_minute(void **state)
{
	static const struct dm_command fails[] = { DM_FAILS("create", TWO, -EBUSY), { 0 } };
	static const unsigned int seconds[] = { 1, 2, 4, 8, 16, 32, 60, 60 };
	struct world *world = *state;

	join(world, 0);
	join(world, 1);
	for (size_t i = 0; i < sizeof(seconds) / sizeof(*seconds); i++) {
		let_it(world, fails);
		assert_fails(world, "create: Device or resource busy", seconds[i]);
	}
}

/* Reloading */

static const struct dm_command reload_to_three[] = {
	DM_GOES("load", THREE),
	DM_GOES("resume", NULL),
	{ 0 },
};

static void path_more_is_a_reload(void **state)
{
	struct world *world = *state;

	has_a_third_path(world);
	let_it(world, reload_to_three);
	assert_live(THREE);
	assert_well(world);
	let_it(world, nothing);
}

static void table_that_is_refused_leaves_the_old_one(void **state)
{
	static const struct dm_command fails[] = { DM_FAILS("load", THREE, -EINVAL), { 0 } };
	struct world *world = *state;

	has_a_third_path(world);
	let_it(world, fails);
	assert_live(TWO);
	assert_fails(world, "reload: Invalid argument", 1);
	let_it(world, fails);
	assert_live(TWO);
	assert_fails(world, "reload: Invalid argument", 2);
	let_it(world, reload_to_three);
	assert_live(THREE);
	assert_well(world);
}

/* A reload to a third path that fails once, and is tried again with all its steps. */
static void assert_old_table_until_it_works(struct world *world, const struct dm_command *fails,
					    const char *error)
{
	has_a_third_path(world);
	let_it(world, fails);
	assert_live(TWO);
	assert_fails(world, error, 1);
	let_it(world, reload_to_three);
	assert_live(THREE);
	assert_well(world);
}

static void suspend_that_fails_leaves_the_old_table(void **state)
{
	static const struct dm_command fails[] = {
		DM_GOES("load", THREE),
		DM_FAILS("resume", NULL, -ETIMEDOUT),
		DM_GOES("clear", NULL),
		DM_GOES("resume", NULL),
		{ 0 },
	};

	assert_old_table_until_it_works(*state, fails, "reload: Connection timed out");
}

static void table_that_cannot_be_put_in_force_leaves_the_old_one(void **state)
{
	static const struct dm_command fails[] = {
		DM_GOES("load", THREE),
		DM_FAILS_AT_SWAP(-ENOMEM),
		DM_GOES("clear", NULL),
		DM_GOES("resume", NULL),
		{ 0 },
	};

	assert_old_table_until_it_works(*state, fails, "reload: Cannot allocate memory");
}

/* Nobody else would resume what the daemon itself has suspended. */
static void device_that_stayed_suspended_is_resumed_later(void **state)
{
	static const struct dm_command fails[] = {
		DM_GOES("load", THREE),
		DM_FAILS_AT_SWAP(-ENOMEM),
		DM_GOES("clear", NULL),
		DM_FAILS_AT_SWAP(-ENOMEM),
		{ 0 },
	};
	static const struct dm_command fails_again[] = {
		DM_FAILS_AT_SWAP(-ENOMEM),
		{ 0 },
	};
	static const struct dm_command works[] = {
		DM_GOES("resume", NULL),
		DM_GOES("load", THREE),
		DM_GOES("resume", NULL),
		{ 0 },
	};
	struct world *world = *state;

	has_a_third_path(world);
	let_it(world, fails);
	assert_true(dm_mock_device()->suspended);
	assert_string_equal(dm_mock_device()->live, TWO);
	assert_fails(world, "reload: Cannot allocate memory", 1);
	let_it(world, fails_again);
	assert_fails(world, "resume: Cannot allocate memory", 2);
	let_it(world, works);
	assert_live(THREE);
	assert_well(world);
}

static void suspend_of_an_administrator_is_left_alone(void **state)
{
	struct world *world = *state;

	has_a_third_path(world);
	dm_mock_device()->suspended = true;
	fpd_manager_refresh_now(&world->manager);
	let_it(world, nothing);
	assert_true(dm_mock_device()->suspended);
	dm_mock_device()->suspended = false;
	fpd_manager_refresh_now(&world->manager);
	let_it(world, reload_to_three);
	assert_live(THREE);
}

/* It ends at the step that fails: what would follow supposes the table. */
static void message_that_fails_ends_the_plan(void **state)
{
	static const struct dm_command fails[] = {
		DM_GOES("load", THREE),
		DM_GOES("resume", NULL),
		DM_FAILS("message", "fail_path 8:32", -EINVAL),
		{ 0 },
	};
	struct world *world = *state;

	has_a_third_path(world);
	world->paths[2].state = FPD_PATH_DOWN;
	let_it(world, fails);
	assert_live(THREE);
	assert_fails(world, "message fail_path 8:32: Invalid argument", 1);
}

static void paths_are_failed_while_a_table_waits_for_its_next_try(void **state)
{
	static const struct dm_command fails[] = { DM_FAILS("load", THREE, -ENOMEM), { 0 } };
	static const struct dm_command message[] = { DM_GOES("message", "fail_path 8:16"), { 0 } };
	struct world *world = *state;

	has_a_third_path(world);
	let_it(world, fails);
	dm_mock_expect(message);
	world->paths[1].state = FPD_PATH_DOWN;
	fpd_map_plan_soon(world->map);
	do
		assert_true(sd_event_run(world->manager.event, 60000000) > 0);
	while (world->map->job || !world->map->plan_due);
	dm_mock_assert_done();
	assert_live(TWO);
	assert_fails(world, "reload: Cannot allocate memory", 1);
}

/* Removing */

static void device_in_use_is_removed_later(void **state)
{
	static const struct dm_command fails[] = { DM_FAILS("remove", NULL, -EBUSY), { 0 } };
	static const struct dm_command works[] = { DM_GOES("remove", NULL), { 0 } };
	struct world *world = *state;

	has_a_third_path(world);
	world->map->removing = true;
	let_it(world, fails);
	assert_live(TWO);
	assert_fails(world, "remove: Device or resource busy", 1);
	let_it(world, works);
	assert_false(dm_mock_device()->exists);
	assert_well(world);
}

/* A path is another LUN now */

#define OTHER_WWID "3600508b4000156d70001200000c00000"

static void is_another_lun(struct fpd_path *path)
{
	path->state = FPD_PATH_WRONG_LUN;
	/* What is asked of it next needs no device. */
	path->settings.path_checker.value = FPD_CHECKER_NONE;
}

/* It has left, and the LUN that it is now is known. */
static void is_of_the_other_lun(struct world *world, struct fpd_path *path)
{
	snprintf(path->wwid, sizeof(path->wwid), OTHER_WWID);
	assert_int_equal(fpd_map_join(fpd_map_get(&world->manager, OTHER_WWID), path), 0);
	path->state = FPD_PATH_UP;
	path->entered = true;
}

static void path_of_another_lun_never_comes_back(void **state)
{
	static const struct dm_command leaves[] = {
		DM_GOES("message", "fail_path 8:16"),
		DM_GOES("load", ONE),
		DM_GOES("resume", NULL),
		{ 0 },
	};
	struct world *world = *state;
	struct fpd_path *path = &world->paths[1];

	has_a_third_path(world);
	fpd_map_leave(&world->paths[2]);
	world->paths[2].excluded = true;
	is_another_lun(path);
	dm_mock_expect(leaves);
	fpd_map_plan_soon(world->map);
	while (!world->map->job)
		assert_true(sd_event_run(world->manager.event, 5000000) > 0);
	/* The new table is seen before its process has told that it is done. */
	while (!dm_mock_idle())
		usleep(1000);
	fpd_manager_refresh_now(&world->manager);
	assert_int_equal(path->state, FPD_PATH_WRONG_LUN);
	while (path->map)
		assert_true(sd_event_run(world->manager.event, 5000000) > 0);
	is_of_the_other_lun(world, path);
	let_it(world, nothing);
	assert_live(ONE);
}

#define T(sentence, function) TEST_WITH(sentence, function, begin, end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		T("a device that cannot be made leaves nothing, and is made later",
		  device_that_cannot_be_made_is_made_later),
		T("each further try waits twice as long, up to a minute",
		  each_try_waits_longer_up_to_a_minute),
		T("a path more is a load and a resume, once", path_more_is_a_reload),
		T("a table that is refused leaves the old one",
		  table_that_is_refused_leaves_the_old_one),
		T("a suspend that fails leaves the old table",
		  suspend_that_fails_leaves_the_old_table),
		T("a table that cannot be put in force leaves the old one",
		  table_that_cannot_be_put_in_force_leaves_the_old_one),
		T("a device that could not be resumed is resumed later",
		  device_that_stayed_suspended_is_resumed_later),
		T("what an administrator suspended is left alone until he resumes it",
		  suspend_of_an_administrator_is_left_alone),
		T("a message that fails ends the plan", message_that_fails_ends_the_plan),
		T("while a table waits for its next try paths are failed all the same",
		  paths_are_failed_while_a_table_waits_for_its_next_try),
		T("a device in use is removed later", device_in_use_is_removed_later),
		T("a path of another LUN never comes back into the map",
		  path_of_another_lun_never_comes_back),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
