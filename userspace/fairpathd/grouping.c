// SPDX-License-Identifier: GPL-2.0
/* Which paths of a LUN form a priority group, and in what order the groups are. */
#include <stdbool.h>
#include <string.h>

#include "fairpathd/grouping.h"

static bool same_key(const char *a, const char *b)
{
	/* What has no key is alone: it cannot be known to belong to another. */
	return a && b && !strcmp(a, b);
}

static bool together(enum fpd_grouping policy, const struct fpd_groupable *a,
		     const struct fpd_groupable *b)
{
	switch (policy) {
	case FPD_GROUPING_FAILOVER:
		return false;
	case FPD_GROUPING_MULTIBUS:
		return true;
	case FPD_GROUPING_GROUP_BY_PRIO:
		return a->priority == b->priority;
	case FPD_GROUPING_GROUP_BY_SERIAL:
	case FPD_GROUPING_GROUP_BY_NODE_NAME:
		return same_key(a->key, b->key);
	}
	return false;
}

/* Group numbers as the paths come: each joins the first that it belongs to. */
static size_t gather(enum fpd_grouping policy, const struct fpd_groupable *paths, size_t nr,
		     size_t *group_of)
{
	size_t groups = 0, other;

	for (size_t i = 0; i < nr; i++) {
		for (other = 0; other < i; other++)
			if (together(policy, &paths[i], &paths[other]))
				break;
		group_of[i] = other < i ? group_of[other] : groups++;
	}
	return groups;
}

struct rank {
	long average;
	dev_t first;
};

static struct rank rank_of(const struct fpd_groupable *paths, const size_t *group_of, size_t nr,
			   size_t group)
{
	struct rank rank = { 0, (dev_t)-1 };
	long count = 0;

	for (size_t i = 0; i < nr; i++) {
		if (group_of[i] != group)
			continue;
		rank.average += paths[i].priority;
		count++;
		if (paths[i].devnum < rank.first)
			rank.first = paths[i].devnum;
	}
	if (count)
		rank.average /= count;
	return rank;
}

static bool better(struct rank a, struct rank b)
{
	return a.average != b.average ? a.average > b.average : a.first < b.first;
}

size_t fpd_group_paths(enum fpd_grouping policy, const struct fpd_groupable *paths, size_t nr,
		       size_t *group_of)
{
	size_t groups = gather(policy, paths, nr, group_of);
	size_t place[nr + 1]; /* of each group, by its number so far; some KiB at most */

	for (size_t g = 0; g < groups; g++) {
		struct rank rank = rank_of(paths, group_of, nr, g);

		place[g] = 0;
		for (size_t other = 0; other < groups; other++)
			if (other != g && better(rank_of(paths, group_of, nr, other), rank))
				place[g]++;
	}
	for (size_t i = 0; i < nr; i++)
		group_of[i] = place[group_of[i]];
	return groups;
}
