// SPDX-License-Identifier: GPL-2.0
/* A model of what the kernel has of one map; see plan-kernel.h. */
#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include "plan-kernel.h"

void plan_kernel_clear(struct plan_kernel *kernel)
{
	fairpath_table_free(kernel->live.table);
	memset(kernel, 0, sizeof(*kernel));
}

void plan_kernel_load(struct plan_kernel *kernel, const char *text, uint64_t sectors)
{
	size_t at = 0;

	fairpath_table_free(kernel->live.table);
	assert_int_equal(fairpath_table_parse(text, &kernel->live.table, NULL), 0);
	kernel->status = (struct fairpath_status){
		.current_group = kernel->live.table->initial_group,
		.nr_groups = kernel->live.table->nr_groups,
		.groups = kernel->groups,
	};
	for (size_t g = 0; g < kernel->live.table->nr_groups; g++) {
		const struct fairpath_table_group *group = &kernel->live.table->groups[g];

		kernel->groups[g] = (struct fairpath_status_group){
			.nr_paths = group->nr_paths,
			.paths = &kernel->paths[at],
		};
		for (size_t p = 0; p < group->nr_paths; p++, at++)
			kernel->paths[at] = (struct fairpath_status_path){
				.dev = group->paths[p].dev,
				.usable = true,
			};
	}
	kernel->live.exists = true;
	kernel->live.status = &kernel->status;
	kernel->live.device.has_live = true;
	kernel->live.device.has_inactive = false;
	kernel->live.device.suspended = false;
	kernel->live.device.sectors = sectors;
}

struct fairpath_status_path *plan_kernel_path(struct plan_kernel *kernel, const char *dev)
{
	for (size_t i = 0; i < PLAN_MEMBERS; i++)
		if (kernel->paths[i].dev && !strcmp(kernel->paths[i].dev, dev))
			return &kernel->paths[i];
	return NULL;
}

void plan_kernel_message(struct plan_kernel *kernel, const char *message)
{
	const char *word = strchr(message, ' ');

	if (!strncmp(message, "fail_path ", 10))
		plan_kernel_path(kernel, word + 1)->usable = false;
	else if (!strncmp(message, "reinstate_path ", 15))
		plan_kernel_path(kernel, word + 1)->usable = true;
	else if (!strncmp(message, "switch_group ", 13))
		kernel->status.current_group = (unsigned int)atoi(word + 1);
	else if (!strcmp(message, "queue_if_no_path"))
		kernel->live.table->features.queue_if_no_path = true;
	else if (!strcmp(message, "fail_if_no_path"))
		kernel->live.table->features.queue_if_no_path = false;
	else if (!strcmp(message, "confirm_restacked"))
		kernel->status.flush.promised = false;
	else
		fail_msg("no such message: %s", message);
}

void plan_kernel_do(struct plan_kernel *kernel, const struct fpd_desired *desired,
		    const struct fpd_step *step)
{
	switch (step->kind) {
	case FPD_STEP_CREATE:
		assert_false(kernel->live.exists);
		strcpy(kernel->live.device.name, desired->name);
		strcpy(kernel->live.device.uuid, desired->uuid);
		plan_kernel_load(kernel, step->text, desired->sectors);
		break;
	case FPD_STEP_RELOAD:
		plan_kernel_load(kernel, step->text, desired->sectors);
		kernel->live.advertises_cache = kernel->live.advertises_fua = false;
		break;
	case FPD_STEP_RESUME:
		kernel->live.device.suspended = false;
		break;
	case FPD_STEP_CLEAR:
		kernel->live.device.has_inactive = false;
		break;
	case FPD_STEP_MESSAGE:
		plan_kernel_message(kernel, step->text);
		break;
	case FPD_STEP_RENAME:
		strcpy(kernel->live.device.name, step->text);
		break;
	case FPD_STEP_REMOVE:
		plan_kernel_clear(kernel);
		break;
	}
}
