/* SPDX-License-Identifier: GPL-2.0 */
/* L1: limits of a path that shrank while the table is live fail no path and no I/O. */
#ifndef DMFP_LIMITS_H
#define DMFP_LIMITS_H

#include <linux/types.h>

struct block_device;
struct request;
struct request_queue;

/* Does the path take this kind of request at all? Any context. */
bool dmfp_supports(const struct request *rq, struct request_queue *path);

/**
 * dmfp_fits - can a clone of the request be inserted into the path's queue as it is?
 * Any context. If not, bios must be sent, which the path's queue splits.
 */
bool dmfp_fits(const struct request *rq, struct request_queue *path);

#endif
