// SPDX-License-Identifier: GPL-2.0
/*
 * Paying what is owed (S3): before a table goes, so that the next may stop
 * advertising a cache. A path that does not answer must not hold up the suspend
 * that waits here, so a flush has its time, and then the next path is tried.
 */
#include <linux/blkdev.h>
#include <linux/completion.h>
#include <linux/delay.h>
#include <linux/kref.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/wait.h>

#include "dmfp.h"
#include "flush.h"
#include "raw-flush.h"

/* sd gives a flush 60 s; who waits for a suspend has less patience. */
static unsigned int debt_flush_timeout_secs = 30;
module_param(debt_flush_timeout_secs, uint, 0644);
MODULE_PARM_DESC(debt_flush_timeout_secs,
		 "When a suspend flushes what is owed, try the next path after this many "
		 "seconds without an answer (default 30, 1 to 3600)");
/* A busy path is asked again this often, in pauses of 100 ms. */
#define DMFP_FLUSH_TRIES    50
#define DMFP_FLUSH_PAUSE_MS 100

/* Flushes that have not ended: the module must stay for them. */
static atomic_t dmfp_payments = ATOMIC_INIT(0);
static DECLARE_WAIT_QUEUE_HEAD(dmfp_payments_wait);

/* One flush. It may end after whoever waits for it has left. */
struct dmfp_payment {
	struct kref users;
	struct completion done;
	blk_status_t status;
};

static void dmfp_payment_free(struct kref *users)
{
	kfree(container_of(users, struct dmfp_payment, users));
}

static enum rq_end_io_ret dmfp_payment_end(struct request *rq, blk_status_t status)
{
	struct dmfp_payment *payment = rq->end_io_data;

	payment->status = status;
	complete(&payment->done);
	kref_put(&payment->users, dmfp_payment_free);
	if (atomic_dec_and_test(&dmfp_payments))
		wake_up(&dmfp_payments_wait);
	return RQ_END_IO_FREE;
}

static blk_status_t dmfp_payment_send(struct dmfp_payment *payment, struct block_device *path)
{
	blk_status_t status;
	unsigned int tries;

	kref_get(&payment->users);
	atomic_inc(&dmfp_payments);
	for (tries = 0; tries < DMFP_FLUSH_TRIES; tries++) {
		status = dmfp_raw_flush(path, dmfp_payment_end, payment);
		if (status != BLK_STS_RESOURCE && status != BLK_STS_DEV_RESOURCE)
			break;
		msleep(DMFP_FLUSH_PAUSE_MS);
	}
	if (status) {
		atomic_dec(&dmfp_payments);
		kref_put(&payment->users, dmfp_payment_free);
	}
	return status;
}

/* No table is left, so no flush begins any more. */
void dmfp_debt_exit(void)
{
	wait_event(dmfp_payments_wait, !atomic_read(&dmfp_payments));
	/* Whoever ended the last one has left this module's text. */
	synchronize_rcu();
}

static unsigned long dmfp_flush_timeout(void)
{
	return clamp(READ_ONCE(debt_flush_timeout_secs), 1u, 3600u) * HZ;
}

static blk_status_t dmfp_flush_one_path(struct block_device *path)
{
	struct dmfp_payment *payment;
	blk_status_t status;

	/* A path that is made of bios has no requests; its own rules judge the flush. */
	if (!queue_is_mq(bdev_get_queue(path)))
		return errno_to_blk_status(blkdev_issue_flush(path));

	payment = kzalloc(sizeof(*payment), GFP_NOIO);
	if (!payment)
		return BLK_STS_RESOURCE;
	kref_init(&payment->users);
	init_completion(&payment->done);

	status = dmfp_payment_send(payment, path);
	if (!status) {
		if (wait_for_completion_io_timeout(&payment->done, dmfp_flush_timeout()))
			status = payment->status;
		else
			status = BLK_STS_TIMEOUT;
	}
	kref_put(&payment->users, dmfp_payment_free);
	return status;
}

static blk_status_t dmfp_flush_some_path(struct dmfp_map *m)
{
	blk_status_t status = BLK_STS_TRANSPORT;
	unsigned int i;

	for (i = 0; i < m->nr_devices && status; i++)
		if (READ_ONCE(m->core.paths[i].usable))
			status = dmfp_flush_one_path(dmfp_bdev(m, i));
	return status;
}

void dmfp_pay_debt(struct dmfp_map *m)
{
	struct fp_flush *flush = &m->shared->flush;
	blk_status_t status;
	u64 begun;

	/* The device is suspended: no I/O and no ioctl runs, nobody else touches it. */
	fp_flush_settle(flush);
	/* While a path has wc, flushes will come. */
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
