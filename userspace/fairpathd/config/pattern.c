// SPDX-License-Identifier: GPL-2.0
/* Regular expressions; see pattern.h. */
#include "fairpathd/config/pattern.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What regcomp() may be given: for some it takes memory and time beyond all measure
 * (repetitions within repetitions), and no device needs them. */
#define LONGEST	     512
#define MOST_REPEATS 10000

/* The greater number of "{2,5}" after the brace; 1 if there is none. */
static unsigned long repeats(const char *brace)
{
	char *end;
	unsigned long low = strtoul(brace, &end, 10), high = 0;

	if (*end == ',')
		high = strtoul(end + 1, NULL, 10);
	if (high < low)
		high = low;
	if (high > MOST_REPEATS)
		high = MOST_REPEATS + 1;
	return high ? high : 1;
}

static const char *unreasonable(const char *text)
{
	const char *brace = text;
	unsigned long all = 1;

	if (strlen(text) > LONGEST)
		return "it is too long";
	while ((brace = strchr(brace, '{'))) {
		all *= repeats(++brace);
		if (all > MOST_REPEATS)
			return "too many repetitions";
	}
	return NULL;
}

int fpd_pattern_add(struct fpd_arena *arena, struct fpd_pattern **list, const char *text,
		    bool may_invert, struct fpd_pattern **ret, char *why, size_t why_size)
{
	struct fpd_pattern *pattern = fpd_arena_alloc(arena, sizeof(*pattern));
	const char *expression = text, *bad = unreasonable(text);
	int r;

	if (!pattern)
		return -ENOMEM;
	if (bad) {
		snprintf(why, why_size, "%s", bad);
		return -EINVAL;
	}
	pattern->text = text;
	pattern->inverted = may_invert && *expression == '!';
	if (pattern->inverted || (may_invert && !strncmp(expression, "\\!", 2)))
		expression++;
	if (!strcmp(expression, "*"))
		expression = ".*";
	r = regcomp(&pattern->regex, expression, REG_EXTENDED | REG_NOSUB);
	if (r == REG_ESPACE)
		return -ENOMEM;
	if (r) {
		regerror(r, &pattern->regex, why, why_size);
		return -EINVAL;
	}
	pattern->next = *list;
	*list = pattern;
	*ret = pattern;
	return 0;
}

void fpd_pattern_clear(struct fpd_pattern *list)
{
	for (; list; list = list->next)
		regfree(&list->regex);
}

bool fpd_pattern_matches(const struct fpd_pattern *pattern, const char *text)
{
	if (!text)
		return false;
	return !regexec(&pattern->regex, text, 0, NULL, 0) != pattern->inverted;
}
