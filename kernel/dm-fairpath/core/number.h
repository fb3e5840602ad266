/* SPDX-License-Identifier: GPL-2.0 */
/* Numbers in a table line or a message, and the words of a path that all selectors share. */
#ifndef FP_CORE_NUMBER_H
#define FP_CORE_NUMBER_H

#include "env.h"
#include "select.h"

enum fp_number {
	FP_NUMBER_GOOD,
	FP_NUMBER_BAD,	 /* something else than decimal digits */
	FP_NUMBER_RANGE, /* digits, but below min or above max, or too many to count */
};

/* fp_parse_number - blanks, then decimal digits and nothing else, within [min, max] */
enum fp_number fp_parse_number(const char *word, unsigned int min, unsigned int max,
			       unsigned int *out);

/**
 * fp_parse_repeat_count - check a path's words of which the first is the repeat count
 * @max_words: how many words the selector takes at most
 *
 * The count itself has no effect, as in dm-multipath since 4.6: it is checked,
 * and any above 1 is taken as 1. Return: as fp_selector.parse_path.
 */
const char *fp_parse_repeat_count(struct fp_path_args *args, unsigned int argc, char *const *argv,
				  unsigned int max_words, unsigned int *bad);

#endif
