// SPDX-License-Identifier: GPL-2.0
/* How long things take; see latency.h. */
#include "latency.h"

static unsigned int fp_latency_bucket(u64 ns)
{
	unsigned int bucket = fls64(div_u64(ns, 1000));

	return bucket < FP_LATENCY_BUCKETS ? bucket : FP_LATENCY_BUCKETS - 1;
}

void fp_latency_record(struct fp_latency *latency, u64 ns)
{
	latency->sum_ns += ns;
	latency->of[fp_latency_bucket(ns)]++;
}

void fp_latency_words(const struct fp_latency *latency, struct fp_text *out)
{
	unsigned int nr = FP_LATENCY_BUCKETS, i;

	while (nr && !latency->of[nr - 1])
		nr--;
	fp_text_add(out, "sum_usecs %llu buckets %u",
		    (unsigned long long)div_u64(latency->sum_ns, 1000), nr);
	for (i = 0; i < nr; i++)
		fp_text_add(out, " %llu", (unsigned long long)latency->of[i]);
}

/* Mostly at the same place. */
static const struct fp_path_latency *fp_latencies_find(const struct fp_latencies *latencies,
						       const char *name, unsigned int hint)
{
	unsigned int i;

	if (hint < latencies->nr && !strcmp(latencies->of[hint].name, name))
		return &latencies->of[hint];
	for (i = 0; i < latencies->nr; i++)
		if (!strcmp(latencies->of[i].name, name))
			return &latencies->of[i];
	return NULL;
}

void fp_latencies_take_over(struct fp_latencies *latencies, const struct fp_latencies *before)
{
	const struct fp_path_latency *old;
	unsigned int i;

	for (i = 0; i < latencies->nr; i++) {
		old = fp_latencies_find(before, latencies->of[i].name, i);
		if (old)
			latencies->of[i].below = old->below;
	}
}

void fp_latencies_reset(struct fp_latencies *latencies)
{
	unsigned int i;

	for (i = 0; i < latencies->nr; i++)
		memset(&latencies->of[i].below, 0, sizeof(latencies->of[i].below));
}
