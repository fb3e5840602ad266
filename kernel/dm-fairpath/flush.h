/* SPDX-License-Identifier: GPL-2.0 */
/* The law of flushes, done: core/flush.c decides, with what the paths' queues say now. */
#ifndef DMFP_FLUSH_H
#define DMFP_FLUSH_H

#include "core/flush.h"

struct dmfp_io;
struct dmfp_map;
struct request;

/* Read now, never remembered: a cache may be switched while the table is live. */
struct fp_caps dmfp_live_caps(const struct dmfp_map *m, int path);

bool dmfp_some_wc(const struct dmfp_map *m);

/* A1, A2: over all paths, usable or not, of all groups. */
struct fp_caps dmfp_advertise(const struct dmfp_map *m);

/* S3: may it end without I/O? If not, it is begun, and io->path the one to go. The lock held. */
bool dmfp_flush_is_void_locked(struct dmfp_map *m, struct dmfp_io *io);

/* A write is about to be sent to io->path, which S2 and S6 may change. The lock held. */
enum fp_send dmfp_write_start_locked(struct dmfp_map *m, struct dmfp_io *io,
				     const struct request *rq);

/*
 * A flush, or a write, has ended, @ok: well; @last: it is not sent again. The
 * third is for a write that was never sent. The lock held.
 */
void dmfp_flush_end_locked(struct dmfp_map *m, const struct dmfp_io *io, bool ok, bool last);
void dmfp_write_end_locked(struct dmfp_map *m, const struct dmfp_io *io, bool ok);
void dmfp_write_unsent_locked(struct dmfp_map *m, const struct dmfp_io *io);

/* An ioctl goes to a path, and may write. The lock held. */
void dmfp_passthrough_locked(struct dmfp_map *m);

/* debt.c: before the table goes, flush what is owed if no path has a cache any more. May sleep. */
void dmfp_pay_debt(struct dmfp_map *m);
/* Before the module goes. May sleep as long as a path takes to answer. */
void dmfp_debt_exit(void);

#endif
