// SPDX-License-Identifier: GPL-2.0
/* Silent paths are told of; see silence.h. */
#include <linux/jiffies.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/moduleparam.h>

#include "core/silence.h"
#include "dmfp.h"

/*
 * 2 s: twice what the fair queue takes for silence; and far below the 30 s after which
 * the SCSI layer gives up on a command.
 */
static unsigned int silent_path_msecs = 2000;
module_param(silent_path_msecs, uint, 0644);
MODULE_PARM_DESC(silent_path_msecs,
		 "With a fair queue, tell user space of a path of which nothing has ended for "
		 "this many milliseconds with requests in flight (default 2000, 0: never)");

#define DMFP_MAX_SILENT_MSECS 3600000u

static unsigned int dmfp_silent_msecs(void)
{
	return min(READ_ONCE(silent_path_msecs), DMFP_MAX_SILENT_MSECS);
}

/* A path is told of a quarter late at most. */
static void dmfp_silence_look_later_locked(struct dmfp_map *m)
{
	unsigned int ms = clamp(dmfp_silent_msecs() / 4, 50u, 1000u);

	queue_delayed_work(dmfp_workqueue, &m->silence.look, msecs_to_jiffies(ms));
}

static void dmfp_silence_look_locked(struct dmfp_map *m)
{
	const struct fp_silence silence = {
		.map = &m->core,
		.moved = m->fair.moved,
		.now = ktime_get_ns(),
		.limit_ns = dmfp_silent_msecs() * 1000000ULL,
	};
	unsigned int i;

	for (i = 0; i < m->core.nr_paths; i++) {
		switch (fp_silence_look(&silence, i)) {
		case FP_SILENCE_BEGINS:
			dmfp_event_locked(m, i, DMFP_PATH_SILENT);
			break;
		case FP_SILENCE_ENDS:
			dmfp_event_table(m);
			break;
		case FP_SILENCE_SAME:
			break;
		}
	}
}

static void dmfp_silence_look(struct work_struct *work)
{
	struct dmfp_map *m = container_of(to_delayed_work(work), struct dmfp_map, silence.look);
	unsigned long flags;

	spin_lock_irqsave(&m->lock, flags);
	dmfp_silence_look_locked(m);
	m->silence.watches = !fp_silence_is_over(&m->core);
	if (m->silence.watches)
		dmfp_silence_look_later_locked(m);
	spin_unlock_irqrestore(&m->lock, flags);
}

void dmfp_silence_watch_locked(struct dmfp_map *m)
{
	lockdep_assert_held(&m->lock);
	m->silence.watches = true;
	dmfp_silence_look_later_locked(m);
}

void dmfp_silence_init(struct dmfp_map *m)
{
	INIT_DELAYED_WORK(&m->silence.look, dmfp_silence_look);
}

void dmfp_silence_stop(struct dmfp_map *m)
{
	cancel_delayed_work_sync(&m->silence.look);
	m->silence.watches = false;
}
