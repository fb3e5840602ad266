/* SPDX-License-Identifier: GPL-2.0 */
/* What a map should be now: its paths and what is on them, put to desired.c. */
#ifndef FPD_MAP_DESIRE_H
#define FPD_MAP_DESIRE_H

#include "fairpathd/desired.h"
#include "fairpathd/map.h"

/* Return: as fpd_desired_build(). */
int fpd_map_desire(const struct fpd_map *map, struct fpd_desired *ret);

#endif
