// SPDX-License-Identifier: GPL-2.0
/* Sections of options become entries of a layer; see read.h. */
#include "fairpathd/config/read.h"

#include <errno.h>
#include <string.h>

#include "fairpathd/config/value.h"

/* A section of options on its way: where its values go. */
struct section {
	enum fpd_section kind;
	struct fpd_entry *entry;
	const char *origin; /* of the whole: "devices" */
};

static struct fpd_value *find_value(struct fpd_entry *entry, const struct fpd_keyword *keyword)
{
	struct fpd_value *value;

	for (value = entry->values; value; value = value->next)
		if (value->keyword == keyword)
			return value;
	return NULL;
}

/* A keyword that the entry has already gets the new value. */
static int set_value(struct fpd_config *config, struct fpd_entry *entry,
		     const struct fpd_value *value)
{
	struct fpd_value *place = find_value(entry, value->keyword);
	struct fpd_value **end = &entry->values;
	struct fpd_value *next = place ? place->next : NULL;

	if (!place) {
		place = fpd_arena_alloc(&config->arena, sizeof(*place));
		if (!place)
			return -ENOMEM;
		while (*end)
			end = &(*end)->next;
		*end = place;
	}
	*place = *value;
	place->next = next;
	return 0;
}

/* Given again: a slip within one file's section, meant when another file does it. */
static void warn_of_second(const struct fpd_reader *reader, const struct section *section,
			   const struct fpd_node *node, const struct fpd_keyword *keyword)
{
	const struct fpd_value *first = find_value(section->entry, keyword);

	if (first && first->origin.file == node->place.file)
		fpd_warn(reader->log, &node->place,
			 "'%s' is given again (first on line %u); "
			 "this one is used",
			 node->name, first->origin.line);
}

static int read_setting(const struct fpd_reader *reader, const struct section *section,
			const struct fpd_node *node, const struct fpd_keyword *keyword)
{
	struct fpd_value value;
	int r = fpd_value_read(&reader->config->arena, keyword, node->value, &node->place,
			       reader->log, &value);

	if (r == -EINVAL)
		return 0;
	if (r)
		return r;
	warn_of_second(reader, section, node, keyword);
	value.origin = fpd_reader_origin(reader, node, section->origin);
	return set_value(reader->config, section->entry, &value);
}

static int read_match(const struct fpd_reader *reader, const struct section *section,
		      const struct fpd_node *node)
{
	struct fpd_entry *entry = section->entry;

	if (!strcmp(node->name, "vendor"))
		return fpd_reader_pattern(reader, node, false, &entry->vendor);
	if (!strcmp(node->name, "product"))
		return fpd_reader_pattern(reader, node, false, &entry->product);
	if (!strcmp(node->name, "revision"))
		return fpd_reader_pattern(reader, node, false, &entry->revision);
	if (!strcmp(node->name, "product_blacklist"))
		return fpd_reader_pattern(reader, node, true, &entry->product_blacklist);
	if (!strcmp(node->name, "wwid"))
		entry->wwid = node->value;
	else
		entry->protocol = node->value;
	return 0;
}

static void warn_of_effect(const struct fpd_reader *reader, const struct fpd_node *node,
			   const struct fpd_keyword *keyword)
{
	if (keyword->effect == FPD_EFFECT_NOT_YET)
		fpd_warn(reader->log, &node->place, "'%s' is not supported yet; ignored",
			 node->name);
	else
		fpd_warn(reader->log, &node->place,
			 "'%s' is obsolete and has no effect in multipath-tools either; ignored",
			 node->name);
}

static void warn_of_unknown(const struct fpd_reader *reader, const struct section *section,
			    const struct fpd_node *node, const struct fpd_keyword *keyword)
{
	const char *name = fpd_section_name(section->kind);

	if (keyword)
		fpd_warn(reader->log, &node->place, "'%s' has no place in section %s; ignored",
			 node->name, name);
	else
		fpd_reader_unknown(reader, node, name,
				   fpd_keyword_suggest(node->name, section->kind));
}

