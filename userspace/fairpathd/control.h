/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The control socket: who connects, what comes in, what goes out. What a request
 * means is its owner's business (control-verbs.h).
 *
 * Anybody may connect. Nobody can hold the daemon: a connection that is silent, or
 * does not take its answer, is closed after FPD_CONTROL_PATIENCE_MS; there are at
 * most FPD_CONTROL_CLIENTS_MAX, and some of them only for root.
 */
#ifndef FPD_CONTROL_H
#define FPD_CONTROL_H

#include <stdbool.h>
#include <stdint.h>

#include <systemd/sd-event.h>

#include <fairpath/control.h>
#include <fairpath/error.h>

struct fpd_control;

enum {
	FPD_CONTROL_PATIENCE_MS = 5000,
	FPD_CONTROL_CLIENTS_MAX = 64,
	/* Of others than root. */
	FPD_CONTROL_CLIENTS_OTHERS = 48,
};

/**
 * fpd_control_answer_fn - answer a request, at once
 * @request: what is asked
 * @root: by root
 * @reply: out: all zero before; is cleared by the caller
 * @userdata: from fpd_control_new()
 */
typedef void fpd_control_answer_fn(const struct fairpath_request *request, bool root,
				   struct fairpath_reply *reply, void *userdata);

/**
 * fpd_control_new - begin to listen
 * @event: the loop
 * @priority: of its sources on the loop
 * @path: of the socket; NULL: FAIRPATH_CONTROL_SOCKET. Its folder is made if it is missing,
 *	and what a daemon that died left there is taken away
 * @answer: called for each request
 * @userdata: for @answer
 * @ret: out: to be released by fpd_control_free(); untouched on failure
 * @error: out: why not
 *
 * Return: 0; -EADDRINUSE if another daemon listens there; or a negative errno.
 */
int fpd_control_new(sd_event *event, int64_t priority, const char *path,
		    fpd_control_answer_fn *answer, void *userdata, struct fpd_control **ret,
		    struct fairpath_error *error);

/* All connections are closed, the socket goes. NULL is fine. Return: NULL. */
struct fpd_control *fpd_control_free(struct fpd_control *control);

/* For tests: how many are connected. */
unsigned int fpd_control_clients(const struct fpd_control *control);

#endif
