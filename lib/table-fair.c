// SPDX-License-Identifier: GPL-2.0
/* The feature words that set the fair queue; see table-fair.h. */
#include "table-fair.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* The target's limits: core/fair.h; the keystone test holds them together. */
#define MAX_EXPIRY 3600000
#define MAX_DEPTH  65535
#define MAX_WEIGHT 10000

static const char *const flows_words[] = {
	[FAIRPATH_FLOWS_AUTO] = "auto",	    [FAIRPATH_FLOWS_CGROUP] = "cgroup",
	[FAIRPATH_FLOWS_IOPRIO] = "ioprio", [FAIRPATH_FLOWS_PROCESS] = "process",
	[FAIRPATH_FLOWS_ONE] = "one",
};

enum { NR_FLOWS_WORDS = sizeof(flows_words) / sizeof(flows_words[0]) };

static bool read_flows(struct words *words, struct fairpath_fair *fair)
{
	const char *word = words_take(words, "how flows are told apart");
	unsigned int i;

	if (!word)
		return false;
	for (i = FAIRPATH_FLOWS_AUTO; i < NR_FLOWS_WORDS; i++)
		if (!strcasecmp(word, flows_words[i])) {
			fair->flows = i;
			return true;
		}
	return words_refuse(words,
			    "flows are told apart by cgroup, ioprio or process, are one, or auto");
}

static bool read_number(struct words *words, const char *name, unsigned int max, unsigned int *ret)
{
	uint64_t value;

	if (!words_take_number(words, name, 1, max, &value))
		return false;
	*ret = (unsigned int)value;
	return true;
}

static bool read_read_expiry(struct words *words, struct fairpath_fair *fair)
{
	return read_number(words, "fair_read_expiry_msecs", MAX_EXPIRY, &fair->read_expiry_msecs);
}

static bool read_write_expiry(struct words *words, struct fairpath_fair *fair)
{
	return read_number(words, "fair_write_expiry_msecs", MAX_EXPIRY, &fair->write_expiry_msecs);
}

static bool read_depth(struct words *words, struct fairpath_fair *fair)
{
	return read_number(words, "fair_depth", MAX_DEPTH, &fair->depth);
}

/* Digits, up to @end. */
static bool parse_digits(const char *word, const char *end, uint64_t max, uint64_t *ret)
{
	uint64_t value = 0;

	if (word == end)
		return false;
	for (; word < end; word++) {
		if (*word < '0' || *word > '9' || value > (UINT64_MAX - 9) / 10)
			return false;
		value = value * 10 + (uint64_t)(*word - '0');
	}
	*ret = value;
	return value <= max;
}

static bool read_weight(struct words *words, struct fairpath_fair *fair)
{
	const char *word = words_take(words, "a flow's weight");
	const char *colon = word ? strchr(word, ':') : NULL;
	uint64_t id, weight;

	if (!word)
		return false;
	if (fair->nr_weights == FAIRPATH_FAIR_MAX_WEIGHTS)
		return words_refuse(words, "a table has 16 weights at most");
	if (!colon || !parse_digits(word, colon, UINT64_MAX, &id) ||
	    !parse_digits(colon + 1, colon + strlen(colon), MAX_WEIGHT, &weight) || !weight)
		return words_refuse(words, "a weight is <id of the flow>:<1 to 10000>");
	fair->weights[fair->nr_weights++] =
		(struct fairpath_fair_weight){ .id = id, .weight = (unsigned int)weight };
	return true;
}

static const struct value {
	const char *name;
	bool (*read)(struct words *words, struct fairpath_fair *fair);
} values[] = {
	{ "fair_flows", read_flows },
	{ "fair_read_expiry_msecs", read_read_expiry },
	{ "fair_write_expiry_msecs", read_write_expiry },
	{ "fair_depth", read_depth },
	{ "fair_weight", read_weight },
};

static const struct value *find(const char *name)
{
	size_t i;

	for (i = 0; i < sizeof(values) / sizeof(values[0]); i++)
		if (!strcasecmp(values[i].name, name))
			return &values[i];
	return NULL;
}

bool fair_is_word(const char *name)
{
	return find(name);
}

bool fair_read(struct words *words, struct fairpath_fair *fair, const char *name)
{
	const struct value *value = find(name);

	return value && value->read(words, fair);
}

const char *fair_wrong(const struct fairpath_fair *fair, const char **ret_why)
{
	size_t i;

	*ret_why = "is above 3600000";
	if (fair->read_expiry_msecs > MAX_EXPIRY)
		return "read_expiry_msecs";
	if (fair->write_expiry_msecs > MAX_EXPIRY)
		return "write_expiry_msecs";
	*ret_why = "is above 65535";
	if (fair->depth > MAX_DEPTH)
		return "fair depth";
	*ret_why = "is none that there is";
	if ((unsigned int)fair->flows >= NR_FLOWS_WORDS)
		return "flows";
	*ret_why = "is above 16";
	if (fair->nr_weights > FAIRPATH_FAIR_MAX_WEIGHTS)
		return "the number of weights";
	*ret_why = "is not within 1 to 10000";
	for (i = 0; i < fair->nr_weights; i++)
		if (!fair->weights[i].weight || fair->weights[i].weight > MAX_WEIGHT)
			return "a weight";
	return NULL;
}

int fair_nr_words(const struct fairpath_fair *fair)
{
	return fair->queue + 2 * (fair->flows != FAIRPATH_FLOWS_ABSENT) +
	       2 * (fair->read_expiry_msecs > 0) + 2 * (fair->write_expiry_msecs > 0) +
	       2 * (fair->depth > 0) + 2 * (int)fair->nr_weights;
}

void fair_write(FILE *out, const struct fairpath_fair *fair)
{
	size_t i;

	if (fair->queue)
		fputs(" fair_queue", out);
	if (fair->flows != FAIRPATH_FLOWS_ABSENT)
		fprintf(out, " fair_flows %s", flows_words[fair->flows]);
	if (fair->read_expiry_msecs)
		fprintf(out, " fair_read_expiry_msecs %u", fair->read_expiry_msecs);
	if (fair->write_expiry_msecs)
		fprintf(out, " fair_write_expiry_msecs %u", fair->write_expiry_msecs);
	if (fair->depth)
		fprintf(out, " fair_depth %u", fair->depth);
	for (i = 0; i < fair->nr_weights; i++)
		fprintf(out, " fair_weight %llu:%u", (unsigned long long)fair->weights[i].id,
			fair->weights[i].weight);
}
