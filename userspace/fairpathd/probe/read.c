// SPDX-License-Identifier: GPL-2.0
/*
 * The checkers directio and readsector0: the first block is read past the page cache.
 * Both read alike; multipath.conf knows two names.
 */
#include <errno.h>
#include <string.h>

#include "questions.h"

static void submit(struct fpd_probe *probe)
{
	int r = fpd_device_read(probe->device);

	if (r == -EAGAIN)
		fpd_probe_again(probe, submit);
	else if (r)
		fpd_probe_end(probe, FPD_VERDICT_DOWN, "cannot read: %s", strerror(-r));
}

void fpd_begin_read(struct fpd_probe *probe)
{
	int r;

	if (probe->device->block_fd >= 0) {
		submit(probe);
		return;
	}
	r = fpd_device_open(probe->device);
	if (r)
		fpd_probe_end(probe, FPD_VERDICT_PENDING, "cannot open: %s", strerror(-r));
}

void fpd_probe_opened(struct fpd_probe *probe, int r)
{
	if (r == -ENODEV)
		fpd_probe_end(probe, FPD_VERDICT_GONE, "the disk was removed");
	else if (r)
		fpd_probe_end(probe, FPD_VERDICT_DOWN, "cannot open: %s", strerror(-r));
	else
		submit(probe);
}

void fpd_probe_read(struct fpd_probe *probe, long res)
{
	if (res > 0)
		fpd_probe_end(probe, FPD_VERDICT_UP, "the first block was read");
	else if (res == -EAGAIN)
		fpd_probe_again(probe, submit);
	else if (!res)
		fpd_probe_end(probe, FPD_VERDICT_DOWN, "the disk has no first block");
	else
		fpd_probe_end(probe, FPD_VERDICT_DOWN, "reading failed: %s", strerror((int)-res));
}
