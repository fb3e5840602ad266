/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Direct reads by libaio, told to the event loop by an eventfd. The kernel writes into
 * a read's buffer whenever the device answers: a read that is not wanted any more is
 * abandoned, and lives until then.
 */
#ifndef FPD_PROBE_AIO_H
#define FPD_PROBE_AIO_H

#include <systemd/sd-event.h>

struct fpd_aio;
struct fpd_read;

/**
 * typedef fpd_read_fn - a read has ended
 * @res: how many bytes were read, or a negative errno; -EAGAIN: the queue is full
 */
typedef void fpd_read_fn(long res, void *userdata);

int fpd_aio_new(sd_event *event, struct fpd_aio **ret);

/* What is still out is left behind with its buffers, until the process ends. */
struct fpd_aio *fpd_aio_free(struct fpd_aio *aio);

/* Read the first block. Return: 0; -EAGAIN: too many are out; another negative errno. */
int fpd_aio_read(struct fpd_aio *aio, int fd, fpd_read_fn *done, void *userdata,
		 struct fpd_read **ret);

/* Its function will not be called. NULL is fine. Return: NULL. */
struct fpd_read *fpd_read_abandon(struct fpd_read *read);

#endif
