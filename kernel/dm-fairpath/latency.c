// SPDX-License-Identifier: GPL-2.0
/* Latencies below us, by path; see latency.h. */
#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/overflow.h>
#include <linux/slab.h>

#include "dmfp.h"

int dmfp_latency_init(struct dmfp_map *m)
{
	struct fp_latencies *latencies;
	unsigned int i;

	latencies = kvzalloc(struct_size(latencies, of, m->core.nr_paths), GFP_KERNEL);
	if (!latencies)
		return -ENOMEM;
	latencies->nr = m->core.nr_paths;
	for (i = 0; i < latencies->nr; i++)
		strscpy(latencies->of[i].name, m->core.paths[i].name, FP_LATENCY_NAME);
	m->latencies = latencies;
	return 0;
}

void dmfp_latency_exit(struct dmfp_map *m)
{
	kvfree(m->latencies);
}

void dmfp_latency_resume_locked(struct dmfp_map *m)
{
	struct dmfp_shared *shared = m->shared;

	lockdep_assert_held(&m->lock);
	if (m->has_latencies)
		return;
	m->has_latencies = true;
	if (shared->latencies)
		fp_latencies_take_over(m->latencies, shared->latencies);
	swap(m->latencies, shared->latencies);
}
