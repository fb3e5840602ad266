// SPDX-License-Identifier: GPL-2.0
/* Priority groups are initialised; see pg-init.h. */
#include <linux/blkdev.h>
#include <linux/rcupdate.h>
#include <scsi/scsi_dh.h>

#include "dmfp.h"
#include "pg-init.h"

/*
 * Some handlers wait for the array in their call: not where events and the no-path
 * clock are kept. Memory may be short while a LUN has no path that is activated.
 */
static struct workqueue_struct *dmfp_pg_init_workqueue;

#define DMFP_SAME(name) static_assert((int)FP_DH_##name == (int)SCSI_DH_##name)
DMFP_SAME(OK);
DMFP_SAME(DEV_FAILED);
DMFP_SAME(DEV_TEMP_BUSY);
DMFP_SAME(DEV_UNSUPP);
DMFP_SAME(NOTCONN);
DMFP_SAME(CONN_FAILURE);
DMFP_SAME(IO);
DMFP_SAME(INVALID_IO);
DMFP_SAME(RETRY);
DMFP_SAME(IMM_RETRY);
DMFP_SAME(TIMED_OUT);
DMFP_SAME(RES_TEMP_UNAVAIL);
DMFP_SAME(DEV_OFFLINED);
DMFP_SAME(NOMEM);
DMFP_SAME(NOSYS);

static void dmfp_pg_init_queue_locked(struct dmfp_map *m, struct fp_pg_init_round round)
{
	lockdep_assert_held(&m->lock);
	if (round.begin)
		queue_delayed_work(dmfp_pg_init_workqueue, &m->pg_init.work,
				   msecs_to_jiffies(round.delay_msecs));
}

void dmfp_pg_init_start_locked(struct dmfp_map *m)
{
	dmfp_pg_init_queue_locked(m, fp_pg_init_start(&m->core));
}

void dmfp_pg_init_joins_locked(struct dmfp_map *m, int path)
{
	if (m->core.paths[path].activation == FP_ACT_DUE)
		dmfp_pg_init_queue_locked(m, (struct fp_pg_init_round){ .begin = true });
}

/* The last that an answer does with the map: whoever waits may free it as soon as this ends. */
static void dmfp_pg_init_put(struct dmfp_map *m)
{
	unsigned long flags;

	spin_lock_irqsave(&m->lock, flags);
	if (!--m->pg_init.nr_running)
		wake_up(&m->pg_init.idle);
	spin_unlock_irqrestore(&m->lock, flags);
}

static void dmfp_pg_init_say(const struct dmfp_map *m, int path, int result,
			     const struct fp_pg_init_after *after)
{
	const char *name = m->core.paths[path].name;

	if (after->path_failed)
		DMWARN("%s: handler %s cannot activate path %s (scsi_dh result %d)", dmfp_name(m),
		       m->handler.name, name, result);
	else if (after->result == FP_OTHER_GROUP)
		DMWARN("%s: handler %s: the controller of path %s is busy: using another group",
		       dmfp_name(m), m->handler.name, name);
}

/* The handler's answer: any context, also within dmfp_activate(). */
static void dmfp_pg_init_done(void *data, int result)
{
	const struct dmfp_activation *activation = data;
	struct dmfp_map *m = activation->map;
	int path = activation->path;
	struct fp_pg_init_after after;
	unsigned long flags;

	spin_lock_irqsave(&m->lock, flags);
	after = fp_pg_init_done(&m->core, path, result);
	if (after.path_failed)
		dmfp_path_failed_locked(m, path);
	if (after.result == FP_OTHER_GROUP)
		dmfp_event_table(m);
	dmfp_pg_init_queue_locked(m, after.round);
	spin_unlock_irqrestore(&m->lock, flags);

	dmfp_pg_init_say(m, path, result, &after);
	if (after.ready)
		dmfp_run_held(m);
	dmfp_pg_init_put(m);
}

/* It may have failed, or its device may have gone, since it became due. */
static bool dmfp_is_there(struct dmfp_map *m, int path)
{
	bool valid;

	spin_lock_irq(&m->lock);
	valid = fp_path_is_valid(&m->core.paths[path]);
	spin_unlock_irq(&m->lock);
	return valid && !blk_queue_dying(dmfp_queue(m, path));
}

/* Process context; handlers may sleep, and most answer later. */
static void dmfp_activate(struct dmfp_map *m, int path)
{
	struct dmfp_activation *activation = &m->pg_init.activations[path];

	if (dmfp_is_there(m, path))
		scsi_dh_activate(dmfp_queue(m, path), dmfp_pg_init_done, activation);
	else
		dmfp_pg_init_done(activation, SCSI_DH_DEV_OFFLINED);
}

static int dmfp_pg_init_next(struct dmfp_map *m)
{
	int path;

	spin_lock_irq(&m->lock);
	path = fp_pg_init_next(&m->core);
	if (path != FP_NONE)
		m->pg_init.nr_running++;
	spin_unlock_irq(&m->lock);
	return path;
}

static void dmfp_pg_init_work(struct work_struct *work)
{
	struct dmfp_map *m = container_of(to_delayed_work(work), struct dmfp_map, pg_init.work);
	int path;

	spin_lock_irq(&m->lock);
	fp_pg_init_take(&m->core);
	spin_unlock_irq(&m->lock);

	while ((path = dmfp_pg_init_next(m)) != FP_NONE)
		dmfp_activate(m, path);
}

void dmfp_pg_init_disable(struct dmfp_map *m)
{
	unsigned long flags;

	spin_lock_irqsave(&m->lock, flags);
	fp_pg_init_disable(&m->core);
	spin_unlock_irqrestore(&m->lock, flags);
	cancel_delayed_work(&m->pg_init.work);
}

static bool dmfp_pg_init_is_idle(struct dmfp_map *m)
{
	bool idle;

	/* The lock, so that dmfp_pg_init_put() has left it. */
	spin_lock_irq(&m->lock);
	idle = !m->pg_init.nr_running;
	spin_unlock_irq(&m->lock);
	return idle;
}

void dmfp_pg_init_stop(struct dmfp_map *m)
{
	dmfp_pg_init_disable(m);
	cancel_delayed_work_sync(&m->pg_init.work);
	wait_event(m->pg_init.idle, dmfp_pg_init_is_idle(m));
}

int dmfp_pg_init_alloc(struct dmfp_map *m, unsigned int nr_paths)
{
	unsigned int i;

	INIT_DELAYED_WORK(&m->pg_init.work, dmfp_pg_init_work);
	init_waitqueue_head(&m->pg_init.idle);
	m->pg_init.activations =
		kvcalloc(nr_paths + 1, sizeof(*m->pg_init.activations), GFP_KERNEL);
	if (!m->pg_init.activations)
		return -ENOMEM;
	for (i = 0; i < nr_paths; i++)
		m->pg_init.activations[i] = (struct dmfp_activation){ .map = m, .path = i };
	return 0;
}

void dmfp_pg_init_free(struct dmfp_map *m)
{
	kvfree(m->pg_init.activations);
}

int dmfp_pg_init_module_init(void)
{
	dmfp_pg_init_workqueue =
		alloc_workqueue("dm-fairpath-pg-init", WQ_MEM_RECLAIM | WQ_UNBOUND, 0);
	return dmfp_pg_init_workqueue ? 0 : -ENOMEM;
}

void dmfp_pg_init_module_exit(void)
{
	destroy_workqueue(dmfp_pg_init_workqueue);
	/* Whoever brought the last answer has left this module's text. */
	synchronize_rcu();
}
