/* SPDX-License-Identifier: GPL-2.0 */
/* A task of libdevmapper with its reason for failure; shared by dm.c and dm-list.c. */
#ifndef FAIRPATH_LIB_DM_TASK_H
#define FAIRPATH_LIB_DM_TASK_H

#include <libdevmapper.h>

#include <fairpath/error.h>

/* dm_task_create(), and libdevmapper's words are caught from now on. */
struct dm_task *mapper_task(int type);

/* dm_task_run(). Return: 0, or a negative errno and in @error what was tried and why not. */
int mapper_run(struct dm_task *task, const char *verb, const char *name,
	       struct fairpath_error *error);

#endif
