// SPDX-License-Identifier: GPL-2.0
/* When paths are probed, with what, and what is made of the answers. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fairpathd/check.h"
#include "fairpathd/flush.h"
#include "fairpathd/identity.h"
#include "fairpathd/log.h"
#include "fairpathd/manager.h"
#include "fairpathd/path-facts.h"
#include "fairpathd/probe/probe.h"
#include "fairpathd/sysfs.h"

#define USEC_PER_SEC UINT64_C(1000000)

/* Cache and identity are asked for at each so-manieth check, not at the same one: they
 * change rarely, and who changes them is mostly told by a unit attention first. */
#define RARELY	    4
#define CACHE_AT    1
#define IDENTITY_AT 3

/* SCSI's own timeout where the configuration has none: sd's default is 30 s. */
#define DEFAULT_TIMEOUT_MS 30000

unsigned int fpd_check_timeout_ms(const struct fpd_path *path)
{
	int64_t secs = path->settings.checker_timeout.value;
	char text[16];

	if (secs != FPD_UNSET && secs > 0)
		return (unsigned int)secs * 1000;
	if (!fpd_sysfs_read(path->syspath, "device/timeout", text, sizeof(text)) && atoi(text) > 0)
		return (unsigned int)atoi(text) * 1000;
	return DEFAULT_TIMEOUT_MS;
}

/* detect_checker: outranks what any section but overrides says. */
static bool alua_decides(const struct fpd_path *path)
{
	const char *section = path->settings.path_checker.origin.section;

	return path->settings.detect_checker.value && path->has_tpgs &&
	       (!section || strcmp(section, "overrides") != 0);
}

static enum fpd_probe_kind checker_of(const struct fpd_path *path)
{
	static const enum fpd_probe_kind kinds[] = {
		[FPD_CHECKER_TUR] = FPD_PROBE_TUR,
		[FPD_CHECKER_DIRECTIO] = FPD_PROBE_DIRECTIO,
		[FPD_CHECKER_READSECTOR0] = FPD_PROBE_READSECTOR0,
		[FPD_CHECKER_NONE] = FPD_PROBE_NONE,
	};

	if (alua_decides(path))
		return FPD_PROBE_TUR;
	return kinds[path->settings.path_checker.value];
}

/* detect_prio: what the array itself tells of its ports is better than any other order. */
static bool prioritizer_of(const struct fpd_path *path, enum fpd_probe_kind *ret)
{
	if (path->settings.detect_prio.value && path->has_tpgs) {
		*ret = FPD_PROBE_PRIO_ALUA;
		return true;
	}
	switch ((enum fpd_prio)path->settings.prio.value) {
	case FPD_PRIO_ALUA:
		*ret = FPD_PROBE_PRIO_ALUA;
		return true;
	case FPD_PRIO_SYSFS:
		*ret = FPD_PROBE_PRIO_SYSFS;
		return true;
	case FPD_PRIO_CONST:
	case FPD_PRIO_NONE:
		break;
	}
	*ret = FPD_PROBE_PRIO_CONST;
	return path->settings.prio.value == FPD_PRIO_CONST;
}

/* Its timer */

static int on_timer(sd_event_source *source, uint64_t now, void *userdata);

/* Paths that were found together are not probed together: up to a quarter earlier. */
static uint64_t spread(uint64_t usec)
{
	return usec - (uint64_t)random() % (usec / 4 + 1);
}

static void schedule(struct fpd_path *path, uint64_t usec)
{
	sd_event *event = path->manager->event;
	int r;

	if (path->timer)
		r = sd_event_source_set_time_relative(path->timer, usec);
	else
		r = sd_event_add_time_relative(event, &path->timer, CLOCK_MONOTONIC, usec, 0,
					       on_timer, path);
	if (r >= 0)
		r = sd_event_source_set_priority(path->timer, FPD_PRIORITY_TIMER);
	if (r >= 0)
		r = sd_event_source_set_enabled(path->timer, SD_EVENT_ONESHOT);
	if (r < 0)
		fpd_error("%s: cannot set a timer: %s", path->name, strerror(-r));
}

