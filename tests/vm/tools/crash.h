/* SPDX-License-Identifier: GPL-2.0 */
/* What crash-write writes and crash-log checks. */
#ifndef CRASH_H
#define CRASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CRASH_BLOCK 4096

/* A block is full of these, so that one that was half written is seen. */
struct crash_word {
	uint64_t block;
	uint64_t sequence;
};

#define CRASH_WORDS (CRASH_BLOCK / sizeof(struct crash_word))

#endif
