/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The hardware handler of a map: one of the kernel's (scsi_dh), attached to the
 * device of each path while its table is loaded. As in dm-multipath it stays
 * attached when the table goes: it belongs to the SCSI device.
 */
#ifndef DMFP_HANDLER_H
#define DMFP_HANDLER_H

#include <linux/types.h>

#include "core/handler.h"

struct fp_table;
struct request_queue;

struct dmfp_handler {
	struct fp_handler shown; /* points to what follows */
	char *name;
	char *params;
	bool retain; /* what a device has already is used instead */
};

/* Process context, while a table is loaded. Return: 0 or -ENOMEM. */
int dmfp_handler_init(struct dmfp_handler *handler, const struct fp_table *table);
void dmfp_handler_exit(struct dmfp_handler *handler);

/**
 * dmfp_handler_attach - to the device of one path
 * @what: out, what failed, a constant
 * Return: 0, also without a handler; or the error, -EINVAL if there is no such
 * handler, -ENODEV if the device is not SCSI or not for this handler.
 */
int dmfp_handler_attach(struct dmfp_handler *handler, struct request_queue *q, const char **what);

#endif
