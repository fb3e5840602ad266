// SPDX-License-Identifier: GPL-2.0
/* The registry of path selectors. */
#include "map.h"
#include "select.h"

static const struct fp_selector *const fp_selectors[] = {
	&fp_round_robin, &fp_service_time, &fp_queue_length, &fp_historical_service_time,
	&fp_io_affinity,
};

const struct fp_selector *fp_selector_find(const char *name)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(fp_selectors); i++)
		if (!strcmp(fp_selectors[i]->name, name))
			return fp_selectors[i];
	return NULL;
}
