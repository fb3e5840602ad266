/* SPDX-License-Identifier: GPL-2.0 */
/* A value as it is written, and what it means: read by its keyword's type, printed by it. */
#ifndef FPD_CONFIG_VALUE_H
#define FPD_CONFIG_VALUE_H

#include "fairpathd/config/model.h"
#include "fairpathd/config/report.h"

/**
 * fpd_value_read() - what does a value mean?
 * @arena: where a text that had to be changed lives
 * @keyword: a setting
 * @text: as it is written; must live as long as @ret
 * @place: for warnings
 * @log: told of what is odd, and of the value that is used instead
 * @ret: filled but for the origin
 *
 * Return: 0; -EINVAL if the value cannot be used, which the log was told; -ENOMEM.
 */
int fpd_value_read(struct fpd_arena *arena, const struct fpd_keyword *keyword, const char *text,
		   const struct fpd_place *place, const struct fpd_config_log *log,
		   struct fpd_value *ret);

/* The value as it would be written, without quotes, into @text, which must hold 32 bytes if it is
 * a number. Return: @text or a longer one elsewhere. */
const char *fpd_value_text(const struct fpd_value *value, char *text, size_t size);

#endif
