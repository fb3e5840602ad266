// SPDX-License-Identifier: GPL-2.0
/* How long requests waited and took, as JSON; see report.h. */
#include "fairpathd/report-latency.h"

#include <json-c/json.h>
#include <stdlib.h>
#include <string.h>

#include <fairpath/dm.h>

#include "fairpathd/json.h"

void fpd_latencies_read(struct fpd_latencies *latencies, const char *device)
{
	char *answer = NULL;

	*latencies = (struct fpd_latencies){ 0 };
	if (!fairpath_dm_ask(device, "show_latency", &answer, NULL))
		fairpath_latencies_parse(answer, &latencies->of, &latencies->nr, NULL);
	free(answer);
}

void fpd_latencies_clear(struct fpd_latencies *latencies)
{
	free(latencies->of);
	latencies->of = NULL;
	latencies->nr = 0;
}

static const struct fairpath_latency *find(const struct fpd_latencies *latencies, const char *dev,
					   uint64_t id, bool process)
{
	const struct fairpath_latency *latency = latencies->of;
	size_t i;

	for (i = 0; i < latencies->nr; i++, latency++)
		if (!strcmp(latency->dev, dev) && latency->id == id && latency->process == process)
			return latency;
	return NULL;
}

static void add(struct json_object *object, const char *key, const struct fairpath_latency *latency)
{
	struct json_object *entry, *buckets;
	size_t i;

	if (!latency)
		return;
	entry = fpd_json_object(object, key);
	fpd_json_number(entry, "sum_usecs", (int64_t)latency->sum_usecs);
	buckets = fpd_json_array(entry, "buckets");
	for (i = 0; i < latency->nr_buckets; i++)
		fpd_json_append(buckets, json_object_new_int64((int64_t)latency->buckets[i]));
}

void fpd_report_waits(struct json_object *object, const struct fpd_latencies *latencies,
		      const struct fairpath_flow *flow)
{
	add(object, "waits", find(latencies, "", flow->id, flow->process));
}

void fpd_report_latency(struct json_object *object, const struct fpd_latencies *latencies,
			const char *dev)
{
	add(object, "latency", find(latencies, dev, 0, false));
}
