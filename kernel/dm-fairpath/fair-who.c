// SPDX-License-Identifier: GPL-2.0
/*
 * Who submits what waits in the fair queue; core/fair.c makes a flow of it.
 *
 * A cgroup is told apart where the io controller is enabled for it; in bio mode by who
 * submits, since device-mapper's clone of what is written back is of no cgroup. A
 * process is known only while a bio comes by, in its own context; a request is
 * dispatched by whoever is there. Which kernel thread works for whom nobody can tell:
 * they are one.
 */
#include <linux/blk-cgroup.h>
#include <linux/blk-mq.h>
#include <linux/cgroup.h>
#include <linux/ioprio.h>
#include <linux/sched.h>

#include "dmfp.h"
#include "fair.h"

#ifdef CONFIG_BLK_CGROUP
static u64 dmfp_cgroup_id(const struct bio *bio)
{
	struct cgroup_subsys_state *css = bio ? bio_blkcg_css((struct bio *)bio) : NULL;

	return css ? cgroup_id(css->cgroup) : FP_CGROUP_ROOT;
}
#else
static u64 dmfp_cgroup_id(const struct bio *bio)
{
	return FP_CGROUP_ROOT;
}
#endif

static struct fp_submitter dmfp_who_locked(struct dmfp_map *m, const struct bio *bio, int ioprio,
					   u32 process)
{
	const struct fp_origin origin = {
		.cgroup = dmfp_cgroup_id(bio),
		.process = process,
		.ioprio_class = IOPRIO_PRIO_CLASS(ioprio),
		.ioprio_level = ioprio & (FP_IOPRIO_LEVELS - 1),
	};

	return fp_fair_submitter(dmfp_fair_telling_locked(m), m->features.fair.flows, &origin);
}

struct fp_submitter dmfp_who_rq_locked(struct dmfp_map *m, const struct request *rq)
{
	return dmfp_who_locked(m, rq->bio, req_get_ioprio((struct request *)rq), 0);
}

struct fp_submitter dmfp_who_bio_locked(struct dmfp_map *m, const struct bio *bio)
{
	int ioprio = bio->bi_ioprio;

	if (IOPRIO_PRIO_CLASS(ioprio) == IOPRIO_CLASS_NONE)
		ioprio = get_current_ioprio();
	return dmfp_who_locked(m, bio, ioprio,
			       current->flags & PF_KTHREAD ? FP_KTHREADD : current->tgid);
}
