// SPDX-License-Identifier: GPL-2.0
/* core/pg-init: whatever comes in whatever order, the counts hold, and no request is stuck. */
#include "unit.h"

#include "pg-lun.h"

static void invariants(const struct pg_lun *lun)
{
	const struct fp_pg_init *init = &lun->map.pg_init;
	unsigned int usable = 0, joining = 0, in_progress = 0;

	for (int i = 0; i < 4; i++) {
		usable += lun->paths[i].usable;
		joining += lun->paths[i].joining;
		in_progress += lun->paths[i].activation != FP_ACT_NONE;
		assert_false(lun->paths[i].usable && lun->paths[i].joining);
	}
	assert_int_equal(lun->map.nr_usable, usable);
	assert_int_equal(init->nr_joining, joining);
	assert_int_equal(init->in_progress, in_progress);
	assert_true(init->queue_io || !init->required);
	assert_true(usable || !joining);
}

static int running(const struct pg_lun *lun, unsigned int *seed)
{
	int first = (*seed >> 8) & 3;

	for (int i = 0; i < 4; i++)
		if (lun->paths[(first + i) & 3].activation == FP_ACT_RUNNING)
			return (first + i) & 3;
	return FP_NONE;
}

static void random_step(struct pg_lun *lun, unsigned int *seed)
{
	unsigned int dice = (*seed = *seed * 1103515245 + 12345) >> 16;
	int path;

	switch (dice % 10) {
	case 0:
		fp_map_fail_path(&lun->map, dice / 16 & 3);
		break;
	case 1:
		fp_map_reinstate_path(&lun->map, dice / 16 & 3);
		break;
	case 2:
		fp_map_bypass_group(&lun->map, 1 + (dice / 16 & 1), dice & 32);
		break;
	case 3:
		fp_map_switch_group(&lun->map, 1 + (dice / 16 & 1));
		break;
	case 4:
		fp_pg_init_disable(&lun->map);
		invariants(lun);
		fp_pg_init_enable(&lun->map);
		break;
	case 5:
	case 6:
		fp_pg_init_take(&lun->map);
		fp_pg_init_next(&lun->map);
		break;
	case 7:
		path = running(lun, seed);
		if (path != FP_NONE)
			fp_pg_init_done(&lun->map, path, dice / 16 % 18);
		break;
	default:
		if (pg_lun_verdict(lun) == FP_INIT)
			fp_pg_init_start(&lun->map);
		break;
	}
}

/* The array answers well from now on: a request gets a path, or there is none. */
static void assert_comes_to_an_end(struct pg_lun *lun)
{
	enum fp_verdict seen;
	int path;

	for (int i = 0; i < 100; i++) {
		seen = pg_lun_verdict(lun);
		if (seen != FP_INIT) {
			assert_int_equal(seen, lun->map.nr_usable ? FP_USE : FP_FAIL);
			return;
		}
		fp_pg_init_start(&lun->map);
		fp_pg_init_take(&lun->map);
		while (fp_pg_init_next(&lun->map) != FP_NONE)
			;
		for (path = 0; path < 4; path++)
			if (lun->paths[path].activation == FP_ACT_RUNNING)
				fp_pg_init_done(&lun->map, path, FP_DH_OK);
	}
	fail_msg("a request waits for ever");
}

static void random_histories(void **state)
{
	struct pg_lun *lun = *state;

	for (unsigned int history = 0; history < 2000; history++) {
		unsigned int seed = history;

		line_free(&lun->line);
		pg_lun_init(lun, "2 pg_init_retries 2");
		for (int step = 0; step < 60; step++) {
			random_step(lun, &seed);
			invariants(lun);
		}
		assert_comes_to_an_end(lun);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST_WITH("2000 random histories", random_histories, pg_lun_begins, pg_lun_ends),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
