// SPDX-License-Identifier: GPL-2.0
/*
 * How long requests of each flow waited, and took on each path, for the message
 * show_latency; see status.h. A line for each:
 *
 *   flow|process <id> sum_usecs <all together> buckets <#counts> <count>...
 *   path <device> sum_usecs <all together> buckets <#counts> <count>...
 *
 * latency.h has the buckets.
 */
#include "status.h"

void fp_status_latency(const struct fp_fair_view *fair, struct fp_text *out)
{
	const struct fp_latencies *latencies = fair->latencies;
	unsigned int i;

	for (i = 0; i < FP_FQ_FLOWS; i++) {
		const struct fp_flow *flow = &fair->fq->flows[i];

		if (!flow->in_use)
			continue;
		fp_text_add(out, "%s %llu ", flow->key & FP_FLOW_PROCESS ? "process" : "flow",
			    (unsigned long long)(flow->key & ~FP_FLOW_PROCESS));
		fp_latency_words(&flow->waits, out);
		fp_text_add(out, "\n");
	}
	for (i = 0; i < latencies->nr; i++) {
		fp_text_add(out, "path %s ", latencies->of[i].name);
		fp_latency_words(&latencies->of[i].below, out);
		fp_text_add(out, "\n");
	}
}
