// SPDX-License-Identifier: GPL-2.0
/*
 * queue-length: the usable path with the fewest requests in flight; of equals
 * the one used least recently.
 *
 * Path words: [<repeat count>]. Status words: TABLE <repeat count>,
 * INFO <requests in flight>.
 */
#include "../map.h"
#include "../number.h"
#include "../text.h"

static const char *ql_parse_path(struct fp_path_args *args, unsigned int argc, char *const *argv,
				 unsigned int *bad)
{
	return fp_parse_repeat_count(args, argc, argv, 1, bad);
}

static bool ql_better(const struct fp_path *a, const struct fp_path *b)
{
	if (a->in_flight != b->in_flight)
		return a->in_flight < b->in_flight;
	return a->last_used < b->last_used;
}

static int ql_select(const struct fp_group *group, u64 bytes, const struct fp_moment *moment)
{
	const struct fp_path *path, *best = NULL;
	unsigned int i;

	(void)bytes;
	(void)moment;
	for (i = 0; i < group->nr_paths; i++) {
		path = &group->paths[i];
		if (path->usable && (!best || ql_better(path, best)))
			best = path;
	}
	return best ? (int)(best - group->paths) : FP_NONE;
}

static void ql_table_words(const struct fp_group *group, const struct fp_path *path,
			   struct fp_text *out)
{
	(void)group;
	fp_text_add(out, "%u ", path->args.repeat_count);
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
	.parse_path = ql_parse_path,
	.select = ql_select,
	.table_words = ql_table_words,
	.info_words = ql_info_words,
};
