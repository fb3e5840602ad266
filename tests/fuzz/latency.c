// SPDX-License-Identifier: GPL-2.0
/*
 * Fuzzing of fairpath_latencies_parse(). Beside memory errors it looks for broken promises:
 * a failure says why and leaves the result alone; what was read can be read again.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fairpath/latency.h>

#include "promise.h"

static void write_one(FILE *out, const struct fairpath_latency *latency)
{
	size_t i;

	if (*latency->dev)
		fprintf(out, "path %s", latency->dev);
	else
		fprintf(out, "%s %" PRIu64, latency->process ? "process" : "flow", latency->id);
	fprintf(out, " sum_usecs %" PRIu64 " buckets %zu", latency->sum_usecs, latency->nr_buckets);
	for (i = 0; i < latency->nr_buckets; i++)
		fprintf(out, " %" PRIu64, latency->buckets[i]);
	fputc('\n', out);
}

/* As the target writes it. */
static char *text_of(const struct fairpath_latency *latencies, size_t nr)
{
	char *text = NULL;
	size_t size, i;
	FILE *out = open_memstream(&text, &size);

	for (i = 0; i < nr; i++)
		write_one(out, &latencies[i]);
	fclose(out);
	return text;
}

static void check(const struct fairpath_latency *latencies, size_t nr)
{
	struct fairpath_latency *again = NULL;
	char *text = text_of(latencies, nr);
	size_t nr_again = 0;

	PROMISE(!fairpath_latencies_parse(text, &again, &nr_again, NULL));
	PROMISE(nr == nr_again);
	PROMISE(!memcmp(latencies, again, nr * sizeof(*latencies)));
	free(again);
	free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = strndup((const char *)data, size);
	struct fairpath_error error = { "" };
	struct fairpath_latency *latencies = NULL;
	size_t nr = 0;
	int r = fairpath_latencies_parse(text, &latencies, &nr, &error);

	PROMISE(r == 0 || r == -EINVAL);
	if (r) {
		PROMISE(!latencies && !nr);
		PROMISE(strlen(error.text) > 20);
	} else {
		check(latencies, nr);
	}
	free(latencies);
	free(text);
	return 0;
}
