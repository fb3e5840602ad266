// SPDX-License-Identifier: GPL-2.0
/* Memory that is released at once; see arena.h. */
#include "fairpathd/config/arena.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Most configurations fit into a few. */
#define BLOCK_SIZE 8192

struct fpd_arena_block {
	struct fpd_arena_block *next;
	size_t used;
	size_t size;
	_Alignas(max_align_t) unsigned char memory[];
};

static struct fpd_arena_block *add_block(struct fpd_arena *arena, size_t size)
{
	struct fpd_arena_block *block;

	if (size < BLOCK_SIZE)
		size = BLOCK_SIZE;
	block = calloc(1, sizeof(*block) + size);
	if (!block)
		return NULL;
	block->size = size;
	block->next = arena->blocks;
	arena->blocks = block;
	return block;
}

void *fpd_arena_alloc(struct fpd_arena *arena, size_t size)
{
	const size_t align = _Alignof(max_align_t);
	struct fpd_arena_block *block = arena->blocks;
	void *memory;

	if (size > SIZE_MAX / 2)
		return NULL;
	size = (size + align - 1) / align * align;
	if (!block || block->size - block->used < size)
		block = add_block(arena, size);
	if (!block)
		return NULL;
	memory = block->memory + block->used;
	block->used += size;
	return memory;
}

char *fpd_arena_copy(struct fpd_arena *arena, const char *text, size_t size)
{
	char *copy = fpd_arena_alloc(arena, size + 1);

	if (copy)
		memcpy(copy, text, size);
	return copy;
}

char *fpd_arena_printf(struct fpd_arena *arena, const char *fmt, ...)
{
	va_list args;
	char *text;
	int size;

	va_start(args, fmt);
	size = vsnprintf(NULL, 0, fmt, args);
	va_end(args);
	text = size < 0 ? NULL : fpd_arena_alloc(arena, (size_t)size + 1);
	if (!text)
		return NULL;
	va_start(args, fmt);
	vsnprintf(text, (size_t)size + 1, fmt, args);
	va_end(args);
	return text;
}

void fpd_arena_clear(struct fpd_arena *arena)
{
	while (arena->blocks) {
		struct fpd_arena_block *next = arena->blocks->next;

		free(arena->blocks);
		arena->blocks = next;
	}
}
