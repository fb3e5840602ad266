/* SPDX-License-Identifier: GPL-2.0 */
/*
 * dm-fairpath, the glue: what core/ decides is done here, in device-mapper's
 * terms. One struct a map, one a path; prototypes stand under the file that
 * has them.
 *
 * Locking
 *   dmfp_map.lock        a spinlock taken with interrupts off, since requests
 *                        complete in any context. It protects core, the event
 *                        ring, the no-path clock, the list of held bios and,
 *                        of the shared object, flush and counters. Nothing
 *                        sleeps, allocates, issues or completes I/O under it.
 *   dmfp_map.message_mutex  one message at a time. Taken before the lock.
 * Unlocked: what is set in the constructor and only read from then on (ti,
 * features, handler, paths, their devices and queues).
 */
#ifndef DMFP_H
#define DMFP_H

#include <linux/device-mapper.h>
#include <linux/ktime.h>
#include <linux/mutex.h>
#include <linux/smp.h>
#include <linux/spinlock.h>
#include <linux/workqueue.h>

#include "bio.h"
#include "core/map.h"
#include "core/table.h"
#include "fair.h"
#include "handler.h"
#include "latency.h"
#include "pg-init.h"
#include "shared.h"
#include "silence.h"

#define DM_MSG_PREFIX "fairpath"

enum dmfp_path_event {
	DMFP_PATH_FAILED,
	DMFP_PATH_REINSTATED,
	DMFP_PATH_SILENT, /* silence.c */
};

/* What happened to a path, until user space has been told. */
struct dmfp_event {
	int path;
	enum dmfp_path_event what;
	unsigned int nr_valid; /* right after it */
};

/* Enough for a failure and a return of each of 32 paths before the worker runs. */
#define DMFP_MAX_EVENTS 64

/* So many queues are looked at in one go, see dmfp_cache_word(). */
#define DMFP_QUEUES_AT_ONCE 4

struct dmfp_map {
	struct dm_target *ti;
	struct dmfp_shared *shared;
	struct fp_features features;
	struct dm_dev **devices;       /* by path */
	struct request_queue **queues; /* of these: two steps less for each request */
	unsigned int nr_devices;       /* opened so far: the constructor may fail half way */
	unsigned int nr_queues;	       /* whole DMFP_QUEUES_AT_ONCE: the first fills them up */

	spinlock_t lock;
	struct fp_map core;
	bool live; /* between resume and suspend */
	struct dmfp_fair_map fair;
	struct dmfp_silence silence;
	struct fp_latencies *latencies; /* latency.c: to be freed with the map */
	bool has_latencies;		/* the device's are this map's */

	struct dmfp_handler handler;
	struct dmfp_pg_init pg_init;

	struct dmfp_bios bios; /* queue_mode bio (bio.c) */

	/* The no-path clock (nopath.c). */
	struct delayed_work no_path_work;
	bool no_path_running;
	unsigned long no_path_deadline; /* jiffies */

	/* Path events (event.c). */
	struct work_struct event_work;
	struct dmfp_event events[DMFP_MAX_EVENTS];
	unsigned int nr_events;
	unsigned int lost_events;

	struct mutex message_mutex;
};

/*
 * Of one request, from when it is first mapped until it ends; device-mapper
 * allocates it with the request. A request that is mapped again is known by its
 * map, which is NULL in one that has ended.
 */
struct dmfp_io {
	struct dmfp_map *map;
	union {
		u64 begun;   /* a flush: what fp_flush_begin() said */
		u64 started; /* else: when it was sent, if a selector or the window wants to know */
	};
	unsigned int bytes;
	u16 path;
	bool write : 1;	    /* it changes the LUN */
	bool flush : 1;	    /* it is one */
	bool cached : 1;    /* a write: some path had wc when it was sent */
	bool fua_asked : 1; /* a write: it bore FUA */
	bool fua_sent : 1;  /* a write: it was sent with FUA */
	bool durable : 1;   /* a write: it is when it ends well */
	bool waits : 1;	    /* in the fair queue, without a path: nothing is charged yet */
	bool counted : 1;   /* in the window; started says when it was sent */
	struct fp_tries tries;
};

/*
 * A table of the error target can stand between dm-multipath's and ours, and the
 * queue's requests keep the size of the first table: no more than dm-multipath's.
 */
#define DMFP_IO_MAX_SIZE 24
#define DMFP_MAX_PATHS	 U16_MAX

/* module.c */
extern struct workqueue_struct *dmfp_workqueue;

/* table.c: a table line becomes a map, and ends */
int dmfp_ctr(struct dm_target *ti, unsigned int argc, char **argv);
void dmfp_dtr(struct dm_target *ti);

/* request.c: the way of a request */
int dmfp_clone_and_map(struct dm_target *ti, struct request *rq, union map_info *info,
		       struct request **clone);
