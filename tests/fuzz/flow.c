// SPDX-License-Identifier: GPL-2.0
/*
 * Fuzzing of fairpath_flows_parse(). Beside memory errors it looks for broken promises: a
 * failure says why and leaves the result alone; what was read can be read again.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fairpath/flow.h>

#include "promise.h"

/* As the target writes it. */
static char *text_of(const struct fairpath_flow *flows, size_t nr)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	for (; nr--; flows++)
		fprintf(out,
			"flow %" PRIu64 " process %" PRIu64 " weight %" PRIu64 " idle %" PRIu64
			" waiting %" PRIu64 " granted %" PRIu64 " cost %" PRIu64
			" wait_usecs %" PRIu64 " worst_wait_usecs %" PRIu64 "\n",
			flows->id, flows->process, flows->weight, flows->idle, flows->waiting,
			flows->granted, flows->cost, flows->wait_usecs, flows->worst_wait_usecs);
	fclose(out);
	return text;
}

static void check(const struct fairpath_flow *flows, size_t nr)
{
	struct fairpath_flow *again = NULL;
	char *text = text_of(flows, nr);
	size_t nr_again = 0;

	PROMISE(!fairpath_flows_parse(text, &again, &nr_again, NULL));
	PROMISE(nr == nr_again);
	PROMISE(!memcmp(flows, again, nr * sizeof(*flows)));
	free(again);
	free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = strndup((const char *)data, size);
	struct fairpath_error error = { "" };
	struct fairpath_flow *flows = NULL;
	size_t nr = 0;
	int r = fairpath_flows_parse(text, &flows, &nr, &error);

	PROMISE(r == 0 || r == -EINVAL);
	if (r) {
		PROMISE(!flows && !nr);
		PROMISE(strlen(error.text) > 20);
	} else {
		check(flows, nr);
	}
	free(flows);
	free(text);
	return 0;
}
