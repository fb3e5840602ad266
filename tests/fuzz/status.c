// SPDX-License-Identifier: GPL-2.0
/*
 * Fuzzing of fairpath_status_parse(). Beside memory errors it looks for broken
 * promises: a failure says why and leaves the result alone; a good status can be
 * read to its last word.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <fairpath/status.h>

#include "promise.h"

/* Words are not empty; to look at each is to touch all memory that belongs to it. */
static void check_words(const char *const *words, size_t nr)
{
	while (nr--)
		PROMISE(strlen(*words++) > 0);
}

static void check_group(const struct fairpath_status_group *group)
{
	size_t i;

	PROMISE(group->state <= FAIRPATH_GROUP_DISABLED);
	check_words(group->selector_words, group->nr_selector_words);
	for (i = 0; i < group->nr_paths; i++) {
		check_words(&group->paths[i].dev, 1);
		check_words(group->paths[i].info, group->paths[i].nr_info);
	}
}

static void check_status(const struct fairpath_status *status)
{
	size_t i;

	PROMISE(status->current_group <= status->nr_groups);
	PROMISE(!status->current_group == !status->nr_groups);
	PROMISE(status->has_pairs || !status->nr_pairs);
	for (i = 0; i < status->nr_groups; i++)
		check_group(&status->groups[i]);
	for (i = 0; i < status->nr_pairs; i++) {
		check_words(&status->pairs[i].key, 1);
		check_words(&status->pairs[i].value, 1);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = strndup((const char *)data, size);
	struct fairpath_error error = { "" };
	struct fairpath_status *status = NULL;
	int r = fairpath_status_parse(text, &status, &error);

	PROMISE(r == 0 || r == -EINVAL);
	if (r) {
		PROMISE(!status);
		PROMISE(strlen(error.text) > 20);
	} else {
		check_status(status);
	}
	fairpath_status_free(status);
	free(text);
	return 0;
}
