// SPDX-License-Identifier: GPL-2.0
/* A configuration in memory: adding, matching and releasing; see model.h. */
#include "fairpathd/config/model.h"

#include <stdlib.h>
#include <string.h>

struct fpd_entry *fpd_config_add_entry(struct fpd_config *config, enum fpd_layer layer,
				       const struct fpd_origin *origin)
{
	struct fpd_entry *entry = fpd_arena_alloc(&config->arena, sizeof(*entry));
	struct fpd_entry **end = &config->layers[layer];

	if (!entry)
		return NULL;
	entry->origin = *origin;
	while (*end)
		end = &(*end)->next;
	*end = entry;
	return entry;
}

struct fpd_rule *fpd_config_add_rule(struct fpd_config *config, enum fpd_criterion criterion,
				     const struct fpd_origin *origin)
{
	struct fpd_rule *rule = fpd_arena_alloc(&config->arena, sizeof(*rule));
	struct fpd_rule **end = &config->rules;

	if (!rule)
		return NULL;
	rule->criterion = criterion;
	rule->origin = *origin;
	while (*end)
		end = &(*end)->next;
	*end = rule;
	return rule;
}

static bool is_of_device(const struct fpd_entry *entry, const struct fpd_path_id *id)
{
	return fpd_pattern_matches(entry->vendor, id->vendor) &&
	       fpd_pattern_matches(entry->product, id->product) &&
	       (!entry->revision || fpd_pattern_matches(entry->revision, id->revision));
}

bool fpd_entry_matches(const struct fpd_entry *entry, enum fpd_layer layer,
		       const struct fpd_path_id *id)
{
	switch (layer) {
	case FPD_LAYER_BUILT_IN:
	case FPD_LAYER_DEFAULTS:
		return true;
	case FPD_LAYER_OVERRIDES:
		return id;
	case FPD_LAYER_HARDWARE:
	case FPD_LAYER_DEVICES:
		return id && is_of_device(entry, id);
	case FPD_LAYER_PROTOCOLS:
		return id && id->protocol && !strcmp(entry->protocol, id->protocol);
	case FPD_LAYER_MULTIPATHS:
		return id && id->wwid && !strcmp(entry->wwid, id->wwid);
	case FPD_NR_LAYERS:
		break;
	}
	return false;
}

bool fpd_config_knows_hardware(const struct fpd_config *config, const struct fpd_path_id *id)
{
	static const enum fpd_layer layers[] = { FPD_LAYER_HARDWARE, FPD_LAYER_DEVICES };
	const struct fpd_entry *entry;
	size_t i;

	for (i = 0; i < sizeof(layers) / sizeof(layers[0]); i++)
		for (entry = config->layers[layers[i]]; entry; entry = entry->next)
			if (fpd_entry_matches(entry, layers[i], id))
				return true;
	return false;
}

const char *fpd_config_file(const struct fpd_config *config)
{
	return config->file;
}

void fpd_config_free(struct fpd_config *config)
{
	if (!config)
		return;
	fpd_pattern_clear(config->patterns);
	fpd_arena_clear(&config->arena);
	free(config);
}
