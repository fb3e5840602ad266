/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A configuration in memory: entries of values in layers, and the rules of the
 * blacklist. Internal to this folder.
 */
#ifndef FPD_CONFIG_MODEL_H
#define FPD_CONFIG_MODEL_H

#include <fairpath/table.h>

#include "fairpathd/config/arena.h"
#include "fairpathd/config/blacklist.h"
#include "fairpathd/config/config.h"
#include "fairpathd/config/keywords.h"
#include "fairpathd/config/pattern.h"

/* From the weakest to the strongest: a value of a later layer replaces one of an earlier. */
enum fpd_layer {
	FPD_LAYER_BUILT_IN,
	FPD_LAYER_DEFAULTS,
	FPD_LAYER_HARDWARE, /* the compiled-in table */
	FPD_LAYER_DEVICES,
	FPD_LAYER_OVERRIDES,
	FPD_LAYER_PROTOCOLS,
	FPD_LAYER_MULTIPATHS,
	FPD_NR_LAYERS
};

/**
 * struct fpd_value - a keyword with its value
 * @number: of FPD_TYPE_NUMBER
 * @text: of all other types
 * @features: of FPD_TYPE_FEATURES: what @text says
 * @origin: where it is written
 * @next: in the same entry
 */
struct fpd_value {
	const struct fpd_keyword *keyword;
	int64_t number;
	const char *text;
	const struct fairpath_features *features;
	struct fpd_origin origin;
	struct fpd_value *next;
};

/**
 * struct fpd_entry - the values of one section, and what the section is for
 * @vendor, @product, @revision: of a device; NULL: any
 * @product_blacklist: of a device: products that are no disks; NULL: none
 * @wwid: of a multipath section
 * @protocol: of a protocol section
 * @origin: where it begins
 * @values: no keyword twice
 * @next: in the same layer; the last that matches wins
 */
struct fpd_entry {
	struct fpd_pattern *vendor;
	struct fpd_pattern *product;
	struct fpd_pattern *revision;
	struct fpd_pattern *product_blacklist;
	const char *wwid;
	const char *protocol;
	struct fpd_origin origin;
	struct fpd_value *values;
	struct fpd_entry *next;
};

/**
 * struct fpd_rule - one of blacklist or blacklist_exceptions
 * @criterion: what it is held against
 * @exception: it is one of blacklist_exceptions
 * @pattern: of a device the vendor's, which may be NULL: any
 * @product: of a device; may be NULL: any
 * @derived: it was made of a product_blacklist, and is printed with that
 */
struct fpd_rule {
	enum fpd_criterion criterion;
	bool exception;
	bool derived;
	struct fpd_pattern *pattern;
	struct fpd_pattern *product;
	struct fpd_origin origin;
	struct fpd_rule *next;
};

/**
 * struct fpd_config - all of it
 * @arena: where everything but the compiled patterns lives
 * @patterns: all, for their release
 * @file: the main file, or NULL
 * @layers: the entries
 * @rules: in the order of the files
 */
struct fpd_config {
	struct fpd_arena arena;
	struct fpd_pattern *patterns;
	const char *file;
	struct fpd_entry *layers[FPD_NR_LAYERS];
	struct fpd_rule *rules;
};

/* Does the entry of a layer hold for the path? */
bool fpd_entry_matches(const struct fpd_entry *entry, enum fpd_layer layer,
		       const struct fpd_path_id *id);

/* Add to the end. Return: NULL if there is no memory. */
struct fpd_entry *fpd_config_add_entry(struct fpd_config *config, enum fpd_layer layer,
				       const struct fpd_origin *origin);
struct fpd_rule *fpd_config_add_rule(struct fpd_config *config, enum fpd_criterion criterion,
				     const struct fpd_origin *origin);

#endif
