// SPDX-License-Identifier: GPL-2.0
/* Status for dmsetup and the kernel's measurement log; core/status.c writes the words. */
#include "core/status.h"
#include "dmfp.h"
#include "flush.h"

static struct fp_caps dmfp_status_caps(const void *context, int path)
{
	return dmfp_live_caps(context, path);
}

void dmfp_status(struct dm_target *ti, status_type_t type, unsigned int status_flags, char *result,
		 unsigned int maxlen)
{
	struct dmfp_map *m = ti->private;
	struct fp_status_view view = {
		.map = &m->core,
		.features = &m->features,
		.handler = &m->handler.shown,
		.counters = &m->shared->counters,
		.flush = &m->shared->flush,
		.caps = dmfp_status_caps,
		.context = m,
	};
	struct fp_text out = fp_text(result, maxlen);
	unsigned long flags;

	spin_lock_irqsave(&m->lock, flags);
	view.fair = dmfp_fair_view_locked(m);
	switch (type) {
	case STATUSTYPE_INFO:
		fp_status_info(&view, &out);
		break;
	case STATUSTYPE_TABLE:
		fp_status_table(&view, &out);
		break;
	case STATUSTYPE_IMA:
		fp_text_add(&out, "target_name=%s,target_version=%u.%u.%u", ti->type->name,
			    ti->type->version[0], ti->type->version[1], ti->type->version[2]);
		fp_status_ima(&view, &out);
		break;
	}
	spin_unlock_irqrestore(&m->lock, flags);
}
