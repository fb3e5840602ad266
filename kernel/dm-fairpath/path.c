// SPDX-License-Identifier: GPL-2.0
/*
 * Paths fail and return: the state in core, the clock, the event, all under one lock.
 * And which of them takes a discard, where not all do.
 */
#include <linux/blk-mq.h>

#include "dmfp.h"
#include "limits.h"

/* What follows once core has marked a path failed. */
void dmfp_path_failed_locked(struct dmfp_map *m, int path)
{
	lockdep_assert_held(&m->lock);
	dmfp_event_locked(m, path, DMFP_PATH_FAILED);
	dmfp_no_path_update_locked(m);
	dmfp_fair_run_locked(m);
}

void dmfp_fail_path(struct dmfp_map *m, int path)
{
	unsigned long flags;

	spin_lock_irqsave(&m->lock, flags);
	if (fp_map_fail_path(&m->core, path))
		dmfp_path_failed_locked(m, path);
	spin_unlock_irqrestore(&m->lock, flags);
}

void dmfp_reinstate_path(struct dmfp_map *m, int path)
{
	unsigned long flags;
	bool first = false;

	spin_lock_irqsave(&m->lock, flags);
	if (fp_map_reinstate_path(&m->core, path)) {
		first = m->core.nr_usable == 1;
		dmfp_pg_init_joins_locked(m, path);
		dmfp_event_locked(m, path, DMFP_PATH_REINSTATED);
		dmfp_no_path_update_locked(m);
		dmfp_fair_run_locked(m);
	}
	spin_unlock_irqrestore(&m->lock, flags);

	if (first)
		dmfp_run_held(m);
}

void dmfp_not_now_locked(struct dmfp_map *m, enum fp_verdict verdict)
{
	if (verdict == FP_INIT)
		dmfp_pg_init_start_locked(m);
	else
		dmfp_no_path_update_locked(m);
}

struct dmfp_support {
	const struct dmfp_map *map;
	enum req_op op;
};

static bool dmfp_path_supports(void *context, int path)
{
	const struct dmfp_support *support = context;

	return dmfp_supports(support->op, dmfp_queue(support->map, path));
}

int dmfp_prefer_supporting_locked(struct dmfp_map *m, int chosen, enum req_op op)
{
	struct dmfp_support support = { .map = m, .op = op };

	lockdep_assert_held(&m->lock);
	return fp_map_prefer(&m->core, chosen, dmfp_path_supports, &support);
}

bool dmfp_other_path_supports_locked(struct dmfp_map *m, int path, enum req_op op)
{
	struct dmfp_support support = { .map = m, .op = op };
	unsigned int i;

	lockdep_assert_held(&m->lock);
	if (dmfp_path_supports(&support, path))
		return false;
	for (i = 0; i < m->nr_devices; i++)
		if (fp_map_could_take(&m->core, i) && dmfp_path_supports(&support, i))
			return true;
	return false;
}

/* Let what waits, in device-mapper or as bios, be mapped again now: it may have a path. */
void dmfp_run_held(struct dmfp_map *m)
{
	if (dmfp_is_bio_based(m)) {
		dmfp_bio_run_held(m);
		return;
	}
	blk_mq_kick_requeue_list(dm_disk(dm_table_get_md(m->ti->table))->queue);
}
