/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a map counts since its table was loaded, and the words that status and
 * libfairpath call it by. One list, so that the two cannot differ.
 *
 *   no_path_timeouts  times that queueing without a path lasted too long and ended
 *   retries           requests that an error sent to be mapped again
 *   fua_stripped      clones that lost REQ_FUA, their path not taking it
 */
#ifndef FP_CORE_COUNTERS_H
#define FP_CORE_COUNTERS_H

#include "env.h"

#define FP_COUNTERS(X)                                                                             \
	X(no_path_timeouts)                                                                        \
	X(retries)                                                                                 \
	X(fua_stripped)

struct fp_counters {
#define FP_COUNTER_FIELD(name) u64 name;
	FP_COUNTERS(FP_COUNTER_FIELD)
#undef FP_COUNTER_FIELD
};

#define FP_COUNTER_ONE(name) +1
#define FP_NR_COUNTERS	     (0 FP_COUNTERS(FP_COUNTER_ONE))

#endif
