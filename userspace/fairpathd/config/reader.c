// SPDX-License-Identifier: GPL-2.0
/* What the readers of all sections share, and what they warn of; see read.h. */
#include "fairpathd/config/read.h"

#include <errno.h>
#include <string.h>

struct fpd_origin fpd_reader_origin(const struct fpd_reader *reader, const struct fpd_node *node,
				    const char *section)
{
	return (struct fpd_origin){
		.kind = reader->source == FPD_SOURCE_FILE ? FPD_ORIGIN_FILE
							  : FPD_ORIGIN_HARDWARE_TABLE,
		.section = section,
		.file = node->place.file,
		.line = node->place.line,
	};
}

bool fpd_reader_is_option(const struct fpd_reader *reader, const struct fpd_node *node)
{
	if (node->section) {
		fpd_warn(reader->log, &node->place, "'%.60s' takes a value, not a section; ignored",
			 node->name);
		return false;
	}
	if (!node->value) {
		fpd_warn(reader->log, &node->place, "'%.60s' has no value; ignored", node->name);
		return false;
	}
	if (node->extra)
		fpd_warn(reader->log, &node->place,
			 "'%.60s' takes one value: '%.60s' and what follows it is ignored (a value "
			 "with blanks must be in double quotes)",
			 node->name, node->extra);
	return true;
}

bool fpd_reader_is_section(const struct fpd_reader *reader, const struct fpd_node *node)
{
	if (node->section)
		return true;
	fpd_warn(reader->log, &node->place, "'%.60s' is a section: '{' was expected; ignored",
		 node->name);
	return false;
}

int fpd_reader_pattern(const struct fpd_reader *reader, const struct fpd_node *node,
		       bool may_invert, struct fpd_pattern **ret)
{
	char why[128];
	int r = fpd_pattern_add(&reader->config->arena, &reader->config->patterns, node->value,
				may_invert, ret, why, sizeof(why));

	if (r == -EINVAL)
		fpd_warn(reader->log, &node->place,
			 "%s: '%.60s' is no regular expression: %s; ignored", node->name,
			 node->value, why);
	return r == -EINVAL ? 0 : r;
}

void fpd_reader_unknown(const struct fpd_reader *reader, const struct fpd_node *node,
			const char *section, const char *meant)
{
	const char *what = node->section ? "section" : "keyword";

	if (meant)
		fpd_warn(reader->log, &node->place,
			 "unknown %s '%.60s' in %s; ignored (did you mean '%s'?)", what, node->name,
			 section, meant);
	else
		fpd_warn(reader->log, &node->place, "unknown %s '%.60s' in %s; ignored", what,
			 node->name, section);
}
