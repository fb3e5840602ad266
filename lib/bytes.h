/* SPDX-License-Identifier: GPL-2.0 */
/* Numbers as SCSI sends them: the highest byte first, at any address. */
#ifndef FAIRPATH_BYTES_H
#define FAIRPATH_BYTES_H

#include <stddef.h>
#include <stdint.h>

static inline uint16_t be16(const uint8_t *p)
{
	return (uint16_t)(p[0] << 8 | p[1]);
}

static inline uint32_t be32(const uint8_t *p)
{
	return (uint32_t)be16(p) << 16 | be16(p + 2);
}

static inline size_t min_size(size_t a, size_t b)
{
	return a < b ? a : b;
}

#endif
