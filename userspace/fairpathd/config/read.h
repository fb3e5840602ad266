/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A tree becomes part of a configuration: each section's keywords are looked up,
 * values are read, and what is unknown or odd is told to the log and left out.
 */
#ifndef FPD_CONFIG_READ_H
#define FPD_CONFIG_READ_H

#include "fairpathd/config/ast.h"
#include "fairpathd/config/model.h"

/* What a file is to the configuration. */
enum fpd_source {
	FPD_SOURCE_FILE,
	FPD_SOURCE_HARDWARE_TABLE,
};

/* Add what the tree says. Return: 0 or -ENOMEM; then the configuration is good for nothing
 * but to be freed. */
int fpd_read_tree(struct fpd_config *config, const struct fpd_node *file, enum fpd_source source,
		  const struct fpd_config_log *log);

/* Add the built-in defaults of the keyword table. Return: 0 or -ENOMEM. */
int fpd_read_built_in(struct fpd_config *config);

/* Internal to the readers. */

struct fpd_reader {
	struct fpd_config *config;
	enum fpd_source source;
	const struct fpd_config_log *log;
};

struct fpd_origin fpd_reader_origin(const struct fpd_reader *reader, const struct fpd_node *node,
				    const char *section);

/* An option has one value; a section has none. Warns. Return: whether it is usable. */
bool fpd_reader_is_option(const struct fpd_reader *reader, const struct fpd_node *node);
bool fpd_reader_is_section(const struct fpd_reader *reader, const struct fpd_node *node);

/* Compile a pattern; *@ret stays NULL, with a warning, if it is bad. Return: 0 or -ENOMEM. */
int fpd_reader_pattern(const struct fpd_reader *reader, const struct fpd_node *node,
		       bool may_invert, struct fpd_pattern **ret);

/* The blacklist's sections. Return: 0 or -ENOMEM. */
int fpd_read_rules(const struct fpd_reader *reader, const struct fpd_node *section);

/* "unknown keyword", with what was meant if that can be guessed. */
void fpd_reader_unknown(const struct fpd_reader *reader, const struct fpd_node *node,
			const char *section, const char *meant);

#endif
