/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a device counts since it was made or a message reset it, and the words
 * that status and libfairpath call it by; a unit test compares the two.
 *
 *   no_path_timeouts    times that queueing without a path lasted too long and ended
 *   retries             requests that an error sent to be mapped again
 *   flushes_received    flushes from above that a path took or that ended at once
 *   flushes_sent        of those, sent to a path; once more for each try
 *   flushes_without_io  of those, ended at once, nothing being owed (S3)
 *   fua_stripped        writes that were sent without the FUA they bore (S1)
 *   durable_fua         of those, flushed before they ended (S2)
 *   durable_promised    writes made durable because nobody above flushes (S6)
 *   oversize            times that a request was too large for its path (L1)
 *   fua_refused         FUA writes that the device refused though the path takes FUA,
 *                       sent again to be written, then flushed (S2)
 *   lun_errors          plain I/O errors that were handed up in the end, each path
 *                       having given one, also after it had been reinstated
 */
#ifndef FP_CORE_COUNTERS_H
#define FP_CORE_COUNTERS_H

#include "env.h"

#define FP_COUNTERS(X)                                                                             \
	X(no_path_timeouts)                                                                        \
	X(retries)                                                                                 \
	X(flushes_received)                                                                        \
	X(flushes_sent)                                                                            \
	X(flushes_without_io)                                                                      \
	X(fua_stripped)                                                                            \
	X(durable_fua)                                                                             \
	X(durable_promised)                                                                        \
	X(oversize)                                                                                \
	X(fua_refused)                                                                             \
	X(lun_errors)

struct fp_counters {
#define FP_COUNTER_FIELD(name) u64 name;
	FP_COUNTERS(FP_COUNTER_FIELD)
#undef FP_COUNTER_FIELD
};

#define FP_COUNTER_ONE(name) +1
#define FP_NR_COUNTERS	     (0 FP_COUNTERS(FP_COUNTER_ONE))

#endif
