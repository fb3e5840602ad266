// SPDX-License-Identifier: GPL-2.0
/* The repeat count, of the selectors that have no other word for a path; see best.h. */
#include "../number.h"
#include "../text.h"
#include "best.h"

const char *fp_parse_count_only(struct fp_path_args *args, unsigned int argc, char *const *argv,
				unsigned int *bad)
{
	return fp_parse_repeat_count(args, argc, argv, 1, bad);
}

void fp_count_only_words(const struct fp_group *group, const struct fp_path *path,
			 struct fp_text *out)
{
	(void)group;
	fp_text_add(out, "%u ", path->args.repeat_count);
}
