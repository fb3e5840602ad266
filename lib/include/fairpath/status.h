/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The status of a fairpath device, as a struct: what follows the target's name in
 * `dmsetup status`. A status line of dm-multipath is read as well; fairpath's
 * begins like it, and what is its own follows.
 */
#ifndef FAIRPATH_STATUS_H
#define FAIRPATH_STATUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <fairpath/error.h>

#ifdef __cplusplus
extern "C" {
#endif

enum fairpath_group_state {
	FAIRPATH_GROUP_ACTIVE,	 /* A: the current group */
	FAIRPATH_GROUP_ENABLED,	 /* E: one to fall back to */
	FAIRPATH_GROUP_DISABLED, /* D: bypassed, used only if no other has a usable path */
};

/**
 * struct fairpath_status_path - one path
 * @dev: its device, "8:16"
 * @usable: it has not failed
 * @fail_count: how often it has failed
 * @nr_info: number of words the selector tells of it
 * @info: those words
 * @has_caps: the next two are told
 * @write_cache: its queue has a volatile write cache now
 * @fua: and takes FUA
 * @silent: requests have been out there for long, and none has come back
 */
struct fairpath_status_path {
	const char *dev;
	bool usable;
	unsigned int fail_count;
	size_t nr_info;
	const char *const *info;
	bool has_caps;
	bool write_cache;
	bool fua;
	bool silent;
};

/**
 * struct fairpath_status_group - one priority group
 * @state: how it is used
 * @nr_selector_words: number of words its selector tells of itself
 * @selector_words: those words
 * @nr_paths: number of paths
 * @paths: the paths, in the table's order
 */
struct fairpath_status_group {
	enum fairpath_group_state state;
	size_t nr_selector_words;
	const char *const *selector_words;
	size_t nr_paths;
	const struct fairpath_status_path *paths;
};

/**
 * struct fairpath_status_pair - a key and its value, as the line has them
 */
struct fairpath_status_pair {
	const char *key;
	const char *value;
};

/**
 * struct fairpath_counters - what fairpath counts; 0 for a key that is not there
 * @no_path_timeouts: how often waiting for a path has ended by its timeout
 * @retries: requests that were sent again after an error
 * @flushes_received: flushes from above that a path took or that ended at once
 * @flushes_sent: of those, sent to a path; once more for each try
 * @flushes_without_io: flushes that ended at once, nothing being owed
 * @fua_stripped: writes that were sent without the FUA they bore
 * @durable_fua: of those, flushed before they ended
 * @durable_promised: writes made durable because nothing above sends flushes
 * @oversize: times that a request was too large for its path
 * @fua_refused: FUA writes that the device refused, sent again without and flushed
 * @lun_errors: I/O errors handed up because each path gave one, time and again
 */
struct fairpath_counters {
	uint64_t no_path_timeouts;
	uint64_t retries;
	uint64_t flushes_received;
	uint64_t flushes_sent;
	uint64_t flushes_without_io;
	uint64_t fua_stripped;
	uint64_t durable_fua;
	uint64_t durable_promised;
	uint64_t oversize;
	uint64_t fua_refused;
	uint64_t lun_errors;
};

/**
 * struct fairpath_flush_status - where the device stands with flushes
 * @policy: "law", "elide" or "as_in_2011"; NULL: not told
 * @owed: writes that ended while the LUN had a cache and that no flush covers yet
 * @promised: writes to a path with a cache are made durable before they end, until
 *	it is confirmed that what is stacked above was built anew
 */
struct fairpath_flush_status {
	const char *policy;
	uint64_t owed;
	bool promised;
};

/**
 * struct fairpath_fair_status - the fair queue
 * @flows: how submitters are told apart: "auto", "cgroup", "ioprio", "process" or "one";
 *	NULL: there is no fair queue
 * @told_by: what has told them apart so far: "cgroup", "process", "cgroup+process",
 *	"ioprio" or "none"; NULL: not told
 * @window: requests that may be in flight now
 * @in_flight: how many are
 * @waiting: requests that wait for their turn
 * @granted: requests that were let go in fair order
 * @granted_overdue: and because they were overdue
 * @worst_wait_usecs: the longest wait so far
 */
struct fairpath_fair_status {
	const char *flows;
	const char *told_by;
	uint64_t window;
	uint64_t in_flight;
	uint64_t waiting;
	uint64_t granted;
	uint64_t granted_overdue;
	uint64_t worst_wait_usecs;
};

/**
 * struct fairpath_status - a status line
 * @queue_io: requests wait for a hardware handler to activate a group
 * @pg_init_count: how often activation was tried
 * @current_group: the number of the current group, or of the one to be current
 *	next, counted from 1; 0 if there are no groups
 * @nr_groups: number of priority groups
 * @groups: the priority groups, in the table's order
 * @has_pairs: the line is fairpath's; false: dm-multipath's
 * @counters: those of the keys that are counters known to this version of the library
 * @flush: those that tell of flushes
 * @fair: those that tell of the fair queue
 * @nr_pairs: number of all keys, known or not
 * @pairs: all keys and values, in the line's order
 */
struct fairpath_status {
	bool queue_io;
	unsigned int pg_init_count;
	unsigned int current_group;
	size_t nr_groups;
	const struct fairpath_status_group *groups;
	bool has_pairs;
	struct fairpath_counters counters;
	struct fairpath_flush_status flush;
	struct fairpath_fair_status fair;
	size_t nr_pairs;
	const struct fairpath_status_pair *pairs;
};

/**
 * fairpath_status_parse - read a status line
 * @text:  the line, as `dmsetup status` shows it, from after the target's name
 * @ret:   out: to be released by fairpath_status_free(); untouched on failure
 * @error: out: the word at fault, by its number and what was expected; may be NULL
 *
 * Return: 0; -EINVAL if the line is not a status line (the kernel cuts off what
 * does not fit its caller's buffer: that, too); -ENOMEM.
 */
int fairpath_status_parse(const char *text, struct fairpath_status **ret,
			  struct fairpath_error *error);

/**
 * fairpath_status_free - release what fairpath_status_parse() returned
 * @status: NULL is fine
 */
void fairpath_status_free(struct fairpath_status *status);

#ifdef __cplusplus
}
#endif

#endif
