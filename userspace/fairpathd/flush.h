/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The flush capabilities of a LUN follow its paths: rules S5 and S6 of
 * docs/flush-stacking.md, as far as they are the daemon's.
 */
#ifndef FPD_FLUSH_H
#define FPD_FLUSH_H

#include "fairpathd/map.h"

/*
 * Let the kernel read the cache mode and the size of all paths of a LUN again: it does so by
 * itself for none, and only the path that was asked has been told of the change. In a
 * child, since it waits for the devices. NULL is fine.
 */
void fpd_flush_rescan(struct fpd_map *map, const char *why);

/* Has what is stacked above been built anew (S6)? Updates the map's restack, and reports. */
void fpd_flush_look_above(struct fpd_map *map);

#endif
