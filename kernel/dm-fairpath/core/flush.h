/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The law of flushes: what a device may advertise, and what a path may be sent.
 *
 * Words
 *   wc(p)   path p's queue has a volatile write cache now
 *   fua(p)  path p's queue takes FUA writes now
 * Both are read from the path's queue for each decision, never remembered.
 *
 * Rules, cited by their letters
 *   A1  the device advertises a write cache exactly if some path has wc
 *   A2  it advertises FUA exactly if A1 and every path with wc has fua
 *   S1  no clone bears REQ_FUA to a path without fua; no flush goes to a path
 *       without wc while a path with wc is usable
 *
 * All functions are pure.
 */
#ifndef FP_CORE_FLUSH_H
#define FP_CORE_FLUSH_H

#include "env.h"

struct fp_map;

struct fp_caps {
	bool wc;
	bool fua;
};

/**
 * fp_flush_stack - add one path to what the device may advertise (A1, A2)
 * @all:  what the paths so far allow; start with FP_CAPS_OF_NO_PATH
 * @path: the next path's
 *
 * The device advertises fp_flush_advertised() of the result.
 */
#define FP_CAPS_OF_NO_PATH ((struct fp_caps){.wc = false, .fua = true})
struct fp_caps fp_flush_stack(struct fp_caps all, struct fp_caps path);
struct fp_caps fp_flush_advertised(struct fp_caps all);

/* What to do with REQ_FUA on a write that goes to a path (S1). */
enum fp_fua {
	FP_FUA_KEEP,	   /* the path takes it */
	FP_FUA_NOT_NEEDED, /* strip: without a cache, every write is durable when it ends */
	FP_FUA_LOST,	   /* strip, and the write is not durable: cache without FUA */
};
enum fp_fua fp_flush_fua(struct fp_caps path);

/**
 * fp_flush_path - the path for a flush (S1)
 * @chosen: the path that the selector gave
 * @has_wc: wc of each path of the map, by its index
 *
 * Return: @chosen if it has wc, else a usable path that has, else @chosen.
 */
int fp_flush_path(const struct fp_map *map, int chosen, bool (*has_wc)(void *context, int path),
		  void *context);

#endif
