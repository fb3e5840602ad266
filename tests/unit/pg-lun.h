/* SPDX-License-Identifier: GPL-2.0 */
/* A map with a hardware handler, and what tests of its initialisation do first. */
#ifndef FAIRPATH_UNIT_PG_LUN_H
#define FAIRPATH_UNIT_PG_LUN_H

#include "line.h"
#include "map.h"
#include "pg-init.h"

/* A map with a handler and two groups: paths 0 and 1, paths 2 and 3. */
struct pg_lun {
	struct fp_map map;
	struct fp_group groups[2];
	struct fp_path paths[4];
	struct line line;
};

void pg_lun_init(struct pg_lun *lun, const char *features);

/* For cmocka: *state is a map without features, or with those. */
int pg_lun_begins(void **state);
int pg_lun_with(void **state, const char *features);
int pg_lun_ends(void **state);

/* pg_lun_verdict - of a request of PG_LUN_BYTES that comes now */
#define PG_LUN_BYTES 4096
enum fp_verdict pg_lun_verdict(struct pg_lun *lun);

#endif
