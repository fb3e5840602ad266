/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Paths that have become silent, for those who ask what is the matter with them: with
 * requests in flight of which none has ended for a set time.
 *
 * That time is longer than the one after which the fair queue avoids a path (room.h):
 * to send requests elsewhere costs nothing, to disturb somebody does.
 *
 * A path that is not usable is not silent: whoever failed it knows already.
 *
 * Pure; under the map's lock.
 */
#ifndef FP_CORE_SILENCE_H
#define FP_CORE_SILENCE_H

#include "map.h"

struct fp_silence {
	struct fp_map *map;
	const u64 *moved; /* as in struct fp_room */
	u64 now;
	u64 limit_ns; /* 0: no path is ever silent */
};

enum fp_silence_change {
	FP_SILENCE_SAME,
	FP_SILENCE_BEGINS,
	FP_SILENCE_ENDS,
};

/* fp_silence_look - how it stands with a path; keeps it in the path's @silent */
enum fp_silence_change fp_silence_look(const struct fp_silence *silence, int path);

/* fp_silence_is_over - nothing is in flight anywhere: nothing can become silent */
bool fp_silence_is_over(const struct fp_map *map);

#endif
