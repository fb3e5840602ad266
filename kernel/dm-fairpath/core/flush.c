// SPDX-License-Identifier: GPL-2.0
/* The law of flushes; see flush.h. */
#include "flush.h"
#include "map.h"

struct fp_caps fp_flush_stack(struct fp_caps all, struct fp_caps path)
{
	if (!path.wc)
		return all;
	return (struct fp_caps){.wc = true, .fua = all.fua && path.fua};
}

struct fp_caps fp_flush_advertised(struct fp_caps all)
{
	return (struct fp_caps){.wc = all.wc, .fua = all.wc && all.fua};
}

enum fp_fua fp_flush_fua(struct fp_caps path)
{
	if (!path.wc)
		return FP_FUA_NOT_NEEDED;
	return path.fua ? FP_FUA_KEEP : FP_FUA_LOST;
}

int fp_flush_path(const struct fp_map *map, int chosen, bool (*has_wc)(void *context, int path),
		  void *context)
{
	unsigned int i;

	if (has_wc(context, chosen))
		return chosen;
	for (i = 0; i < map->nr_paths; i++)
		if (map->paths[i].usable && has_wc(context, i))
			return i;
	return chosen;
}
