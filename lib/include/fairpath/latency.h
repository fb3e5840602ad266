/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How long requests waited in the fair queue, and took on each path, as structs: what the
 * target answers to the message show_latency. docs/dm-fairpath.rst has the words.
 */
#ifndef FAIRPATH_LATENCY_H
#define FAIRPATH_LATENCY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <fairpath/error.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The target has 26; of a newer one the rest is refused. */
#define FAIRPATH_LATENCY_BUCKETS 64

#define FAIRPATH_LATENCY_DEV 32

/**
 * struct fairpath_latency - of one flow how long its requests waited, or of one path how
 *	long requests took there
 * @dev: the path, "8:16"; "": it is of a flow
 * @id: that flow, as in struct fairpath_flow
 * @process: likewise
 * @sum_usecs: of all requests together
 * @nr_buckets: how many of @buckets are told; all others are 0
 * @buckets: requests that took less than a microsecond, less than 2, less than 4 ...;
 *	the target's 26th, from 16.8 s on, has no end
 */
struct fairpath_latency {
	char dev[FAIRPATH_LATENCY_DEV];
	uint64_t id;
	bool process;
	uint64_t sum_usecs;
	size_t nr_buckets;
	uint64_t buckets[FAIRPATH_LATENCY_BUCKETS];
};

/**
 * fairpath_latencies_parse - read an answer
 * @text:  the answer, a line for each flow and path
 * @ret:   out: in the order of the lines; the caller frees it with free(); untouched on
 *	failure
 * @nr:    out: how many
 * @error: out: the word at fault; may be NULL
 *
 * Return: 0; -EINVAL if it is no such answer; -ENOMEM.
 */
int fairpath_latencies_parse(const char *text, struct fairpath_latency **ret, size_t *nr,
			     struct fairpath_error *error);

#ifdef __cplusplus
}
#endif

#endif