static int read_option(const struct fpd_reader *reader, const struct section *section,
		       const struct fpd_node *node)
{
	const struct fpd_keyword *keyword = fpd_keyword_find(node->name);

	if (!keyword || !fpd_keyword_allowed(keyword, section->kind)) {
		warn_of_unknown(reader, section, node, keyword);
		return 0;
	}
	if (keyword->effect != FPD_EFFECT_NOW) {
		warn_of_effect(reader, node, keyword);
		return 0;
	}
	if (!fpd_reader_is_option(reader, node))
		return 0;
	if (keyword->type == FPD_TYPE_MATCH)
		return read_match(reader, section, node);
	return read_setting(reader, section, node, keyword);
}

static int read_options(const struct fpd_reader *reader, const struct section *section,
			const struct fpd_node *node)
{
	int r = 0;

	for (; node && !r; node = node->next)
		r = read_option(reader, section, node);
	return r;
}

/* A section that adds to the one entry of its layer. */
static struct fpd_entry *only_entry(const struct fpd_reader *reader, enum fpd_layer layer,
				    const struct fpd_node *node)
{
	const struct fpd_origin origin = fpd_reader_origin(reader, node, node->name);

	if (reader->config->layers[layer])
		return reader->config->layers[layer];
	return fpd_config_add_entry(reader->config, layer, &origin);
}

static int read_defaults(const struct fpd_reader *reader, const struct fpd_node *node)
{
	const struct section section = { FPD_SECTION_DEFAULTS,
					 only_entry(reader, FPD_LAYER_DEFAULTS, node), "defaults" };

	return section.entry ? read_options(reader, &section, node->first) : -ENOMEM;
}

/* Read a subsection into @entry. It is added to @layer if it has what tells what it is for. */
static int read_subsection(const struct fpd_reader *reader, const struct fpd_node *node,
			   enum fpd_section kind, const char *list, struct fpd_entry *entry)
{
	const struct section section = { kind, entry, list };

	entry->origin = fpd_reader_origin(reader, node, list);
	return read_options(reader, &section, node->first);
}

static void warn_of_missing(const struct fpd_reader *reader, const struct fpd_node *node,
			    const char *what)
{
	fpd_warn(reader->log, &node->place, "this section '%s' is ignored: it lacks %s", node->name,
		 what);
}

static int keep_entry(const struct fpd_reader *reader, enum fpd_layer layer,
		      const struct fpd_entry *entry)
{
	struct fpd_entry *kept = fpd_config_add_entry(reader->config, layer, &entry->origin);

	if (!kept)
		return -ENOMEM;
	*kept = *entry;
	return 0;
}

/* What shares the vendor with disks but is none: a controller's own LUN. */
static int add_product_blacklist(const struct fpd_reader *reader, const struct fpd_entry *entry)
{
	struct fpd_rule *rule =
		fpd_config_add_rule(reader->config, FPD_CRITERION_DEVICE, &entry->origin);

	if (!rule)
		return -ENOMEM;
	rule->derived = true;
	rule->pattern = entry->vendor;
	rule->product = entry->product_blacklist;
	return 0;
}

/* The hardware table has no file that anyone could look into. */
static int name_hardware(const struct fpd_reader *reader, struct fpd_entry *entry)
{
	struct fpd_value *value;

	if (reader->source != FPD_SOURCE_HARDWARE_TABLE)
		return 0;
	entry->origin.file = fpd_arena_printf(&reader->config->arena, "hardware table: %s %s",
					      entry->vendor->text, entry->product->text);
	if (!entry->origin.file)
		return -ENOMEM;
	for (value = entry->values; value; value = value->next)
		value->origin.file = entry->origin.file;
	return 0;
}

static int read_device(const struct fpd_reader *reader, const struct fpd_node *node)
{
	enum fpd_layer layer =
		reader->source == FPD_SOURCE_FILE ? FPD_LAYER_DEVICES : FPD_LAYER_HARDWARE;
	struct fpd_entry entry = {};
	int r = read_subsection(reader, node, FPD_SECTION_DEVICE, "devices", &entry);

	if (r)
		return r;
	if (!entry.vendor || !entry.product) {
		warn_of_missing(reader, node, "a usable vendor or product");
		return 0;
	}
	r = name_hardware(reader, &entry);
	if (!r)
		r = keep_entry(reader, layer, &entry);
	if (!r && entry.product_blacklist)
		r = add_product_blacklist(reader, &entry);
	return r;
}

