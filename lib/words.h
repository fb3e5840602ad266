/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The words of a line that device-mapper reads or writes, taken one by one from
 * left to right. The first thing that is wrong ends it: a function then returns
 * false (or NULL) and has put its sentence into the error.
 */
#ifndef FAIRPATH_WORDS_H
#define FAIRPATH_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <fairpath/error.h>

/**
 * struct words - a line, and how much of it was read
 * @line: what errors call it: "table" or "status"
 * @text: a copy of the line, cut into words
 * @word: the words; they point into @text
 * @nr:   number of words
 * @next: index of the first word that was not read
 * @error: where the sentence goes, or NULL
 */
struct words {
	const char *line;
	char *text;
	const char **word;
	size_t nr;
	size_t next;
	struct fairpath_error *error;
};

/* The kernel's isspace(): with the no-break space of Latin-1, 0xa0. */
bool fairpath_is_blank(char c);

/* Put a sentence into the error, if there is one. Return: code. */
__attribute__((format(printf, 3, 4))) int fairpath_error_set(struct fairpath_error *error, int code,
							     const char *fmt, ...);

/* Split a line as the kernel's dm_split_args() does. Return: 0 or -ENOMEM. */
int words_init(struct words *words, const char *line, const char *text,
	       struct fairpath_error *error);
void words_clear(struct words *words);

static inline size_t words_left(const struct words *words)
{
	return words->nr - words->next;
}

/* Say what is wrong with the word that was read last. Return: false. */
__attribute__((format(printf, 2, 3))) bool words_refuse(struct words *words, const char *fmt, ...);

/* The next word; @what it is, for an error. */
const char *words_take(struct words *words, const char *what);

/* A number within [min, max]. */
bool words_take_number(struct words *words, const char *what, uint64_t min, uint64_t max,
		       uint64_t *ret);

/* A number up to @max of things of which each takes at least @words_each of the words to come. */
bool words_take_count(struct words *words, const char *what, size_t min, size_t max,
		      size_t words_each, size_t *ret);

/* The next @nr words, which must be there. */
const char *const *words_take_all(struct words *words, size_t nr);

/* Nothing may be left. */
bool words_end(struct words *words);

#endif
