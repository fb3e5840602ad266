// SPDX-License-Identifier: GPL-2.0
/* The replay's arithmetic: AIM7's mixes and figures. */
#include "unit.h"

#include <stdio.h>
#include <string.h>

#include "../replay/figures.h"
#include "mix.h"

static void jobs_in_a_task(void **state)
{
	(void)state;
	assert_int_equal(mix_total_weight(MIX_DBASE), 550);
	assert_int_equal(mix_total_weight(MIX_FSERVER), 595);
	assert_int_equal(mix_total_weight(MIX_SHARED), 780);
	assert_int_equal(mix_total_weight(MIX_COMPUTE), 820);
	assert_int_equal(mix_jobs_per_task(MIX_DBASE), 99);
	assert_int_equal(mix_jobs_per_task(MIX_FSERVER), 101);
	assert_int_equal(mix_jobs_per_task(MIX_SHARED), 97);
	assert_int_equal(mix_jobs_per_task(MIX_COMPUTE), 101);
}

static unsigned int jobs_of(enum mix mix, const char *name)
{
	unsigned int test;

	for (test = 0; test < mix_nr_tests; test++) {
		if (!strcmp(mix_tests[test].name, name))
			return mix_jobs(mix, test);
	}
	fail_msg("no test %s", name);
	return 0;
}

static void jobs_of_a_test(void **state)
{
	(void)state;
	assert_int_equal(jobs_of(MIX_DBASE, "disk_rr"), 7);
	assert_int_equal(jobs_of(MIX_DBASE, "sync_disk_update"), 5);
	assert_int_equal(jobs_of(MIX_FSERVER, "sync_disk_rw"), 1);
	assert_int_equal(jobs_of(MIX_SHARED, "add_int"), 4);
	assert_int_equal(jobs_of(MIX_SHARED, "disk_src"), 3);
	assert_int_equal(jobs_of(MIX_SHARED, "sync_disk_cp"), 1);
	assert_int_equal(jobs_of(MIX_SHARED, "sync_disk_update"), 0);
	assert_int_equal(jobs_of(MIX_COMPUTE, "mul_double"), 6);
}

static void disk_iterations(void **state)
{
	(void)state;
	assert_int_equal(mix_dic(MIX_SHARED, 1, 1), 11264);
	assert_int_equal(mix_dic(MIX_SHARED, 101, 1), 1125);
	assert_int_equal(mix_dic(MIX_SHARED, 201, 1), 1074);
	assert_int_equal(mix_dic(MIX_DBASE, 32, 1), 1824);
	assert_int_equal(mix_dic(MIX_FSERVER, 4, 1), 15360);
	assert_int_equal(mix_dic(MIX_COMPUTE, 100, 1), 2660);
	assert_int_equal(mix_dic(MIX_SHARED, 101, 16), 70);
	assert_int_equal(mix_dic(MIX_SHARED, 101, 100000), 2);
}

/* Each job once, whatever the order; another order for another task. */
static void order_of_jobs(void **state)
{
	unsigned int one[MIX_MAX_JOBS], again[MIX_MAX_JOBS], other[MIX_MAX_JOBS], test, i, n;
	enum mix mix;

	(void)state;
	for (mix = 0; mix < NR_MIXES; mix++) {
		unsigned int seen[128] = { 0 };

		n = mix_draw(mix, 0, one);
		assert_int_equal(n, mix_jobs_per_task(mix));
		for (i = 0; i < n; i++)
			seen[one[i]]++;
		for (test = 0; test < mix_nr_tests; test++)
			assert_int_equal(seen[test], mix_jobs(mix, test));

		mix_draw(mix, 0, again);
		mix_draw(mix, 1, other);
		assert_memory_equal(one, again, n * sizeof(*one));
		assert_memory_not_equal(one, other, n * sizeof(*one));
	}
}

static void names_of_mixes(void **state)
{
	(void)state;
	assert_int_equal(mix_by_name("dbase"), MIX_DBASE);
	assert_int_equal(mix_by_name("shared"), MIX_SHARED);
	assert_int_equal(mix_by_name("shard"), NR_MIXES);
}

