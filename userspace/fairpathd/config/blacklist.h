/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Is a path ours to use? The sections blacklist and blacklist_exceptions, by the
 * field's order: property, devnode, device, protocol, wwid; the first that
 * excludes ends it, and in each an exception wins.
 */
#ifndef FPD_CONFIG_BLACKLIST_H
#define FPD_CONFIG_BLACKLIST_H

#include <stdbool.h>

#include "fairpathd/config/config.h"

enum fpd_criterion {
	FPD_CRITERION_NONE, /* no rule matched: the path is ours */
	FPD_CRITERION_PROPERTY,
	FPD_CRITERION_DEVNODE,
	FPD_CRITERION_DEVICE,
	FPD_CRITERION_PROTOCOL,
	FPD_CRITERION_WWID,
};

/**
 * struct fpd_verdict - whether a path is excluded, and why
 * @excluded: leave the path alone
 * @criterion: the rule's kind; if not @excluded: of the last exception that was needed
 * @pattern: the rule's regular expression; of a device the vendor's. NULL: excluded because
 *	no property is one of the exceptions', or no rule at all
 * @product: of a device the product's, else NULL
 * @origin: where the rule is written
 */
struct fpd_verdict {
	bool excluded;
	enum fpd_criterion criterion;
	const char *pattern;
	const char *product;
	struct fpd_origin origin;
};

/* @id: what is known of the path. A wwid that is not known yet (NULL) leaves the wwid rules out;
 * property rules hold only where @id has the property that uid_attribute names. */
struct fpd_verdict fpd_blacklist_judge(const struct fpd_config *config,
				       const struct fpd_path_id *id);

/* "excluded by devnode '^sdz' (/etc/fairpath.conf:12, blacklist)" into @text. Return: @text. */
const char *fpd_verdict_text(const struct fpd_verdict *verdict, char *text, size_t size);

#endif
