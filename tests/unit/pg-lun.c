// SPDX-License-Identifier: GPL-2.0
/* A map with a hardware handler; see pg-lun.h. */
#include "unit.h"

#include "pg-lun.h"

static const char tail[] = " 2 1 round-robin 0 2 1 8:16 1 8:32 1 service-time 0 2 1 8:48 1 8:64 1";

void pg_lun_init(struct pg_lun *lun, const char *features)
{
	char table[256];

	memset(lun, 0xa5, sizeof(*lun));
	lun->map.groups = lun->groups;
	lun->map.paths = lun->paths;
	snprintf(table, sizeof(table), "%s 1 alua%s", features, tail);
	line_parse(&lun->line, table);
	assert_true(lun->line.good);
	fp_map_init(&lun->map, &lun->line.table);
	lun->map.pg_init.handler = true;
}

int pg_lun_with(void **state, const char *features)
{
	static struct pg_lun lun;

	pg_lun_init(&lun, features);
	*state = &lun;
	return 0;
}

int pg_lun_begins(void **state)
{
	return pg_lun_with(state, "0");
}

int pg_lun_ends(void **state)
{
	line_free(&((struct pg_lun *)*state)->line);
	return 0;
}

enum fp_verdict pg_lun_verdict(struct pg_lun *lun)
{
	return fp_map_choose(&lun->map, PG_LUN_BYTES).verdict;
}
