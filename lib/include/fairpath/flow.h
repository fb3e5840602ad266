/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The flows of a fairpath device with a fair queue, as structs: what the target answers
 * to the message show_flows. docs/dm-fairpath.rst has the words.
 */
#ifndef FAIRPATH_FLOW_H
#define FAIRPATH_FLOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <fairpath/error.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What of a request's cost is not its bytes; a unit test compares it with the target's. */
#define FAIRPATH_FLOW_COST_FIXED 16384

/**
 * struct fairpath_flow - one submitter, since it has waited for the first time
 * @id: as in struct fairpath_fair_weight
 * @process: where both cgroups and processes are flows: 1: it is a process
 * @weight: 1 to 10000
 * @idle: of the idle class: it goes when no other waits
 * @waiting: its requests that wait now
 * @granted: requests that have waited and were let go
 * @cost: of those, what they took of the LUN, in bytes with a fixed part for each
 * @wait_usecs: how long they waited, all together
 * @worst_wait_usecs: the longest of these waits
 */
struct fairpath_flow {
	uint64_t id;
	uint64_t process;
	uint64_t weight;
	uint64_t idle;
	uint64_t waiting;
	uint64_t granted;
	uint64_t cost;
	uint64_t wait_usecs;
	uint64_t worst_wait_usecs;
};

/**
 * fairpath_flows_parse - read an answer
 * @text:  the answer, a line for each flow
 * @ret:   out: the flows, which the caller frees with free(); untouched on failure
 * @nr:    out: how many
 * @error: out: the word at fault; may be NULL
 *
 * A key that this version of the library does not know is passed over.
 *
 * Return: 0; -EINVAL if it is no such answer; -ENOMEM.
 */
int fairpath_flows_parse(const char *text, struct fairpath_flow **ret, size_t *nr,
			 struct fairpath_error *error);

#ifdef __cplusplus
}
#endif

#endif
