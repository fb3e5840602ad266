/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The initialisation of priority groups (pg_init): a hardware handler activates
 * the paths of a group before it is used, and requests wait for that.
 *
 * Words
 *   activation  what the handler does to one path; it ends with a result
 *   round       one activation of each usable path of the current group
 *   join        the activation of a path that came back to a group in use
 *
 * Invariants
 *   in_progress is the number of paths whose activation is not FP_ACT_NONE.
 *   required implies queue_io.
 *   A path that joins is not usable; paths join only while others are usable.
 *
 * All functions are pure: the caller holds the lock of the map, and does what
 * they return.
 */
#ifndef FP_CORE_PG_INIT_H
#define FP_CORE_PG_INIT_H

#include "env.h"

struct fp_features;
struct fp_map;

/* The results of an activation, with the numbers of scsi/scsi_dh.h. */
enum fp_dh_result {
	FP_DH_OK = 0,
	FP_DH_DEV_FAILED = 1,
	FP_DH_DEV_TEMP_BUSY = 2,
	FP_DH_DEV_UNSUPP = 3,
	FP_DH_NOTCONN = 5,
	FP_DH_CONN_FAILURE = 6,
	FP_DH_IO = 8,
	FP_DH_INVALID_IO = 9,
	FP_DH_RETRY = 10,
	FP_DH_IMM_RETRY = 11,
	FP_DH_TIMED_OUT = 12,
	FP_DH_RES_TEMP_UNAVAIL = 13,
	FP_DH_DEV_OFFLINED = 14,
	FP_DH_NOMEM = 15,
	FP_DH_NOSYS = 16,
};

/* What a result means. */
enum fp_activated {
	FP_ACTIVATED,	 /* the path can be used */
	FP_RETRY_SOON,	 /* once more, at once */
	FP_RETRY_PAUSED, /* once more, after the delay: it is busy or in transition */
	FP_OTHER_GROUP,	 /* the controller is busy for longer: use another group */
	FP_NOT_PATH,	 /* the path cannot be used until user space has looked at it */
};

/* How far the activation of a path has come. */
enum fp_activation {
	FP_ACT_NONE,
	FP_ACT_DUE,	/* of a round that has not begun */
	FP_ACT_TAKEN,	/* of the round that begins */
	FP_ACT_RUNNING, /* the handler has it */
};

struct fp_pg_init {
	bool handler; /* the map has one: groups must be initialised */
	unsigned int retries;
	unsigned int delay_msecs;

	bool queue_io; /* requests wait: no group was chosen yet, or it is not ready */
	bool required; /* the current group has no round that has begun */
	bool pause;    /* the next round begins after the delay */
	bool disabled; /* the map is suspended */
	unsigned int in_progress;
	unsigned int count; /* rounds since the current group was chosen */
	unsigned int nr_joining;
};

/* Without pg_init_delay_msecs, as in dm-multipath. */
#define FP_PG_INIT_DELAY_MSECS 2000

void fp_pg_init_setup(struct fp_pg_init *init, const struct fp_features *features);

/**
 * fp_pg_init_switched - another group is current
 * @gently: it is a bypassed one: pause before, so as not to hammer its controller
 */
void fp_pg_init_switched(struct fp_map *map, bool gently);

/* No path is usable: nothing waits for a group any more. */
void fp_pg_init_forget(struct fp_map *map);

/* A round or a join that is to begin. */
struct fp_pg_init_round {
	bool begin;
	unsigned int delay_msecs;
};

/* fp_pg_init_start - begin a round if one is required, and may be */
struct fp_pg_init_round fp_pg_init_start(struct fp_map *map);

/* fp_pg_init_take - the delay is over: what is due is taken, what comes later waits */
void fp_pg_init_take(struct fp_map *map);

/* Return: a taken path, whose activation runs from now on; FP_NONE if there is no more. */
int fp_pg_init_next(struct fp_map *map);

/* What follows from the end of an activation. */
struct fp_pg_init_after {
	enum fp_activated result;
	bool path_failed; /* it was usable, or joined, and no longer does: an event is due */
	bool ready;	  /* requests that waited can be mapped */
	struct fp_pg_init_round round;
};

struct fp_pg_init_after fp_pg_init_done(struct fp_map *map, int path, int result);

/**
 * fp_pg_init_join - a path that came back to a group in use is activated first
 * Return: false if it need not be: no handler, or the group will be initialised
 * as a whole. Else its activation is due at once, unless it runs already.
 */
bool fp_pg_init_join(struct fp_map *map, int path);

/* The last usable path failed: those that join are all there is. Return: true if any were. */
bool fp_pg_init_promote(struct fp_map *map);

/*
 * A suspend, until the resume: nothing begins; what has not begun is forgotten
 * and begun anew after it; what runs ends without effect.
 */
void fp_pg_init_disable(struct fp_map *map);
void fp_pg_init_enable(struct fp_map *map);

#endif
