/* SPDX-License-Identifier: GPL-2.0 */
/* Histograms of latencies in buckets of powers of two microseconds. Pure. */
#ifndef FPCTL_HISTOGRAM_H
#define FPCTL_HISTOGRAM_H

#include <stddef.h>
#include <stdint.h>

enum { HISTOGRAM_BUCKETS = 64, HISTOGRAM_TEXT = 32 };

struct json_object;

/**
 * struct histogram - what a reply tells of one flow or path
 * @total: how many requests, of all buckets
 * @sum_usecs: what they took together
 * @nr: buckets that are told
 * @of: below 1 us, below 2, below 4 ...
 */
struct histogram {
	uint64_t total;
	uint64_t sum_usecs;
	size_t nr;
	uint64_t of[HISTOGRAM_BUCKETS];
};

/* Of the object under a key; empty if there is none. */
struct histogram histogram_read(struct json_object *object, const char *key);

/* What came since; all of it if counting has begun anew meanwhile. */
struct histogram histogram_since(const struct histogram *before, const struct histogram *after);

/* The time, in microseconds, below which that share of them is, as if each bucket were
 * filled evenly; 0 of none. */
double histogram_quantile(const struct histogram *histogram, double share);

/* The upper bound of all, in ms, as "<16.4", in text[HISTOGRAM_TEXT]; "-" of none. */
const char *histogram_most(const struct histogram *histogram, char *text);

#endif
