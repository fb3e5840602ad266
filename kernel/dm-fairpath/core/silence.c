// SPDX-License-Identifier: GPL-2.0
/* Which paths are silent; see silence.h. */
#include "silence.h"

static bool fp_says_nothing(const struct fp_silence *silence, int path)
{
	const struct fp_path *p = &silence->map->paths[path];

	return silence->limit_ns && p->usable && p->in_flight &&
	       silence->now > silence->moved[path] + silence->limit_ns;
}

enum fp_silence_change fp_silence_look(const struct fp_silence *silence, int path)
{
	struct fp_path *p = &silence->map->paths[path];
	bool was = p->silent;

	p->silent = fp_says_nothing(silence, path);
	if (was == p->silent)
		return FP_SILENCE_SAME;
	return p->silent ? FP_SILENCE_BEGINS : FP_SILENCE_ENDS;
}

bool fp_silence_is_over(const struct fp_map *map)
{
	unsigned int i;

	for (i = 0; i < map->nr_paths; i++)
		if (map->paths[i].in_flight || map->paths[i].silent)
			return false;
	return true;
}
