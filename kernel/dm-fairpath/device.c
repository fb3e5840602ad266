// SPDX-License-Identifier: GPL-2.0
/* The device as a whole: what it advertises, suspend and resume, ioctls, its paths. */
#include <linux/blkdev.h>

#include "compat/compat.h"
#include "dmfp.h"
#include "flush.h"

/*
 * Where stacked limits carry the cache's features (6.11 and later), set them here. A
 * map without paths keeps the limits that its device had: what is queued while it is
 * live will go to the paths of the next table.
 */
void dmfp_io_hints(struct dm_target *ti, struct queue_limits *limits)
{
	struct dmfp_map *m = ti->private;
	struct fp_caps caps = dmfp_advertise(m);

	if (!m->nr_devices && m->shared->had_paths)
		*limits = dm_disk(dm_table_get_md(ti->table))->queue->limits;
	dmfp_limits_set_cache(limits, caps.wc, caps.fua);
}

static void dmfp_set_draining(struct dmfp_map *m, bool draining)
{
	unsigned long flags;

	spin_lock_irqsave(&m->lock, flags);
	m->core.draining = draining;
	dmfp_no_path_update_locked(m);
	spin_unlock_irqrestore(&m->lock, flags);
}

/*
 * An ordinary suspend waits for all I/O, so nothing may wait for a path any
 * longer. With noflush, device-mapper takes back what cannot be sent: a request by
 * itself, a bio when it no longer waits here.
 */
void dmfp_presuspend(struct dm_target *ti)
{
	struct dmfp_map *m = ti->private;

	if (dm_noflush_suspending(ti) && !dmfp_is_bio_based(m))
		return;
	dmfp_set_draining(m, true);
	dmfp_run_held(m);
}

/* The suspend failed, and the table goes on as it was. */
void dmfp_presuspend_undo(struct dm_target *ti)
{
	dmfp_set_draining(ti->private, false);
}

void dmfp_postsuspend(struct dm_target *ti)
{
	struct dmfp_map *m = ti->private;
	unsigned long flags;

	spin_lock_irqsave(&m->lock, flags);
	m->live = false;
	dmfp_no_path_update_locked(m);
	spin_unlock_irqrestore(&m->lock, flags);
	dmfp_fair_postsuspend(m);
	/* A message that was taken before the suspend has come to its end. */
	mutex_lock(&m->message_mutex);
	dmfp_pg_init_disable(m);
	mutex_unlock(&m->message_mutex);
	dmfp_event_flush(m);
	/* Now, so that the next table may stop advertising a cache. */
	dmfp_pay_debt(m);
}

void dmfp_resume(struct dm_target *ti)
{
	struct dmfp_map *m = ti->private;
	struct gendisk *disk = dm_disk(dm_table_get_md(ti->table));
	struct fp_caps caps = dmfp_advertise(m);

	/* Before 6.11 dm sets what any path has at bind; no I/O runs until resume is over. */
	dmfp_queue_set_cache(disk->queue, caps.wc, caps.fua);

	spin_lock_irq(&m->lock);
	m->shared->advertised = (struct fp_caps){
		.wc = bdev_write_cache(disk->part0),
		.fua = bdev_fua(disk->part0),
	};
	fp_flush_live(&m->shared->flush, m->shared->advertised);
	m->live = true;
	m->shared->had_paths |= m->nr_devices > 0;
	m->core.draining = false;
	fp_pg_init_enable(&m->core);
	dmfp_fair_resume_locked(m);
	dmfp_no_path_update_locked(m);
	spin_unlock_irq(&m->lock);
}

/* -ENOTCONN has device-mapper ask again in 10 ms, until a fatal signal ends the caller. */
int dmfp_prepare_ioctl(struct dm_target *ti, struct block_device **bdev)
{
	struct dmfp_map *m = ti->private;
	struct fp_choice choice;
	unsigned long flags;

	spin_lock_irqsave(&m->lock, flags);
	dmfp_moment_locked(m);
	choice = fp_map_choose(&m->core, 0);
	if (choice.verdict == FP_USE)
		dmfp_passthrough_locked(m);
	else if (choice.verdict == FP_INIT)
		dmfp_pg_init_start_locked(m);
	dmfp_no_path_update_locked(m);
	spin_unlock_irqrestore(&m->lock, flags);

	if (choice.verdict == FP_HOLD || choice.verdict == FP_INIT)
		return -ENOTCONN;
	/* Bios do not wait in a noflush suspend, but what is resumed may have a path. */
	if (choice.verdict == FP_FAIL)
		return dmfp_is_bio_based(m) && dm_noflush_suspending(ti) ? -ENOTCONN : -EIO;

	*bdev = dmfp_bdev(m, choice.path);
	/* Not 0: on a part of a device, only what CAP_SYS_RAWIO allows goes through. */
	return ti->len != bdev_nr_sectors(*bdev);
}

int dmfp_iterate_devices(struct dm_target *ti, iterate_devices_callout_fn fn, void *data)
{
	struct dmfp_map *m = ti->private;
	unsigned int i;
	int r = 0;

	for (i = 0; i < m->nr_devices && !r; i++)
		r = fn(ti, m->devices[i], ti->begin, ti->len, data);
	return r;
}
