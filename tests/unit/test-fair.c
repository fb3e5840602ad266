// SPDX-License-Identifier: GPL-2.0
/* core/fair: the words of the fair queue, weights and priorities; core/room: which path has room.
 */
#include "unit.h"

#include <string.h>

#include "fair.h"
#include "room.h"

#define SEC 1000000000ULL

struct word {
	const char *sentence;
	const char *name, *value;
	const char *wrong;
};

static const struct word words[] = {
	{ "flows go by cgroup", "fair_flows", "cgroup", NULL },
	{ "and by the word in capitals", "FAIR_FLOWS", "IOPRIO", NULL },
	{ "by process", "fair_flows", "process", NULL },
	{ "or by what can be told", "fair_flows", "auto", NULL },
	{ "there is no other way", "fair_flows", "user",
	  "flows are told apart by cgroup, ioprio or process, are one, or auto" },
	{ "an expiry is at least a millisecond", "fair_read_expiry_msecs", "0",
	  "the expiry is not a number of milliseconds (1 to 3600000)" },
	{ "and an hour at most", "fair_write_expiry_msecs", "3600001",
	  "the expiry is not a number of milliseconds (1 to 3600000)" },
	{ "a depth of 0 is none", "fair_depth", "0",
	  "the depth is not a number of requests (1 to 65535)" },
	{ "a weight needs a flow", "fair_weight", ":100",
	  "a weight is given as <id of the flow>:<weight>" },
	{ "a flow needs a weight", "fair_weight", "17",
	  "a weight is given as <id of the flow>:<weight>" },
	{ "an id is a number", "fair_weight", "17x:100", "the flow's id is not a number" },
	{ "of 64 bits", "fair_weight", "99999999999999999999:100",
	  "the flow's id is not a number" },
	{ "a weight of 0 is none", "fair_weight", "17:0",
	  "the weight is not a number from 1 to 10000" },
	{ "nor is one above 10000", "fair_weight", "17:10001",
	  "the weight is not a number from 1 to 10000" },
};

static void a_word(void **state)
{
	const struct word *word = *state;
	struct fp_fair_policy policy = { 0 };
	const char *wrong;

	assert_true(fp_fair_is_word(word->name));
	wrong = fp_fair_read(&policy, word->name, word->value);
	if (word->wrong)
		assert_string_equal(wrong, word->wrong);
	else
		assert_null(wrong);
}

struct origin {
	const char *sentence;
	enum fp_flows flows;
	struct fp_origin origin;
	u64 key;
	const char *told_by;
};

static const struct origin origins[] = {
	{ "auto: a cgroup is a flow", FP_FLOWS_AUTO, { .cgroup = 70, .process = 8 }, 70, "cgroup" },
	{ "auto: in the root's, a process is",
	  FP_FLOWS_AUTO,
	  { .cgroup = FP_CGROUP_ROOT, .process = 8 },
	  8 | FP_FLOW_PROCESS,
	  "process" },
	{ "auto: where no process is known, all are one",
	  FP_FLOWS_AUTO,
	  { .cgroup = FP_CGROUP_ROOT },
	  FP_CGROUP_ROOT,
	  "none" },
	{ "by cgroup: processes of the root's are one",
	  FP_FLOWS_CGROUP,
	  { .cgroup = FP_CGROUP_ROOT, .process = 8 },
	  FP_CGROUP_ROOT,
	  "none" },
	{ "by process: its cgroup does not matter",
	  FP_FLOWS_PROCESS,
	  { .cgroup = 70, .process = 8 },
	  8,
	  "process" },
	{ "by priority",
	  FP_FLOWS_IOPRIO,
	  { .cgroup = 70, .process = 8, .ioprio_class = FP_IOPRIO_BE, .ioprio_level = 4 },
	  20,
	  "ioprio" },
	{ "one: all are", FP_FLOWS_ONE, { .cgroup = 70, .process = 8 }, 1, "none" },
};

static void an_origin(void **state)
{
	const struct origin *o = *state;
	struct fp_telling telling = { 0 };

	assert_int_equal(fp_fair_submitter(&telling, o->flows, &o->origin).key, o->key);
	assert_string_equal(fp_fair_told_by(&telling), o->told_by);
}

