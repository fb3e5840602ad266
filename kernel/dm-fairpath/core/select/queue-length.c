// SPDX-License-Identifier: GPL-2.0
/*
 * queue-length: the usable path with the fewest requests in flight; of equals
 * the one used least recently.
 *
 * Path words: [<repeat count>]. Status words: TABLE <repeat count>,
 * INFO <requests in flight>.
 */
#include "../text.h"
#include "best.h"

static bool ql_better(const struct fp_group *group, const struct fp_path *a,
		      const struct fp_path *b, u64 asked)
{
	(void)group;
	(void)asked;
	if (a->in_flight != b->in_flight)
		return a->in_flight < b->in_flight;
	return a->last_used < b->last_used;
}

static int ql_select(const struct fp_group *group, u64 bytes, const struct fp_moment *moment)
{
	(void)moment;
	return fp_best_path(group, ql_better, bytes);
}

static void ql_info_words(const struct fp_group *group, const struct fp_path *path,
			  struct fp_text *out)
{
	(void)group;
	fp_text_add(out, "%u ", path->in_flight);
}

const struct fp_selector fp_queue_length = {
	.name = "queue-length",
	.table_args = 1,
	.info_args = 1,
	.parse_path = fp_parse_count_only,
	.select = ql_select,
	.table_words = fp_count_only_words,
	.info_words = ql_info_words,
};
