/* SPDX-License-Identifier: GPL-2.0 */
/* Where configurations are read from: internal to this folder, and for its tests. */
#ifndef FPD_CONFIG_LOAD_H
#define FPD_CONFIG_LOAD_H

#include "fairpathd/config/config.h"

/**
 * struct fpd_config_home - a place where a configuration may be
 * @file: the main file
 * @folder: its .conf files are read after @file, in the order of their names; NULL: none
 */
struct fpd_config_home {
	const char *file;
	const char *folder;
};

/* Read the first of @nr homes that has its file; with none, built-in defaults. */
int fpd_config_load_first(const struct fpd_config_home *homes, size_t nr,
			  const struct fpd_config_log *log, struct fpd_config **ret,
			  struct fairpath_error *error);

/* As fpd_config_parse(), without the hardware table and the built-in blacklist: for what
 * fpd_config_print() printed, which has both. */
int fpd_config_parse_printed(const char *name, const char *text, size_t size,
			     const struct fpd_config_log *log, struct fpd_config **ret,
			     struct fairpath_error *error);

#endif
