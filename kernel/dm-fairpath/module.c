// SPDX-License-Identifier: GPL-2.0
/* The target's registration; init in order, exit its mirror. */
#include <linux/module.h>

#include "compat/compat.h"
#include "dmfp.h"
#include "flush.h"
#include "version.h"

/* Events and the no-path clock: they must go on when memory is short. */
struct workqueue_struct *dmfp_workqueue;

static struct target_type dmfp_target = {
	.name = "fairpath",
	.version = { DMFP_VERSION_MAJOR, DMFP_VERSION_MINOR, DMFP_VERSION_PATCH },
	.features = DM_TARGET_SINGLETON | DM_TARGET_IMMUTABLE | DM_TARGET_PASSES_INTEGRITY,
	.module = THIS_MODULE,
	.ctr = dmfp_ctr,
	.dtr = dmfp_dtr,
	.clone_and_map_rq = dmfp_clone_and_map,
	.release_clone_rq = dmfp_release_clone,
	.rq_end_io = dmfp_rq_end_io,
	.map = dmfp_bio_map,
	.end_io = dmfp_bio_end_io,
	.presuspend = dmfp_presuspend,
	.presuspend_undo = dmfp_presuspend_undo,
	.postsuspend = dmfp_postsuspend,
	.resume = dmfp_resume,
	.status = dmfp_status,
	.message = dmfp_message,
	.prepare_ioctl = dmfp_prepare_ioctl,
	.iterate_devices = dmfp_iterate_devices,
	.io_hints = dmfp_io_hints,
};

static int __init dmfp_init(void)
{
	int r;

	dmfp_workqueue = alloc_workqueue("dm-fairpath", WQ_MEM_RECLAIM | WQ_UNBOUND, 0);
	if (!dmfp_workqueue)
		return -ENOMEM;

	r = dmfp_pg_init_module_init();
	if (r)
		goto bad_pg_init;
	r = dm_register_target(&dmfp_target);
	if (r < 0)
		goto bad_register;
	return 0;

bad_register:
	dmfp_pg_init_module_exit();
bad_pg_init:
	destroy_workqueue(dmfp_workqueue);
	return r;
}

static void __exit dmfp_exit(void)
{
	dm_unregister_target(&dmfp_target);
	dmfp_debt_exit();
	dmfp_pg_init_module_exit();
	destroy_workqueue(dmfp_workqueue);
}

module_init(dmfp_init);
module_exit(dmfp_exit);

MODULE_DESCRIPTION(DM_NAME " target that shares several paths to one LUN");
MODULE_AUTHOR("the fairpath project");
MODULE_LICENSE("GPL");
