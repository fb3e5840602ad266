/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The table line of a fairpath device: words in, a struct or one clear error out.
 *
 * The grammar is dm-multipath's, word for word; what follows the target's name is
 *
 *   <#features> [<feature> [<value>]]...
 *   <#hw handler words> [<handler> [<arg>]...]
 *   <#priority groups> <initial priority group>
 *   {<selector> <#selector words> [<arg>]... <#paths> <#words per path>
 *    {<device> [<arg>]...}... }...
 *
 * Every line that dm-multipath accepts is accepted and means the same, except
 * where a number would silently have wrapped or the initial group does not
 * exist: those are refused (docs/dm-fairpath.rst, "Differences").
 *
 * Nothing is allocated: the caller brings the arrays, and the strings in the
 * result point into argv, which must outlive it.
 */
#ifndef FP_CORE_TABLE_H
#define FP_CORE_TABLE_H

#include "env.h"
#include "fair.h"
#include "flush.h"
#include "select.h"

#define FP_MAX_FEATURE_WORDS  64
#define FP_MAX_HANDLER_WORDS  1024
#define FP_MAX_GROUPS	      1024
#define FP_MAX_PATHS	      1024 /* per priority group, as in dm-multipath */
#define FP_MAX_PATH_WORDS     1024
#define FP_MAX_SELECTOR_WORDS 1024

enum fp_queue_mode {
	FP_QUEUE_MODE_RQ,  /* "rq" or "mq" */
	FP_QUEUE_MODE_BIO, /* "bio" */
};

/* The features, each absent unless its word was given. */
struct fp_features {
	bool queue_if_no_path;
	bool retain_attached_hw_handler;
	bool has_pg_init_delay;
	bool has_no_path_timeout;
	enum fp_queue_mode queue_mode;
	unsigned int queue_mode_arg;	  /* the number of its word, for errors; 0: not given */
	unsigned int pg_init_retries;	  /* 1 to 50; 0: not given */
	unsigned int pg_init_delay_msecs; /* 0 to 60000, if has_pg_init_delay */
	/* queue_if_no_path_timeout_secs, ours: 0 (for ever) to 86400, if has_no_path_timeout */
	unsigned int no_path_timeout_secs;
	struct fp_flush_policy flush; /* elide_flushes, flush_as_in_2011, ours */
	struct fp_fair_policy fair;   /* fair_queue and fair_..., ours */
};

struct fp_table_path {
	const char *dev;
	unsigned int dev_arg; /* the word's number, for errors; the first word is 1 */
	struct fp_path_args args;
};

struct fp_table_group {
	const struct fp_selector *selector;
	unsigned int first_path; /* index into fp_table.paths */
	unsigned int nr_paths;	 /* at least 1 */
	struct fp_group_args args;
};

struct fp_table {
	struct fp_features features;
	unsigned int handler_argc;  /* 0: no hardware handler */
	unsigned int handler_arg;   /* the number of the handler's name, for errors */
	char *const *handler_argv;  /* [0] is its name */
	unsigned int initial_group; /* 1 to nr_groups; 0 if there is no group */
	unsigned int nr_groups;
	unsigned int nr_paths; /* of all groups */

	/* The caller's arrays. argc entries of each are always enough. */
	struct fp_table_group *groups;
	unsigned int max_groups;
	struct fp_table_path *paths;
	unsigned int max_paths;
};

/* What is wrong, for one who reads the kernel log after dmsetup said "Invalid argument". */
struct fp_table_error {
	unsigned int arg;   /* the offending word's number, from 1; argc + 1: the line ended */
	const char *reason; /* a constant, short: fits dm's own error line */
	char text[192];	    /* a sentence with the word's number, the word, what was expected */
};

/**
 * fp_table_parse - read a table line
 * @table: out; groups, max_groups, paths and max_paths set by the caller
 * @argc:  number of words after the target's name
 * @argv:  the words; not changed
 * @error: out, filled only on failure
 *
 * Any context; pure. Return: true if the line was good. On false the contents
 * of @table are unspecified, except for the caller's four.
 */
bool fp_table_parse(struct fp_table *table, unsigned int argc, char *const *argv,
		    struct fp_table_error *error);

#endif
