/* SPDX-License-Identifier: GPL-2.0 */
/* Plans are carried out: each in a child, step by step. */
#ifndef FPD_CARRY_H
#define FPD_CARRY_H

#include "fairpathd/child.h"
#include "fairpathd/planner.h"

/**
 * fpd_carry_out - begin to carry a plan out
 * @event: the loop
 * @desired: names the device; copied, as is the plan
 * @live_name: its name now; "" if there is none
 * @plan: the steps
 * @done: called at the end; the first step that fails ends it
 * @userdata: for @done
 * @ret: out
 *
 * Return: 0 or a negative errno.
 */
int fpd_carry_out(sd_event *event, const struct fpd_desired *desired, const char *live_name,
		  const struct fpd_plan *plan, fpd_child_done_fn *done, void *userdata,
		  struct fpd_child **ret);

#endif
