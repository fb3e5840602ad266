/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The status lines of a map: dm-multipath's, word for word, then ours.
 *
 *   INFO   2 <queue_io> <pg_init_count> 0 <#groups> <group>
 *          {A|D|E <#selector words> [<word>]... <#paths> <#words per path>
 *           {<path> A|F <fail count> [<word>]...}...}...
 *          <#words> {<counter> <value>}...
 *          flush_policy law|elide|as_in_2011  owed <writes>  promised 0|1
 *          {<path> none|wc|wc+fua}...
 *          fair_flows auto|cgroup|ioprio|process|one
 *          fair_told_by cgroup|process|cgroup+process|ioprio|none  (so far)
 *          fair_window N  fair_in_flight N  fair_waiting N
 *          fair_granted N  fair_granted_overdue N  fair_worst_wait_usecs N
 *          fair_silent none|<path>[,<path>]...
 *          (ours, all of it pairs, counted by <#words>; fair_... if it is on)
 *   TABLE  as loaded, with the defaults of a path's words written out; the handler
 *          is the one that is attached
 *   IMA    <name>=<value> pairs, for the kernel's measurement log
 *
 * Each word has a space after it. Pure; the caller holds the map's lock.
 */
#ifndef FP_CORE_STATUS_H
#define FP_CORE_STATUS_H

#include "counters.h"
#include "depth.h"
#include "flush.h"
#include "handler.h"
#include "map.h"
#include "table.h"
#include "text.h"

/* fq: NULL if there is no fair queue. */
struct fp_fair_view {
	enum fp_flows flows;
	const char *told_by;
	const struct fp_fq *fq;
	const struct fp_depth *depth;
	const struct fp_latencies *latencies;
	u32 in_flight;
};

/* What is shown, all of it the caller's. */
struct fp_status_view {
	const struct fp_map *map;
	const struct fp_features *features;
	const struct fp_handler *handler;
	const struct fp_counters *counters;
	const struct fp_flush *flush;
	struct fp_fair_view fair;
	struct fp_caps (*caps)(const void *context, int path); /* a path's, now */
	const void *context;
};

void fp_status_info(const struct fp_status_view *view, struct fp_text *out);
/* fp_status_flows - the answer to the message show_flows: a line for each flow */
void fp_status_flows(const struct fp_fair_view *fair, struct fp_text *out);

/* fp_status_latency - and to show_latency: a line for each flow and path */
void fp_status_latency(const struct fp_fair_view *fair, struct fp_text *out);

void fp_status_table(const struct fp_status_view *view, struct fp_text *out);

/* fp_status_ima - all but the target's name and version, which come before it */
void fp_status_ima(const struct fp_status_view *view, struct fp_text *out);

#endif
