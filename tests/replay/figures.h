/* SPDX-License-Identifier: GPL-2.0 */
/*
 * AIM7's figures: what is said of a load once its tasks have ended, in AIM7's
 * words and columns, and those of the bug to stand beside. Pure.
 */
#ifndef REPLAY_FIGURES_H
#define REPLAY_FIGURES_H

#include <stddef.h>

struct load_result {
	unsigned int tasks;
	unsigned int jobs_per_task;
	double real; /* seconds from the release of all tasks to the end of the last */
	double cpu;  /* seconds of CPU that all tasks took together */
	int jti;
};

#define FIGURES_HEADER "Tasks     jobs/min   jti   jobs/min/task       real        cpu"

double figures_jobs_per_minute(const struct load_result *result);

/*
 * The job timing index of @n tasks that took @elapsed[] seconds: 100 (1 - sigma /
 * mean), sigma that of the population, truncated, never below 0. 100 for one task.
 */
int figures_jti(const double *elapsed, unsigned int n);

/* A row below FIGURES_HEADER, without a newline. Returns its length. */
int figures_row(const struct load_result *result, char *text, size_t size);

/* What a published row says of the jobs in a task: jobs/min x real / 60 / tasks. */
double figures_jobs_per_task(double jobs_per_minute, double real, unsigned int tasks);

/*
 * Of the bug: RHEL 6.2 with conditional FLUSH/FUA on 56 LUNs of an EVA 4100, four
 * paths, ext4. jobs/min with barriers off and on; NULL for a load it has not.
 */
struct bug_row {
	unsigned int tasks;
	double barrier_off;
	double barrier_on;
};

const struct bug_row *figures_of_bug(unsigned int tasks);

#endif
