/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Path selectors: which usable path of a priority group takes the next request.
 *
 * A selector is a table of pure functions over the group's paths. The caller
 * holds the lock that protects the group, and charges and releases what is in
 * flight through fp_path_start() and fp_path_end() in map.h; a selector only
 * reads. Ties go to the path used least recently.
 *
 * select/NAME.c holds each one.
 */
#ifndef FP_CORE_SELECT_H
#define FP_CORE_SELECT_H

#include "env.h"

struct fp_group;
struct fp_path;
struct fp_text;

/* What a table line says of one path, for its selector. */
struct fp_path_args {
	/*
	 * Accepted for dm-multipath's sake, and as there since 4.6 always 1: a path
	 * is chosen anew for each request.
	 */
	unsigned int repeat_count;
	unsigned int relative_throughput; /* service-time: 0 to 100, 0: only if no other */
};

struct fp_selector {
	const char *name;
	unsigned int table_args; /* words per path in the TABLE status */
	unsigned int info_args;	 /* words per path in the INFO status */

	/**
	 * @parse_path: read a path's words, which follow its device.
	 * Return: NULL, or what is wrong (a constant); *@bad is then the index of
	 * the word that is at fault (argc: one is missing or too many).
	 */
	const char *(*parse_path)(struct fp_path_args *args, unsigned int argc, char *const *argv,
				  unsigned int *bad);

	/**
	 * @select: choose among the group's usable paths for a request of @bytes.
	 * Return: an index into the group's paths, or -1 if none is usable.
	 */
	int (*select)(const struct fp_group *group, u64 bytes);

	/* @table_words, @info_words: write a path's words, each with a space after it. */
	void (*table_words)(const struct fp_path *path, struct fp_text *out);
	void (*info_words)(const struct fp_path *path, struct fp_text *out);
};

extern const struct fp_selector fp_round_robin;
extern const struct fp_selector fp_service_time;

/**
 * fp_selector_find - the selector of that name
 * Return: NULL if there is none.
 */
const struct fp_selector *fp_selector_find(const char *name);

/* The names of all selectors, with commas between, for an error's text. */
#define FP_SELECTOR_NAMES "round-robin, service-time"

#endif
