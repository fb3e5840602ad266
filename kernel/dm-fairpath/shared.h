/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What must outlive a table: one object for each mapped device, found by every
 * table that is loaded for it, and gone with the last of them.
 */
#ifndef DMFP_SHARED_H
#define DMFP_SHARED_H

#include <linux/list.h>

#include "core/counters.h"
#include "core/flush.h"
#include "park.h"

struct dmfp_fair;
struct fp_latencies;
struct mapped_device;

struct dmfp_shared {
	struct list_head list;	  /* of all, under the file's mutex */
	struct mapped_device *md; /* which it is of */
	unsigned int users;	  /* tables, under the file's mutex */

	struct dmfp_park park;
	struct dmfp_fair *fair; /* fair.h; NULL until a table wants it. Under the file's mutex */

	/*
	 * Under the live map's lock. There is one live map at a time: a table is
	 * suspended, and its I/O has ended, before the next is resumed.
	 */
	struct fp_flush flush;
	struct fp_counters counters;
	struct fp_caps advertised; /* since the last resume */
	bool had_paths;		   /* some table that was resumed had; the queue has their limits */

	struct fp_latencies *latencies; /* latency.c; of the table that had a fair queue last */

	u32 event_seq; /* DM_SEQNUM of the last event; the live map's worker's */
};

/* Process context, may sleep. Return: the object, or an ERR_PTR(). */
struct dmfp_shared *dmfp_shared_get(struct mapped_device *md);
/* dmfp_shared_fair - and its fair queue (fair.h), made now if no table wanted it before */
struct dmfp_fair *dmfp_shared_fair(struct dmfp_shared *shared, bool has_lot);
void dmfp_shared_put(struct dmfp_shared *shared);

#endif
