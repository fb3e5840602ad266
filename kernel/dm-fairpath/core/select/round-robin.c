// SPDX-License-Identifier: GPL-2.0
/*
 * round-robin: the usable path that was used least recently.
 *
 * With all paths usable that is one after the other; a path that comes back
 * has its turn at once.
 *
 * Path words: [<repeat count>]. Status words: TABLE <repeat count>, INFO none.
 */
#include "best.h"

static bool rr_better(const struct fp_group *group, const struct fp_path *a,
		      const struct fp_path *b, u64 asked)
{
	(void)group;
	(void)asked;
	return a->last_used < b->last_used;
}

static int rr_select(const struct fp_group *group, u64 bytes, const struct fp_moment *moment)
{
	(void)moment;
	return fp_best_path(group, rr_better, bytes);
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
	.parse_path = fp_parse_count_only,
	.select = rr_select,
	.table_words = fp_count_only_words,
	.info_words = rr_info_words,
};
