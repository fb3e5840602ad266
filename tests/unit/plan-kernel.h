/* SPDX-License-Identifier: GPL-2.0 */
/* A model of what the kernel has of one map, to which the steps of a plan are applied. */
#ifndef FAIRPATH_UNIT_PLAN_KERNEL_H
#define FAIRPATH_UNIT_PLAN_KERNEL_H

#include "fairpathd/planner.h"
#include "plan-lun.h"

struct plan_kernel {
	struct fpd_live live;
	struct fairpath_status_group groups[PLAN_MEMBERS];
	struct fairpath_status_path paths[PLAN_MEMBERS];
	struct fairpath_status status;
};

void plan_kernel_clear(struct plan_kernel *kernel);

/* plan_kernel_load - that table is live now, and every path of it usable */
void plan_kernel_load(struct plan_kernel *kernel, const char *text, uint64_t sectors);

/* plan_kernel_path - NULL: none of the table's */
struct fairpath_status_path *plan_kernel_path(struct plan_kernel *kernel, const char *dev);

void plan_kernel_message(struct plan_kernel *kernel, const char *message);
void plan_kernel_do(struct plan_kernel *kernel, const struct fpd_desired *desired,
		    const struct fpd_step *step);

#endif
