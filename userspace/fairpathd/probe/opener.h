/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Opening and closing block devices in other processes, because the kernel may let
 * whoever does it wait: for error handling of the host, or for a scan of the
 * partition table that hangs.
 */
#ifndef FPD_PROBE_OPENER_H
#define FPD_PROBE_OPENER_H

#include <stdint.h>

#include <systemd/sd-event.h>

struct fpd_opener;

/* Not the number of a node: all that were being opened, because the helper died. */
#define FPD_OPENER_ALL 0

/**
 * typedef fpd_opened_fn - a node was opened, or not
 * @id: as given to fpd_opener_open(), or FPD_OPENER_ALL
 * @fd: the file descriptor, now the function's; or a negative errno
 */
typedef void fpd_opened_fn(uint64_t id, int fd, void *userdata);

int fpd_opener_new(sd_event *event, fpd_opened_fn *opened, void *userdata, struct fpd_opener **ret);
struct fpd_opener *fpd_opener_free(struct fpd_opener *opener);

/* Open a node for direct reading; the answer comes from the loop, if ever. Return: 0 or a
 * negative errno.
 */
int fpd_opener_open(struct fpd_opener *opener, const char *node, uint64_t id);

/* Close it, whether or not that takes long. Less than 0 is fine. Return: -1. */
int fpd_opener_close(struct fpd_opener *opener, int fd);

#endif
