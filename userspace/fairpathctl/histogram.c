// SPDX-License-Identifier: GPL-2.0
/* Histograms of latencies; see histogram.h. */
#include "histogram.h"

#include <stdio.h>

#include <json-c/json.h>

#include "field.h"

/* The kernel's last, which has no end. */
#define LAST_BUCKET 25

struct histogram histogram_read(struct json_object *object, const char *key)
{
	struct json_object *told = field_object(object, key), *buckets = NULL;
	struct histogram histogram = { .sum_usecs = (uint64_t)field_number(told, "sum_usecs"),
				       .nr = field_count(told, "buckets") };
	size_t i;

	if (histogram.nr > HISTOGRAM_BUCKETS)
		histogram.nr = HISTOGRAM_BUCKETS;
	if (!told || !json_object_object_get_ex(told, "buckets", &buckets))
		return histogram;
	for (i = 0; i < histogram.nr; i++) {
		int64_t count = json_object_get_int64(json_object_array_get_idx(buckets, i));

		histogram.of[i] = count > 0 ? (uint64_t)count : 0;
		histogram.total += histogram.of[i];
	}
	return histogram;
}

struct histogram histogram_since(const struct histogram *before, const struct histogram *after)
{
	struct histogram since = *after;
	size_t i;

	for (i = 0; i < HISTOGRAM_BUCKETS; i++) {
		if (after->of[i] < before->of[i])
			return *after;
		since.of[i] -= before->of[i];
	}
	since.total -= before->total;
	since.sum_usecs -=
		before->sum_usecs < since.sum_usecs ? before->sum_usecs : since.sum_usecs;
	return since;
}

static double from(size_t bucket)
{
	return bucket ? (double)(UINT64_C(1) << (bucket - 1)) : 0;
}

static double to(size_t bucket)
{
	return bucket < LAST_BUCKET ? (double)(UINT64_C(1) << bucket) : from(bucket);
}

double histogram_quantile(const struct histogram *histogram, double share)
{
	double rank = share * (double)histogram->total, below = 0, at = 0;
	size_t i;

	for (i = 0; i < histogram->nr && (!i || below < rank); i++) {
		double count = (double)histogram->of[i];
		double part = count > 0 ? (rank - below) / count : 0;

		if (count > 0)
			at = from(i) + (to(i) - from(i)) * (part < 1 ? part : 1);
		below += count;
	}
	return at;
}

const char *histogram_most(const struct histogram *histogram, char *text)
{
	size_t last = histogram->nr;

	while (last && !histogram->of[last - 1])
		last--;
	if (!last)
		return "-";
	if (last > LAST_BUCKET)
		snprintf(text, HISTOGRAM_TEXT, ">%.0f", from(LAST_BUCKET) / 1000);
	else
		snprintf(text, HISTOGRAM_TEXT, "<%.*f", last > 10 ? 1 : 3, to(last - 1) / 1000);
	return text;
}
