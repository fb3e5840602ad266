/* SPDX-License-Identifier: GPL-2.0 */
/* What the selectors share that compare one path with another: the loop, and their only word. */
#ifndef FP_CORE_SELECT_BEST_H
#define FP_CORE_SELECT_BEST_H

#include "../map.h"

/* Is @a to be taken rather than @b? @asked is what fp_best_path() was given. */
typedef bool fp_better(const struct fp_group *group, const struct fp_path *a,
		       const struct fp_path *b, u64 asked);

/*
 * The usable path than which none is better; a selector's select. Inline, and @better
 * with it, since each request pays for it.
 */
static __always_inline int fp_best_path(const struct fp_group *group, fp_better *better, u64 asked)
{
	const struct fp_path *path, *best = NULL;
	unsigned int i;

	for (i = 0; i < group->nr_paths; i++) {
		path = &group->paths[i];
		if (path->usable && (!best || better(group, path, best, asked)))
			best = path;
	}
	return best ? (int)(best - group->paths) : FP_NONE;
}

/* Of a selector whose paths have no word but the repeat count: its parse_path and table_words. */
const char *fp_parse_count_only(struct fp_path_args *args, unsigned int argc, char *const *argv,
				unsigned int *bad);
void fp_count_only_words(const struct fp_group *group, const struct fp_path *path,
			 struct fp_text *out);

#endif
