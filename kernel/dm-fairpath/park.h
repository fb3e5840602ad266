/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Parking: requests that a plain clone cannot serve are sent as bios.
 *
 * A clone goes to the path's driver as it is: it is not split where the path's
 * limits have shrunk, and nothing can follow it, since the original's bios end
 * before the target hears of it. So a request that must be flushed before it
 * ends (S2, S6), or that is too large for its path (L1), gets a clone on a
 * private queue instead, the parking queue. What arrives there is resubmitted
 * to the path as bios, through its whole block layer, which splits; then a
 * flush follows if one is due (raw-flush.h); then the parked clone ends, and with it, in
 * device-mapper's usual way, the original. For device-mapper it is a clone like
 * any other: statistics, retries, suspend and removal need nothing special.
 *
 * A lot may also be one where clones wait before they are sent anywhere (fair.h): who
 * has made it is told when one has arrived, and later sends it to a path, or ends it.
 */
#ifndef DMFP_PARK_H
#define DMFP_PARK_H

#include <linux/bio.h>
#include <linux/blk-mq.h>
#include <linux/workqueue.h>

struct dmfp_parked;

/* What is done next with a parked clone. */
enum dmfp_stage {
	DMFP_WAIT, /* until dmfp_parked_send() or dmfp_parked_expel() */
	DMFP_SEND_DATA,
	DMFP_SEND_FLUSH,
	DMFP_END,
};

/* Of a parked clone; who makes the lot may have more behind it. */
struct dmfp_parked {
	struct delayed_work work;
	struct dmfp_park *park;
	struct block_device *path;
	bool durable;
	enum dmfp_stage stage;
	atomic_t bios;	     /* not yet ended, and one for who submits them */
	blk_status_t status; /* of any bio that failed */
};

struct dmfp_park {
	/* One that waits has arrived, with all its bios; any context. */
	void (*arrived)(struct dmfp_parked *parked);

	struct blk_mq_tag_set tags;
	struct gendisk *disk; /* never added: its queue is all that is wanted of it */
	struct bio_set bios;
	struct workqueue_struct *workqueue;
};

/* How many the lot of what a plain clone cannot serve takes. What finds no room waits above. */
#define DMFP_PARK_DEPTH 128

/*
 * Process context, may sleep. @depth: requests at once; @size: of a struct whose first
 * member is the struct dmfp_parked.
 */
int dmfp_park_init(struct dmfp_park *park, unsigned int depth, unsigned int size);
void dmfp_park_exit(struct dmfp_park *park);

/**
 * dmfp_park_clone - a clone that will be parked, in place of one on the path
 * @opf:     the request's operation and flags
 * @path:    where its bios will go
 * @durable: whether a flush follows them before the clone ends
 *
 * Any context. Return: the clone, or an ERR_PTR() if the lot is full for now.
 */
struct request *dmfp_park_clone(struct dmfp_park *park, blk_opf_t opf, struct block_device *path,
				bool durable);

/* dmfp_park_waiting - the same, to wait: where it goes is not known yet */
struct request *dmfp_park_waiting(struct dmfp_park *park, blk_opf_t opf);

/* One that has arrived is sent on. Any context, by a worker. */
void dmfp_parked_send(struct dmfp_parked *parked, struct block_device *path, bool durable);

/* Or ends with an error, unserved. */
void dmfp_parked_expel(struct dmfp_parked *parked);

#endif
