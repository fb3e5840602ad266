/* SPDX-License-Identifier: GPL-2.0 */
/* A configuration from a text, with all that was said about it. */
#ifndef FAIRPATH_UNIT_CONF_H
#define FAIRPATH_UNIT_CONF_H

#include <stdbool.h>
#include <stddef.h>

#include "fairpathd/config/config.h"

/**
 * struct conf - a text that was read
 * @config: the configuration; NULL if the text was refused
 * @error: why it was refused
 * @warnings: each with a newline behind it
 */
struct conf {
	struct fpd_config *config;
	struct fairpath_error error;
	char warnings[16384];
};

/* Read a text under the name "t.conf". */
void conf_read(struct conf *conf, const char *text);

/* The same; fails the test if anything is said about it. */
void conf_read_silently(struct conf *conf, const char *text);

/* What fpd_config_print() prints; the caller frees it. */
char *conf_print(const struct fpd_config *config, enum fpd_print how);

void conf_free(struct conf *conf);

/* For fpd_config_log.warn, with a struct conf. */
void conf_warn(void *conf, const char *sentence);

/* The first keyword of which the two say different things; NULL if there is none. Origins are
 * not compared. */
const char *conf_difference(struct fpd_settings *a, struct fpd_settings *b);

#endif
