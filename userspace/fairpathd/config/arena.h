/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Memory that is released at once: everything that is read from configuration
 * files lives as long as the configuration, and a reading that fails halfway
 * leaves nothing behind.
 */
#ifndef FPD_CONFIG_ARENA_H
#define FPD_CONFIG_ARENA_H

#include <stddef.h>

struct fpd_arena_block;

/* All zero: empty. */
struct fpd_arena {
	struct fpd_arena_block *blocks;
};

/* Zeroed memory for anything. Return: NULL if there is none. */
void *fpd_arena_alloc(struct fpd_arena *arena, size_t size);

/* A copy of @size bytes and a NUL after them. Return: NULL if there is no memory. */
char *fpd_arena_copy(struct fpd_arena *arena, const char *text, size_t size);

__attribute__((format(printf, 2, 3))) char *fpd_arena_printf(struct fpd_arena *arena,
							     const char *fmt, ...);

void fpd_arena_clear(struct fpd_arena *arena);

#endif
