/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The law of flushes: what a device may advertise, what a path may be sent, and
 * what is still owed to the LUN's cache.
 *
 * Words
 *   wc(p)    path p's queue has a volatile write cache now
 *   fua(p)   path p's queue takes FUA writes now
 *            Both are read from the path's queue for each decision, never
 *            remembered. The cache belongs to the LUN: a flush through any path
 *            flushes it.
 *   cached   said of a write: some path had wc when it was sent or when it ended
 *   durable  said of a write: it bore FUA, or a flush that was sent after it
 *            succeeded before it ended
 *   owed     cached writes that ended, not durable, and that no flush covers yet
 *   cover    a flush that succeeds covers the writes that were accounted as
 *            ended when it was sent, no others
 *
 * Rules, cited by their letters
 *   A1  the device advertises a write cache exactly if some path has wc (or
 *       something is owed: until that is paid, flushes must still come)
 *   A2  it advertises FUA exactly if some path has wc and each that has, has fua
 *   S1  no clone bears REQ_FUA to a path without fua; no flush goes to a path
 *       without wc while a path with wc is usable
 *   S2  a FUA write, while some path has wc, takes a path with wc if one is
 *       usable: the cache is the LUN's, and a path that says there is none may
 *       be out of date. Where its path has no fua it is written, then flushed,
 *       and ends only then; so it is where the device refused it with FUA, which
 *       an array may withdraw before sd has looked again
 *   S3  while some path has wc, or something is owed, a flush reaches the LUN:
 *       through a path with wc, else through any. Only else does it end without
 *       I/O. Writes that fail are owed too: some of it may have been written.
 *       (A cache that comes and goes between two looks, while a write is on its
 *       way, is seen by nobody.)
 *   S4  what a device answers to a flush is no path failure, and never success:
 *       fp_map_error(), and dmfp_blame_locked() in ../request.c
 *   S5  what changes on a path shows in every decision at once, since nothing is
 *       remembered, and in what is advertised when a table is next resumed
 *   S6  a device that was live while it advertised no write cache has layers
 *       above that send no flush. From then on (the promise), each write is
 *       treated as if it bore FUA, until somebody confirms that those layers
 *       were built anew. Without wc anywhere that costs nothing.
 *
 *   L1  what is too large for its path is split: ../limits.c
 *
 * All functions are pure. The caller holds the lock of the live map.
 */
#ifndef FP_CORE_FLUSH_H
#define FP_CORE_FLUSH_H

#include "env.h"

/*
 * Tests build this without a rule (2: S2, 3: S3, 6: S6), to show that they would
 * notice. Nothing else defines it.
 */
#ifndef FP_TEST_WITHOUT
#define FP_TEST_WITHOUT 0
#endif

struct fp_caps {
	bool wc;
	bool fua;
};

/* How the device treats flushes: by the law, but for the features that bend it. */
struct fp_flush_policy {
	/*
	 * A flush ends without I/O when nothing is owed, though a path has wc.
	 * Unsafe where another host, or an opener of a path itself, writes the LUN.
	 */
	bool elide;
	/*
	 * For study only: advertise a cache and FUA always, and send every flush
	 * and FUA bit to whichever path comes next, as kernels of 2011 did. Slow,
	 * and devices may refuse what they are sent.
	 */
	bool as_in_2011;
};

/* What one LUN is owed. It outlives tables: old and new one share it. */
struct fp_flush {
	u32 in_flight;	      /* writes that were sent and not yet accounted */
	u32 cached_in_flight; /* those of them that were cached when sent */
	u64 ended;	      /* cached writes that ended, not durable: how many so far */
	u64 covered;	      /* how many of those a flush covers */
	bool passthrough;     /* a command was passed through, and may still be running */
	bool promised;	      /* S6 */
};

/**
 * fp_flush_stack - add one path to what the device may advertise
 * @all:  what the paths so far allow; start with FP_CAPS_OF_NO_PATH
 * @path: the next path's
 */
#define FP_CAPS_OF_NO_PATH ((struct fp_caps){ .wc = false, .fua = true })
struct fp_caps fp_flush_stack(struct fp_caps all, struct fp_caps path);

/* fp_flush_advertise - A1 and A2, of all paths stacked */
struct fp_caps fp_flush_advertise(const struct fp_flush *flush,
				  const struct fp_flush_policy *policy, struct fp_caps all);

/* fp_flush_live - requests may come from now on, under what is advertised (S6) */
void fp_flush_live(struct fp_flush *flush, struct fp_caps advertised);

/**
 * fp_flush_confirm - what is stacked above the device was built anew (S6)
 * Return: false, and nothing changes, if the device still advertises no cache.
 */
bool fp_flush_confirm(struct fp_flush *flush, struct fp_caps advertised);

/* Cached writes that ended and are not covered, or, not yet accounted, may have. */
u64 fp_flush_owed(const struct fp_flush *flush);

/* fp_flush_must_send - does a flush go to the LUN, or end without I/O? (S3) */
bool fp_flush_must_send(const struct fp_flush *flush, const struct fp_flush_policy *policy,
			bool some_wc);

/* fp_flush_must_be_durable - must a write be durable when it ends? (S2, S6) */
bool fp_flush_must_be_durable(const struct fp_flush *flush, const struct fp_flush_policy *policy,
			      bool fua_asked);

/* How a write is sent. */
enum fp_send {
	FP_SEND_PLAIN,	 /* as it is, without FUA */
	FP_SEND_FUA,	 /* with FUA */
	FP_SEND_DURABLE, /* without FUA, then a flush, and only then does it end */
};

/**
 * fp_flush_send - how to send a write to a path (S1, S2, S6)
 * @path:      the path's
 * @cached:    some path, this one or another, has wc
 * @durable:   what fp_flush_must_be_durable() said
 * @fua_works: the operation can bear FUA (a write can, a discard cannot), and was not
 *             refused with it
 */
enum fp_send fp_flush_send(const struct fp_flush_policy *policy, struct fp_caps path, bool cached,
			   bool durable, bool fua_works);

/* Without a cache every write is durable when it ends: nothing of the above is to be asked. */
static inline bool fp_flush_is_plain(const struct fp_flush_policy *policy, bool cached)
{
	return !cached && !policy->as_in_2011;
}

/*
 * Accounting. A write is started when it is sent and ended when its end was
 * seen, with @cached as seen at each of the two; a flush is begun when it is
 * sent, and if it succeeds, done with what begin returned. Those of writes are
 * here, since each write pays for a call.
 */
static inline void fp_flush_write_start(struct fp_flush *flush, bool cached)
{
	flush->in_flight++;
	flush->cached_in_flight += cached;
}

static inline void fp_flush_write_end(struct fp_flush *flush, bool cached_at_start,
				      bool cached_at_end, bool durable)
{
	flush->in_flight--;
	if (!cached_at_start && !cached_at_end)
		return;
	flush->cached_in_flight -= cached_at_start;
	flush->ended += !durable;
}

/*
 * A command passed through may write, and nobody tells when it has ended: from
 * its start something is owed. Once none can be running (the device is
 * suspended), fp_flush_settle() makes a write of it that has ended.
 */
void fp_flush_passthrough(struct fp_flush *flush, bool cached);
void fp_flush_settle(struct fp_flush *flush);

u64 fp_flush_begin(const struct fp_flush *flush);
void fp_flush_done(struct fp_flush *flush, u64 begun);

#endif
