// SPDX-License-Identifier: GPL-2.0
/* Finding keywords, and guessing which one was meant; see keywords.h. */
#include "fairpathd/config/keywords.h"

#include <string.h>

const char *fpd_section_name(enum fpd_section section)
{
	static const char *const names[] = {
		[FPD_SECTION_DEFAULTS] = "defaults",   [FPD_SECTION_DEVICE] = "device",
		[FPD_SECTION_OVERRIDES] = "overrides", [FPD_SECTION_PROTOCOL] = "protocol",
		[FPD_SECTION_MULTIPATH] = "multipath",
	};

	_Static_assert(sizeof(names) / sizeof(names[0]) == FPD_NR_SECTIONS,
		       "a section lacks its name");
	return names[section];
}

const struct fpd_keyword *fpd_keyword_find(const char *name)
{
	size_t i;

	for (i = 0; i < fpd_nr_keywords; i++)
		if (!strcmp(fpd_keywords[i].name, name))
			return &fpd_keywords[i];
	return NULL;
}

#define LONGEST 48 /* letters; the longest keyword has 34 */

static unsigned int least(unsigned int a, unsigned int b, unsigned int c)
{
	if (b < a)
		a = b;
	return c < a ? c : a;
}

/* Letters to insert, remove or change to make one of the other (Levenshtein). */
static unsigned int distance(const char *a, size_t a_size, const char *b, size_t b_size)
{
	unsigned int row[LONGEST + 1], before, above;
	size_t i, j;

	for (j = 0; j <= b_size; j++)
		row[j] = (unsigned int)j;
	for (i = 1; i <= a_size; i++) {
		before = row[0];
		row[0] = (unsigned int)i;
		for (j = 1; j <= b_size; j++) {
			above = row[j];
			row[j] = least(row[j - 1] + 1, above + 1, before + (a[i - 1] != b[j - 1]));
			before = above;
		}
	}
	return row[b_size];
}

/* How far apart, or more than that where it is of no interest. */
static unsigned int distance_of_words(const char *word, const char *meant)
{
	size_t word_size = strlen(word), meant_size = strlen(meant);

	if (word_size > LONGEST || meant_size > LONGEST)
		return LONGEST;
	return distance(word, word_size, meant, meant_size);
}

/* One letter in three may be wrong. */
static unsigned int near_enough(const char *word)
{
	return (unsigned int)strlen(word) / 3;
}

bool fpd_word_is_near(const char *word, const char *meant)
{
	return distance_of_words(word, meant) <= near_enough(word);
}

const char *fpd_keyword_suggest(const char *name, enum fpd_section section)
{
	unsigned int nearest = near_enough(name) + 1;
	const char *suggestion = NULL;
	size_t i;

	for (i = 0; i < fpd_nr_keywords; i++) {
		unsigned int far;

		if (!fpd_keyword_allowed(&fpd_keywords[i], section))
			continue;
		far = distance_of_words(name, fpd_keywords[i].name);
		if (far < nearest) {
			nearest = far;
			suggestion = fpd_keywords[i].name;
		}
	}
	return suggestion;
}

struct fpd_number *fpd_keyword_number(const struct fpd_keyword *keyword,
				      struct fpd_settings *settings)
{
	return (struct fpd_number *)((char *)settings + keyword->offset);
}

struct fpd_text *fpd_keyword_text(const struct fpd_keyword *keyword, struct fpd_settings *settings)
{
	return (struct fpd_text *)((char *)settings + keyword->offset);
}