static void a_table_has_so_many_weights(void **state)
{
	struct fp_fair_policy policy = { 0 };

	(void)state;
	for (int i = 0; i < FP_FAIR_TABLE_WEIGHTS; i++)
		assert_null(fp_fair_read(&policy, "fair_weight", "1:2"));
	assert_non_null(fp_fair_read(&policy, "fair_weight", "1:2"));
}

static void a_device_has_so_many_weights(void **state)
{
	struct fp_fair_weights weights = { 0 };

	(void)state;
	for (u64 id = 0; id < FP_FAIR_MAX_WEIGHTS; id++)
		assert_true(fp_fair_set_weight(&weights, (struct fp_fair_weight){ id, 7 }));
	assert_true(fp_fair_set_weight(&weights, (struct fp_fair_weight){ 5, 9 }));
	assert_false(fp_fair_set_weight(&weights, (struct fp_fair_weight){ 1000, 9 }));
	assert_int_equal(fp_fair_weight_of(&weights, 5, 100), 9);
	assert_int_equal(fp_fair_weight_of(&weights, 6, 100), 7);
	assert_int_equal(fp_fair_weight_of(&weights, 1000, 100), 100);
}

static void priorities_become_weights(void **state)
{
	(void)state;
	assert_int_equal(fp_ioprio_submitter(FP_IOPRIO_BE, 4).weight, 100);
	assert_int_equal(fp_ioprio_submitter(FP_IOPRIO_BE, 0).weight, 200);
	assert_int_equal(fp_ioprio_submitter(FP_IOPRIO_BE, 7).weight, 25);
	assert_int_equal(fp_ioprio_submitter(FP_IOPRIO_RT, 4).weight, 800);
	assert_true(fp_ioprio_submitter(FP_IOPRIO_IDLE, 3).idle_class);
	assert_int_equal(fp_ioprio_submitter(FP_IOPRIO_IDLE, 3).weight, 100);
	assert_int_equal(fp_ioprio_submitter(FP_IOPRIO_NONE, 0).key,
			 fp_ioprio_submitter(FP_IOPRIO_BE, 4).key);
	assert_int_equal(fp_ioprio_submitter(9, 99).key, fp_ioprio_id(FP_IOPRIO_BE, 4));
	assert_int_equal(fp_ioprio_id(FP_IOPRIO_IDLE, 5), 24);
}

/* Two groups of two paths; a window of 5: 3 for each path. */
struct world {
	struct fp_path paths[4];
	struct fp_group groups[2];
	struct fp_map map;
	struct fp_depth depth;
	u64 moved[4];
	struct fp_room room;
};

static struct world *world_of(u32 window)
{
	static struct world world;

	memset(&world, 0, sizeof(world));
	for (int i = 0; i < 4; i++) {
		world.paths[i] = (struct fp_path){ .usable = true, .group = i / 2 };
		world.moved[i] = 10 * SEC;
	}
	for (int g = 0; g < 2; g++)
		world.groups[g] = (struct fp_group){ .paths = &world.paths[2 * g],
						     .nr_paths = 2,
						     .first_path = 2 * g };
	world.map = (struct fp_map){
		.groups = world.groups, .nr_groups = 2, .paths = world.paths, .nr_paths = 4
	};
	fp_depth_init(&world.depth, 512);
	fp_depth_fix(&world.depth, window);
	world.room = (struct fp_room){
		.map = &world.map, .depth = &world.depth, .moved = world.moved, .now = 10 * SEC
	};
	return &world;
}

static void has_in_flight(struct world *world, int path, u32 n)
{
	world->map.in_flight += n - world->paths[path].in_flight;
	world->paths[path].in_flight = n;
}

static void the_selectors_choice_is_kept_while_it_has_room(void **state)
{
	struct world *world = world_of(5);

	(void)state;
	has_in_flight(world, 0, 2);
	assert_int_equal(fp_room_find(&world->room, 0), 0);
}

