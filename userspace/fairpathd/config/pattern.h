/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The regular expressions of a configuration: POSIX extended, not anchored, and
 * "*" alone for anything, as files of old have it. In the blacklist a '!' before
 * one turns its sense.
 */
#ifndef FPD_CONFIG_PATTERN_H
#define FPD_CONFIG_PATTERN_H

#include <regex.h>
#include <stdbool.h>

#include "fairpathd/config/arena.h"

struct fpd_pattern {
	regex_t regex;
	bool inverted;
	const char *text; /* as it is written */
	struct fpd_pattern *next;
};

/**
 * fpd_pattern_add() - compile one
 * @arena: where it lives, but for what regcomp() takes
 * @list: where it is added, so that fpd_pattern_clear() finds it
 * @text: as it is written; must live as long
 * @may_invert: a '!' in front turns its sense, "\!" does not
 * @ret: the pattern
 * @why: if it is no regular expression: a short reason
 * @why_size: size of @why
 *
 * Return: 0, -EINVAL, -ENOMEM.
 */
int fpd_pattern_add(struct fpd_arena *arena, struct fpd_pattern **list, const char *text,
		    bool may_invert, struct fpd_pattern **ret, char *why, size_t why_size);

/* Release what regcomp() took. */
void fpd_pattern_clear(struct fpd_pattern *list);

/* What is not known (NULL) is matched by nothing, not even by an inverted pattern. */
bool fpd_pattern_matches(const struct fpd_pattern *pattern, const char *text);

#endif
