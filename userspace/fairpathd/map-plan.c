// SPDX-License-Identifier: GPL-2.0
/*
 * When a map is planned, from what, and what is made of the outcome. At most one
 * plan of a map is being carried out; what happens meanwhile is seen by the next.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fairpathd/carry.h"
#include "fairpathd/map-desire.h"
#include "fairpathd/log.h"
#include "fairpathd/manager.h"
#include "fairpathd/planner.h"

#define USEC_PER_SEC UINT64_C(1000000)

/* What happens together is planned together. */
#define PLAN_AFTER (USEC_PER_SEC / 20)
/* How long a new path may keep a plan waiting for its first answers. */
#define SETTLE (3 * USEC_PER_SEC)
/* A step that failed is tried again after 1, 2, 4 ... 60 s. */
#define RETRY_MOST (60 * USEC_PER_SEC)
/* A tenth of the kernel's default (300 s): several may be missed. */
#define KEEP_QUEUEING 30

static void plan(struct fpd_map *map);

static int on_plan(sd_event_source *source, uint64_t now, void *userdata)
{
	struct fpd_map *map = userdata;

	(void)source;
	(void)now;
	map->plan_due = 0;
	plan(map);
	return 0;
}

void fpd_map_plan_at(struct fpd_map *map, uint64_t when)
{
	int r;

	if (map->plan_due && map->plan_due <= when)
		return;
	map->plan_due = when;
	if (map->plan_timer)
		r = sd_event_source_set_time(map->plan_timer, when);
	else
		r = sd_event_add_time(map->manager->event, &map->plan_timer, CLOCK_MONOTONIC, when,
				      1, on_plan, map);
	if (r >= 0)
		r = sd_event_source_set_priority(map->plan_timer, FPD_PRIORITY_TIMER);
	if (r >= 0)
		r = sd_event_source_set_enabled(map->plan_timer, SD_EVENT_ONESHOT);
	if (r < 0)
		fpd_error("%s: cannot set a timer: %s", map->name, strerror(-r));
}

void fpd_map_plan_soon(struct fpd_map *map)
{
	fpd_map_plan_at(map, fpd_manager_now(map->manager) + PLAN_AFTER);
}

/* Wishes */

/* Seconds of failback pass from when the better group could first be used. */
static bool failback(struct fpd_map *map, const struct fpd_desired *desired)
{
	int64_t policy = map->settings.failback.value;
	uint64_t now = fpd_manager_now(map->manager);

	if (!map->live.status || !desired->best_group ||
	    map->live.status->current_group == desired->best_group || policy < 0) {
		map->failback_due = 0;
		return false;
	}
	if (!map->failback_due)
		map->failback_due = now + (uint64_t)policy * USEC_PER_SEC;
	if (now >= map->failback_due)
		return true;
	fpd_map_plan_at(map, map->failback_due);
	return false;
}

/* How often the kernel's clock is started anew: thrice in its time, or it might ring. */
static uint64_t keeps_every(const struct fpd_map *map)
{
	unsigned int secs;

	if (!fpd_no_path_timeout(&map->settings, &secs) || secs > 3 * KEEP_QUEUEING)
		secs = 3 * KEEP_QUEUEING;
	return secs * USEC_PER_SEC / 3;
}

/* "queue" means for ever as long as a daemon lives; the kernel's clock is for when none does. */
static bool keep_queueing(struct fpd_map *map, const struct fpd_desired *desired)
{
	uint64_t now = fpd_manager_now(map->manager), every = keeps_every(map);

	if (map->settings.no_path_retry.value != FPD_NO_PATH_QUEUE || desired->nr_usable ||
	    !every || !map->live.exists) {
		map->queue_kept = 0;
		return false;
	}
	if (map->queue_kept && now < map->queue_kept + every) {
		fpd_map_plan_at(map, map->queue_kept + every);
		return false;
	}
	map->queue_kept = now;
	fpd_map_plan_at(map, now + every);
	return true;
}

/* Nothing of the LUN is left, and nobody uses the device. */
static bool abandoned(const struct fpd_map *map)
{
	return !map->nr_paths && map->live.exists && !map->live.device.open_count;
}

static struct fpd_wishes wish(struct fpd_map *map, const struct fpd_desired *desired)
{
	return (struct fpd_wishes){
		.switch_group = failback(map, desired),
		.reload = map->reload_wanted,
		.confirm = map->restack == FPD_RESTACK_DONE,
		.keep_queueing = keep_queueing(map, desired),
		.resume = map->resume_wanted,
		.remove = map->removing || abandoned(map),
	};
}

