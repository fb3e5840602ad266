// SPDX-License-Identifier: GPL-2.0
/* The verdict on a path; see blacklist.h. */
#include "fairpathd/config/blacklist.h"

#include <stdio.h>
#include <string.h>

#include "fairpathd/config/model.h"

static bool device_matches(const struct fpd_rule *rule, const struct fpd_path_id *id)
{
	return (!rule->pattern || fpd_pattern_matches(rule->pattern, id->vendor)) &&
	       (!rule->product || fpd_pattern_matches(rule->product, id->product));
}

static bool property_matches(const struct fpd_rule *rule, const struct fpd_path_id *id)
{
	const char *const *property;

	for (property = id->properties; property && *property; property++)
		if (fpd_pattern_matches(rule->pattern, *property))
			return true;
	return false;
}

static bool rule_matches(const struct fpd_rule *rule, const struct fpd_path_id *id)
{
	switch (rule->criterion) {
	case FPD_CRITERION_PROPERTY:
		return property_matches(rule, id);
	case FPD_CRITERION_DEVNODE:
		return fpd_pattern_matches(rule->pattern, id->devnode);
	case FPD_CRITERION_DEVICE:
		return device_matches(rule, id);
	case FPD_CRITERION_PROTOCOL:
		return fpd_pattern_matches(rule->pattern, id->protocol);
	case FPD_CRITERION_WWID:
		return fpd_pattern_matches(rule->pattern, id->wwid);
	case FPD_CRITERION_NONE:
		break;
	}
	return false;
}

static const struct fpd_rule *find_rule(const struct fpd_config *config,
					enum fpd_criterion criterion, bool exception,
					const struct fpd_path_id *id)
{
	const struct fpd_rule *rule;

	for (rule = config->rules; rule; rule = rule->next)
		if (rule->criterion == criterion && rule->exception == exception &&
		    rule_matches(rule, id))
			return rule;
	return NULL;
}

static bool has_rule(const struct fpd_config *config, enum fpd_criterion criterion, bool exception)
{
	const struct fpd_rule *rule;

	for (rule = config->rules; rule; rule = rule->next)
		if (rule->criterion == criterion && rule->exception == exception)
			return true;
	return false;
}

#define USB "scsi:usb"

/* allow_usb_devices: no blacklist says that sticks are no array's. */
static bool is_usb(const struct fpd_settings *settings, const struct fpd_path_id *id)
{
	return id->protocol && !strcmp(id->protocol, USB) && !settings->allow_usb_devices.value;
}

/* A path whose WWID comes from udev, and udev did read it: then what is not there is known
 * to be missing, and not only late. */
static bool properties_are_known(const struct fpd_settings *settings, const struct fpd_path_id *id)
{
	const char *const *property;

	for (property = id->properties; property && *property; property++)
		if (!strcmp(*property, settings->uid_attribute.value))
			return true;
	return false;
}

static void tell(struct fpd_verdict *verdict, enum fpd_criterion criterion,
		 const struct fpd_rule *rule)
{
	verdict->excluded = !rule || !rule->exception;
	verdict->criterion = criterion;
	verdict->pattern = rule && rule->pattern ? rule->pattern->text : NULL;
	verdict->product = rule && rule->product ? rule->product->text : NULL;
	verdict->origin = rule ? rule->origin : (struct fpd_origin){};
}

/* Of properties one must be an exception; of all else exceptions only lift what the blacklist
 * says. */
static void judge(const struct fpd_config *config, const struct fpd_settings *settings,
		  enum fpd_criterion criterion, const struct fpd_path_id *id,
		  struct fpd_verdict *verdict)
{
	const struct fpd_rule *listed = find_rule(config, criterion, false, id);
	const struct fpd_rule *spared = find_rule(config, criterion, true, id);

	if (listed)
		tell(verdict, criterion, spared ? spared : listed);
	else if (criterion == FPD_CRITERION_PROPERTY && !spared &&
		 has_rule(config, criterion, true) && properties_are_known(settings, id))
		tell(verdict, criterion, NULL);
}

struct fpd_verdict fpd_blacklist_judge(const struct fpd_config *config,
				       const struct fpd_path_id *id)
{
	static const enum fpd_criterion order[] = {
		FPD_CRITERION_PROPERTY, FPD_CRITERION_DEVNODE, FPD_CRITERION_DEVICE,
		FPD_CRITERION_PROTOCOL, FPD_CRITERION_WWID,
	};
	struct fpd_verdict verdict = {};
	struct fpd_settings settings;
	size_t i;

	fpd_config_resolve(config, id, &settings);
	if (is_usb(&settings, id))
		return (struct fpd_verdict){ .excluded = true,
					     .criterion = FPD_CRITERION_PROTOCOL,
					     .pattern = USB,
					     .origin = settings.allow_usb_devices.origin };
	for (i = 0; i < sizeof(order) / sizeof(order[0]) && !verdict.excluded; i++)
		judge(config, &settings, order[i], id, &verdict);
	return verdict;
}

static const char *criterion_name(enum fpd_criterion criterion)
{
	static const char *const names[] = {
		[FPD_CRITERION_NONE] = "nothing",      [FPD_CRITERION_PROPERTY] = "property",
		[FPD_CRITERION_DEVNODE] = "devnode",   [FPD_CRITERION_DEVICE] = "device",
		[FPD_CRITERION_PROTOCOL] = "protocol", [FPD_CRITERION_WWID] = "wwid",
	};

	return names[criterion];
}

static void pattern_text(const struct fpd_verdict *verdict, char *text, size_t size)
{
	if (verdict->criterion == FPD_CRITERION_DEVICE)
		snprintf(text, size, "'%.80s' '%.80s'", verdict->pattern ? verdict->pattern : "",
			 verdict->product ? verdict->product : "");
	else
		snprintf(text, size, "'%.80s'", verdict->pattern);
}

const char *fpd_verdict_text(const struct fpd_verdict *verdict, char *text, size_t size)
{
	char pattern[192], origin[256];

	if (verdict->criterion == FPD_CRITERION_NONE) {
		snprintf(text, size, "no rule excludes it");
		return text;
	}
	if (!verdict->pattern && !verdict->product) {
		snprintf(text, size,
			 "excluded: none of its udev properties is a property of "
			 "blacklist_exceptions");
		return text;
	}
	pattern_text(verdict, pattern, sizeof(pattern));
	snprintf(text, size, "%s by %s %s (%s)",
		 verdict->excluded ? "excluded" : "kept, as an exception,",
		 criterion_name(verdict->criterion), pattern,
		 fpd_origin_text(&verdict->origin, origin, sizeof(origin)));
	return text;
}
