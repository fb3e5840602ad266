// SPDX-License-Identifier: GPL-2.0
/* The law of flushes, done; see flush.h, and core/flush.h for the rules. */
#include <linux/blk-mq.h>
#include <linux/blkdev.h>
#include <linux/completion.h>
#include <linux/delay.h>

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

static bool dmfp_some_wc(struct dmfp_map *m)
{
	unsigned int i;

	for (i = 0; i < m->nr_devices; i++)
		if (dmfp_has_wc(m, i))
			return true;
	return false;
}

struct fp_caps dmfp_advertise(const struct dmfp_map *m)
{
	struct fp_caps all = FP_CAPS_OF_NO_PATH;
	unsigned int i;

	for (i = 0; i < m->nr_devices; i++)
		all = fp_flush_stack(all, dmfp_live_caps(m, i));
	return fp_flush_advertise(&m->shared->flush, &m->features.flush, all);
}

bool dmfp_flush_is_void_locked(struct dmfp_map *m, int *path)
{
	const struct fp_flush_policy *policy = &m->features.flush;

	lockdep_assert_held(&m->lock);
	m->shared->counters.flushes_received++;
	if (!fp_flush_must_send(&m->shared->flush, policy, dmfp_some_wc(m))) {
		m->shared->counters.flushes_without_io++;
		return true;
	}
	m->shared->counters.flushes_sent++;
	if (!policy->as_in_2011)
		*path = fp_flush_path(&m->core, *path, dmfp_has_wc, m);
	return false;
}

enum fp_send dmfp_write_start_locked(struct dmfp_map *m, struct dmfp_io *io,
				     const struct request *rq)
{
	struct fp_counters *counters = &m->shared->counters;
	struct fp_caps caps = dmfp_live_caps(m, io->path);
	const struct fp_flush_policy *policy = &m->features.flush;
	bool fua = rq->cmd_flags & REQ_FUA;
	bool durable = fp_flush_must_be_durable(&m->shared->flush, policy, fua);
	enum fp_send send;

	lockdep_assert_held(&m->lock);
	io->cached = caps.wc || dmfp_some_wc(m);
	if (io->cached && durable && !policy->as_in_2011) {
		io->path = fp_flush_path(&m->core, io->path, dmfp_has_wc, m);
		caps = dmfp_live_caps(m, io->path);
	}
	send = fp_flush_send(policy, caps, durable, req_op(rq) == REQ_OP_WRITE);
	io->durable = send != FP_SEND_PLAIN;
	fp_flush_write_start(&m->shared->flush, io->cached);

	if (fua && send != FP_SEND_FUA)
		counters->fua_stripped++;
	if (fua && send == FP_SEND_DURABLE)
		counters->durable_fua++;
	if (!fua && send != FP_SEND_PLAIN)
		counters->durable_promised++;
	return send;
}

void dmfp_write_end_locked(struct dmfp_map *m, const struct dmfp_io *io, bool ok)
{
	lockdep_assert_held(&m->lock);
	fp_flush_write_end(&m->shared->flush, io->cached, io->cached || dmfp_some_wc(m),
			   io->durable && ok);
}

/* It never left: nothing was written, so nothing is owed for it. */
void dmfp_write_unsent_locked(struct dmfp_map *m, const struct dmfp_io *io)
{
	lockdep_assert_held(&m->lock);
	fp_flush_write_end(&m->shared->flush, io->cached, io->cached, true);
}

void dmfp_flush_end_locked(struct dmfp_map *m, const struct dmfp_io *io, bool ok)
{
	lockdep_assert_held(&m->lock);
	if (ok)
		fp_flush_done(&m->shared->flush, io->begun);
}

void dmfp_passthrough_locked(struct dmfp_map *m)
{
	lockdep_assert_held(&m->lock);
	fp_flush_write_start(&m->shared->flush, false);
	fp_flush_write_end(&m->shared->flush, false, dmfp_some_wc(m), false);
}

/*
 * A flush of our own. It must reach a path that declares no cache, whose queue
 * would end a flush bio at once: so it is a request, inserted as a clone is.
 */
struct dmfp_own_flush {
	struct completion done;
	blk_status_t status;
};

static enum rq_end_io_ret dmfp_own_flush_end(struct request *rq, blk_status_t error)
{
	struct dmfp_own_flush *own = rq->end_io_data;

	own->status = error;
	complete(&own->done);
	return RQ_END_IO_FREE;
}

static blk_status_t dmfp_flush_one_path(struct dmfp_map *m, int path)
{
	struct request_queue *q = bdev_get_queue(dmfp_bdev(m, path));
	struct dmfp_own_flush own;
	struct request *rq;
	blk_status_t status;

	rq = blk_mq_alloc_request(q, REQ_OP_FLUSH | REQ_FAILFAST_TRANSPORT, 0);
	if (IS_ERR(rq))
		return errno_to_blk_status(PTR_ERR(rq));
	init_completion(&own.done);
	rq->bio = rq->biotail = NULL;
	rq->end_io = dmfp_own_flush_end;
	rq->end_io_data = &own;

	status = blk_insert_cloned_request(rq);
	if (status) {
		blk_mq_free_request(rq);
		return status;
	}
	wait_for_completion_io(&own.done);
	return own.status;
}

/* 100 tries of 100 ms: a busy path gets its time, a dead one does not hang a suspend. */
#define DMFP_FLUSH_TRIES    100
#define DMFP_FLUSH_PAUSE_MS 100

static blk_status_t dmfp_flush_some_path(struct dmfp_map *m)
{
	blk_status_t status = BLK_STS_IOERR;
	unsigned int i, tries;

	for (i = 0; i < m->nr_devices; i++) {
		if (!READ_ONCE(m->core.paths[i].usable))
			continue;
		for (tries = 0; tries < DMFP_FLUSH_TRIES; tries++) {
			status = dmfp_flush_one_path(m, i);
			if (status != BLK_STS_RESOURCE && status != BLK_STS_DEV_RESOURCE)
				break;
			msleep(DMFP_FLUSH_PAUSE_MS);
		}
		if (!status)
			break;
	}
	return status;
}

void dmfp_pay_debt(struct dmfp_map *m)
{
	struct fp_flush *flush = &m->shared->flush;
	blk_status_t status;
	u64 begun;

	/* I/O has ended: nobody else touches it. While a path has wc, flushes will come. */
	if (!fp_flush_owed(flush) || dmfp_some_wc(m))
		return;
	begun = fp_flush_begin(flush);
	status = dmfp_flush_some_path(m);
	if (status)
		DMWARN("%s: what was written while the LUN had a cache could not be flushed "
		       "(error %d): the device goes on advertising a cache",
		       dmfp_name(m), blk_status_to_errno(status));
	else
		fp_flush_done(flush, begun);
}
