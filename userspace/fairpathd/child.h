/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Work that may block in the kernel, in a process of its own. The loop hears when it
 * ends. Whoever started it may die: the work goes on.
 */
#ifndef FPD_CHILD_H
#define FPD_CHILD_H

#include <systemd/sd-event.h>

#include <fairpath/error.h>

struct fpd_child;

/**
 * fpd_child_work_fn - what the child does
 * @context: as it was at the time of the start
 * @error: why it failed, which the parent is told
 *
 * It has no file descriptors but the first three, and may not touch the loop.
 *
 * Return: 0 or a negative errno.
 */
typedef int fpd_child_work_fn(const void *context, struct fairpath_error *error);

/* It has ended: @result is what the work returned, -EINTR if it was killed. */
typedef void fpd_child_done_fn(int result, const struct fairpath_error *error, void *userdata);

/**
 * fpd_child_start - begin
 * @event: the loop; SIGCHLD must be blocked
 * @work: what to do
 * @context: for @work; the child has a copy of all memory, so it need not outlive this call
 * @done: called once, from the loop, unless the child is left alone
 * @userdata: for @done
 * @ret: out: until @done is called
 *
 * Return: 0 or a negative errno.
 */
int fpd_child_start(sd_event *event, fpd_child_work_fn *work, const void *context,
		    fpd_child_done_fn *done, void *userdata, struct fpd_child **ret);

/* Its end is of no interest any more. It goes on. NULL is fine. Return: NULL. */
struct fpd_child *fpd_child_leave(struct fpd_child *child);

#endif
