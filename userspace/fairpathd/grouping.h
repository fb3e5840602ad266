/* SPDX-License-Identifier: GPL-2.0 */
/* Which paths of a LUN form a priority group, and in what order the groups are. Pure. */
#ifndef FPD_GROUPING_H
#define FPD_GROUPING_H

#include <stddef.h>
#include <sys/types.h>

#include "fairpathd/config/settings.h"

/**
 * struct fpd_groupable - what grouping wants to know of a path
 * @devnum: orders what is equal otherwise
 * @priority: higher is better
 * @key: what the policy groups by, other than priority (serial, node name); NULL: none
 */
struct fpd_groupable {
	dev_t devnum;
	int priority;
	const char *key;
};

/**
 * fpd_group_paths - form groups
 * @policy: how
 * @paths: the paths, each once
 * @nr: how many
 * @group_of: out: for each path the number of its group, counted from 0, best first
 *
 * A group's priority is the average of its paths'. Groups of equal priority are in the
 * order of their smallest device number, so that nothing but a change of paths or
 * priorities moves them.
 *
 * Return: the number of groups.
 */
size_t fpd_group_paths(enum fpd_grouping policy, const struct fpd_groupable *paths, size_t nr,
		       size_t *group_of);

#endif
