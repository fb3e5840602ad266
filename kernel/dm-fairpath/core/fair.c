// SPDX-License-Identifier: GPL-2.0
/* What a table or a message says of fair queuing; see fair.h. */
#include "fair.h"
#include "number.h"

static const char *const flows_words[] = {
	[FP_FLOWS_AUTO] = "auto",	[FP_FLOWS_CGROUP] = "cgroup", [FP_FLOWS_IOPRIO] = "ioprio",
	[FP_FLOWS_PROCESS] = "process", [FP_FLOWS_ONE] = "one",
};

const char *fp_flows_word(enum fp_flows flows)
{
	return flows_words[flows];
}

static const char *fp_read_flows(struct fp_fair_policy *policy, const char *value)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(flows_words); i++) {
		if (strcasecmp(value, flows_words[i]))
			continue;
		policy->has_flows = true;
		policy->flows = i;
		return NULL;
	}
	return "flows are told apart by cgroup, ioprio or process, are one, or auto";
}

static const char *fp_read_expiry(unsigned int *ms, const char *value)
{
	if (fp_parse_number(value, 1, FP_FAIR_MAX_EXPIRY_MS, ms) != FP_NUMBER_GOOD)
		return "the expiry is not a number of milliseconds (1 to 3600000)";
	return NULL;
}

static const char *fp_read_read_expiry(struct fp_fair_policy *policy, const char *value)
{
	return fp_read_expiry(&policy->expiry_ms[FP_READ], value);
}

static const char *fp_read_write_expiry(struct fp_fair_policy *policy, const char *value)
{
	return fp_read_expiry(&policy->expiry_ms[FP_WRITE], value);
}

static const char *fp_read_depth(struct fp_fair_policy *policy, const char *value)
{
	if (fp_parse_number(value, 1, FP_FAIR_MAX_DEPTH, &policy->depth) != FP_NUMBER_GOOD)
		return "the depth is not a number of requests (1 to 65535)";
	return NULL;
}

static const char *fp_read_id(const char *word, const char *end, u64 *ret)
{
	u64 id = 0;

	for (; word < end; word++) {
		if (*word < '0' || *word > '9' || id > (~0ULL - 9) / 10)
			return "the flow's id is not a number";
		id = id * 10 + (*word - '0');
	}
	*ret = id;
	return NULL;
}

const char *fp_fair_read_weight(const char *word, struct fp_fair_weight *ret)
{
	const char *colon = strchr(word, ':');
	struct fp_fair_weight weight;
	const char *wrong;

	if (!colon || colon == word)
		return "a weight is given as <id of the flow>:<weight>";
	wrong = fp_read_id(word, colon, &weight.id);
	if (wrong)
		return wrong;
	if (fp_parse_number(colon + 1, FP_FQ_WEIGHT_MIN, FP_FQ_WEIGHT_MAX, &weight.weight) !=
	    FP_NUMBER_GOOD)
		return "the weight is not a number from 1 to 10000";
	*ret = weight;
	return NULL;
}

static const char *fp_read_weight(struct fp_fair_policy *policy, const char *value)
{
	if (policy->nr_weights == FP_FAIR_TABLE_WEIGHTS)
		return "a table has 16 weights at most";
	return fp_fair_read_weight(value, &policy->weights[policy->nr_weights++]);
}

static const struct fp_fair_value {
	const char *name;
	const char *(*read)(struct fp_fair_policy *policy, const char *value);
} fp_fair_values[] = {
	{ "fair_flows", fp_read_flows },
	{ "fair_read_expiry_msecs", fp_read_read_expiry },
	{ "fair_write_expiry_msecs", fp_read_write_expiry },
	{ "fair_depth", fp_read_depth },
	{ "fair_weight", fp_read_weight },
};

static const struct fp_fair_value *fp_find_value(const char *name)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(fp_fair_values); i++)
		if (!strcasecmp(fp_fair_values[i].name, name))
			return &fp_fair_values[i];
	return NULL;
}

bool fp_fair_is_word(const char *name)
{
	return fp_find_value(name);
}

const char *fp_fair_read(struct fp_fair_policy *policy, const char *name, const char *value)
{
	const struct fp_fair_value *of = fp_find_value(name);

	return of ? of->read(policy, value) : "no word of the fair queue";
}

unsigned int fp_fair_nr_words(const struct fp_fair_policy *policy)
{
	return policy->on + 2 * policy->has_flows + 2 * !!policy->expiry_ms[FP_READ] +
	       2 * !!policy->expiry_ms[FP_WRITE] + 2 * !!policy->depth + 2 * policy->nr_weights;
}

