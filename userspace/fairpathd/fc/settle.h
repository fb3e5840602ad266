/* SPDX-License-Identifier: GPL-2.0 */
/* The timeouts of one remote port are written, in a child: a driver may take its time. */
#ifndef FPD_FC_SETTLE_H
#define FPD_FC_SETTLE_H

#include <systemd/sd-event.h>

#include "fairpathd/child.h"
#include "fairpathd/fc/timeouts.h"

/**
 * struct fpd_fc_settling - how far it is with one port
 * @child: writes; NULL: none does
 * @done: tried, with success or not; it is tried again after a while
 * @name: of the port
 * @said: the last that was said of it: once is enough
 */
struct fpd_fc_settling {
	struct fpd_child *child;
	bool done;
	char name[FPD_FC_NAME_SIZE];
	char said[512];
};

/* Begin to make a port's timeouts what is wanted, if they differ and no child is at it. */
void fpd_fc_settle(sd_event *event, const char *class, const char *name,
		   const struct fpd_fc_wanted *wanted, struct fpd_fc_settling *settling);

/* The child's end is of no interest any more. */
void fpd_fc_settling_end(struct fpd_fc_settling *settling);

#endif
