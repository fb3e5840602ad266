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

/* Without a branch for each path: this is most of what a write pays for the law. */
static inline bool dmfp_some_wc(const struct dmfp_map *m)
{
	struct request_queue *const *q = m->queues;
	struct request_queue *const *end = q + m->nr_queues;
	unsigned long words = 0;

	for (; q < end; q += DMFP_QUEUES_AT_ONCE)
		words |= dmfp_queue_cache_word(q[0]) | dmfp_queue_cache_word(q[1]) |
			 dmfp_queue_cache_word(q[2]) | dmfp_queue_cache_word(q[3]);
	return words & DMFP_CACHE;
}

/* A1, A2: over all paths, usable or not, of all groups. */
struct fp_caps dmfp_advertise(const struct dmfp_map *m);

/* S3: may it end without I/O? If not, it is begun, and io->path the one to go. The lock held. */
bool dmfp_flush_is_void_locked(struct dmfp_map *m, struct dmfp_io *io);

/* Some path has a cache, or the policy is that of 2011: where does the write go, and how? */
enum fp_send dmfp_cached_write(struct dmfp_map *m, struct dmfp_io *io, blk_opf_t opf);

/*
 * A write is about to be sent to io->path, which S2 and S6 may change. The lock
 * held. Here, since each write pays for a call.
 */
static __always_inline enum fp_send dmfp_write_start_locked(struct dmfp_map *m, struct dmfp_io *io,
							    blk_opf_t opf)
{
	bool cached = dmfp_some_wc(m);

	lockdep_assert_held(&m->lock);
	if (opf & REQ_FUA)
		io->fua_asked = true;
	fp_flush_write_start(&m->shared->flush, cached);
	if (likely(fp_flush_is_plain(&m->features.flush, cached)))
		return FP_SEND_PLAIN;
	io->cached = cached;
	return dmfp_cached_write(m, io, opf);
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
	bool cached = dmfp_some_wc(m);

	lockdep_assert_held(&m->lock);
	if (likely(!cached && !io->cached && !io->fua_asked && !io->durable))
		fp_flush_write_end(&m->shared->flush, false, false, false);
	else
		dmfp_marked_write_end(m, io, ok, cached);
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
