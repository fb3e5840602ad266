// SPDX-License-Identifier: GPL-2.0
/* core/silence: which paths are silent, and when somebody is to be told. */
#include "unit.h"

#include "silence.h"

#define MS 1000000ULL

enum { PATHS = 3 };

struct world {
	struct fp_path paths[PATHS];
	struct fp_map map;
	u64 moved[PATHS];
	struct fp_silence silence;
};

static int set_up(void **state)
{
	static struct world world;

	world = (struct world){
		.map = { .paths = world.paths, .nr_paths = PATHS },
		.silence = { .map = &world.map, .moved = world.moved, .limit_ns = 2000 * MS },
	};
	for (int i = 0; i < PATHS; i++)
		world.paths[i].usable = true;
	*state = &world;
	return 0;
}

static enum fp_silence_change at(struct world *world, u64 now)
{
	world->silence.now = now;
	return fp_silence_look(&world->silence, 1);
}

static void told_once(void **state)
{
	struct world *world = *state;

	world->paths[1].in_flight = 2;
	world->moved[1] = 500 * MS;
	assert_int_equal(at(world, 2500 * MS), FP_SILENCE_SAME);
	assert_int_equal(at(world, 2501 * MS), FP_SILENCE_BEGINS);
	assert_true(world->paths[1].silent);
	assert_int_equal(at(world, 9000 * MS), FP_SILENCE_SAME);
	assert_true(world->paths[1].silent);
	/* One of the two comes back. */
	world->paths[1].in_flight = 1;
	world->moved[1] = 9100 * MS;
	assert_int_equal(at(world, 9200 * MS), FP_SILENCE_ENDS);
	assert_false(world->paths[1].silent);
	/* The other takes its time: that is another silence. */
	assert_int_equal(at(world, 11101 * MS), FP_SILENCE_BEGINS);
}

static void nothing_in_flight(void **state)
{
	struct world *world = *state;

	assert_int_equal(at(world, 9000 * MS), FP_SILENCE_SAME);
	assert_false(world->paths[1].silent);
}

static void failed_is_not_silent(void **state)
{
	struct world *world = *state;

	world->paths[1].in_flight = 1;
	assert_int_equal(at(world, 2001 * MS), FP_SILENCE_BEGINS);
	world->paths[1].usable = false;
	assert_int_equal(at(world, 2100 * MS), FP_SILENCE_ENDS);
	assert_int_equal(at(world, 9000 * MS), FP_SILENCE_SAME);
}

static void never(void **state)
{
	struct world *world = *state;

	world->silence.limit_ns = 0;
	world->paths[1].in_flight = 1;
	assert_int_equal(at(world, 9000000 * MS), FP_SILENCE_SAME);
}

static void watched_while(void **state)
{
	struct world *world = *state;

	assert_true(fp_silence_is_over(&world->map));
	world->paths[2].in_flight = 1;
	assert_false(fp_silence_is_over(&world->map));
	/* What was told has to be taken back. */
	world->paths[2].in_flight = 0;
	world->paths[2].silent = true;
	assert_false(fp_silence_is_over(&world->map));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST_WITH("a silence is told once, its end too, and the next again", told_once,
			  set_up, NULL),
		TEST_WITH("a path with nothing in flight is not silent", nothing_in_flight, set_up,
			  NULL),
		TEST_WITH("a path that failed is silent no more", failed_is_not_silent, set_up,
			  NULL),
		TEST_WITH("with a limit of 0 no path ever is", never, set_up, NULL),
		TEST_WITH("somebody looks while anything is in flight or silent", watched_while,
			  set_up, NULL),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
