/* SPDX-License-Identifier: GPL-2.0 */
/* A fuzz target ends, and its input is kept, when a promise does not hold. */
#ifndef FAIRPATH_FUZZ_PROMISE_H
#define FAIRPATH_FUZZ_PROMISE_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define PROMISE(holds) promise((holds), #holds, __FILE__, __LINE__)

static inline void promise(bool holds, const char *what, const char *file, int line)
{
	if (holds)
		return;
	fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, what);
	abort();
}

#endif
