// SPDX-License-Identifier: GPL-2.0
/* From a map as it is to the map as it should be: the steps, in order. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fairpathd/planner.h"

/* A plan being made; the first failure is kept and ends all further adding. */
struct draft {
	struct fpd_plan plan;
	int error;
};

/* Takes @text over; NULL where one is needed is a failure of memory. */
static void add(struct draft *draft, enum fpd_step_kind kind, char *text, const char *why)
{
	struct fpd_step *steps;

	if (draft->error) {
		free(text);
		return;
	}
	steps = reallocarray(draft->plan.steps, draft->plan.nr + 1, sizeof(*steps));
	if (!steps) {
		free(text);
		draft->error = -ENOMEM;
		return;
	}
	draft->plan.steps = steps;
	steps[draft->plan.nr++] = (struct fpd_step){
		.kind = kind,
		.text = text,
		.noflush = true,
		.why = why,
	};
}

static void add_message(struct draft *draft, const char *why, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

static void add_message(struct draft *draft, const char *why, const char *format, ...)
{
	va_list arguments;
	char *text = NULL;

	va_start(arguments, format);
	if (vasprintf(&text, format, arguments) < 0) {
		text = NULL;
		draft->error = -ENOMEM;
	}
	va_end(arguments);
	add(draft, FPD_STEP_MESSAGE, text, why);
}

static void add_table(struct draft *draft, enum fpd_step_kind kind,
		      const struct fpd_desired *desired, const char *why)
{
	char *text = NULL;
	int r = fairpath_table_format(&desired->table, &text, NULL);

	if (r)
		draft->error = r;
	add(draft, kind, text, why);
	if (draft->error)
		return;
	if (desired->skip_partitions)
		draft->plan.steps[draft->plan.nr - 1].udev |= FAIRPATH_DM_UDEV_NO_PARTS;
	if (!desired->nr_usable)
		draft->plan.steps[draft->plan.nr - 1].udev |= FAIRPATH_DM_UDEV_NO_PATH;
}

/* What is wanted of the path @dev. Return: NULL if it should not be in the table. */
static const enum fpd_want *want_of(const struct fpd_desired *desired, const char *dev)
{
	size_t at = 0;

	for (size_t g = 0; g < desired->table.nr_groups; g++)
		for (size_t p = 0; p < desired->table.groups[g].nr_paths; p++, at++)
			if (!strcmp(desired->table.groups[g].paths[p].dev, dev))
				return &desired->wants[at];
	return NULL;
}

/* First of all, I/O ends on what should not have it. */
static void fail_paths(struct draft *draft, const struct fpd_desired *desired,
		       const struct fairpath_status *status)
{
	for (size_t g = 0; g < status->nr_groups; g++) {
		for (size_t p = 0; p < status->groups[g].nr_paths; p++) {
			const struct fairpath_status_path *path = &status->groups[g].paths[p];
			const enum fpd_want *want = want_of(desired, path->dev);

			if (path->usable && !want)
				add_message(draft, "it is no path of this map", "fail_path %s",
					    path->dev);
			else if (path->usable && *want == FPD_WANT_FAILED)
				add_message(draft, "it takes no I/O", "fail_path %s", path->dev);
		}
	}
}

static void reinstate_paths(struct draft *draft, const struct fpd_desired *desired,
			    const struct fairpath_status *status)
{
	for (size_t g = 0; g < status->nr_groups; g++) {
		for (size_t p = 0; p < status->groups[g].nr_paths; p++) {
			const struct fairpath_status_path *path = &status->groups[g].paths[p];
			const enum fpd_want *want = want_of(desired, path->dev);

			if (!path->usable && want && *want == FPD_WANT_USABLE)
				add_message(draft, "it takes I/O again", "reinstate_path %s",
					    path->dev);
		}
	}
}

/* In a table that was just loaded every path is usable. */
static void fail_after_load(struct draft *draft, const struct fpd_desired *desired)
{
	size_t at = 0;

	for (size_t g = 0; g < desired->table.nr_groups; g++)
		for (size_t p = 0; p < desired->table.groups[g].nr_paths; p++, at++)
			if (desired->wants[at] == FPD_WANT_FAILED)
				add_message(draft, "it takes no I/O", "fail_path %s",
					    desired->table.groups[g].paths[p].dev);
}

static void plan_reload(struct draft *draft, const struct fpd_desired *desired,
			const struct fpd_live *live, const char *why)
{
	struct fpd_step *step;

	add_table(draft, FPD_STEP_RELOAD, desired, why);
	if (draft->error)
		return;
	step = &draft->plan.steps[draft->plan.nr - 1];
	/* Requests of the old size must not wait and be sent to a smaller device. */
	if (live->device.has_live && live->device.sectors != desired->sectors)
		step->noflush = false;
	else if (live->device.has_live)
		step->udev |= FAIRPATH_DM_UDEV_PATHS_ONLY;
	fail_after_load(draft, desired);
}

/* Why the table should be loaded. Return: NULL if it need not be. */
static const char *reload_reason(const struct fpd_desired *desired, const struct fpd_live *live,
				 const struct fpd_wishes *wishes)
{
	if (!live->device.has_live)
		return "it has no table";
	if (!live->table)
		return "its table cannot be read";
	if (live->device.sectors != desired->sectors && desired->table.nr_groups)
		return "its size differs";
	if (!fpd_table_same(&desired->table, live->table))
		return "its table differs";
	if (!fpd_flush_current(live))
		return "what it advertises of caches differs from its paths (S5)";
	if (wishes->reload)
		return "it was asked for";
	return NULL;
}

static bool better_group_waits(const struct fpd_desired *desired, const struct fpd_live *live)
{
	return desired->best_group && live->status->current_group != desired->best_group;
}

/* The table is as it should be: what messages can do. */
static void plan_messages(struct draft *draft, const struct fpd_desired *desired,
			  const struct fpd_live *live, const struct fpd_wishes *wishes)
{
	if (live->device.has_inactive)
		add(draft, FPD_STEP_CLEAR, NULL, "somebody loaded a table and left it");
	reinstate_paths(draft, desired, live->status);
	if (live->table->features.queue_if_no_path != desired->queue)
		add_message(draft, "as configured", "%s",
			    desired->queue ? "queue_if_no_path" : "fail_if_no_path");
	else if (wishes->keep_queueing && desired->queue)
		add_message(draft, "still no path", "queue_if_no_path");
	if (wishes->switch_group && better_group_waits(desired, live))
		add_message(draft, "a better group is usable", "switch_group %u",
			    desired->best_group);
	if (wishes->confirm && live->status->flush.promised)
		add_message(draft, "what is above was restacked (S6)", "confirm_restacked");
}

static void plan_existing(struct draft *draft, const struct fpd_desired *desired,
			  const struct fpd_live *live, const struct fpd_wishes *wishes)
{
	const char *why;

	if (live->device.suspended && !wishes->resume)
		return;
	/* Whatever was loaded goes live now; what is wrong with it the next plan sees. */
	if (live->device.suspended) {
		add(draft, FPD_STEP_RESUME, NULL, "whoever suspended it cannot resume it");
		return;
	}
	if (strcmp(live->device.name, desired->name) != 0)
		add(draft, FPD_STEP_RENAME, strdup(desired->name), "as configured");
	if (live->status)
		fail_paths(draft, desired, live->status);
	why = reload_reason(desired, live, wishes);
	/* Should the load fail, the old table has at least what it can have. */
	if (why && live->status)
		reinstate_paths(draft, desired, live->status);
	if (why)
		plan_reload(draft, desired, live, why);
	else if (live->status)
		plan_messages(draft, desired, live, wishes);
}

/* What a daemon that lives could end goes on for ever with none, and a shutdown with it. */
static void plan_end(struct draft *draft, const struct fpd_live *live)
{
	if (live->table && live->table->features.queue_if_no_path && live->endless)
		add_message(draft, "no clock ends its queueing, and soon nobody else could",
			    "fail_if_no_path");
}

int fpd_plan_make(const struct fpd_desired *desired, const struct fpd_live *live,
		  const struct fpd_wishes *wishes, struct fpd_plan *ret)
{
	struct draft draft = { 0 };

	if (wishes->end) {
		plan_end(&draft, live);
	} else if (wishes->remove) {
		if (live->exists)
			add(&draft, FPD_STEP_REMOVE, NULL, "it was asked for");
	} else if (live->exists) {
		plan_existing(&draft, desired, live, wishes);
	} else if (desired->nr_usable) {
		add_table(&draft, FPD_STEP_CREATE, desired, "its paths are there");
		fail_after_load(&draft, desired);
	}
	if (draft.error) {
		fpd_plan_clear(&draft.plan);
		return draft.error;
	}
	*ret = draft.plan;
	return 0;
}

void fpd_plan_clear(struct fpd_plan *plan)
{
	for (size_t i = 0; i < plan->nr; i++)
		free(plan->steps[i].text);
	free(plan->steps);
	memset(plan, 0, sizeof(*plan));
}

const char *fpd_step_text(const struct fpd_step *step, char *text, size_t size)
{
	static const char *const names[] = {
		[FPD_STEP_CREATE] = "create",	[FPD_STEP_RELOAD] = "reload",
		[FPD_STEP_RESUME] = "resume",	[FPD_STEP_CLEAR] = "clear",
		[FPD_STEP_MESSAGE] = "message", [FPD_STEP_RENAME] = "rename to",
		[FPD_STEP_REMOVE] = "remove",
	};

	if (step->kind == FPD_STEP_MESSAGE || step->kind == FPD_STEP_RENAME)
		snprintf(text, size, "%s %s", names[step->kind], step->text);
	else
		snprintf(text, size, "%s", names[step->kind]);
	return text;
}
