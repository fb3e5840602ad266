// SPDX-License-Identifier: GPL-2.0
/* The sections blacklist and blacklist_exceptions become rules. */
#include <errno.h>
#include <string.h>

#include "fairpathd/config/read.h"

static const struct {
	const char *name;
	enum fpd_criterion criterion;
} criteria[] = {
	{ "property", FPD_CRITERION_PROPERTY }, { "devnode", FPD_CRITERION_DEVNODE },
	{ "protocol", FPD_CRITERION_PROTOCOL }, { "wwid", FPD_CRITERION_WWID },
	{ "device", FPD_CRITERION_DEVICE },
};

#define NR_CRITERIA (sizeof(criteria) / sizeof(criteria[0]))

static enum fpd_criterion find_criterion(const char *name)
{
	size_t i;

	for (i = 0; i < NR_CRITERIA; i++)
		if (!strcmp(criteria[i].name, name))
			return criteria[i].criterion;
	return FPD_CRITERION_NONE;
}

static const char *suggest_criterion(const char *name)
{
	size_t i;

	for (i = 0; i < NR_CRITERIA; i++)
		if (fpd_word_is_near(name, criteria[i].name))
			return criteria[i].name;
	return NULL;
}

/* A rule that lost one of its patterns would exclude, or spare, more than was meant. */
static int read_device_pattern(const struct fpd_reader *reader, const struct fpd_node *node,
			       struct fpd_pattern **ret, bool *bad)
{
	int r;

	if (*ret)
		fpd_warn(reader->log, &node->place, "'%s' is given again; this one is used",
			 node->name);
	*ret = NULL;
	r = fpd_reader_pattern(reader, node, true, ret);
	*bad |= !*ret;
	return r;
}

static int read_device_patterns(const struct fpd_reader *reader, const struct fpd_node *section,
				struct fpd_pattern **vendor, struct fpd_pattern **product,
				bool *bad)
{
	const struct fpd_node *node;
	int r = 0;

	for (node = section->first; node && !r; node = node->next) {
		struct fpd_pattern **pattern = NULL;

		if (!strcmp(node->name, "vendor"))
			pattern = vendor;
		else if (!strcmp(node->name, "product"))
			pattern = product;
		if (!pattern)
			fpd_reader_unknown(reader, node, "device", NULL);
		else if (fpd_reader_is_option(reader, node))
			r = read_device_pattern(reader, node, pattern, bad);
	}
	return r;
}

static int read_device_rule(const struct fpd_reader *reader, const struct fpd_node *section,
			    const char *list, bool exception)
{
	const struct fpd_origin origin = fpd_reader_origin(reader, section, list);
	struct fpd_pattern *vendor = NULL, *product = NULL;
	struct fpd_rule *rule;
	bool bad = false;
	int r = read_device_patterns(reader, section, &vendor, &product, &bad);

	if (r)
		return r;
	if (bad || (!vendor && !product)) {
		fpd_warn(reader->log, &section->place,
			 "this device of %s has no vendor and no product that could be used; "
			 "ignored",
			 list);
		return 0;
	}
	rule = fpd_config_add_rule(reader->config, FPD_CRITERION_DEVICE, &origin);
	if (!rule)
		return -ENOMEM;
	rule->exception = exception;
	rule->pattern = vendor;
	rule->product = product;
	return 0;
}

static int read_plain_rule(const struct fpd_reader *reader, const struct fpd_node *node,
			   const char *list, enum fpd_criterion criterion, bool exception)
{
	const struct fpd_origin origin = fpd_reader_origin(reader, node, list);
	struct fpd_pattern *pattern = NULL;
	struct fpd_rule *rule;
	int r;

	if (!fpd_reader_is_option(reader, node))
		return 0;
	r = fpd_reader_pattern(reader, node, true, &pattern);
	if (r || !pattern)
		return r;
	rule = fpd_config_add_rule(reader->config, criterion, &origin);
	if (!rule)
		return -ENOMEM;
	rule->exception = exception;
	rule->pattern = pattern;
	return 0;
}

int fpd_read_rules(const struct fpd_reader *reader, const struct fpd_node *section)
{
	bool exception = !strcmp(section->name, "blacklist_exceptions");
	const struct fpd_node *node;
	int r = 0;

	for (node = section->first; node && !r; node = node->next) {
		enum fpd_criterion criterion = find_criterion(node->name);

		if (criterion == FPD_CRITERION_NONE)
			fpd_reader_unknown(reader, node, section->name,
					   suggest_criterion(node->name));
		else if (criterion != FPD_CRITERION_DEVICE)
			r = read_plain_rule(reader, node, section->name, criterion, exception);
		else if (fpd_reader_is_section(reader, node))
			r = read_device_rule(reader, node, section->name, exception);
	}
	return r;
}
