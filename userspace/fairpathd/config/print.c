// SPDX-License-Identifier: GPL-2.0
/* The effective configuration, in the syntax that it is read in. */
#include <errno.h>

#include "fairpathd/config/model.h"
#include "fairpathd/config/value.h"

/* Where it is printed to, and whether each line says where it comes from. */
struct printing {
	FILE *out;
	bool origins;
};

static void indent(const struct printing *print, int depth)
{
	for (; depth > 0; depth--)
		fputc('\t', print->out);
}

static void open_section(const struct printing *print, int depth, const char *name)
{
	indent(print, depth);
	fprintf(print->out, "%s {\n", name);
}

static void close_section(const struct printing *print, int depth)
{
	indent(print, depth);
	fputs("}\n", print->out);
}

static void print_quoted(const struct printing *print, const char *text)
{
	fputc('"', print->out);
	for (; *text; text++) {
		if (*text == '"')
			fputc('"', print->out);
		fputc(*text, print->out);
	}
	fputc('"', print->out);
}

/* A file's name may hold what would end the comment. */
static void print_origin(const struct printing *print, const struct fpd_origin *origin)
{
	char text[256];
	const char *c;

	if (!print->origins || origin->kind == FPD_ORIGIN_BUILT_IN)
		return;
	fputs(" # ", print->out);
	for (c = fpd_origin_text(origin, text, sizeof(text)); *c; c++)
		fputc((unsigned char)*c < ' ' ? '?' : *c, print->out);
}

static void print_option(const struct printing *print, int depth, const char *name,
			 const char *text, const struct fpd_origin *origin)
{
	indent(print, depth);
	fprintf(print->out, "%s ", name);
	print_quoted(print, text);
	if (origin)
		print_origin(print, origin);
	fputc('\n', print->out);
}

static void print_value(const struct printing *print, int depth, const struct fpd_value *value)
{
	char text[32];

	print_option(print, depth, value->keyword->name, fpd_value_text(value, text, sizeof(text)),
		     &value->origin);
}

static void print_values(const struct printing *print, int depth, const struct fpd_value *value)
{
	for (; value; value = value->next)
		print_value(print, depth, value);
}

static const struct fpd_value *find_value(const struct fpd_entry *entry,
					  const struct fpd_keyword *keyword)
{
	const struct fpd_value *value = entry ? entry->values : NULL;

	while (value && value->keyword != keyword)
		value = value->next;
	return value;
}

/* In the order of the keyword table: what the files say, else the built-in default. */
static void print_defaults(const struct printing *print, const struct fpd_config *config)
{
	size_t i;

	open_section(print, 0, "defaults");
	for (i = 0; i < fpd_nr_keywords; i++) {
		const struct fpd_value *value =
			find_value(config->layers[FPD_LAYER_DEFAULTS], &fpd_keywords[i]);

		if (!value && fpd_keyword_allowed(&fpd_keywords[i], FPD_SECTION_DEFAULTS))
			value = find_value(config->layers[FPD_LAYER_BUILT_IN], &fpd_keywords[i]);
		if (value)
			print_value(print, 1, value);
	}
	close_section(print, 0);
}

static void print_device_rule(const struct printing *print, const struct fpd_rule *rule)
{
	open_section(print, 1, "device");
	if (rule->pattern)
		print_option(print, 2, "vendor", rule->pattern->text, &rule->origin);
	if (rule->product)
		print_option(print, 2, "product", rule->product->text, &rule->origin);
	close_section(print, 1);
}

static void print_rule(const struct printing *print, const struct fpd_rule *rule)
{
	static const char *const names[] = {
		[FPD_CRITERION_PROPERTY] = "property",
		[FPD_CRITERION_DEVNODE] = "devnode",
		[FPD_CRITERION_PROTOCOL] = "protocol",
		[FPD_CRITERION_WWID] = "wwid",
	};

	if (rule->criterion == FPD_CRITERION_DEVICE)
		print_device_rule(print, rule);
	else
		print_option(print, 1, names[rule->criterion], rule->pattern->text, &rule->origin);
}

static void print_rules(const struct printing *print, const struct fpd_config *config,
			const char *list, bool exception)
{
	const struct fpd_rule *rule;

	open_section(print, 0, list);
	for (rule = config->rules; rule; rule = rule->next)
		if (rule->exception == exception && !rule->derived)
			print_rule(print, rule);
	close_section(print, 0);
}

static void print_match(const struct printing *print, int depth, const char *name, const char *text)
{
	if (text)
		print_option(print, depth, name, text, NULL);
}

static void print_pattern(const struct printing *print, int depth, const char *name,
			  const struct fpd_pattern *pattern)
{
	print_match(print, depth, name, pattern ? pattern->text : NULL);
}

/* One of these is what the section is for. */
static void print_entry(const struct printing *print, const char *name,
			const struct fpd_entry *entry)
{
	open_section(print, 1, name);
	print_pattern(print, 2, "vendor", entry->vendor);
	print_pattern(print, 2, "product", entry->product);
	print_pattern(print, 2, "revision", entry->revision);
	print_pattern(print, 2, "product_blacklist", entry->product_blacklist);
	print_match(print, 2, "wwid", entry->wwid);
	print_match(print, 2, "type", entry->protocol);
	print_values(print, 2, entry->values);
	close_section(print, 1);
}

static void print_layer(const struct printing *print, const struct fpd_config *config,
			enum fpd_layer layer, const char *name)
{
	const struct fpd_entry *entry;

	for (entry = config->layers[layer]; entry; entry = entry->next)
		print_entry(print, name, entry);
}

static void print_overrides(const struct printing *print, const struct fpd_config *config)
{
	const struct fpd_entry *entry = config->layers[FPD_LAYER_OVERRIDES];

	open_section(print, 0, "overrides");
	if (entry)
		print_values(print, 1, entry->values);
	print_layer(print, config, FPD_LAYER_PROTOCOLS, "protocol");
	close_section(print, 0);
}

int fpd_config_print(const struct fpd_config *config, enum fpd_print how, FILE *out)
{
	const struct printing print = { out, how == FPD_PRINT_WITH_ORIGINS };

	print_defaults(&print, config);
	print_rules(&print, config, "blacklist", false);
	print_rules(&print, config, "blacklist_exceptions", true);
	open_section(&print, 0, "devices");
	print_layer(&print, config, FPD_LAYER_HARDWARE, "device");
	print_layer(&print, config, FPD_LAYER_DEVICES, "device");
	close_section(&print, 0);
	print_overrides(&print, config);
	open_section(&print, 0, "multipaths");
	print_layer(&print, config, FPD_LAYER_MULTIPATHS, "multipath");
	close_section(&print, 0);
	return ferror(out) ? -EIO : 0;
}