static void next_check(struct fpd_path *path)
{
	if (path->state == FPD_PATH_REMOVED)
		return;
	schedule(path, spread(path->interval * USEC_PER_SEC));
}

void fpd_check_often(struct fpd_path *path)
{
	path->interval = (unsigned int)path->settings.polling_interval.value;
}

/* While nothing happens a path is looked at ever more rarely. */
static void check_less(struct fpd_path *path)
{
	unsigned int most = (unsigned int)path->settings.max_polling_interval.value;

	path->interval = path->interval * 2 < most ? path->interval * 2 : most;
}

/* What answers mean */

/* Told once for all LUNs of a target, by whichever was asked first. */
static void identify_target(const struct fpd_path *told)
{
	const struct fpd_manager *manager = told->manager;

	for (size_t i = 0; i < manager->nr_paths; i++) {
		struct fpd_path *path = manager->paths[i];

		if (path->map && fpd_same_target(path->address, told->address))
			fpd_identity_ask(path);
	}
}

void fpd_check_attentions(struct fpd_path *path, unsigned int attentions)
{
	if (!attentions)
		return;
	if (attentions &
	    (1u << FAIRPATH_MEANS_MODE_CHANGED | 1u << FAIRPATH_MEANS_CAPACITY_CHANGED))
		fpd_flush_rescan(path->map, "a path says that its parameters changed");
	if (attentions & 1u << FAIRPATH_MEANS_INQUIRY_CHANGED)
		fpd_identity_ask(path);
	if (attentions & 1u << FAIRPATH_MEANS_LUNS_CHANGED)
		identify_target(path);
	if (path->map && attentions & 1u << FAIRPATH_MEANS_ALUA_CHANGED)
		for (size_t i = 0; i < path->map->nr_paths; i++)
			if (path->map->paths[i] != path)
				fpd_check_now(path->map->paths[i]);
}

static void on_priority(const struct fpd_probe_result *result, void *userdata)
{
	struct fpd_path *path = userdata;
	bool changed;

	path->prio_check = NULL;
	fpd_check_attentions(path, result->attentions);
	if (result->has_access) {
		path->has_access = true;
		path->access = result->access_state;
		path->port_group = result->port_group;
	}
	if (!result->has_priority)
		return;
	changed = !path->has_priority || path->priority != result->priority;
	if (changed && path->has_priority)
		fpd_notice("%s: priority %d, was %d (%s)", path->name, result->priority,
			   path->priority, result->message);
	path->has_priority = true;
	path->priority = result->priority;
	if (changed && path->map)
		fpd_map_plan_soon(path->map);
}

static void on_cache(const struct fpd_probe_result *result, void *userdata)
{
	struct fpd_path *path = userdata;
	bool changed;

	path->cache_check = NULL;
	fpd_check_attentions(path, result->attentions);
	if (!result->has_cache)
		return;
	changed = path->has_cache && (path->cache.write_cache != result->cache.write_cache ||
				      path->cache.fua != result->cache.fua);
	path->has_cache = true;
	path->cache = result->cache;
	if (changed)
		fpd_flush_rescan(path->map, "a path's cache mode changed");
}

static void ask_priority(struct fpd_path *path)
{
	struct fpd_probe_request request = { .timeout_ms = fpd_check_timeout_ms(path) };

	if (path->prio_check || !path->device || !prioritizer_of(path, &request.kind))
		return;
	request.exclusive_pref_bit = path->settings.prio_args.value &&
				     !strcmp(path->settings.prio_args.value, "exclusive_pref_bit");
	fpd_probe_start(path->device, &request, on_priority, path, &path->prio_check);
}

