/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The keywords of multipath.conf and fairpath's own, as one table: where each may
 * stand, what values it takes, its built-in default, the field of the settings,
 * what it is for. Reader, printer, manual page and "did you mean" use it.
 */
#ifndef FPD_CONFIG_KEYWORDS_H
#define FPD_CONFIG_KEYWORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "fairpathd/config/settings.h"

/* Sections of options; a keyword has a bit for each in which it may stand. */
enum fpd_section {
	FPD_SECTION_DEFAULTS,
	FPD_SECTION_DEVICE,
	FPD_SECTION_OVERRIDES,
	FPD_SECTION_PROTOCOL,
	FPD_SECTION_MULTIPATH,
	FPD_NR_SECTIONS
};

/* "defaults", "device", "overrides", "protocol", "multipath" */
const char *fpd_section_name(enum fpd_section section);

enum fpd_type {
	FPD_TYPE_NUMBER,   /* into a struct fpd_number; the others into a struct fpd_text */
	FPD_TYPE_TEXT,	   /* anything */
	FPD_TYPE_NAME,	   /* without slash and blank, not empty: part of a device's name */
	FPD_TYPE_SELECTOR, /* a path selector and its arguments */
	FPD_TYPE_HANDLER,  /* number of words, and the words */
	FPD_TYPE_FEATURES, /* likewise */
	FPD_TYPE_MATCH,	   /* tells which device, LUN or protocol the section is for */
};

enum fpd_effect {
	FPD_EFFECT_NOW,
	FPD_EFFECT_NOT_YET,  /* multipath-tools has it, fairpath does not: a warning */
	FPD_EFFECT_OBSOLETE, /* multipath-tools ignores it as well: a warning */
};

/**
 * struct fpd_word - a word that stands for a number
 * @word:  NULL ends a list
 * @value: its number; the first word of a number is the one that is printed
 * @not_yet: what it stands for in multipath-tools is not supported: @value is used instead
 */
struct fpd_word {
	const char *word;
	int64_t value;
	bool not_yet;
};

/**
 * struct fpd_keyword - a keyword
 * @name: as it is written
 * @sections: a bit (1 << enum fpd_section) for each section
 * @type: what values look like
 * @effect: whether it does anything
 * @words: of a number, which words stand for one; or NULL
 * @min: of a number, the least; greater than @max where only words are taken
 * @max: the greatest
 * @built_in: the default, as it would be written; NULL: none
 * @offset: of the field in struct fpd_settings
 * @help: in a few words
 */
struct fpd_keyword {
	const char *name;
	unsigned int sections;
	enum fpd_type type;
	enum fpd_effect effect;
	const struct fpd_word *words;
	int64_t min;
	int64_t max;
	const char *built_in;
	size_t offset;
	const char *help;
};

extern const struct fpd_keyword fpd_keywords[];
extern const size_t fpd_nr_keywords;

/* The keyword by its name, wherever it may stand. Return: NULL if there is none. */
const struct fpd_keyword *fpd_keyword_find(const char *name);

static inline bool fpd_keyword_allowed(const struct fpd_keyword *keyword, enum fpd_section section)
{
	return keyword->sections & (1U << section);
}

/* Has it a field of the settings? */
static inline bool fpd_keyword_is_setting(const struct fpd_keyword *keyword)
{
	return keyword->effect == FPD_EFFECT_NOW && keyword->type != FPD_TYPE_MATCH;
}

/* Which of the keywords of a section one may have meant. Return: NULL if none is near. */
const char *fpd_keyword_suggest(const char *name, enum fpd_section section);

/* Is @word within a few letters of @meant? */
bool fpd_word_is_near(const char *word, const char *meant);

/* The field of @settings; the keyword must be a setting. */
struct fpd_number *fpd_keyword_number(const struct fpd_keyword *keyword,
				      struct fpd_settings *settings);
struct fpd_text *fpd_keyword_text(const struct fpd_keyword *keyword, struct fpd_settings *settings);

#endif
