// SPDX-License-Identifier: GPL-2.0
/* The words of a line, one by one; see words.h. */
#include "words.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool fairpath_is_blank(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r') || (unsigned char)c == 0xa0;
}

int fairpath_error_set(struct fairpath_error *error, int code, const char *fmt, ...)
{
	va_list args;

	if (error) {
		va_start(args, fmt);
		vsnprintf(error->text, sizeof(error->text), fmt, args);
		va_end(args);
	}
	return code;
}

/* Cut the word that begins at @start off, drop its backslashes. Return: where the next may begin.
 */
static char *cut_word(char *start)
{
	char *in = start, *out = start;

	while (*in && !fairpath_is_blank(*in)) {
		/* At the line's end it stands for itself. */
		if (*in == '\\' && in[1])
			in++;
		*out++ = *in++;
	}
	if (*in)
		in++;
	*out = '\0';
	return in;
}

int words_init(struct words *words, const char *line, const char *text,
	       struct fairpath_error *error)
{
	char *at;

	*words = (struct words){ .line = line, .error = error };
	words->text = strdup(text);
	/* Words and blanks alternate: no more than every second character begins one. */
	words->word = calloc(strlen(text) / 2 + 1, sizeof(*words->word));
	if (!words->text || !words->word) {
		words_clear(words);
		return fairpath_error_set(error, -ENOMEM, "out of memory");
	}

	for (at = words->text;;) {
		while (fairpath_is_blank(*at))
			at++;
		if (!*at)
			return 0;
		words->word[words->nr++] = at;
		at = cut_word(at);
	}
}

void words_clear(struct words *words)
{
	free(words->text);
	free(words->word);
	words->text = NULL;
	words->word = NULL;
}

bool words_refuse(struct words *words, const char *fmt, ...)
{
	char why[160];
	va_list args;

	va_start(args, fmt);
	vsnprintf(why, sizeof(why), fmt, args);
	va_end(args);
	fairpath_error_set(words->error, 0, "word %zu '%.40s' of the %s line: %s", words->next,
			   words->word[words->next - 1], words->line, why);
	return false;
}

const char *words_take(struct words *words, const char *what)
{
	if (words->next < words->nr)
		return words->word[words->next++];

	fairpath_error_set(words->error, 0, "the %s line ends where word %zu, %s, was expected",
			   words->line, words->nr + 1, what);
	return NULL;
}

/* Digits, and no more than a u64 holds. */
static bool parse_u64(const char *word, uint64_t *ret)
{
	uint64_t value = 0;

	if (!*word)
		return false;
	for (; *word; word++) {
		if (*word < '0' || *word > '9')
			return false;
		if (__builtin_mul_overflow(value, 10, &value) ||
		    __builtin_add_overflow(value, *word - '0', &value))
			return false;
	}
	*ret = value;
	return true;
}

bool words_take_number(struct words *words, const char *what, uint64_t min, uint64_t max,
		       uint64_t *ret)
{
	const char *word = words_take(words, what);
	uint64_t value = 0;

	if (!word)
		return false;
	if (!parse_u64(word, &value) || value < min || value > max)
		return words_refuse(words, "%s is not a number from %llu to %llu", what,
				    (unsigned long long)min, (unsigned long long)max);
	*ret = value;
	return true;
}

bool words_take_count(struct words *words, const char *what, size_t min, size_t max,
		      size_t words_each, size_t *ret)
{
	uint64_t count = 0;

	if (!words_take_number(words, what, min, max, &count))
		return false;
	if (count > words_left(words) / words_each)
		return words_refuse(words, "%s is too great for the %zu words that follow", what,
				    words_left(words));
	*ret = count;
	return true;
}

const char *const *words_take_all(struct words *words, size_t nr)
{
	const char *const *first = words->word + words->next;

	words->next += nr;
	return first;
}

bool words_end(struct words *words)
{
	if (!words_left(words))
		return true;
	words->next++;
	return words_refuse(words, "nothing was expected here");
}