static void ask_cache(struct fpd_path *path)
{
	struct fpd_probe_request request = {
		.kind = FPD_PROBE_CACHE,
		.timeout_ms = fpd_check_timeout_ms(path),
	};

	if (path->cache_check || !path->device || path->checks % RARELY != CACHE_AT)
		return;
	fpd_probe_start(path->device, &request, on_cache, path, &path->cache_check);
}

/* A LUN may be replaced by another under its address without a word, between two I/Os. */
static void ask_identity(struct fpd_path *path)
{
	if (fpd_path_state_usable(path->state) && path->checks % RARELY == IDENTITY_AT)
		fpd_identity_ask(path);
}

/* PENDING says nothing of the path, unless its transport says that its port is away. */
static bool is_blocked(const struct fpd_path *path)
{
	char state[32];

	return !fpd_sysfs_read(path->syspath, "device/state", state, sizeof(state)) &&
	       !strcmp(state, "blocked");
}

static void take_verdict(struct fpd_path *path, enum fpd_verdict verdict)
{
	enum fpd_path_state before = path->state;

	switch (verdict) {
	case FPD_VERDICT_UP:
		fpd_path_handle(path, FPD_EVENT_PROBE_UP);
		break;
	case FPD_VERDICT_GHOST:
		fpd_path_handle(path, FPD_EVENT_PROBE_GHOST);
		break;
	case FPD_VERDICT_DOWN:
	case FPD_VERDICT_TIMEOUT:
	case FPD_VERDICT_GONE:
		fpd_path_handle(path, FPD_EVENT_PROBE_DOWN);
		break;
	case FPD_VERDICT_WRONG:
		fpd_path_handle(path, FPD_EVENT_IDENTITY_OTHER);
		break;
	case FPD_VERDICT_PENDING:
	case FPD_VERDICT_TRANSITIONING:
	case FPD_NR_VERDICTS:
		if (is_blocked(path))
			fpd_path_handle(path, FPD_EVENT_PORT_BLOCKED);
		break;
	}
	if (path->state == before && fpd_path_state_usable(before))
		check_less(path);
	else
		fpd_check_often(path);
}

static void on_checked(const struct fpd_probe_result *result, void *userdata)
{
	struct fpd_path *path = userdata;

	path->check = NULL;
	path->checks++;
	snprintf(path->message, sizeof(path->message), "%s", result->message);
	fpd_check_attentions(path, result->attentions);
	take_verdict(path, result->verdict);
	if (result->verdict == FPD_VERDICT_UP || result->verdict == FPD_VERDICT_GHOST) {
		ask_priority(path);
		ask_cache(path);
		ask_identity(path);
	}
	/* The state is not told apart from the last: it soon will be. */
	if (result->verdict == FPD_VERDICT_TRANSITIONING)
		schedule(path, USEC_PER_SEC);
	else
		next_check(path);
}

static void check(struct fpd_path *path)
{
	struct fpd_probe_request request = {
		.kind = checker_of(path),
		.timeout_ms = fpd_check_timeout_ms(path),
	};
	int r = -ENODEV;

	if (path->check || path->state == FPD_PATH_REMOVED || path->excluded)
		return;
	fpd_path_read_port(path);
	if (fpd_path_open(path))
		r = fpd_probe_start(path->device, &request, on_checked, path, &path->check);
	if (!r)
		return;
	snprintf(path->message, sizeof(path->message), "cannot be probed: %s", strerror(-r));
	take_verdict(path, FPD_VERDICT_DOWN);
	next_check(path);
}

static int on_timer(sd_event_source *source, uint64_t now, void *userdata)
{
	(void)source;
	(void)now;
	check(userdata);
	return 0;
}

void fpd_check_now(struct fpd_path *path)
{
	fpd_check_often(path);
	if (!path->check)
		schedule(path, 0);
}

void fpd_check_begin(struct fpd_path *path)
{
	fpd_check_often(path);
	schedule(path, spread(USEC_PER_SEC / 10));
}
