// SPDX-License-Identifier: GPL-2.0
/* What the daemon says: to the journal if it is started by systemd, else to stderr. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "fairpathd/log.h"

/* Set once, before the loop begins. */
static int least = LOG_NOTICE;

void fpd_log_level(int level)
{
	least = level;
}

/* systemd reads the level from the line's beginning; a person wants the time there. */
static void begin(int level)
{
	struct timespec now;

	if (getenv("JOURNAL_STREAM")) {
		fprintf(stderr, "<%d>", level);
		return;
	}
	clock_gettime(CLOCK_MONOTONIC, &now);
	fprintf(stderr, "[%6lld.%03ld] %s", (long long)now.tv_sec, now.tv_nsec / 1000000,
		level <= LOG_ERR       ? "ERROR: "
		: level == LOG_WARNING ? "warning: "
				       : "");
}

void fpd_log(int level, const char *format, ...)
{
	char text[1024];
	va_list arguments;

	if (level > least)
		return;
	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	begin(level);
	fprintf(stderr, "%s\n", text);
}
