// SPDX-License-Identifier: GPL-2.0
/* libfairpath's struct against core's, field by field; see same.h. */
#include "same.h"

#include <stdlib.h>

static const char *same_fair(const struct fairpath_fair *lib, const struct fp_fair_policy *core)
{
	enum fairpath_flows flows =
		core->has_flows ? FAIRPATH_FLOWS_AUTO + core->flows : FAIRPATH_FLOWS_ABSENT;
	size_t i;

	if (lib->queue != core->on)
		return "fair_queue";
	if (lib->flows != flows)
		return "fair_flows";
	if (lib->read_expiry_msecs != core->expiry_ms[FP_READ] ||
	    lib->write_expiry_msecs != core->expiry_ms[FP_WRITE])
		return "expiry";
	if (lib->depth != core->depth)
		return "fair_depth";
	if (lib->nr_weights != core->nr_weights)
		return "number of weights";
	for (i = 0; i < core->nr_weights; i++)
		if (lib->weights[i].id != core->weights[i].id ||
		    lib->weights[i].weight != core->weights[i].weight)
			return "fair_weight";
	return NULL;
}

static const char *same_features(const struct fairpath_features *lib,
				 const struct fp_features *core)
{
	bool lib_bio = lib->queue_mode == FAIRPATH_QUEUE_MODE_BIO;

	if (lib->queue_if_no_path != core->queue_if_no_path)
		return "queue_if_no_path";
	if (lib->retain_attached_hw_handler != core->retain_attached_hw_handler)
		return "retain_attached_hw_handler";
	if (lib->pg_init_retries != core->pg_init_retries)
		return "pg_init_retries";
	if (lib->has_pg_init_delay != core->has_pg_init_delay ||
	    (lib->has_pg_init_delay && lib->pg_init_delay_msecs != core->pg_init_delay_msecs))
		return "pg_init_delay_msecs";
	if (lib->has_no_path_timeout != core->has_no_path_timeout ||
	    (lib->has_no_path_timeout && lib->no_path_timeout_secs != core->no_path_timeout_secs))
		return "no_path_timeout_secs";
	if (lib->elide_flushes != core->flush.elide)
		return "elide_flushes";
	if (lib->flush_as_in_2011 != core->flush.as_in_2011)
		return "flush_as_in_2011";
	if (lib_bio != (core->queue_mode == FP_QUEUE_MODE_BIO))
		return "queue_mode";
	return same_fair(&lib->fair, &core->fair);
}

static const char *same_handler(const struct fairpath_table *lib, const struct fp_table *core)
{
	unsigned int i;

	if (lib->nr_handler_words != core->handler_argc)
		return "number of handler words";
	for (i = 0; i < core->handler_argc; i++)
		if (strcmp(lib->handler_words[i], core->handler_argv[i]))
			return "handler word";
	return NULL;
}

/* What a word means when it is there, and when it is not. */
static unsigned int word(const char *const *words, size_t nr, size_t index, unsigned int absent)
{
	return index < nr ? (unsigned int)strtoul(words[index], NULL, 10) : absent;
}

static const char *same_path(const struct fairpath_table_path *lib, size_t nr_args,
			     const struct fp_table_path *core, const struct fp_selector *selector)
{
	unsigned int repeat_count = word(lib->args, nr_args, 0, 1);

	if (strcmp(lib->dev, core->dev))
		return "device";
	if (selector == &fp_io_affinity)
		return nr_args == 1 && !strcmp(lib->args[0], core->args.cpus) ? NULL
									      : "mask of CPUs";
	if (selector == &fp_historical_service_time)
		return NULL;
	if ((repeat_count > 1 ? 1 : repeat_count) != core->args.repeat_count)
		return "repeat count";
	if (selector == &fp_service_time &&
	    word(lib->args, nr_args, 1, 1) != core->args.relative_throughput)
		return "relative throughput";
	return NULL;
}

static const char *same_selector(const struct fairpath_table_group *lib,
				 const struct fp_table_group *core)
{
	if (strcmp(lib->selector, core->selector->name))
		return "selector";
	if (core->selector != &fp_historical_service_time)
		return NULL;
	if (word(lib->selector_args, lib->nr_selector_args, 0, 972) != core->args.base_weight)
		return "base weight";
	if (word(lib->selector_args, lib->nr_selector_args, 1, 0) !=
	    core->args.threshold_multiplier)
		return "threshold multiplier";
	return NULL;
}

static const char *same_group(const struct fairpath_table_group *lib, const struct fp_table *core,
			      const struct fp_table_group *group)
{
	const char *differs = same_selector(lib, group);
	unsigned int i;

	if (lib->nr_paths != group->nr_paths)
		return "number of paths of a group";
	for (i = 0; !differs && i < group->nr_paths; i++)
		differs = same_path(&lib->paths[i], lib->nr_path_args,
				    &core->paths[group->first_path + i], group->selector);
	return differs;
}

const char *same_table(const struct fairpath_table *lib, const struct fp_table *core)
{
	const char *differs;
	unsigned int i;

	differs = same_features(&lib->features, &core->features);
	if (!differs)
		differs = same_handler(lib, core);
	if (!differs && lib->initial_group != core->initial_group)
		differs = "initial group";
	if (!differs && lib->nr_groups != core->nr_groups)
		differs = "number of groups";
	for (i = 0; !differs && i < core->nr_groups; i++)
		differs = same_group(&lib->groups[i], core, &core->groups[i]);
	return differs;
}