static void job_timing_index(void **state)
{
	static const double same[] = { 5, 5, 5 }, spread[] = { 9, 11 }, wide[] = { 1, 1, 1, 97 };
	static const double third[] = { 1, 2 };

	(void)state;
	assert_int_equal(figures_jti(same, 1), 100);
	assert_int_equal(figures_jti(same, 3), 100);
	/* sigma of the population: 1, not the sample's 1.41 */
	assert_int_equal(figures_jti(spread, 2), 90);
	/* 66.67 is truncated */
	assert_int_equal(figures_jti(third, 2), 66);
	assert_int_equal(figures_jti(wide, 4), 0);
}

static void row_of_the_table(void **state)
{
	static const struct load_result result = {
		.tasks = 101, .jobs_per_task = 97, .real = 20.3, .cpu = 41.237, .jti = 98
	};
	char row[128];
	int length;

	(void)state;
	length = figures_row(&result, row, sizeof(row));
	assert_string_equal(row, "  101     28956.65    98        286.6995      20.30      41.24");
	assert_int_equal(length, strlen(row));
}

/* Published in 2003, jobs/min at a number of tasks; there is no `real` beside it. */
struct published {
	enum mix mix;
	unsigned int tasks;
	double jobs_per_minute, jobs_per_task;
};

static const struct published published[] = {
	{ MIX_DBASE, 32, 590.2, 98.98 },  { MIX_DBASE, 256, 999.5, 98.98 },
	{ MIX_FSERVER, 4, 79.7, 100.98 }, { MIX_FSERVER, 32, 213.7, 100.98 },
	{ MIX_SHARED, 64, 1888.8, 97.0 }, { MIX_SHARED, 512, 2566.2, 97.0 },
	{ MIX_DBASE, 32, 299.8, 98.98 },  { MIX_SHARED, 512, 1614.4, 97.0 },
};

/*
 * A load that ran at that speed prints a row from which the published number of
 * jobs in a task comes out again, but for the rounding of 2003.
 */
static void figures_of_2003(void **state)
{
	struct load_result result;
	double per_minute, real, per_task;
	unsigned int i, tasks;
	char row[128];

	(void)state;
	for (i = 0; i < sizeof(published) / sizeof(published[0]); i++) {
		result = (struct load_result){ .tasks = published[i].tasks };
		result.jobs_per_task = mix_jobs_per_task(published[i].mix);
		result.real =
			result.jobs_per_task * result.tasks * 60.0 / published[i].jobs_per_minute;
		figures_row(&result, row, sizeof(row));
		assert_int_equal(sscanf(row, "%u %lf %*d %*f %lf", &tasks, &per_minute, &real), 3);
		assert_float_equal(per_minute, published[i].jobs_per_minute, 0.006);
		per_task = figures_jobs_per_task(per_minute, real, tasks);
		assert_float_equal(per_task, published[i].jobs_per_task, 0.03);
	}
}

static void figures_of_the_bug(void **state)
{
	(void)state;
	assert_float_equal(figures_of_bug(101)->barrier_on, 28688.14, 0.001);
	assert_float_equal(figures_of_bug(1000)->barrier_off, 79205.23, 0.001);
	assert_null(figures_of_bug(2));
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		TEST("a task of each mix runs as many jobs as AIM7's", jobs_in_a_task),
		TEST("each test of a mix has its share of them", jobs_of_a_test),
		TEST("disk jobs handle the file's and their part of the pool's size",
		     disk_iterations),
		TEST("a task draws each of its jobs once, in an order of its own", order_of_jobs),
		TEST("mixes have names, and an unknown one is told", names_of_mixes),
		TEST("the job timing index is that of the population, truncated, never below 0",
		     job_timing_index),
		TEST("a row of the table looks as AIM7's", row_of_the_table),
		TEST("the figures of 2003 say how many jobs a task of them ran", figures_of_2003),
		TEST("the bug's figures are found by their load", figures_of_the_bug),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
