// SPDX-License-Identifier: GPL-2.0
/* Does a map's live table say what is desired, and its device what its queues say? */
#include <string.h>

#include "fairpathd/planner.h"

static bool same_words(const char *const *desired, size_t nr_desired, const char *const *live,
		       size_t nr_live)
{
	/* The kernel writes defaults out that need not be given: it may say more. */
	if (nr_live < nr_desired)
		return false;
	for (size_t i = 0; i < nr_desired; i++)
		if (strcmp(desired[i], live[i]) != 0)
			return false;
	return true;
}

static const struct fairpath_table_path *find_path(const struct fairpath_table_group *group,
						   const char *dev)
{
	for (size_t i = 0; i < group->nr_paths; i++)
		if (!strcmp(group->paths[i].dev, dev))
			return &group->paths[i];
	return NULL;
}

static bool same_group(const struct fairpath_table_group *desired,
		       const struct fairpath_table_group *live)
{
	const struct fairpath_table_path *path;

	if (desired->nr_paths != live->nr_paths || strcmp(desired->selector, live->selector) != 0)
		return false;
	if (!same_words(desired->selector_args, desired->nr_selector_args, live->selector_args,
			live->nr_selector_args))
		return false;
	for (size_t i = 0; i < desired->nr_paths; i++) {
		path = find_path(live, desired->paths[i].dev);
		if (!path || !same_words(desired->paths[i].args, desired->nr_path_args, path->args,
					 live->nr_path_args))
			return false;
	}
	return true;
}

static bool same_fair(const struct fairpath_fair *a, const struct fairpath_fair *b)
{
	size_t i;

	for (i = 0; i < a->nr_weights && i < b->nr_weights; i++)
		if (a->weights[i].id != b->weights[i].id ||
		    a->weights[i].weight != b->weights[i].weight)
			return false;
	return a->queue == b->queue && a->flows == b->flows && a->depth == b->depth &&
	       a->read_expiry_msecs == b->read_expiry_msecs &&
	       a->write_expiry_msecs == b->write_expiry_msecs && a->nr_weights == b->nr_weights;
}

static bool same_features(const struct fairpath_features *a, const struct fairpath_features *b)
{
	bool a_bio = a->queue_mode == FAIRPATH_QUEUE_MODE_BIO;
	bool b_bio = b->queue_mode == FAIRPATH_QUEUE_MODE_BIO;

	return a->retain_attached_hw_handler == b->retain_attached_hw_handler &&
	       a->has_pg_init_delay == b->has_pg_init_delay &&
	       a->pg_init_delay_msecs == b->pg_init_delay_msecs &&
	       a->pg_init_retries == b->pg_init_retries &&
	       a->has_no_path_timeout == b->has_no_path_timeout &&
	       a->no_path_timeout_secs == b->no_path_timeout_secs &&
	       a->elide_flushes == b->elide_flushes && a->flush_as_in_2011 == b->flush_as_in_2011 &&
	       same_fair(&a->fair, &b->fair) && a_bio == b_bio;
}

/* By name: an older module shows no arguments, and a handler that is kept may be another. */
static bool same_handler(const struct fairpath_table *desired, const struct fairpath_table *live)
{
	if (desired->features.retain_attached_hw_handler)
		return true;
	if (!desired->nr_handler_words || !live->nr_handler_words)
		return desired->nr_handler_words == live->nr_handler_words;
	return !strcmp(desired->handler_words[0], live->handler_words[0]);
}

bool fpd_table_same(const struct fairpath_table *desired, const struct fairpath_table *live)
{
	if (desired->nr_groups != live->nr_groups || !same_handler(desired, live) ||
	    !same_features(&desired->features, &live->features))
		return false;
	for (size_t i = 0; i < desired->nr_groups; i++)
		if (!same_group(&desired->groups[i], &live->groups[i]))
			return false;
	return true;
}

bool fpd_flush_current(const struct fpd_live *live)
{
	bool any_cache = false, all_fua = true, told = false;

	for (size_t g = 0; live->status && g < live->status->nr_groups; g++) {
		const struct fairpath_status_group *group = &live->status->groups[g];

		for (size_t p = 0; p < group->nr_paths; p++) {
			const struct fairpath_status_path *path = &group->paths[p];

			told |= path->has_caps;
			any_cache |= path->write_cache;
			all_fua &= !path->write_cache || path->fua;
		}
	}
	/* No path tells: nothing is known that the device should follow. */
	if (!told)
		return true;
	return live->advertises_cache == any_cache &&
	       (!any_cache || live->advertises_fua == all_fua);
}