static int read_multipath(const struct fpd_reader *reader, const struct fpd_node *node)
{
	struct fpd_entry entry = {};
	int r = read_subsection(reader, node, FPD_SECTION_MULTIPATH, "multipaths", &entry);

	if (r)
		return r;
	if (entry.wwid)
		return keep_entry(reader, FPD_LAYER_MULTIPATHS, &entry);
	warn_of_missing(reader, node, "wwid");
	return 0;
}

static int read_protocol(const struct fpd_reader *reader, const struct fpd_node *node)
{
	struct fpd_entry entry = {};
	int r = read_subsection(reader, node, FPD_SECTION_PROTOCOL, "overrides", &entry);

	if (r)
		return r;
	if (entry.protocol)
		return keep_entry(reader, FPD_LAYER_PROTOCOLS, &entry);
	warn_of_missing(reader, node, "type");
	return 0;
}

static int read_overrides(const struct fpd_reader *reader, const struct fpd_node *overrides)
{
	const struct section section = { FPD_SECTION_OVERRIDES,
					 only_entry(reader, FPD_LAYER_OVERRIDES, overrides),
					 "overrides" };
	const struct fpd_node *node;
	int r = section.entry ? 0 : -ENOMEM;

	for (node = overrides->first; node && !r; node = node->next) {
		bool protocol = !strcmp(node->name, "protocol");

		if (!protocol)
			r = read_option(reader, &section, node);
		else if (fpd_reader_is_section(reader, node))
			r = read_protocol(reader, node);
	}
	return r;
}

/* A section that holds nothing but subsections of one name. */
static int read_list(const struct fpd_reader *reader, const struct fpd_node *list, const char *name,
		     int (*read)(const struct fpd_reader *reader, const struct fpd_node *node))
{
	const struct fpd_node *node;
	int r = 0;

	for (node = list->first; node && !r; node = node->next) {
		bool known = !strcmp(node->name, name);

		if (!known)
			fpd_reader_unknown(reader, node, list->name,
					   fpd_word_is_near(node->name, name) ? name : NULL);
		else if (fpd_reader_is_section(reader, node))
			r = read(reader, node);
	}
	return r;
}

static int read_devices(const struct fpd_reader *reader, const struct fpd_node *node)
{
	return read_list(reader, node, "device", read_device);
}

static int read_multipaths(const struct fpd_reader *reader, const struct fpd_node *node)
{
	return read_list(reader, node, "multipath", read_multipath);
}

static const struct {
	const char *name;
	int (*read)(const struct fpd_reader *reader, const struct fpd_node *node);
} sections[] = {
	{ "defaults", read_defaults },	 { "blacklist", fpd_read_rules },
	{ "devices", read_devices },	 { "blacklist_exceptions", fpd_read_rules },
	{ "overrides", read_overrides }, { "multipaths", read_multipaths },
};

#define NR_SECTIONS (sizeof(sections) / sizeof(sections[0]))

static int read_section(const struct fpd_reader *reader, const struct fpd_node *node)
{
	const char *meant = NULL;
	size_t i;

	for (i = 0; i < NR_SECTIONS; i++) {
		if (!strcmp(sections[i].name, node->name))
			return fpd_reader_is_section(reader, node) ? sections[i].read(reader, node)
								   : 0;
		if (!meant && fpd_word_is_near(node->name, sections[i].name))
			meant = sections[i].name;
	}
	fpd_reader_unknown(reader, node, "the file", meant);
	return 0;
}

int fpd_read_tree(struct fpd_config *config, const struct fpd_node *file, enum fpd_source source,
		  const struct fpd_config_log *log)
{
	const struct fpd_reader reader = { config, source, log };
	const struct fpd_node *node;
	int r = 0;

	for (node = file->first; node && !r; node = node->next)
		r = read_section(&reader, node);
	return r;
}