/* find_multipaths: is one path enough to make a map? */
static bool enough_paths(const struct fpd_map *map)
{
	int64_t policy = map->settings.find_multipaths.value;
	size_t entered = 0;

	if (map->live.exists || policy == FPD_FIND_NO || policy == FPD_FIND_GREEDY)
		return true;
	for (size_t i = 0; i < map->nr_paths; i++)
		entered += map->paths[i]->entered;
	return entered > 1;
}

/* Are a new path's first answers still waited for? */
static bool unsettled(const struct fpd_map *map)
{
	const struct fpd_manager *manager = map->manager;
	uint64_t now = fpd_manager_now(manager);

	for (size_t i = 0; i < manager->nr_paths; i++) {
		const struct fpd_path *path = manager->paths[i];

		if (path->excluded || (path->map && path->map != map))
			continue;
		if (path->state != FPD_PATH_NEW && path->state != FPD_PATH_PENDING)
			continue;
		if (path->since + SETTLE > now)
			return true;
	}
	return false;
}

/* Carrying out */

static void failed(struct fpd_map *map, const char *why)
{
	uint64_t wait = USEC_PER_SEC << (map->failures < 6 ? map->failures : 6);

	wait = wait < RETRY_MOST ? wait : RETRY_MOST;
	map->failures++;
	map->retry = fpd_manager_now(map->manager) + wait;
	snprintf(map->error.text, sizeof(map->error.text), "%s", why);
	fpd_error("%s: %s; what was live goes on; tried again in %llu s", map->name, why,
		  (unsigned long long)(wait / USEC_PER_SEC));
	fpd_map_plan_at(map, map->retry);
}

static void succeeded(struct fpd_map *map)
{
	map->failures = 0;
	map->retry = 0;
	map->error.text[0] = '\0';
}

/* The paths of a new table are usable, and their counts begin at 0: what differs is evidence. */
static void expect_new_table(struct fpd_map *map)
{
	for (size_t i = 0; i < map->nr_paths; i++) {
		map->paths[i]->seen_usable = true;
		map->paths[i]->seen_fails = 0;
	}
}

static void forget_table(struct fpd_map *map)
{
	free(map->loaded);
	map->loaded = NULL;
}

/* A map without a handler is better than none: I/O that needs activation fails over. */
static void doubt_handler(struct fpd_map *map, int result)
{
	if (result != -EOPNOTSUPP || map->without_handler || !map->settings.hardware_handler.value)
		return;
	fpd_warning("%s: the kernel does not take hardware_handler '%s' (its log says why): it is "
		    "left out until the next reconfigure",
		    map->name, map->settings.hardware_handler.value);
	map->without_handler = true;
}

static void take_failure(struct fpd_map *map, int result, const struct fairpath_error *error)
{
	/* Nobody else would; it is forgotten as soon as there is nothing to resume. */
	map->resume_wanted |= result == -EINTR || map->job_resumes;
	/* What was not loaded was not loaded in vain. */
	forget_table(map);
	failed(map, error->text);
}

static void on_carried(int result, const struct fairpath_error *error, void *userdata)
{
	struct fpd_map *map = userdata;
	struct fpd_manager *manager = map->manager;

	map->job = NULL;
	map->job_text[0] = '\0';
	doubt_handler(map, result);
	if (result)
		take_failure(map, result, error);
	else if (!map->retry)
		succeeded(map);
	if (!result && map->job_loads)
		expect_new_table(map);
	fpd_manager_refresh_now(manager);
	/* The map itself may be gone by now; then it had no paths. */
	for (size_t i = 0; i < manager->nr_paths; i++)
		if (manager->paths[i]->map == map)
			manager->paths[i]->failed_by_us = false;
	fpd_manager_carried(manager);
}

static const struct fpd_step *table_step(const struct fpd_plan *plan)
{
	for (size_t i = 0; i < plan->nr; i++)
		if (plan->steps[i].kind == FPD_STEP_RELOAD ||
		    plan->steps[i].kind == FPD_STEP_CREATE)
			return &plan->steps[i];
	return NULL;
}

/* What was loaded a moment ago should be loaded again: the kernel shows something else. */
static bool in_vain(struct fpd_map *map, const struct fpd_plan *plan)
{
	const struct fpd_step *step = table_step(plan);

	return step && step->kind == FPD_STEP_RELOAD && !map->reload_wanted && map->loaded &&
	       !strcmp(map->loaded, step->text);
}

static bool resumes(const struct fpd_plan *plan)
{
	for (size_t i = 0; i < plan->nr; i++)
		if (plan->steps[i].kind == FPD_STEP_RESUME)
			return true;
	return table_step(plan) != NULL;
}