void dmfp_release_clone(struct request *clone, union map_info *info);
/* One that waited goes now, as bios, to io->path, which may become another. The lock held. */
void dmfp_way_parked_locked(struct dmfp_map *m, struct dmfp_io *io, const struct request *rq);
int dmfp_rq_end_io(struct dm_target *ti, struct request *clone, blk_status_t error,
		   union map_info *info);

/* path.c: paths fail and return; any context, the lock not held unless so named */
void dmfp_fail_path(struct dmfp_map *m, int path);
void dmfp_reinstate_path(struct dmfp_map *m, int path);
void dmfp_path_failed_locked(struct dmfp_map *m, int path);
/* No path takes it now: what is to happen so that one will, or that waiting ends. */
void dmfp_not_now_locked(struct dmfp_map *m, enum fp_verdict verdict);
void dmfp_run_held(struct dmfp_map *m);
int dmfp_prefer_supporting_locked(struct dmfp_map *m, int chosen, enum req_op op);
/* Does this path not take it, and some other one does? (L1) */
bool dmfp_other_path_supports_locked(struct dmfp_map *m, int path, enum req_op op);

/* affinity.c: what io-affinity needs from this machine; process context */
int dmfp_affinity_init(struct dmfp_map *m, const struct fp_table *table);
void dmfp_affinity_exit(struct dmfp_map *m);

/* nopath.c: queueing without a path ends */
void dmfp_no_path_init(struct dmfp_map *m);
void dmfp_no_path_update_locked(struct dmfp_map *m);
void dmfp_no_path_restart_locked(struct dmfp_map *m);
void dmfp_no_path_stop(struct dmfp_map *m);
unsigned int dmfp_no_path_timeout_secs(const struct dmfp_map *m);

/* event.c: user space is told */
void dmfp_event_init(struct dmfp_map *m);
void dmfp_event_locked(struct dmfp_map *m, int path, enum dmfp_path_event what);
void dmfp_event_table(struct dmfp_map *m);
void dmfp_event_flush(struct dmfp_map *m);

/* message.c */
int dmfp_message(struct dm_target *ti, unsigned int argc, char **argv, char *result,
		 unsigned int maxlen);

/* status.c */
void dmfp_status(struct dm_target *ti, status_type_t type, unsigned int flags, char *result,
		 unsigned int maxlen);

/* device.c: the device as a whole */
void dmfp_presuspend(struct dm_target *ti);
void dmfp_presuspend_undo(struct dm_target *ti);
void dmfp_postsuspend(struct dm_target *ti);
void dmfp_resume(struct dm_target *ti);
int dmfp_prepare_ioctl(struct dm_target *ti, struct block_device **bdev);
int dmfp_iterate_devices(struct dm_target *ti, iterate_devices_callout_fn fn, void *data);
void dmfp_io_hints(struct dm_target *ti, struct queue_limits *limits);

static inline const char *dmfp_name(const struct dmfp_map *m)
{
	return dm_table_device_name(m->ti->table);
}

/* Before core chooses, or is told how long it took: what the map's selectors want to know. */
static inline void dmfp_moment_locked(struct dmfp_map *m)
{
	if (likely(!m->core.wants))
		return;
	if (m->core.wants & FP_WANTS_NOW)
		m->core.moment.now = ktime_get_ns();
	if (m->core.wants & FP_WANTS_CPU)
		m->core.moment.cpu = smp_processor_id();
}

/* It goes to io->path: that counts for the next to choose. */
static inline void dmfp_charge_locked(struct dmfp_map *m, struct dmfp_io *io)
{
	fp_path_start(&m->core, io->path, io->bytes);
	if (unlikely(m->core.wants) && !io->flush)
		io->started = m->core.moment.now;
}

/* L1: not all paths may take a discard any more; those that do go first. */
static inline int dmfp_path_that_supports_locked(struct dmfp_map *m, int chosen, enum req_op op)
{
	if (likely(op == REQ_OP_READ || op == REQ_OP_WRITE))
		return chosen;
	return dmfp_prefer_supporting_locked(m, chosen, op);
}

/* For the fair queue: a read or write. In bio mode a flush is a write of nothing. */
static inline bool dmfp_is_weighed(const struct dmfp_io *io, enum req_op op)
{
	return (op == REQ_OP_READ || op == REQ_OP_WRITE) && !io->flush;
}

static inline bool dmfp_is_bio_based(const struct dmfp_map *m)
{
	return m->features.queue_mode == FP_QUEUE_MODE_BIO;
}

static inline struct block_device *dmfp_bdev(const struct dmfp_map *m, int path)
{
	return m->devices[path]->bdev;
}

static inline struct request_queue *dmfp_queue(const struct dmfp_map *m, int path)
{
	return m->queues[path];
}

#endif
