/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Text written into a buffer of fixed size: what does not fit is cut off, as
 * device-mapper does with a status line, and never overruns.
 */
#ifndef FP_CORE_TEXT_H
#define FP_CORE_TEXT_H

#include "env.h"

struct fp_text {
	char *buf;
	size_t size; /* of buf; always ends with NUL if not 0 */
	size_t used; /* without the NUL; size - 1 once text was cut */
};

static inline struct fp_text fp_text(char *buf, size_t size)
{
	if (size)
		buf[0] = '\0';
	return (struct fp_text){ .buf = buf, .size = size };
}

static inline __printf(2, 0) void fp_text_vadd(struct fp_text *text, const char *fmt, va_list args)
{
	text->used += vscnprintf(text->buf + text->used, text->size - text->used, fmt, args);
}

static inline __printf(2, 3) void fp_text_add(struct fp_text *text, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	fp_text_vadd(text, fmt, args);
	va_end(args);
}

#endif
