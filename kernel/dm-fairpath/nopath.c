// SPDX-License-Identifier: GPL-2.0
/*
 * Queueing without a path ends.
 *
 * With queue_if_no_path and no usable path, requests wait. Somebody in user
 * space is to bring a path back or to give up; if nobody does, because the
 * daemon is dead, this clock ends the waiting, so that no process and no
 * shutdown hangs for ever. Once it has rung, requests fail until a path is
 * reinstated or a message sets the policy anew.
 *
 * The clock runs exactly while fp_map_waits_for_path() and the map is live:
 * whoever changes either calls dmfp_no_path_update_locked().
 */
#include <linux/jiffies.h>
#include <linux/module.h>
#include <linux/moduleparam.h>

#include "dmfp.h"

/*
 * 300 s: longer than any common no_path_retry (the EVA's 12 checks of 5 to 20 s
 * make 60 to 240 s), so that a living daemon decides first.
 */
static unsigned int no_path_timeout_secs = 300;
module_param_named(queue_if_no_path_timeout_secs, no_path_timeout_secs, uint, 0644);
MODULE_PARM_DESC(
	queue_if_no_path_timeout_secs,
	"End queue_if_no_path after this many seconds without a path "
	"(default 300, at most 86400, 0: never), unless a table's own feature says otherwise");

/* A day, as in a table: more could overflow jiffies on 32 bits. */
#define DMFP_MAX_TIMEOUT_SECS 86400u

unsigned int dmfp_no_path_timeout_secs(const struct dmfp_map *m)
{
	unsigned int secs = m->features.has_no_path_timeout ? m->features.no_path_timeout_secs
							    : READ_ONCE(no_path_timeout_secs);

	return min(secs, DMFP_MAX_TIMEOUT_SECS);
}

static void dmfp_no_path_rings(struct work_struct *work)
{
	struct dmfp_map *m = container_of(to_delayed_work(work), struct dmfp_map, no_path_work);
	unsigned long flags;
	bool expired = false;

	spin_lock_irqsave(&m->lock, flags);
	/* It may have been stopped, even started again, while this waited for the lock. */
	if (m->no_path_running && time_after_eq(jiffies, m->no_path_deadline)) {
		m->no_path_running = false;
		m->core.expired = true;
		m->shared->counters.no_path_timeouts++;
		expired = true;
	}
	spin_unlock_irqrestore(&m->lock, flags);

	if (!expired)
		return;
	DMWARN("%s: no path for too long: queueing ends, requests fail until a path is reinstated",
	       dmfp_name(m));
	dmfp_event_table(m);
	dmfp_run_held(m);
}

void dmfp_no_path_update_locked(struct dmfp_map *m)
{
	unsigned int secs = dmfp_no_path_timeout_secs(m);
	bool run = m->live && secs && fp_map_waits_for_path(&m->core);

	lockdep_assert_held(&m->lock);
	if (run == m->no_path_running)
		return;
	m->no_path_running = run;
	if (run) {
		m->no_path_deadline = jiffies + secs * HZ;
		mod_delayed_work(dmfp_workqueue, &m->no_path_work, secs * HZ);
	} else {
		cancel_delayed_work(&m->no_path_work);
	}
}

void dmfp_no_path_restart_locked(struct dmfp_map *m)
{
	lockdep_assert_held(&m->lock);
	if (m->no_path_running) {
		m->no_path_running = false;
		cancel_delayed_work(&m->no_path_work);
	}
	dmfp_no_path_update_locked(m);
}

void dmfp_no_path_init(struct dmfp_map *m)
{
	INIT_DELAYED_WORK(&m->no_path_work, dmfp_no_path_rings);
}

void dmfp_no_path_stop(struct dmfp_map *m)
{
	cancel_delayed_work_sync(&m->no_path_work);
}
