// SPDX-License-Identifier: GPL-2.0
/* The hardware handler of a map; see handler.h. */
#include <linux/blkdev.h>
#include <linux/device-mapper.h>
#include <linux/slab.h>
#include <scsi/scsi_dh.h>

#include "core/table.h"
#include "handler.h"

#define DM_MSG_PREFIX "fairpath"

static void dmfp_handler_drop_params(struct dmfp_handler *handler)
{
	kfree(handler->params);
	handler->params = NULL;
	handler->shown.params = NULL;
	handler->shown.nr_params = 0;
}

static void dmfp_handler_set_name(struct dmfp_handler *handler, char *name)
{
	kfree(handler->name);
	handler->name = name;
	handler->shown.name = name;
}

int dmfp_handler_init(struct dmfp_handler *handler, const struct fp_table *table)
{
	unsigned int argc = table->handler_argc;
	char *const *argv = table->handler_argv;

	/* A bio-based device attaches none, and uses what is there, as in dm-multipath. */
	handler->retain = table->features.retain_attached_hw_handler ||
			  table->features.queue_mode == FP_QUEUE_MODE_BIO;
	if (!argc)
		return 0;

	dmfp_handler_set_name(handler, kstrdup(argv[0], GFP_KERNEL));
	if (!handler->name)
		return -ENOMEM;
	if (argc == 1)
		return 0;

	handler->params = kmalloc(fp_handler_params_size(argc - 1, argv + 1), GFP_KERNEL);
	if (!handler->params)
		return -ENOMEM;
	fp_handler_params_write(handler->params, argc - 1, argv + 1);
	handler->shown.params = handler->params;
	handler->shown.nr_params = argc - 1;
	return 0;
}

void dmfp_handler_exit(struct dmfp_handler *handler)
{
	dmfp_handler_drop_params(handler);
	dmfp_handler_set_name(handler, NULL);
}

/* Parameters are meant for the handler that the table names, and for no other. */
static void dmfp_handler_adopt(struct dmfp_handler *handler, char *attached)
{
	if (!handler->name || strcmp(attached, handler->name))
		dmfp_handler_drop_params(handler);
	dmfp_handler_set_name(handler, attached);
}

/* What the device has; the caller frees it. */
static char *dmfp_attached(struct request_queue *q)
{
	return (char *)scsi_dh_attached_handler_name(q, GFP_KERNEL);
}

static int dmfp_attach(struct dmfp_handler *handler, struct request_queue *q)
{
	int r = scsi_dh_attach(q, handler->name);
	char *attached;

	if (r != -EBUSY)
		return r;
	/* It has another one, which cannot be replaced: that is used, as in dm-multipath. */
	attached = dmfp_attached(q);
	if (!attached)
		return r;
	DMINFO("%s: its handler %s is kept, %s is not attached", q->disk ? q->disk->disk_name : "?",
	       attached, handler->name);
	dmfp_handler_adopt(handler, attached);
	return scsi_dh_attach(q, handler->name);
}

int dmfp_handler_attach(struct dmfp_handler *handler, struct request_queue *q, const char **what)
{
	char *attached = handler->retain ? dmfp_attached(q) : NULL;
	int r;

	if (attached)
		dmfp_handler_adopt(handler, attached);
	if (!handler->name)
		return 0;

	*what = "error attaching hardware handler";
	r = dmfp_attach(handler, q);
	if (r < 0 || !handler->params)
		return min(r, 0);

	*what = "unable to set hardware handler parameters";
	return min(scsi_dh_set_params(q, handler->params), 0);
}
