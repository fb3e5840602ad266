/* SPDX-License-Identifier: GPL-2.0 */
/* The law of flushes, done: core/flush.c decides, with what the paths' queues say now. */
#ifndef DMFP_FLUSH_H
#define DMFP_FLUSH_H

#include <linux/blk_types.h>
#include <linux/lockdep.h>

#include "compat/cache.h"
#include "core/flush.h"
#include "dmfp.h"

/* Read now, never remembered: a cache may be switched while the table is live. */
struct fp_caps dmfp_live_caps(const struct dmfp_map *m, int path);

/*
 * The caches of all paths, of which there are some, in one word, see compat/cache.h.
 * Without a branch for each path: this is most of what a write pays for the law.
 */
static inline unsigned long dmfp_cache_word(const struct dmfp_map *m)
{
	struct request_queue *const *q = m->queues;
	struct request_queue *const *end = q + m->nr_queues;
	unsigned long words = 0;

	do {
		words |= dmfp_queue_cache_word(q[0]) | dmfp_queue_cache_word(q[1]) |
			 dmfp_queue_cache_word(q[2]) | dmfp_queue_cache_word(q[3]);
		q += DMFP_QUEUES_AT_ONCE;
	} while (q < end);
	return words & DMFP_CACHE;
}

static inline bool dmfp_some_wc(const struct dmfp_map *m)
{
	return m->nr_queues && dmfp_cache_word(m);
}

/* A1, A2: over all paths, usable or not, of all groups. */
struct fp_caps dmfp_advertise(const struct dmfp_map *m);

/* S3: may it end without I/O? If not, it is begun, and io->path the one to go. The lock held. */
bool dmfp_flush_is_void_locked(struct dmfp_map *m, struct dmfp_io *io);

/* Some path has a cache, the write bears FUA, or the policy is that of 2011: how does it go? */
enum fp_send dmfp_marked_write_start(struct dmfp_map *m, struct dmfp_io *io, blk_opf_t opf,
				     bool cached);

/*
 * A write is about to be sent to io->path, which S2 and S6 may change. The lock
 * held. Here, since each write pays for a call.
 */
static __always_inline enum fp_send dmfp_write_start_locked(struct dmfp_map *m, struct dmfp_io *io,
							    blk_opf_t opf)
{
	unsigned long cache = dmfp_cache_word(m);

	lockdep_assert_held(&m->lock);
	if (unlikely(cache | (opf & REQ_FUA)) || unlikely(m->features.flush.as_in_2011))
		return dmfp_marked_write_start(m, io, opf, cache);
	fp_flush_write_start(&m->shared->flush, false);
	return FP_SEND_PLAIN;
}

/*
 * A flush, or a write, has ended, @ok: well; @last: it is not sent again; or a
 * write was never sent. The lock held.
 */
void dmfp_flush_end_locked(struct dmfp_map *m, const struct dmfp_io *io, bool ok, bool last);
void dmfp_write_unsent_locked(struct dmfp_map *m, const struct dmfp_io *io);

/* The end of a write that bore FUA, or that some path's cache may hold. */
void dmfp_marked_write_end(struct dmfp_map *m, const struct dmfp_io *io, bool ok, bool cached);

static __always_inline void dmfp_write_end_locked(struct dmfp_map *m, const struct dmfp_io *io,
						  bool ok)
{
	unsigned long cache = dmfp_cache_word(m);

	lockdep_assert_held(&m->lock);
	if (likely(!cache && !io->cached && !io->fua_asked && !io->durable))
		fp_flush_write_end(&m->shared->flush, false, false, false);
	else
		dmfp_marked_write_end(m, io, ok, cache);
}

/*
 * Did the device refuse FUA? An array may withdraw it before sd has looked again,
 * and the path's queue still takes it. Asked once of a request, and not under the
 * policy of 2011, which has no other form. The lock held.
 */
bool dmfp_fua_refused_locked(struct dmfp_map *m, struct dmfp_io *io, blk_status_t error);

/* An ioctl goes to a path, and may write. The lock held. */
void dmfp_passthrough_locked(struct dmfp_map *m);

/* debt.c: before the table goes, flush what is owed if no path has a cache any more. May sleep. */
void dmfp_pay_debt(struct dmfp_map *m);
/* Before the module goes. May sleep as long as a path takes to answer. */
void dmfp_debt_exit(void);

#endif
