// SPDX-License-Identifier: GPL-2.0
/* AIM7's figures; see figures.h. */
#include "figures.h"

#include <math.h>
#include <stdio.h>

double figures_jobs_per_minute(const struct load_result *result)
{
	return (double)result->jobs_per_task * result->tasks * 60 / result->real;
}

int figures_jti(const double *elapsed, unsigned int n)
{
	double mean = 0, squares = 0, jti;
	unsigned int i;

	if (n < 2)
		return 100;
	for (i = 0; i < n; i++)
		mean += elapsed[i] / n;
	for (i = 0; i < n; i++)
		squares += (elapsed[i] - mean) * (elapsed[i] - mean);
	if (mean <= 0)
		return 100;
	jti = 100 * (1 - sqrt(squares / n) / mean);
	return jti < 0 ? 0 : (int)jti;
}

int figures_row(const struct load_result *result, char *text, size_t size)
{
	double per_minute = figures_jobs_per_minute(result);

	return snprintf(text, size, "%5u %12.2f %5d %15.4f %10.2f %10.2f", result->tasks,
			per_minute, result->jti, per_minute / result->tasks, result->real,
			result->cpu);
}

double figures_jobs_per_task(double jobs_per_minute, double real, unsigned int tasks)
{
	return jobs_per_minute * real / 60 / tasks;
}

static const struct bug_row bug[] = {
	{ 1, 360.82, 361.04 },	      { 101, 28956.65, 28688.14 }, { 201, 43912.16, 43961.67 },
	{ 301, 52512.59, 52575.63 },  { 401, 58727.23, 58875.38 }, { 501, 64781.60, 64781.60 },
	{ 601, 68050.97, 67774.07 },  { 701, 71967.19, 71663.80 }, { 911, 77742.23, 76718.56 },
	{ 1000, 79205.23, 78457.81 },
};

const struct bug_row *figures_of_bug(unsigned int tasks)
{
	size_t i;

	for (i = 0; i < sizeof(bug) / sizeof(bug[0]); i++) {
		if (bug[i].tasks == tasks)
			return &bug[i];
	}
	return NULL;
}
