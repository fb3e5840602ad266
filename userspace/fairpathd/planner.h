/* SPDX-License-Identifier: GPL-2.0 */
/*
 * From a map as it is to the map as it should be: the steps, in order. Pure.
 *
 * Invariants, which the unit tests check of any pair of maps:
 *  - after all steps the plan is empty;
 *  - no step fails a path that should be usable, and none takes one out of the table
 *    that should be in it;
 *  - what is another LUN's is failed before anything else is done.
 */
#ifndef FPD_PLANNER_H
#define FPD_PLANNER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fairpathd/desired.h"
#include "fairpathd/map.h"

enum fpd_step_kind {
	FPD_STEP_CREATE,  /* make the device: @text is its table */
	FPD_STEP_RELOAD,  /* load @text, suspend, resume */
	FPD_STEP_RESUME,  /* end a suspend that somebody died in */
	FPD_STEP_CLEAR,	  /* drop the inactive table */
	FPD_STEP_MESSAGE, /* send @text */
	FPD_STEP_RENAME,  /* to @text */
	FPD_STEP_REMOVE,
};

/**
 * struct fpd_step - one thing to do to a mapped device
 * @kind: what
 * @text: table, message or name; NULL: none
 * @noflush: of a reload: requests that wait for a path go on waiting
 * @udev: what udev's rules are told, enum fairpath_dm_udev or'ed
 * @why: for the log, a constant
 */
struct fpd_step {
	enum fpd_step_kind kind;
	char *text;
	bool noflush;
	unsigned int udev;
	const char *why;
};

/**
 * struct fpd_plan - steps, to be done in this order; the first that fails ends it
 * @steps: the steps
 * @nr: how many; 0: the map is as it should be
 */
struct fpd_plan {
	struct fpd_step *steps;
	size_t nr;
};

/**
 * struct fpd_wishes - what holds beside the desired map itself
 * @switch_group: I/O should move to the best group now (failback)
 * @reload: load the table even if it does not differ
 * @confirm: tell the target that what is above was restacked (S6)
 * @keep_queueing: there is no path, and its wish to queue is said again, so that the
 *	kernel's clock starts anew
 * @resume: the map's suspend is nobody's who lives
 * @remove: the device should not be
 * @end: the daemon ends, and nothing else counts: queueing that no clock ends is ended
 */
struct fpd_wishes {
	bool switch_group;
	bool reload;
	bool confirm;
	bool keep_queueing;
	bool resume;
	bool remove;
	bool end;
};

/**
 * fpd_plan_make - the steps
 * @desired: the map as it should be
 * @live: the map as it is
 * @wishes: and what else holds
 * @ret: out: to be released by fpd_plan_clear(); untouched on failure
 *
 * A device that is not there is made if a path is wanted usable. One without any path
 * left gets an empty table, so that its devices can go, and waits for them as configured.
 *
 * Return: 0; -EINVAL if the desired table cannot be written; -ENOMEM.
 */
int fpd_plan_make(const struct fpd_desired *desired, const struct fpd_live *live,
		  const struct fpd_wishes *wishes, struct fpd_plan *ret);
void fpd_plan_clear(struct fpd_plan *plan);

/*
 * Would loading @desired change @live? The order of paths in a group, where I/O begins and
 * queue_if_no_path, which is sent as a message, do not count.
 */
bool fpd_table_same(const struct fairpath_table *desired, const struct fairpath_table *live);

/* S5: does the device advertise what its paths' queues say (A1, A2)? */
bool fpd_flush_current(const struct fpd_live *live);

/* "reload", "message fail_path 8:0" into @text. Return: @text. */
const char *fpd_step_text(const struct fpd_step *step, char *text, size_t size);

#endif