static void else_the_path_with_the_least_in_flight_is_taken(void **state)
{
	struct world *world = world_of(5);

	(void)state;
	has_in_flight(world, 0, 3);
	has_in_flight(world, 1, 1);
	assert_int_equal(fp_room_find(&world->room, 0), 1);
	/* Of the same group, whatever another has. */
	has_in_flight(world, 1, 2);
	assert_int_equal(fp_room_find(&world->room, 0), FP_NONE);
}

static void a_failed_path_has_no_part(void **state)
{
	struct world *world = world_of(5);

	(void)state;
	world->paths[0].usable = false;
	has_in_flight(world, 0, 5);
	has_in_flight(world, 1, 4);
	assert_int_equal(fp_room_find(&world->room, 1), 1);
	has_in_flight(world, 1, 5);
	assert_int_equal(fp_room_find(&world->room, 1), FP_NONE);
}

static void what_is_stuck_beyond_a_part_is_not_counted(void **state)
{
	struct world *world = world_of(2);

	(void)state;
	has_in_flight(world, 0, 400);
	assert_int_equal(fp_room_find(&world->room, 0), 1);
	assert_int_equal(fp_room_in_flight(&world->room, 0), 1);
}

static void nothing_new_goes_to_a_silent_path(void **state)
{
	struct world *world = world_of(1);

	(void)state;
	has_in_flight(world, 0, 1);
	assert_int_equal(fp_room_find(&world->room, 0), FP_NONE);
	world->room.now += FP_SILENT_NS + 1;
	assert_int_equal(fp_room_find(&world->room, 0), 1);
	/* Nobody says anything: then it is the array, and the window holds. */
	has_in_flight(world, 1, 1);
	assert_int_equal(fp_room_find(&world->room, 0), FP_NONE);
	assert_int_equal(fp_room_in_flight(&world->room, 0), 2);
}

/* While fewer are in flight than the window has room for, some path has room. */
static void there_is_room_exactly_below_the_window(void **state)
{
	u32 seed = 7;

	(void)state;
	for (int i = 0; i < 20000; i++) {
		struct world *world;

		seed = seed * 1103515245 + 12345;
		world = world_of(1 + (seed >> 16) % 20);
		for (int p = 0; p < 4; p++) {
			seed = seed * 1103515245 + 12345;
			has_in_flight(world, p, (seed >> 16) % 12);
			world->paths[p].usable = p == 0 || (seed >> 24) % 4;
			world->moved[p] = (seed >> 20) % 3 ? 10 * SEC : 0;
		}
		assert_int_equal(fp_room_find(&world->room, 0) == FP_NONE,
				 fp_room_in_flight(&world->room, 0) >= fp_depth_now(&world->depth));
	}
}

static const struct CMUnitTest tests[] = {
	TEST("a table has 16 weights", a_table_has_so_many_weights),
	TEST("a device has 64 weights", a_device_has_so_many_weights),
	TEST("priorities become weights", priorities_become_weights),
	TEST("the selector's choice is kept while it has room",
	     the_selectors_choice_is_kept_while_it_has_room),
	TEST("else the path with the least in flight is taken",
	     else_the_path_with_the_least_in_flight_is_taken),
	TEST("a failed path has no part", a_failed_path_has_no_part),
	TEST("what is stuck beyond a part is not counted",
	     what_is_stuck_beyond_a_part_is_not_counted),
	TEST("nothing new goes to a silent path", nothing_new_goes_to_a_silent_path),
	TEST("there is room exactly below the window", there_is_room_exactly_below_the_window),
};

int main(void)
{
	struct CMUnitTest of_words[ARRAY_SIZE(words)], of_origins[ARRAY_SIZE(origins)];
	int failed = cmocka_run_group_tests(tests, NULL, NULL);

	for (size_t i = 0; i < ARRAY_SIZE(words); i++)
		of_words[i] = (struct CMUnitTest)TEST_OF(words[i].sentence, a_word, &words[i]);
	for (size_t i = 0; i < ARRAY_SIZE(origins); i++)
		of_origins[i] =
			(struct CMUnitTest)TEST_OF(origins[i].sentence, an_origin, &origins[i]);
	failed += cmocka_run_group_tests_name("words", of_words, NULL, NULL);
	return failed + cmocka_run_group_tests_name("flows", of_origins, NULL, NULL);
}
