// SPDX-License-Identifier: GPL-2.0
/* The defaults of the keyword table, as the weakest layer of a configuration. */
#include <errno.h>

#include "fairpathd/config/read.h"
#include "fairpathd/config/value.h"

static int add_value(struct fpd_config *config, struct fpd_entry *entry,
		     const struct fpd_keyword *keyword)
{
	static const struct fpd_place place = { "built-in default", 0 };
	struct fpd_value *value = fpd_arena_alloc(&config->arena, sizeof(*value));
	int r;

	if (!value)
		return -ENOMEM;
	r = fpd_value_read(&config->arena, keyword, keyword->built_in, &place, NULL, value);
	if (r)
		return r; /* -EINVAL: the table is wrong, as its unit test would have told */
	value->next = entry->values;
	entry->values = value;
	return 0;
}

int fpd_read_built_in(struct fpd_config *config)
{
	static const struct fpd_origin origin = { .kind = FPD_ORIGIN_BUILT_IN };
	struct fpd_entry *entry = fpd_config_add_entry(config, FPD_LAYER_BUILT_IN, &origin);
	size_t i;
	int r = entry ? 0 : -ENOMEM;

	for (i = 0; i < fpd_nr_keywords && !r; i++)
		if (fpd_keywords[i].built_in)
			r = add_value(config, entry, &fpd_keywords[i]);
	return r;
}
