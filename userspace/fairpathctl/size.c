// SPDX-License-Identifier: GPL-2.0
/* Sizes and times as people read them; see size.h. */
#include "size.h"

#include <stdio.h>

const char *size_text(int64_t bytes, char *text)
{
	static const char *const units[] = { "K", "M", "G", "T", "P", "E" };
	double size = (double)bytes / 1024;
	unsigned int unit = 0;

	while (size >= 1024 && unit + 1 < sizeof(units) / sizeof(units[0])) {
		size /= 1024;
		unit++;
	}
	snprintf(text, SIZE_TEXT, "%.*f%s", size < 10, size, units[unit]);
	return text;
}

const char *time_text(int64_t seconds, char *text)
{
	long long s = seconds, m = s / 60, h = m / 60, d = h / 24;

	if (d)
		snprintf(text, SIZE_TEXT, "%lldd %lldh", d, h % 24);
	else if (h)
		snprintf(text, SIZE_TEXT, "%lldh %lldm", h, m % 60);
	else if (m)
		snprintf(text, SIZE_TEXT, "%lldm %llds", m, s % 60);
	else
		snprintf(text, SIZE_TEXT, "%llds", s);
	return text;
}
