// SPDX-License-Identifier: GPL-2.0
/* Numbers in a table line or a message; see number.h. */
#include "number.h"

enum fp_number fp_parse_number(const char *word, unsigned int min, unsigned int max,
			       unsigned int *out)
{
	u64 value = 0;

	/* "%u", which device-mapper reads with, skips them; a backslash puts them in a word. */
	while (*word == ' ' || (*word >= '\t' && *word <= '\r') || (unsigned char)*word == 0xa0)
		word++;
	if (!*word)
		return FP_NUMBER_BAD;
	for (; *word; word++) {
		if (*word < '0' || *word > '9')
			return FP_NUMBER_BAD;
		if (value <= UINT_MAX)
			value = value * 10 + (*word - '0');
	}
	if (value < min || value > max)
		return FP_NUMBER_RANGE;
	*out = value;
	return FP_NUMBER_GOOD;
}

const char *fp_parse_repeat_count(struct fp_path_args *args, unsigned int argc, char *const *argv,
				  unsigned int max_words, unsigned int *bad)
{
	unsigned int count = 1;

	if (argc > max_words) {
		*bad = max_words;
		return "more words for a path than its selector takes";
	}
	if (argc && fp_parse_number(argv[0], 0, UINT_MAX, &count) != FP_NUMBER_GOOD) {
		*bad = 0;
		return "the repeat count is not a number (0 to 4294967295)";
	}
	args->repeat_count = count > 1 ? 1 : count;
	return NULL;
}
