/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What core/ needs from its surroundings, and the only place that knows which
 * they are: the kernel, or a userspace program (unit test, fuzzer).
 *
 * core/ decides and does nothing else: no lock, no clock, no allocation, no
 * I/O, no printk. So all that it needs is types, string functions and
 * formatting into a buffer.
 */
#ifndef FP_CORE_ENV_H
#define FP_CORE_ENV_H

#ifdef __KERNEL__

#include <linux/bitops.h>
#include <linux/compiler.h>
#include <linux/kernel.h>
#include <linux/limits.h>
#include <linux/math64.h>
#include <linux/stdarg.h>
#include <linux/string.h>
#include <linux/types.h>

#else

#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int64_t s64;

#define __printf(fmt, args) __attribute__((format(printf, fmt, args)))
#define ARRAY_SIZE(a)	    (sizeof(a) / sizeof((a)[0]))

/* The number of the highest bit that is set, from 1; 0: none is. */
static inline int fls64(u64 x)
{
	return x ? 64 - __builtin_clzll(x) : 0;
}

static inline u64 div_u64(u64 dividend, u32 divisor)
{
	return dividend / divisor;
}

static inline u64 div64_u64(u64 dividend, u64 divisor)
{
	return dividend / divisor;
}

/* vsnprintf() that returns what was written, as the kernel's does. */
static inline int vscnprintf(char *buf, size_t size, const char *fmt, va_list args)
{
	int n = vsnprintf(buf, size, fmt, args);

	if (n < 0 || !size)
		return 0;
	return (size_t)n < size ? n : (int)(size - 1);
}

#endif

#endif
