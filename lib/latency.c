// SPDX-License-Identifier: GPL-2.0
/*
 * The answer to show_latency into structs:
 *
 *   {flow <id> | process <id> | path <device>} sum_usecs <n> buckets <#counts> <count>...
 *
 * A line for each in the kernel's text; here only the words count.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <fairpath/latency.h>

#include "words.h"

/* The least that one takes: two for whom, sum_usecs, buckets, and their numbers. */
#define LEAST_WORDS 6

static bool parse_word(struct words *words, const char *word)
{
	const char *taken = words_take(words, word);

	if (!taken)
		return false;
	return !strcmp(taken, word) || words_refuse(words, "'%s' is expected here", word);
}

static bool parse_dev(struct words *words, struct fairpath_latency *latency)
{
	const char *dev = words_take(words, "the path's device");

	if (!dev)
		return false;
	if (strspn(dev, "0123456789:") != strlen(dev))
		return words_refuse(words, "the path's device is not <major>:<minor>");
	if (strlen(dev) >= sizeof(latency->dev))
		return words_refuse(words, "the path's device is too long");
	strcpy(latency->dev, dev);
	return true;
}

/* Whose it is. */
static bool parse_subject(struct words *words, struct fairpath_latency *latency)
{
	const char *kind = words_take(words, "flow or path");

	if (!kind)
		return false;
	if (!strcmp(kind, "path"))
		return parse_dev(words, latency);
	latency->process = !strcmp(kind, "process");
	if (latency->process || !strcmp(kind, "flow"))
		return words_take_number(words, "the flow's id", 0, UINT64_MAX, &latency->id);
	return words_refuse(words, "it is no flow and no path");
}

static bool parse_buckets(struct words *words, struct fairpath_latency *latency)
{
	size_t i;

	if (!words_take_count(words, "the number of buckets", 0, FAIRPATH_LATENCY_BUCKETS, 1,
			      &latency->nr_buckets))
		return false;
	for (i = 0; i < latency->nr_buckets; i++)
		if (!words_take_number(words, "a bucket", 0, UINT64_MAX, &latency->buckets[i]))
			return false;
	return true;
}

static bool parse_latency(struct words *words, struct fairpath_latency *latency)
{
	return parse_subject(words, latency) && parse_word(words, "sum_usecs") &&
	       words_take_number(words, "sum_usecs", 0, UINT64_MAX, &latency->sum_usecs) &&
	       parse_word(words, "buckets") && parse_buckets(words, latency);
}

static bool parse(struct words *words, struct fairpath_latency *latencies, size_t *nr)
{
	while (words_left(words))
		if (!parse_latency(words, &latencies[(*nr)++]))
			return false;
	return true;
}

int fairpath_latencies_parse(const char *text, struct fairpath_latency **ret, size_t *nr,
			     struct fairpath_error *error)
{
	struct fairpath_latency *latencies = NULL;
	struct words words = { 0 };
	size_t count = 0;
	int r = words_init(&words, "latencies", text, error);

	if (!r) {
		/* One more, which may end too soon. */
		latencies = calloc(words.nr / LEAST_WORDS + 1, sizeof(*latencies));
		if (!latencies)
			r = fairpath_error_set(error, -ENOMEM, "out of memory");
		else if (!parse(&words, latencies, &count))
			r = -EINVAL;
	}
	words_clear(&words);
	if (r) {
		free(latencies);
		return r;
	}
	*ret = latencies;
	*nr = count;
	return 0;
}
