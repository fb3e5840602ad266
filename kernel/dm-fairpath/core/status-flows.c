// SPDX-License-Identifier: GPL-2.0
/*
 * What each flow had, for the message show_flows; see status.h. A line for each:
 *
 *   flow <id> process 0|1 weight <weight> idle 0|1 waiting <requests> granted <requests>
 *   cost <bytes> wait_usecs <all together> worst_wait_usecs <of one>
 *
 * process: where cgroups and processes are flows, it is a process.
 * A flow that never waited is not there: below the window nobody is looked at.
 */
#include "status.h"

static unsigned long long fp_usecs(u64 ns)
{
	return div_u64(ns, 1000);
}

static void fp_flow_line(const struct fp_flow *flow, struct fp_text *out)
{
	fp_text_add(out, "flow %llu process %u weight %u idle %u waiting %u ",
		    (unsigned long long)(flow->key & ~FP_FLOW_PROCESS),
		    !!(flow->key & FP_FLOW_PROCESS), flow->weight, flow->idle_class,
		    flow->nr_waiting);
	fp_text_add(out, "granted %llu cost %llu ", (unsigned long long)flow->granted,
		    (unsigned long long)flow->granted_cost);
	fp_text_add(out, "wait_usecs %llu worst_wait_usecs %llu\n", fp_usecs(flow->waited_ns),
		    fp_usecs(flow->worst_wait_ns));
}

void fp_status_flows(const struct fp_fair_view *fair, struct fp_text *out)
{
	unsigned int i;

	for (i = 0; i < FP_FQ_FLOWS; i++)
		if (fair->fq->flows[i].in_use)
			fp_flow_line(&fair->fq->flows[i], out);
}
