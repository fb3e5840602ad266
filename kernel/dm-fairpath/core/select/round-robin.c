// SPDX-License-Identifier: GPL-2.0
/*
 * round-robin: the usable path that was used least recently.
 *
 * With all paths usable that is one after the other; a path that comes back
 * has its turn at once.
 *
 * Path words: [<repeat count>]. Status words: TABLE <repeat count>, INFO none.
 */
#include "../map.h"
#include "../number.h"
#include "../text.h"

static const char *rr_parse_path(struct fp_path_args *args, unsigned int argc, char *const *argv,
				 unsigned int *bad)
{
	return fp_parse_repeat_count(args, argc, argv, 1, bad);
}

static int rr_select(const struct fp_group *group, u64 bytes, const struct fp_moment *moment)
{
	const struct fp_path *path, *best = NULL;
	unsigned int i;

	(void)bytes;
	(void)moment;
	for (i = 0; i < group->nr_paths; i++) {
		path = &group->paths[i];
		if (path->usable && (!best || path->last_used < best->last_used))
			best = path;
	}
	return best ? (int)(best - group->paths) : FP_NONE;
}

static void rr_table_words(const struct fp_group *group, const struct fp_path *path,
			   struct fp_text *out)
{
	(void)group;
	fp_text_add(out, "%u ", path->args.repeat_count);
}

static void rr_info_words(const struct fp_group *group, const struct fp_path *path,
			  struct fp_text *out)
{
	(void)group;
	(void)path;
	(void)out;
}

const struct fp_selector fp_round_robin = {
	.name = "round-robin",
	.table_args = 1,
	.info_args = 0,
	.parse_path = rr_parse_path,
	.select = rr_select,
	.table_words = rr_table_words,
	.info_words = rr_info_words,
};
