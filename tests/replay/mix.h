/* SPDX-License-Identifier: GPL-2.0 */
/*
 * AIM7's four mixes of work as data: what each test weighs in each, and what
 * follows from that. Pure.
 *
 * A task is one process; a job is one run of one test. A task runs every job of
 * its mix once, in an order of its own.
 */
#ifndef REPLAY_MIX_H
#define REPLAY_MIX_H

#include <stdint.h>

enum mix { MIX_DBASE, MIX_FSERVER, MIX_SHARED, MIX_COMPUTE, NR_MIXES };

/* More than any mix has. */
#define MIX_MAX_JOBS 128

struct mix_test {
	const char *name;
	unsigned int weight[NR_MIXES]; /* 0: not in that mix */
};

extern const struct mix_test mix_tests[];
extern const unsigned int mix_nr_tests;
extern const char *const mix_names[NR_MIXES];

/* By its name; NR_MIXES if there is none of that name. */
enum mix mix_by_name(const char *name);

unsigned int mix_total_weight(enum mix mix);

/* How many jobs of mix_tests[test] one task runs. */
unsigned int mix_jobs(enum mix mix, unsigned int test);
unsigned int mix_jobs_per_task(enum mix mix);

/*
 * The disk iteration count: how many KiB a disk job handles when @tasks share the
 * pool, divided by @divisor, and at least 2.
 */
unsigned int mix_dic(enum mix mix, unsigned int tasks, unsigned int divisor);

/*
 * The order in which the task of this index runs its jobs: indexes into mix_tests,
 * drawn without replacement. Returns how many. @order has MIX_MAX_JOBS places.
 */
unsigned int mix_draw(enum mix mix, unsigned int task, unsigned int *order);

/* The generator that orders and positions are drawn from: 0 <= result < @bound. */
unsigned int mix_random(uint64_t *state, unsigned int bound);
/* Where it begins for the task of this index. */
uint64_t mix_seed(unsigned int task);

#endif
