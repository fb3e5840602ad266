// SPDX-License-Identifier: GPL-2.0
/*
 * What holds for one LUN: the layers are laid over each other from the weakest to
 * the strongest, and what one keyword says about another is put right at the end.
 */
#include <stdio.h>

#include "fairpathd/config/model.h"

#define DEFAULT_POLLING_FACTOR 4 /* max_polling_interval, as in multipath-tools */

static void set_value(struct fpd_settings *settings, const struct fpd_value *value)
{
	if (value->keyword->type == FPD_TYPE_NUMBER)
		*fpd_keyword_number(value->keyword, settings) =
			(struct fpd_number){ value->number, value->origin };
	else
		*fpd_keyword_text(value->keyword, settings) =
			(struct fpd_text){ value->text, value->origin };
}

/* Return: the features of the strongest value so far. */
static const struct fairpath_features *set_values(struct fpd_settings *settings,
						  const struct fpd_entry *entry,
						  const struct fairpath_features *features)
{
	const struct fpd_value *value;

	for (value = entry->values; value; value = value->next) {
		set_value(settings, value);
		if (value->features)
			features = value->features;
	}
	return features;
}

static void unset_all(struct fpd_settings *settings)
{
	size_t i;

	*settings = (struct fpd_settings){};
	for (i = 0; i < fpd_nr_keywords; i++)
		if (fpd_keyword_is_setting(&fpd_keywords[i]) &&
		    fpd_keywords[i].type == FPD_TYPE_NUMBER)
			fpd_keyword_number(&fpd_keywords[i], settings)->value = FPD_UNSET;
	settings->pg_init_retries.value = FPD_UNSET;
	settings->pg_init_delay_msecs.value = FPD_UNSET;
}

/* What a feature word says, unless a keyword of the same meaning is given. */
static void set_by_feature(struct fpd_number *number, int64_t value,
			   const struct fpd_origin *features)
{
	if (number->origin.kind == FPD_ORIGIN_BUILT_IN)
		*number = (struct fpd_number){ value, *features };
}

static void apply_features(struct fpd_settings *settings, const struct fairpath_features *features)
{
	const struct fpd_origin *origin = &settings->features.origin;

	if (features->queue_if_no_path)
		set_by_feature(&settings->no_path_retry, FPD_NO_PATH_QUEUE, origin);
	if (features->pg_init_retries)
		set_by_feature(&settings->pg_init_retries, features->pg_init_retries, origin);
	if (features->has_pg_init_delay)
		set_by_feature(&settings->pg_init_delay_msecs, features->pg_init_delay_msecs,
			       origin);
	if (features->queue_mode != FAIRPATH_QUEUE_MODE_ABSENT)
		set_by_feature(&settings->queue_mode, features->queue_mode, origin);
	if (features->has_no_path_timeout)
		set_by_feature(&settings->queue_if_no_path_timeout_secs,
			       features->no_path_timeout_secs, origin);
	if (features->elide_flushes)
		set_by_feature(&settings->elide_flushes, 1, origin);
	if (features->fair.queue)
		set_by_feature(&settings->fair_queue, 1, origin);
	settings->fair = features->fair;
	if (features->retain_attached_hw_handler)
		set_by_feature(&settings->retain_attached_hw_handler, 1, origin);
}

static void settle(struct fpd_settings *settings)
{
	struct fpd_number *longest = &settings->max_polling_interval;
	int64_t shortest = settings->polling_interval.value;

	if (longest->value == FPD_UNSET)
		longest->value = shortest * DEFAULT_POLLING_FACTOR;
	if (longest->value < shortest)
		*longest = settings->polling_interval;
	if (settings->queue_mode.value == FPD_UNSET)
		settings->queue_mode.value = FAIRPATH_QUEUE_MODE_ABSENT;
}

void fpd_config_resolve(const struct fpd_config *config, const struct fpd_path_id *id,
			struct fpd_settings *ret)
{
	const struct fairpath_features *features = NULL;
	const struct fpd_entry *entry;
	enum fpd_layer layer;

	unset_all(ret);
	for (layer = 0; layer < FPD_NR_LAYERS; layer++)
		for (entry = config->layers[layer]; entry; entry = entry->next)
			if (fpd_entry_matches(entry, layer, id))
				features = set_values(ret, entry, features);
	if (features)
		apply_features(ret, features);
	settle(ret);
}

const char *fpd_origin_text(const struct fpd_origin *origin, char *text, size_t size)
{
	switch (origin->kind) {
	case FPD_ORIGIN_BUILT_IN:
		snprintf(text, size, "built-in default");
		break;
	case FPD_ORIGIN_HARDWARE_TABLE:
		snprintf(text, size, "%s", origin->file);
		break;
	case FPD_ORIGIN_FILE:
		snprintf(text, size, "%s:%u, %s", origin->file, origin->line, origin->section);
		break;
	}
	return text;
}
