// SPDX-License-Identifier: GPL-2.0
/* The law of flushes, done; see flush.h, and core/flush.h for the rules. */
#include <linux/blk-mq.h>
#include <linux/blkdev.h>

#include "compat/compat.h"
#include "dmfp.h"
#include "flush.h"

struct fp_caps dmfp_live_caps(const struct dmfp_map *m, int path)
{
	struct block_device *bdev = dmfp_bdev(m, path);

	return (struct fp_caps){ .wc = bdev_write_cache(bdev), .fua = bdev_fua(bdev) };
}

static bool dmfp_has_wc(void *context, int path)
{
	return bdev_write_cache(dmfp_bdev(context, path));
}

struct fp_caps dmfp_advertise(const struct dmfp_map *m)
{
	struct fp_caps all = FP_CAPS_OF_NO_PATH;
	unsigned int i;

	/* A map without paths knows nothing new: what is above may go on as it was. */
	if (!m->nr_devices)
		return m->shared->advertised;
	for (i = 0; i < m->nr_devices; i++)
		all = fp_flush_stack(all, dmfp_live_caps(m, i));
	return fp_flush_advertise(&m->shared->flush, &m->features.flush, all);
}

bool dmfp_flush_is_void_locked(struct dmfp_map *m, struct dmfp_io *io)
{
	const struct fp_flush_policy *policy = &m->features.flush;

	lockdep_assert_held(&m->lock);
	if (!fp_flush_must_send(&m->shared->flush, policy, dmfp_some_wc(m))) {
		m->shared->counters.flushes_received++;
		m->shared->counters.flushes_without_io++;
		return true;
	}
	if (!policy->as_in_2011)
		io->path = fp_map_prefer(&m->core, io->path, dmfp_has_wc, m);
	io->begun = fp_flush_begin(&m->shared->flush);
	return false;
}

/* Where does it go, and how? */
static enum fp_send dmfp_cached_write(struct dmfp_map *m, struct dmfp_io *io, blk_opf_t opf)
{
	const struct fp_flush_policy *policy = &m->features.flush;
	bool durable = fp_flush_must_be_durable(&m->shared->flush, policy, io->fua_asked);
	/* The device has just refused it, whatever the path's queue says. */
	bool fua_works = (opf & REQ_OP_MASK) == REQ_OP_WRITE && !io->tries.fua_refused;
	enum fp_send send;

	if (io->cached && durable && !policy->as_in_2011)
		io->path = fp_map_prefer(&m->core, io->path, dmfp_has_wc, m);
	send = fp_flush_send(policy, dmfp_live_caps(m, io->path), io->cached, durable, fua_works);
	io->fua_sent = send == FP_SEND_FUA;
	io->durable = send != FP_SEND_PLAIN;
	return send;
}

enum fp_send dmfp_marked_write_start(struct dmfp_map *m, struct dmfp_io *io, blk_opf_t opf,
				     bool cached)
{
	io->fua_asked = opf & REQ_FUA;
	io->cached = cached;
	fp_flush_write_start(&m->shared->flush, cached);
	if (fp_flush_is_plain(&m->features.flush, cached))
		return FP_SEND_PLAIN;
	return dmfp_cached_write(m, io, opf);
}

/* When it has ended well: what was not sent, or is sent again, is not counted twice. */
static void dmfp_count_write(struct fp_counters *counters, const struct dmfp_io *io)
{
	counters->fua_stripped += io->fua_asked && !io->fua_sent;
	counters->durable_fua += io->fua_asked && io->durable && !io->fua_sent;
	counters->durable_promised += !io->fua_asked && io->durable;
}

void dmfp_marked_write_end(struct dmfp_map *m, const struct dmfp_io *io, bool ok, bool cached)
{
	fp_flush_write_end(&m->shared->flush, io->cached, cached, io->durable && ok);
	if (ok)
		dmfp_count_write(&m->shared->counters, io);
}

/* It never left: nothing was written, so nothing is owed for it. */
void dmfp_write_unsent_locked(struct dmfp_map *m, const struct dmfp_io *io)
{
	lockdep_assert_held(&m->lock);
	fp_flush_write_end(&m->shared->flush, io->cached, io->cached, true);
}

bool dmfp_fua_refused_locked(struct dmfp_map *m, struct dmfp_io *io, blk_status_t error)
{
	lockdep_assert_held(&m->lock);
	if (error != BLK_STS_TARGET && error != BLK_STS_NOTSUPP)
		return false;
	if (!io->fua_sent || io->tries.fua_refused || m->features.flush.as_in_2011)
		return false;
	io->tries.fua_refused = true;
	m->shared->counters.fua_refused++;
	return true;
}

void dmfp_flush_end_locked(struct dmfp_map *m, const struct dmfp_io *io, bool ok, bool last)
{
	lockdep_assert_held(&m->lock);
	m->shared->counters.flushes_sent++;
	m->shared->counters.flushes_received += last;
	if (ok)
		fp_flush_done(&m->shared->flush, io->begun);
}

void dmfp_passthrough_locked(struct dmfp_map *m)
{
	lockdep_assert_held(&m->lock);
	fp_flush_passthrough(&m->shared->flush, dmfp_some_wc(m));
}
