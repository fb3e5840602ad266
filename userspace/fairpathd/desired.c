// SPDX-License-Identifier: GPL-2.0
/* A map as it should be: from the states of a LUN's paths and the configuration. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fairpathd/desired.h"
#include "fairpathd/grouping.h"

#define MAX_WORDS   32	 /* of a selector or a hardware handler; they have a handful */
#define MAX_PATHS   1024 /* of a map; the kernel's limit of one group */
#define MAX_TIMEOUT 86400

/* What the table points into, in one piece. */
struct memory {
	char selector[256];
	char handler[256];
	char repeat[16];
	const char *selector_words[MAX_WORDS];
	const char *handler_words[MAX_WORDS];
	const char *path_words[1];
	struct fairpath_table_group groups[MAX_PATHS];
	struct fairpath_table_path paths[MAX_PATHS];
	char devs[MAX_PATHS][24];
	enum fpd_want wants[MAX_PATHS];
};

bool fpd_no_path_timeout(const struct fpd_settings *settings, unsigned int *ret)
{
	int64_t given = settings->queue_if_no_path_timeout_secs.value;
	int64_t checks = settings->no_path_retry.value, secs;

	if (checks <= 0) {
		if (given == FPD_UNSET)
			return false;
		*ret = (unsigned int)given;
		return true;
	}
	/* So many checks, counted by the kernel's own clock: it rings with no daemon, too. */
	secs = checks * settings->polling_interval.value;
	if (secs > MAX_TIMEOUT)
		secs = MAX_TIMEOUT;
	if (given != FPD_UNSET && given > 0 && given < secs)
		secs = given;
	*ret = (unsigned int)secs;
	return true;
}

/* Splits @text in place. Return: the number of words, or -EINVAL if there are too many. */
static int split(char *text, const char **words)
{
	char *rest = text, *word;
	int nr = 0;

	while ((word = strsep(&rest, " \t"))) {
		if (!*word)
			continue;
		if (nr == MAX_WORDS)
			return -EINVAL;
		words[nr++] = word;
	}
	return nr;
}

/*
 * "service-time 0", "1 alua": words with their own count among them, at @count_at.
 * The count is dropped, since the table's writer counts itself; it must be right.
 */
static int split_counted(char *text, const char **words, int count_at)
{
	int nr = split(text, words);
	char *end;

	if (nr < 0 || nr <= count_at)
		return nr < 0 ? nr : -EINVAL;
	if (strtol(words[count_at], &end, 10) != nr - count_at - 1 || *end)
		return -EINVAL;
	memmove(&words[count_at], &words[count_at + 1],
		(size_t)(nr - count_at - 1) * sizeof(*words));
	return nr - 1;
}

static int copy(char *to, size_t size, const char *from)
{
	if (strlen(from) >= size)
		return -EINVAL;
	strcpy(to, from);
	return 0;
}

static void fill_features(const struct fpd_settings *settings, struct fpd_desired *desired)
{
	struct fairpath_features *features = &desired->table.features;

	desired->queue = settings->no_path_retry.value != FPD_NO_PATH_FAIL;
	features->queue_if_no_path = desired->queue;
	features->has_no_path_timeout =
		desired->queue && fpd_no_path_timeout(settings, &features->no_path_timeout_secs);
	features->retain_attached_hw_handler =
		settings->retain_attached_hw_handler.value == 1 && settings->hardware_handler.value;
	features->elide_flushes = settings->elide_flushes.value == 1;
	features->fair = settings->fair;
	features->fair.queue = settings->fair_queue.value == 1;
	if (settings->pg_init_retries.value != FPD_UNSET)
		features->pg_init_retries = (unsigned int)settings->pg_init_retries.value;
	features->has_pg_init_delay = settings->pg_init_delay_msecs.value != FPD_UNSET;
	if (features->has_pg_init_delay)
		features->pg_init_delay_msecs = (unsigned int)settings->pg_init_delay_msecs.value;
	features->queue_mode = (enum fairpath_queue_mode)settings->queue_mode.value;
}

static int fill_words(const struct fpd_settings *settings, struct memory *m,
		      struct fairpath_table *table, int *nr_selector_words)
{
	int r = copy(m->selector, sizeof(m->selector), settings->path_selector.value);

	if (r)
		return r;
	*nr_selector_words = split_counted(m->selector, m->selector_words, 1);
	if (*nr_selector_words < 0)
		return *nr_selector_words;
	snprintf(m->repeat, sizeof(m->repeat), "%lld", (long long)settings->rr_min_io_rq.value);
	m->path_words[0] = m->repeat;

	if (!settings->hardware_handler.value)
		return 0;
	r = copy(m->handler, sizeof(m->handler), settings->hardware_handler.value);
	if (r)
		return r;
	/* "0": none. "1 alua": its count comes first, and is of all the words that follow. */
	r = split_counted(m->handler, m->handler_words, 0);
	if (r < 0)
		return r;
	table->nr_handler_words = (size_t)r;
	table->handler_words = m->handler_words;
	return 0;
}

static bool enters(const struct fpd_desired_input *input, const struct fpd_member *member)
{
	if (member->state == FPD_PATH_REMOVED || member->state == FPD_PATH_WRONG_LUN)
		return false;
	if (strcmp(member->wwid, input->wwid) != 0)
		return false;
	return member->in_live || member->entered;
}

