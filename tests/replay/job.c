// SPDX-License-Identifier: GPL-2.0
/* What jobs of all kinds use; see job.h. */
#include "job.h"

#include <err.h>
#include <stdio.h>

void job_place(struct task *task, struct place *place, const char *suffix)
{
	int length;

	place->dir = task->dirs[task->dir];
	task->dir = (task->dir + 1) % task->nr_dirs;
	length = snprintf(place->path, sizeof(place->path), "%s/task%u.%s", place->dir, task->index,
			  suffix);
	if (length < 0 || (size_t)length >= sizeof(place->path))
		errx(1, "%s: its name is too long", place->dir);
}

static unsigned int divided(unsigned int times, unsigned int scale)
{
	return times > scale ? times / scale : 1;
}

unsigned int job_times(const struct task *task, unsigned int times)
{
	return divided(times, task->cpu_scale);
}

unsigned int job_disk_times(const struct task *task, unsigned int times)
{
	return divided(times, task->disk_scale);
}
