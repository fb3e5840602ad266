// SPDX-License-Identifier: GPL-2.0
/* Warnings and errors of the configuration's readers; see report.h. */
#include "fairpathd/config/report.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>

/* What a text of a stranger's file can do to a terminal or a log is left out. */
static void make_printable(char *text)
{
	for (; *text; text++)
		if ((unsigned char)*text < ' ' || *text == 0x7f)
			*text = '?';
}

void fpd_warn(const struct fpd_config_log *log, const struct fpd_place *place, const char *fmt, ...)
{
	char sentence[512];
	int prefix = 0; /* its length */
	va_list args;

	if (!log || !log->warn)
		return;
	if (place)
		prefix = snprintf(sentence, sizeof(sentence) / 2, "%s:%u: ", place->file,
				  place->line);
	if (prefix < 0 || (size_t)prefix >= sizeof(sentence) / 2)
		prefix = sizeof(sentence) / 2 - 1;
	va_start(args, fmt);
	vsnprintf(sentence + prefix, sizeof(sentence) - (size_t)prefix, fmt, args);
	va_end(args);
	make_printable(sentence);
	log->warn(log->userdata, sentence);
}

int fpd_fail(struct fairpath_error *error, int code, const char *fmt, ...)
{
	va_list args;

	if (!error)
		return code;
	va_start(args, fmt);
	vsnprintf(error->text, sizeof(error->text), fmt, args);
	va_end(args);
	make_printable(error->text);
	return code;
}