static void remember_table(struct fpd_map *map, const struct fpd_plan *plan)
{
	const struct fpd_step *step = table_step(plan);

	free(map->loaded);
	map->loaded = step ? strdup(step->text) : NULL;
	map->job_loads = step != NULL;
	map->job_resumes = resumes(plan);
	map->reloads += step != NULL;
}

/* A step's text is "fail_path 8:16". */
static bool fails(const struct fpd_step *step, const struct fpd_path *path)
{
	static const char verb[] = "fail_path ";

	return step->kind == FPD_STEP_MESSAGE && !strncmp(step->text, verb, strlen(verb)) &&
	       !strcmp(step->text + strlen(verb), path->dev);
}

static void remember_fails(struct fpd_map *map, const struct fpd_plan *plan)
{
	for (size_t p = 0; p < map->nr_paths; p++)
		for (size_t i = 0; i < plan->nr; i++)
			map->paths[p]->failed_by_us |= fails(&plan->steps[i], map->paths[p]);
}

static void say_plan(const struct fpd_map *map, const struct fpd_plan *plan)
{
	char text[128];

	for (size_t i = 0; i < plan->nr; i++)
		fpd_notice("%s: %s: %s", map->name,
			   fpd_step_text(&plan->steps[i], text, sizeof(text)), plan->steps[i].why);
}

static void carry_out(struct fpd_map *map, const struct fpd_desired *desired,
		      const struct fpd_plan *plan)
{
	int r;

	say_plan(map, plan);
	r = fpd_carry_out(map->manager->event, desired,
			  map->live.exists ? map->live.device.name : "", plan, on_carried, map,
			  &map->job);
	if (r < 0) {
		failed(map, strerror(-r));
		return;
	}
	map->job_since = fpd_manager_now(map->manager);
	fpd_step_text(&plan->steps[0], map->job_text, sizeof(map->job_text));
	remember_table(map, plan);
	remember_fails(map, plan);
	map->reload_wanted = false;
	map->resume_wanted = false;
}

/* While a table that failed waits for its next try, paths are failed and reinstated all
 * the same. */
static void carry_messages(struct fpd_map *map, const struct fpd_desired *desired,
			   const struct fpd_plan *plan)
{
	struct fpd_plan messages = { .steps = plan->steps };

	while (messages.nr < plan->nr && plan->steps[messages.nr].kind == FPD_STEP_MESSAGE)
		messages.nr++;
	if (messages.nr && messages.nr < plan->nr)
		carry_out(map, desired, &messages);
}

static void act(struct fpd_map *map, const struct fpd_desired *desired, const struct fpd_plan *plan)
{
	if (!plan->nr) {
		succeeded(map);
		forget_table(map);
	} else if (in_vain(map, plan) && map->retry <= fpd_manager_now(map->manager)) {
		forget_table(map);
		failed(map, "the table that was loaded is not what the kernel shows");
	} else if (map->retry > fpd_manager_now(map->manager)) {
		fpd_map_plan_at(map, map->retry);
		carry_messages(map, desired, plan);
	} else {
		map->retry = 0;
		carry_out(map, desired, plan);
	}
}

static void plan(struct fpd_map *map)
{
	struct fpd_desired desired;
	struct fpd_wishes wishes;
	struct fpd_plan steps;
	int r;

	if (map->job || map->manager->ending)
		return;
	if (unsettled(map)) {
		fpd_map_plan_soon(map);
		return;
	}
	if (!enough_paths(map))
		return;
	r = fpd_map_desire(map, &desired);
	if (r < 0) {
		failed(map, r == -EINVAL
				    ? "path_selector or hardware_handler cannot be put in a table"
				    : strerror(-r));
		return;
	}
	wishes = wish(map, &desired);
	r = fpd_plan_make(&desired, &map->live, &wishes, &steps);
	if (r < 0) {
		failed(map, strerror(-r));
	} else {
		act(map, &desired, &steps);
		fpd_plan_clear(&steps);
	}
	fpd_desired_clear(&desired);
}

/* Nothing is tried again: what was begun ends, and no more is begun. */
void fpd_map_end(struct fpd_map *map)
{
	const struct fpd_wishes wishes = { .end = true };
	struct fpd_desired desired;
	struct fpd_plan steps;

	if (map->job || fpd_map_desire(map, &desired) < 0)
		return;
	if (!fpd_plan_make(&desired, &map->live, &wishes, &steps)) {
		if (steps.nr)
			carry_out(map, &desired, &steps);
		fpd_plan_clear(&steps);
	}
	fpd_desired_clear(&desired);
}
