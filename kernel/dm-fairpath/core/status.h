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
 *          (ours, all of it pairs, counted by <#words>)
 *   TABLE  as loaded, with the defaults of a path's words written out; the handler
 *          is the one that is attached
 *   IMA    <name>=<value> pairs, for the kernel's measurement log
 *
 * Each word has a space after it. Pure; the caller holds the map's lock.
 */
#ifndef FP_CORE_STATUS_H
#define FP_CORE_STATUS_H

#include "counters.h"
#include "flush.h"
#include "handler.h"
#include "map.h"
#include "table.h"
#include "text.h"

/* What is shown, all of it the caller's. */
struct fp_status_view {
	const struct fp_map *map;
	const struct fp_features *features;
	const struct fp_handler *handler;
	const struct fp_counters *counters;
	const struct fp_flush *flush;
	struct fp_caps (*caps)(const void *context, int path); /* a path's, now */
	const void *context;
};

void fp_status_info(const struct fp_status_view *view, struct fp_text *out);
void fp_status_table(const struct fp_status_view *view, struct fp_text *out);

/* fp_status_ima - all but the target's name and version, which come before it */
void fp_status_ima(const struct fp_status_view *view, struct fp_text *out);

#endif
