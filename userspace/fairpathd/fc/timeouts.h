/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which timeouts a remote port should have, and in which order they are written so
 * that the kernel takes each: scsi_transport_fc refuses a fast_io_fail_tmo that is
 * not less than dev_loss_tmo at that moment, or more than 600, and a dev_loss_tmo of
 * more than 600 while fast_io_fail_tmo is off. Decides only.
 */
#ifndef FPD_FC_TIMEOUTS_H
#define FPD_FC_TIMEOUTS_H

#include "fairpathd/config/settings.h"
#include "fairpathd/fc/port.h"

/* The greatest fast_io_fail_tmo: the kernel takes it only while it is less than dev_loss_tmo,
 * and that may be no more than 600 (SCSI_DEVICE_BLOCK_MAX_TIMEOUT) before there is one. */
#define FPD_FC_FAST_MAX 599

/* The greatest dev_loss_tmo without fast_io_fail_tmo. */
#define FPD_FC_LOSS_MAX 600

/**
 * struct fpd_fc_wanted - what all LUNs behind a port want of it
 * @fast_io_fail_tmo: the least; FPD_FC_OFF only if all want that; FPD_UNSET: none wants any
 * @dev_loss_tmo: the greatest; FPD_UNSET: none wants any
 * @queueing: for how many seconds requests wait for a path, the greatest
 */
struct fpd_fc_wanted {
	int64_t fast_io_fail_tmo;
	int64_t dev_loss_tmo;
	int64_t queueing;
};

#define FPD_FC_NOTHING_WANTED                                                                      \
	{                                                                                          \
		.fast_io_fail_tmo = FPD_UNSET, .dev_loss_tmo = FPD_UNSET                           \
	}

/* Add what the settings of one more LUN want. */
void fpd_fc_want(struct fpd_fc_wanted *wanted, const struct fpd_settings *settings);

struct fpd_fc_write {
	const char *attribute;
	char text[16];
};

/**
 * struct fpd_fc_plan - what to write, in this order
 * @nr: number of writes; 0: the port is as it should be
 * @fast_io_fail_tmo: what it has after that
 * @dev_loss_tmo: likewise
 * @notes: why these are not what was asked for: sentences, "; " between them; "": they are
 */
struct fpd_fc_plan {
	struct fpd_fc_write writes[3];
	size_t nr;
	int64_t fast_io_fail_tmo;
	int64_t dev_loss_tmo;
	char notes[384];
};

/* Make a port's timeouts what is wanted of it. */
void fpd_fc_plan_timeouts(const struct fpd_fc_port *port, const struct fpd_fc_wanted *wanted,
			  struct fpd_fc_plan *ret);

#endif
