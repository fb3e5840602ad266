// SPDX-License-Identifier: GPL-2.0
/*
 * Plans are carried out. Whatever fails, the table that was live goes on, or goes on
 * again: a resume that fails leaves the device suspended only if the kernel cannot
 * even resume the old table.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fairpathd/carry.h"
#include "fairpathd/claim.h"

struct errand {
	const struct fpd_desired *desired;
	const char *name;
	const struct fpd_plan *plan;
};

static int reload(const char *name, const struct fpd_desired *desired, const struct fpd_step *step,
		  struct fairpath_error *error)
{
	int r = fairpath_dm_load(name, desired->sectors, step->text, error);

	if (r)
		return r;
	r = fairpath_dm_resume(name, step->noflush, step->udev, error);
	if (!r)
		return 0;
	fairpath_dm_clear(name, NULL);
	fairpath_dm_resume(name, true, FAIRPATH_DM_UDEV_PATHS_ONLY, NULL);
	return r;
}

static int carry_step(struct errand *errand, const struct fpd_step *step,
		      struct fairpath_error *error)
{
	const struct fpd_desired *desired = errand->desired;
	int r;

	switch (step->kind) {
	case FPD_STEP_CREATE:
		r = fairpath_dm_create(desired->name, desired->uuid, desired->sectors, step->text,
				       step->udev, error);
		if (!r)
			fpd_claim_lun(desired->uuid + strlen(FAIRPATH_DM_UUID_PREFIX));
		return r;
	case FPD_STEP_RELOAD:
		return reload(errand->name, desired, step, error);
	case FPD_STEP_RESUME:
		return fairpath_dm_resume(errand->name, true, FAIRPATH_DM_UDEV_PATHS_ONLY, error);
	case FPD_STEP_CLEAR:
		return fairpath_dm_clear(errand->name, error);
	case FPD_STEP_MESSAGE:
		return fairpath_dm_message(errand->name, step->text, error);
	case FPD_STEP_RENAME:
		r = fairpath_dm_rename(errand->name, step->text, error);
		if (!r)
			errand->name = step->text;
		return r;
	case FPD_STEP_REMOVE:
		return fairpath_dm_remove(errand->name, error);
	}
	return -EINVAL;
}

static int carry(const void *context, struct fairpath_error *error)
{
	struct errand errand = *(const struct errand *)context;
	char what[64], why[sizeof(error->text)];
	int r = 0;

	for (size_t i = 0; i < errand.plan->nr && !r; i++) {
		const struct fpd_step *step = &errand.plan->steps[i];

		r = carry_step(&errand, step, error);
		if (!r)
			continue;
		memcpy(why, error->text, sizeof(why));
		snprintf(error->text, sizeof(error->text), "%s: %s",
			 fpd_step_text(step, what, sizeof(what)), why);
	}
	return r;
}

int fpd_carry_out(sd_event *event, const struct fpd_desired *desired, const char *live_name,
		  const struct fpd_plan *plan, fpd_child_done_fn *done, void *userdata,
		  struct fpd_child **ret)
{
	struct errand errand = {
		.desired = desired,
		.name = *live_name ? live_name : desired->name,
		.plan = plan,
	};

	return fpd_child_start(event, carry, &errand, done, userdata, ret);
}
