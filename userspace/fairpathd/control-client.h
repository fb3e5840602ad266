/* SPDX-License-Identifier: GPL-2.0 */
/*
 * One connection to the control socket: a request comes in, its answer goes out as
 * fast as the other end takes it, and then the next.
 */
#ifndef FPD_CONTROL_CLIENT_H
#define FPD_CONTROL_CLIENT_H

#include <stdbool.h>
#include <stdint.h>

#include "fairpathd/control.h"

struct fpd_client;

/**
 * struct fpd_client_owner - whom a connection belongs to
 * @priority: of its sources on the loop
 * @answer: answers a request
 * @gone: it is of no more use, and is to be freed
 */
struct fpd_client_owner {
	int64_t priority;
	fpd_control_answer_fn *answer;
	void *answer_userdata;
	void (*gone)(struct fpd_client *client, void *userdata);
	void *gone_userdata;
};

/**
 * fpd_client_new - take a connection
 * @event: the loop
 * @fd: the connection, which does not block; the client's on success, else the caller's
 * @root: the other end is root
 * @owner: outlives the client
 * @ret: out: untouched on failure
 *
 * Return: 0 or a negative errno.
 */
int fpd_client_new(sd_event *event, int fd, bool root, const struct fpd_client_owner *owner,
		   struct fpd_client **ret);
void fpd_client_free(struct fpd_client *client);

bool fpd_client_is_root(const struct fpd_client *client);

#endif
