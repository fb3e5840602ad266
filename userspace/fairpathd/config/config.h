/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The configuration of fairpathd, in multipath.conf's syntax: read once, never
 * changed, asked about one LUN at a time.
 *
 * To reconfigure, load another, and only when that worked free the old one.
 */
#ifndef FPD_CONFIG_CONFIG_H
#define FPD_CONFIG_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include <fairpath/error.h>

#include "fairpathd/config/settings.h"

struct fpd_config;

/**
 * struct fpd_config_log - who is told of what is odd but no error
 * @warn: one sentence, beginning with file and line where it has any; no newline.
 *	NULL: nobody
 * @userdata: for @warn
 */
struct fpd_config_log {
	void (*warn)(void *userdata, const char *sentence);
	void *userdata;
};

/**
 * fpd_config_load() - read the files
 * @path: a file, whose .conf files beside it are not read; NULL: /etc/fairpath.conf and
 *	/etc/fairpath/conf.d/?*.conf, or, if there is no such file, /etc/multipath.conf and
 *	/etc/multipath/conf.d/?*.conf, or, if there is none either, built-in defaults only
 * @log: may be NULL
 * @ret: filled on success only
 * @error: filled on failure only; says file, line and word
 *
 * Return: 0, -ENOMEM, -EINVAL for a broken file, or why a file cannot be read.
 */
int fpd_config_load(const char *path, const struct fpd_config_log *log, struct fpd_config **ret,
		    struct fairpath_error *error);

/* The same of a text in memory, called @name in messages. */
int fpd_config_parse(const char *name, const char *text, size_t size,
		     const struct fpd_config_log *log, struct fpd_config **ret,
		     struct fairpath_error *error);

void fpd_config_free(struct fpd_config *config);

/* The file that was read, or NULL: built-in defaults only. */
const char *fpd_config_file(const struct fpd_config *config);

/**
 * struct fpd_path_id - what sections and blacklist are matched against; what is NULL matches
 * nothing
 * @devnode:  "sda"
 * @vendor:   INQUIRY vendor, without the blanks that pad it
 * @product:  INQUIRY product, likewise
 * @revision: INQUIRY revision, likewise
 * @wwid:     "3600508b4..."
 * @protocol: "scsi:fcp", "scsi:iscsi", ... as `multipathd show paths format %P`
 * @properties: names of the udev properties, NULL at the end
 */
struct fpd_path_id {
	const char *devnode;
	const char *vendor;
	const char *product;
	const char *revision;
	const char *wwid;
	const char *protocol;
	const char *const *properties;
};

/**
 * fpd_config_resolve() - what holds for one LUN (or path)
 * @config: the configuration
 * @id: of a path of the LUN; NULL: of none, for the daemon's own settings
 * @ret: filled; points into @config
 *
 * A value is taken from the first of these that has it: multipaths, overrides
 * (protocol, then the rest), devices, the hardware table, defaults, built-in. Within
 * one of them the last that matches wins.
 */
void fpd_config_resolve(const struct fpd_config *config, const struct fpd_path_id *id,
			struct fpd_settings *ret);

enum fpd_print {
	FPD_PRINT_PLAIN,
	FPD_PRINT_WITH_ORIGINS, /* where it comes from, as a comment on each line */
};

/* Print the effective configuration in its own syntax: read again it says the same of every LUN.
 * Return: 0, or -EIO. */
int fpd_config_print(const struct fpd_config *config, enum fpd_print how, FILE *out);

/* Is the product one of the hardware table's or the devices section's? (find_multipaths smart) */
bool fpd_config_knows_hardware(const struct fpd_config *config, const struct fpd_path_id *id);

#endif
