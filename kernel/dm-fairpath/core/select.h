/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Path selectors: which usable path of a priority group takes the next request.
 *
 * A selector is a table of pure functions over the group's paths. The caller
 * holds the lock that protects the group, and charges and releases what is in
 * flight through fp_path_start() and fp_path_end() in map.h; a selector that
 * measures is told of each end by fp_path_took(). When and on which CPU a request
 * came is a parameter, the moment; only who wants it is given it. Ties go to the
 * path used least recently.
 *
 * select/NAME.c holds each one; what several share is in select/best.h.
 */
#ifndef FP_CORE_SELECT_H
#define FP_CORE_SELECT_H

#include "env.h"

struct fp_affinity;
struct fp_group;
struct fp_path;
struct fp_text;

/* When and where a request came. What no selector of the map wants is not filled in. */
struct fp_moment {
	u64 now; /* ns, of a clock that only goes forward */
	unsigned int cpu;
};

#define FP_WANTS_NOW 1u
#define FP_WANTS_CPU 2u

/* What a table line says of one selector. */
struct fp_group_args {
	unsigned int base_weight;	   /* historical-service-time: of 1024ths */
	unsigned int threshold_multiplier; /* historical-service-time */
};

/* What a table line says of one path, for its selector. */
struct fp_path_args {
	/*
	 * Accepted for dm-multipath's sake, and as there since 4.6 always 1: a path
	 * is chosen anew for each request.
	 */
	unsigned int repeat_count;
	unsigned int relative_throughput; /* service-time: 0 to 100, 0: only if no other */
	const char *cpus;		  /* io-affinity: a mask in hexadecimal, as cpus.h has it */
};

struct fp_selector {
	const char *name;
	unsigned int table_args; /* words per path in the TABLE status */
	unsigned int info_args;	 /* words per path in the INFO status */
	unsigned int wants;	 /* FP_WANTS_*: what of the moment it looks at */

	/**
	 * @parse_group: read the selector's own words. NULL: any are accepted and
	 * mean nothing, as in dm-multipath. Return: as @parse_path.
	 */
	const char *(*parse_group)(struct fp_group_args *args, unsigned int argc, char *const *argv,
				   unsigned int *bad);

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
	int (*select)(const struct fp_group *group, u64 bytes, const struct fp_moment *moment);

	/**
	 * @took: a request that was sent to @path at @started has ended well. It is no
	 * longer counted as in flight. NULL: it does not matter.
	 */
	void (*took)(const struct fp_group *group, struct fp_path *path, u64 started, u64 now);

	/* @group_words: how many words of itself and those, spaces after each. NULL: "0 ". */
	void (*group_words)(const struct fp_group *group, struct fp_text *out);
	/* @table_words, @info_words: write a path's words, each with a space after it. */
	void (*table_words)(const struct fp_group *group, const struct fp_path *path,
			    struct fp_text *out);
	void (*info_words)(const struct fp_group *group, const struct fp_path *path,
			   struct fp_text *out);
};

extern const struct fp_selector fp_round_robin;
extern const struct fp_selector fp_service_time;
extern const struct fp_selector fp_queue_length;
extern const struct fp_selector fp_historical_service_time;
extern const struct fp_selector fp_io_affinity;

/**
 * fp_selector_find - the selector of that name
 * Return: NULL if there is none.
 */
const struct fp_selector *fp_selector_find(const char *name);

/* The names of all selectors, with commas between, for an error's text. */
#define FP_SELECTOR_NAMES                                                                          \
	"round-robin, service-time, queue-length, historical-service-time, io-affinity"

#endif
