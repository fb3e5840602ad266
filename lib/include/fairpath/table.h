/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A table line of a fairpath device, as a struct: what follows the target's name
 * in `dmsetup create` and in `dmsetup table`. docs/dm-fairpath.rst tells what the
 * words mean; they are dm-multipath's.
 *
 * The structs only point at their parts. Those that fairpath_table_parse()
 * returns point into one block that fairpath_table_free() releases; those that
 * a caller fills stay the caller's, and no function keeps them.
 */
#ifndef FAIRPATH_TABLE_H
#define FAIRPATH_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <fairpath/error.h>

#ifdef __cplusplus
extern "C" {
#endif

enum fairpath_queue_mode {
	FAIRPATH_QUEUE_MODE_ABSENT, /* the target's default */
	FAIRPATH_QUEUE_MODE_RQ,	    /* request-based */
	FAIRPATH_QUEUE_MODE_BIO,    /* bio-based: without hardware handler */
};

/* How the fair queue tells submitters apart. */
enum fairpath_flows {
	FAIRPATH_FLOWS_ABSENT, /* the target's default: auto */
	FAIRPATH_FLOWS_AUTO,   /* by cgroup; in the root's by process, if that is known */
	FAIRPATH_FLOWS_CGROUP,
	FAIRPATH_FLOWS_IOPRIO,
	FAIRPATH_FLOWS_PROCESS, /* queue_mode bio only */
	FAIRPATH_FLOWS_ONE,
};

/**
 * struct fairpath_fair_weight - of one flow
 * @id: a cgroup's id (the inode number of its folder), a process's number, or a priority's
 *	(8 to 15: real time 0 to 7, 16 to 23: best effort, 24: idle)
 * @weight: 1 to 10000; 100 is what a flow has that was told nothing
 */
struct fairpath_fair_weight {
	uint64_t id;
	unsigned int weight;
};

#define FAIRPATH_FAIR_MAX_WEIGHTS 16

/**
 * struct fairpath_fair - the fair queue; all zero: there is none
 * @queue: there is one
 * @flows: how submitters are told apart
 * @read_expiry_msecs: how long a read waits at most for its turn, up to 3600000; 0: not given
 * @write_expiry_msecs: the same of a write
 * @depth: requests in flight, up to 65535; 0: the window tunes itself
 * @nr_weights: up to FAIRPATH_FAIR_MAX_WEIGHTS
 * @weights: of flows that are not to have the usual one
 */
struct fairpath_fair {
	bool queue;
	enum fairpath_flows flows;
	unsigned int read_expiry_msecs;
	unsigned int write_expiry_msecs;
	unsigned int depth;
	size_t nr_weights;
	struct fairpath_fair_weight weights[FAIRPATH_FAIR_MAX_WEIGHTS];
};

/**
 * struct fairpath_features - the feature words; all zero: none
 * @queue_if_no_path: requests wait while no path is usable
 * @retain_attached_hw_handler: keep a hardware handler that a path already has
 * @has_pg_init_delay: pg_init_delay_msecs is given
 * @has_no_path_timeout: no_path_timeout_secs is given
 * @queue_mode: whether the device is request-based or bio-based
 * @pg_init_retries: how often a hardware handler tries to activate a group, 1 to 50;
 *	0: not given
 * @pg_init_delay_msecs: the pause before it tries again, 0 to 60000 milliseconds
 * @no_path_timeout_secs: how long requests wait for a path, 1 to 86400 seconds;
 *	0: for ever
 * @elide_flushes: a flush ends without I/O when nothing is owed to the cache; unsafe
 *	where another host, or an opener of a path itself, writes the LUN
 * @flush_as_in_2011: for study only: flushes and FUA to every path, as kernels of 2011
 * @fair: the fair queue
 */
struct fairpath_features {
	bool queue_if_no_path;
	bool retain_attached_hw_handler;
	bool has_pg_init_delay;
	bool has_no_path_timeout;
	enum fairpath_queue_mode queue_mode;
	unsigned int pg_init_retries;
	unsigned int pg_init_delay_msecs;
	unsigned int no_path_timeout_secs;
	bool elide_flushes;
	bool flush_as_in_2011;
	struct fairpath_fair fair;
};

/**
 * struct fairpath_table_path - one path
 * @dev:  its device: "8:16" or "/dev/sdb"
 * @args: the selector's words for it, as many as its group's nr_path_args
 */
struct fairpath_table_path {
	const char *dev;
	const char *const *args;
};

/**
 * struct fairpath_table_group - one priority group
 * @selector: the path selector's name
 * @nr_selector_args: number of words for the selector itself, up to 1024
 * @selector_args: those words
 * @nr_path_args: number of the selector's words for each path, up to 1024
 * @nr_paths: 1 to 1024
 * @paths: the paths
 */
struct fairpath_table_group {
	const char *selector;
	size_t nr_selector_args;
	const char *const *selector_args;
	size_t nr_path_args;
	size_t nr_paths;
	const struct fairpath_table_path *paths;
};

/**
 * struct fairpath_table - a table line
 * @features: the feature words
 * @nr_handler_words: up to 1024; 0: no hardware handler
 * @handler_words: the hardware handler's name, then its arguments
 * @initial_group: the group to begin with, counted from 1; 0 if there are no groups
 * @nr_groups: up to 1024; 0: a map without paths
 * @groups: the priority groups, best first
 */
struct fairpath_table {
	struct fairpath_features features;
	size_t nr_handler_words;
	const char *const *handler_words;
	unsigned int initial_group;
	size_t nr_groups;
	const struct fairpath_table_group *groups;
};

/**
 * fairpath_table_format - write a table line
 * @table: what it shall say
 * @ret:   out: the line, which the caller frees with free(); untouched on failure
 * @error: out: the field at fault; may be NULL
 *
 * Words are escaped as device-mapper wants it: a backslash is doubled, and one is
 * put before each byte above 127, of which the kernel takes some for blanks.
 *
 * Return: 0; -EINVAL if a field is out of its range, or if a word is empty or has
 * a blank or a control character in it; -ENOMEM.
 */
int fairpath_table_format(const struct fairpath_table *table, char **ret,
			  struct fairpath_error *error);

/**
 * fairpath_table_parse - read a table line
 * @text:  the line, as `dmsetup table` shows it, from after the target's name
 * @ret:   out: to be released by fairpath_table_free(); untouched on failure
 * @error: out: the word at fault, by its number and what was expected; may be NULL
 *
 * Reads lines of fairpath and of dm-multipath. What a selector's words and a
 * hardware handler's mean is the target's affair: any are accepted.
 *
 * Return: 0; -EINVAL if the line is not a table line; -ENOMEM.
 */
int fairpath_table_parse(const char *text, struct fairpath_table **ret,
			 struct fairpath_error *error);

/**
 * fairpath_table_free - release what fairpath_table_parse() returned
 * @table: NULL is fine; a struct that a caller filled is not
 */
void fairpath_table_free(struct fairpath_table *table);

#ifdef __cplusplus
}
#endif

#endif