void fp_fair_words(const struct fp_fair_policy *policy, struct fp_text *out)
{
	unsigned int i;

	if (policy->on)
		fp_text_add(out, "fair_queue ");
	if (policy->has_flows)
		fp_text_add(out, "fair_flows %s ", fp_flows_word(policy->flows));
	if (policy->expiry_ms[FP_READ])
		fp_text_add(out, "fair_read_expiry_msecs %u ", policy->expiry_ms[FP_READ]);
	if (policy->expiry_ms[FP_WRITE])
		fp_text_add(out, "fair_write_expiry_msecs %u ", policy->expiry_ms[FP_WRITE]);
	if (policy->depth)
		fp_text_add(out, "fair_depth %u ", policy->depth);
	for (i = 0; i < policy->nr_weights; i++)
		fp_text_add(out, "fair_weight %llu:%u ", (unsigned long long)policy->weights[i].id,
			    policy->weights[i].weight);
}

bool fp_fair_set_weight(struct fp_fair_weights *weights, struct fp_fair_weight weight)
{
	unsigned int i;

	for (i = 0; i < weights->nr; i++)
		if (weights->of[i].id == weight.id)
			break;
	if (i == FP_FAIR_MAX_WEIGHTS)
		return false;
	weights->of[i] = weight;
	if (i == weights->nr)
		weights->nr++;
	return true;
}

u32 fp_fair_weight_of(const struct fp_fair_weights *weights, u64 id, u32 otherwise)
{
	unsigned int i;

	for (i = 0; i < weights->nr; i++)
		if (weights->of[i].id == id)
			return weights->of[i].weight;
	return otherwise;
}

static void fp_ioprio_settle(u32 *class, u32 *level)
{
	if (*class == FP_IOPRIO_NONE || *class > FP_IOPRIO_IDLE) {
		*class = FP_IOPRIO_BE;
		*level = 4;
	}
	if (*level >= FP_IOPRIO_LEVELS)
		*level = FP_IOPRIO_LEVELS - 1;
	if (*class == FP_IOPRIO_IDLE)
		*level = 0;
}

u32 fp_ioprio_id(u32 class, u32 level)
{
	fp_ioprio_settle(&class, &level);
	return class * FP_IOPRIO_LEVELS + level;
}

struct fp_submitter fp_ioprio_submitter(u32 class, u32 level)
{
	u32 weight;

	fp_ioprio_settle(&class, &level);
	weight = class == FP_IOPRIO_IDLE ? FP_FQ_WEIGHT_DEFAULT
					 : (FP_IOPRIO_LEVELS - level) * FP_FQ_WEIGHT_DEFAULT / 4;
	return (struct fp_submitter){
		.key = fp_ioprio_id(class, level),
		.weight = class == FP_IOPRIO_RT ? 8 * weight : weight,
		.idle_class = class == FP_IOPRIO_IDLE,
	};
}

static struct fp_submitter fp_by_cgroup(struct fp_telling *telling, const struct fp_origin *origin)
{
	telling->cgroup |= origin->cgroup != FP_CGROUP_ROOT;
	return (struct fp_submitter){ .key = origin->cgroup, .weight = FP_FQ_WEIGHT_DEFAULT };
}

static struct fp_submitter fp_by_process(struct fp_telling *telling, u64 key)
{
	telling->process = true;
	return (struct fp_submitter){ .key = key, .weight = FP_FQ_WEIGHT_DEFAULT };
}

struct fp_submitter fp_fair_submitter(struct fp_telling *telling, enum fp_flows flows,
				      const struct fp_origin *origin)
{
	switch (flows) {
	case FP_FLOWS_AUTO:
		if (origin->cgroup == FP_CGROUP_ROOT && origin->process)
			return fp_by_process(telling, origin->process | FP_FLOW_PROCESS);
		return fp_by_cgroup(telling, origin);
	case FP_FLOWS_CGROUP:
		return fp_by_cgroup(telling, origin);
	case FP_FLOWS_PROCESS:
		return fp_by_process(telling, origin->process);
	case FP_FLOWS_IOPRIO:
		telling->ioprio = true;
		return fp_ioprio_submitter(origin->ioprio_class, origin->ioprio_level);
	default:
		return (struct fp_submitter){ .key = 1, .weight = FP_FQ_WEIGHT_DEFAULT };
	}
}

const char *fp_fair_told_by(const struct fp_telling *telling)
{
	if (telling->cgroup && telling->process)
		return "cgroup+process";
	if (telling->cgroup)
		return "cgroup";
	if (telling->process)
		return "process";
	return telling->ioprio ? "ioprio" : "none";
}
