/* SPDX-License-Identifier: GPL-2.0 */
/* Sentences of the configuration's readers: warnings to the log, errors to the caller. */
#ifndef FPD_CONFIG_REPORT_H
#define FPD_CONFIG_REPORT_H

#include <errno.h>

#include "fairpathd/config/config.h"

/* Where a sentence points: the file by its name, and a line of it. */
struct fpd_place {
	const char *file;
	unsigned int line;
};

/* "FILE:LINE: sentence" to the log, if there is one; @place NULL: the sentence alone. */
__attribute__((format(printf, 3, 4))) void
fpd_warn(const struct fpd_config_log *log, const struct fpd_place *place, const char *fmt, ...);

/* Put a sentence into the error, if there is one. Return: @code. */
__attribute__((format(printf, 3, 4))) int fpd_fail(struct fairpath_error *error, int code,
						   const char *fmt, ...);

static inline int fpd_fail_no_memory(struct fairpath_error *error)
{
	fpd_fail(error, -ENOMEM, "out of memory");
	return -ENOMEM;
}

#endif
