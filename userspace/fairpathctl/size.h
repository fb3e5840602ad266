/* SPDX-License-Identifier: GPL-2.0 */
/* Sizes and times as people read them. Pure. */
#ifndef FPCTL_SIZE_H
#define FPCTL_SIZE_H

#include <stdint.h>

enum { SIZE_TEXT = 32 };

/* Bytes as multipath prints them: 64M, 1.5T. Return: @text, of SIZE_TEXT bytes. */
const char *size_text(int64_t bytes, char *text);

/* Seconds as 3d 4h, 5h 12m, 6m 7s. Return: @text, of SIZE_TEXT bytes. */
const char *time_text(int64_t seconds, char *text);

#endif
