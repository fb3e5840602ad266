/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which path has room for one more request: the window (depth.h), shared out to the
 * usable paths of a priority group.
 *
 * Words
 *   part     of a path: the window over the number of paths that share it
 *   silent   a path with requests in flight of which none has ended for long. What
 *            is in flight there is the SCSI layer's; nothing new is sent there while
 *            another path has room, and it has no part in the window
 *
 * What a path has in flight beyond its part counts no more than that: it was sent
 * when the part was larger, and may be stuck there. So while fewer are in flight than
 * the window has room for, some path has room.
 *
 * Pure; under the map's lock.
 */
#ifndef FP_CORE_ROOM_H
#define FP_CORE_ROOM_H

#include "depth.h"
#include "map.h"

/* No array in order takes a second; one that is overloaded answers somebody meanwhile. */
#define FP_SILENT_NS (1000 * 1000000ULL)

struct fp_room {
	const struct fp_map *map;
	const struct fp_depth *depth;
	/* By path: when something last ended there, or was sent with nothing in flight. */
	const u64 *moved;
	u64 now;
};

/* fp_room_in_flight - what counts as in flight to the LUN, by the group's paths */
u32 fp_room_in_flight(const struct fp_room *room, int group);

/* fp_room_load - the same, and cheap; far below the window what is silent counts, too */
u32 fp_room_load(const struct fp_room *room, int group);

/**
 * fp_room_find - the path for one more request
 * @chosen: the one that the selector gave
 *
 * Return: @chosen if it has room; else of its group the one with room that has the
 * least in flight; FP_NONE if none has.
 */
int fp_room_find(const struct fp_room *room, int chosen);

#endif
