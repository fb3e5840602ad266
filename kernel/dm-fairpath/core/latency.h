/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How long things take, in buckets of powers of two: what a mean hides, for 26 counters
 * and no sorting.
 *
 *   bucket 0         less than a microsecond
 *   bucket n         from 2^(n - 1) to just below 2^n microseconds
 *   the last, 25     16.8 seconds and more
 *
 * Recorded while there is a fair queue: of each flow how long its requests waited
 * (fq.h), and of each path how long requests took below us. Where no request waits no
 * flow is looked at.
 *
 * Pure; under the map's lock.
 */
#ifndef FP_CORE_LATENCY_H
#define FP_CORE_LATENCY_H

#include "text.h"

#define FP_LATENCY_BUCKETS 26

struct fp_latency {
	u64 sum_ns;
	u64 of[FP_LATENCY_BUCKETS];
};

void fp_latency_record(struct fp_latency *latency, u64 ns);

/* fp_latency_words - "sum_usecs <n> buckets <#counts> <count>...", up to the last that is not 0 */
void fp_latency_words(const struct fp_latency *latency, struct fp_text *out);

/* "major:minor", as a table names a path */
#define FP_LATENCY_NAME 24

/* Of the paths of a table, in its order. */
struct fp_latencies {
	unsigned int nr;
	struct fp_path_latency {
		char name[FP_LATENCY_NAME];
		struct fp_latency below;
	} of[];
};

/* fp_latencies_take_over - paths that were in the table before go on where they were */
void fp_latencies_take_over(struct fp_latencies *latencies, const struct fp_latencies *before);

void fp_latencies_reset(struct fp_latencies *latencies);

#endif
