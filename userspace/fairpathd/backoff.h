/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How long a path that failed must stay good before it is used again. Pure.
 *
 * The first failure costs nothing. Each further one within the time that failures
 * are remembered doubles the delay: so a path whose probes succeed and whose I/O
 * fails is tried ever more rarely.
 */
#ifndef FPD_BACKOFF_H
#define FPD_BACKOFF_H

#include <stdint.h>

/* The second failure costs this; a reboot of a switch's port takes about as long. */
#define FPD_BACKOFF_FIRST_USEC UINT64_C(10000000)
/* No delay is longer: 10 minutes, that an administrator may wait beside it. */
#define FPD_BACKOFF_MAX_USEC UINT64_C(600000000)
/* After so long without a failure, and at least four times its delay, all is forgotten. */
#define FPD_BACKOFF_MEMORY_USEC UINT64_C(120000000)

/**
 * struct fpd_backoff - what is remembered; all zero: nothing
 * @failures: how many in a row, none of them forgotten
 * @last: when the last was, microseconds of CLOCK_MONOTONIC
 */
struct fpd_backoff {
	unsigned int failures;
	uint64_t last;
};

void fpd_backoff_failed(struct fpd_backoff *backoff, uint64_t now);
void fpd_backoff_forgive(struct fpd_backoff *backoff);

/* The delay that the failures so far cost, in microseconds. */
uint64_t fpd_backoff_delay(const struct fpd_backoff *backoff);

/* When a path that is good from @now on may be used: @now itself, or later. */
uint64_t fpd_backoff_ready(const struct fpd_backoff *backoff, uint64_t now);

#endif
