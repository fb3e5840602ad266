// SPDX-License-Identifier: GPL-2.0
/* What must outlive a table; see shared.h. */
#include <linux/blkdev.h>
#include <linux/device-mapper.h>
#include <linux/mm.h>
#include <linux/mutex.h>
#include <linux/slab.h>

#include "fair.h"
#include "shared.h"

static LIST_HEAD(dmfp_all_shared);
static DEFINE_MUTEX(dmfp_shared_mutex);

static struct dmfp_shared *dmfp_shared_find(const struct mapped_device *md)
{
	struct dmfp_shared *shared;

	list_for_each_entry(shared, &dmfp_all_shared, list)
		if (shared->md == md)
			return shared;
	return NULL;
}

static struct dmfp_shared *dmfp_shared_new(struct mapped_device *md)
{
	struct dmfp_shared *shared = kzalloc(sizeof(*shared), GFP_KERNEL);
	int r;

	if (!shared)
		return ERR_PTR(-ENOMEM);
	r = dmfp_park_init(&shared->park, DMFP_PARK_DEPTH, sizeof(struct dmfp_parked));
	if (r) {
		kfree(shared);
		return ERR_PTR(r);
	}
	shared->md = md;
	/*
	 * A device that was in use has lost its first object by a table of the error
	 * target in between, and with it what is known of the layers above (S6).
	 */
	shared->flush.promised = disk_live(dm_disk(md));
	list_add(&shared->list, &dmfp_all_shared);
	return shared;
}

struct dmfp_shared *dmfp_shared_get(struct mapped_device *md)
{
	struct dmfp_shared *shared;

	mutex_lock(&dmfp_shared_mutex);
	shared = dmfp_shared_find(md);
	if (!shared)
		shared = dmfp_shared_new(md);
	if (!IS_ERR(shared))
		shared->users++;
	mutex_unlock(&dmfp_shared_mutex);
	return shared;
}

struct dmfp_fair *dmfp_shared_fair(struct dmfp_shared *shared, bool has_lot)
{
	struct dmfp_fair *fair;

	mutex_lock(&dmfp_shared_mutex);
	fair = shared->fair ? shared->fair : dmfp_fair_new(has_lot);
	if (!IS_ERR(fair))
		shared->fair = fair;
	mutex_unlock(&dmfp_shared_mutex);
	return fair;
}

void dmfp_shared_put(struct dmfp_shared *shared)
{
	mutex_lock(&dmfp_shared_mutex);
	if (!--shared->users) {
		list_del(&shared->list);
		dmfp_fair_free(shared->fair);
		kvfree(shared->latencies);
		dmfp_park_exit(&shared->park);
		kfree(shared);
	}
	mutex_unlock(&dmfp_shared_mutex);
}
