// SPDX-License-Identifier: GPL-2.0
/*
 * The answer to show_flows into structs:
 *
 *   {flow <id> {<key> <number>}...}...
 *
 * A line for each in the kernel's text; here only the words count.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <fairpath/flow.h>

#include "words.h"

#define KEY(key)                                                                                   \
	{                                                                                          \
#key, offsetof(struct fairpath_flow, key)                                          \
	}
static const struct key {
	const char *name;
	size_t offset;
} keys[] = {
	KEY(process), KEY(weight), KEY(idle),	    KEY(waiting),
	KEY(granted), KEY(cost),   KEY(wait_usecs), KEY(worst_wait_usecs),
};
#undef KEY

static uint64_t *field_of(struct fairpath_flow *flow, const char *name)
{
	size_t i;

	for (i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (!strcmp(keys[i].name, name))
			return (uint64_t *)((char *)flow + keys[i].offset);
	return NULL;
}

static bool flow_begins(const struct words *words)
{
	return words_left(words) && !strcmp(words->word[words->next], "flow");
}

static bool parse_flow(struct words *words, struct fairpath_flow *flow)
{
	words_take(words, "flow");
	if (!words_take_number(words, "the flow's id", 0, UINT64_MAX, &flow->id))
		return false;
	while (words_left(words) && !flow_begins(words)) {
		const char *name = words_take(words, "a key");
		uint64_t *field = field_of(flow, name), other;

		if (!words_take_number(words, name, 0, UINT64_MAX, field ? field : &other))
			return false;
	}
	return true;
}

static bool parse(struct words *words, struct fairpath_flow *flows, size_t *nr)
{
	while (flow_begins(words))
		if (!parse_flow(words, &flows[(*nr)++]))
			return false;
	return words_end(words);
}

int fairpath_flows_parse(const char *text, struct fairpath_flow **ret, size_t *nr,
			 struct fairpath_error *error)
{
	struct fairpath_flow *flows = NULL;
	struct words words = { 0 };
	size_t count = 0;
	int r = words_init(&words, "flows", text, error);

	if (!r) {
		/* Each takes two words at least. */
		flows = calloc(words.nr / 2 + 1, sizeof(*flows));
		if (!flows)
			r = fairpath_error_set(error, -ENOMEM, "out of memory");
		else if (!parse(&words, flows, &count))
			r = -EINVAL;
	}
	words_clear(&words);
	if (r) {
		free(flows);
		return r;
	}
	*ret = flows;
	*nr = count;
	return 0;
}