static enum fpd_want want_of(enum fpd_path_state state, bool have_good, bool have_delayed)
{
	switch (state) {
	case FPD_PATH_UP:
	case FPD_PATH_GHOST:
		return FPD_WANT_USABLE;
	case FPD_PATH_NEW:
	case FPD_PATH_PENDING:
		return FPD_WANT_AS_IS;
	case FPD_PATH_DELAYED:
		return have_good ? FPD_WANT_FAILED : FPD_WANT_USABLE;
	case FPD_PATH_BLOCKED:
		return have_good || have_delayed ? FPD_WANT_FAILED : FPD_WANT_AS_IS;
	case FPD_PATH_DOWN:
	case FPD_PATH_CHECKING:
	case FPD_PATH_HELD:
	case FPD_PATH_WRONG_LUN:
	case FPD_PATH_REMOVED:
	case FPD_NR_PATH_STATES:
		break;
	}
	return FPD_WANT_FAILED;
}

static bool any_in_state(const struct fpd_desired_input *input, enum fpd_path_state a,
			 enum fpd_path_state b)
{
	for (size_t i = 0; i < input->nr_members; i++)
		if (enters(input, &input->members[i]) &&
		    (input->members[i].state == a || input->members[i].state == b))
			return true;
	return false;
}

/* One group's paths, behind those of the groups before it. */
static int fill_group(const struct fpd_desired_input *input, struct fpd_desired *desired,
		      struct memory *m, const size_t *chosen, const size_t *group_of, size_t nr,
		      size_t group)
{
	bool have_good = any_in_state(input, FPD_PATH_UP, FPD_PATH_GHOST);
	bool have_delayed = any_in_state(input, FPD_PATH_DELAYED, FPD_PATH_DELAYED);
	struct fairpath_table_group *g = &m->groups[group];
	int r;

	g->paths = &m->paths[desired->nr_paths];
	for (size_t i = 0; i < nr; i++) {
		const struct fpd_member *member = &input->members[chosen[i]];
		size_t at = desired->nr_paths;

		if (group_of[i] != group)
			continue;
		r = copy(m->devs[at], sizeof(m->devs[at]), member->dev);
		if (r)
			return r;
		m->paths[at] =
			(struct fairpath_table_path){ .dev = m->devs[at], .args = m->path_words };
		m->wants[at] = want_of(member->state, have_good, have_delayed);
		if (m->wants[at] == FPD_WANT_USABLE) {
			desired->nr_usable++;
			if (!desired->best_group)
				desired->best_group = (unsigned int)group + 1;
		}
		if (input->initial_group_of && !strcmp(member->dev, input->initial_group_of))
			desired->table.initial_group = (unsigned int)group + 1;
		desired->nr_paths++;
		g->nr_paths++;
	}
	return 0;
}

static int fill_groups(const struct fpd_desired_input *input, struct fpd_desired *desired,
		       struct memory *m, int nr_selector_words)
{
	struct fpd_groupable paths[MAX_PATHS];
	size_t chosen[MAX_PATHS], group_of[MAX_PATHS], nr = 0;
	int r = 0;

	for (size_t i = 0; i < input->nr_members; i++) {
		const struct fpd_member *member = &input->members[i];

		if (strcmp(member->wwid, input->wwid) != 0)
			desired->strangers++;
		if (!enters(input, member) || nr == MAX_PATHS)
			continue;
		chosen[nr] = i;
		paths[nr++] =
			(struct fpd_groupable){ member->devnum, member->priority, member->key };
	}
	desired->table.nr_groups =
		fpd_group_paths((enum fpd_grouping)input->settings->path_grouping_policy.value,
				paths, nr, group_of);
	for (size_t g = 0; g < desired->table.nr_groups && !r; g++) {
		m->groups[g] = (struct fairpath_table_group){
			.selector = m->selector_words[0],
			.nr_selector_args = (size_t)nr_selector_words - 1,
			.selector_args = &m->selector_words[1],
			.nr_path_args = 1,
		};
		r = fill_group(input, desired, m, chosen, group_of, nr, g);
	}
	return r;
}

static int build(const struct fpd_desired_input *input, struct fpd_desired *desired,
		 struct memory *m)
{
	int nr_selector_words, r;

	r = copy(desired->name, sizeof(desired->name), input->name);
	if (r || strlen(FAIRPATH_DM_UUID_PREFIX) + strlen(input->wwid) >= sizeof(desired->uuid))
		return -EINVAL;
	strcpy(desired->uuid, FAIRPATH_DM_UUID_PREFIX);
	strcat(desired->uuid, input->wwid);
	desired->sectors = input->sectors;
	desired->skip_partitions = input->settings->skip_kpartx.value == 1;
	desired->wants = m->wants;
	desired->table.groups = m->groups;
	fill_features(input->settings, desired);
	r = fill_words(input->settings, m, &desired->table, &nr_selector_words);
	if (r)
		return r;
	r = fill_groups(input, desired, m, nr_selector_words);
	if (!desired->table.initial_group && desired->table.nr_groups)
		desired->table.initial_group = desired->best_group ? desired->best_group : 1;
	return r;
}

int fpd_desired_build(const struct fpd_desired_input *input, struct fpd_desired *ret)
{
	struct memory *memory = calloc(1, sizeof(*memory));
	struct fpd_desired desired = { .memory = memory };
	int r;

	if (!memory)
		return -ENOMEM;
	r = build(input, &desired, memory);
	if (r) {
		free(memory);
		return r;
	}
	*ret = desired;
	return 0;
}

void fpd_desired_clear(struct fpd_desired *desired)
{
	free(desired->memory);
	memset(desired, 0, sizeof(*desired));
}
