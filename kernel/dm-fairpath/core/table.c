// SPDX-License-Identifier: GPL-2.0
/*
 * The table line's grammar (table.h), read from left to right by one function
 * for each of its parts. Each takes its words from a cursor and returns false
 * once it has said what is wrong.
 *
 * An error names the word that a person would have to change. Of a count that
 * promises more words than there are, that is the count.
 */
#include "table.h"
#include "number.h"
#include "text.h"

/* The line, and how much of it was read. */
struct words {
	char *const *argv;
	unsigned int argc;
	unsigned int next; /* index of the first word that was not read */
	struct fp_table_error *error;
};

/* A number in the grammar: what errors call it, its limits, dm's short reason. */
struct number {
	const char *what;
	unsigned int min, max;
	const char *reason;
};

/* dm-multipath's limits, but for the features: 8 words there do not hold ours as well. */
static const struct number feature_words = {
	.what = "the number of feature words",
	.max = FP_MAX_FEATURE_WORDS,
	.reason = "invalid number of feature words",
};

static const struct number handler_words = {
	.what = "the number of hardware handler words",
	.max = FP_MAX_HANDLER_WORDS,
	.reason = "invalid number of hardware handler words",
};

static const struct number groups = {
	.what = "the number of priority groups",
	.max = FP_MAX_GROUPS,
	.reason = "invalid number of priority groups",
};

static const struct number initial_group = {
	.what = "the initial priority group",
	.max = FP_MAX_GROUPS,
	.reason = "invalid initial priority group",
};

static const struct number selector_words = {
	.what = "the number of selector words",
	.max = FP_MAX_SELECTOR_WORDS,
	.reason = "invalid number of selector words",
};

static const struct number paths = {
	.what = "the number of paths",
	.min = 1,
	.max = FP_MAX_PATHS,
	.reason = "invalid number of paths",
};

static const struct number path_words = {
	.what = "the number of words per path",
	.max = FP_MAX_PATH_WORDS,
	.reason = "invalid number of words per path",
};

static const struct number pg_init_retries = {
	.what = "pg_init_retries",
	.min = 1,
	.max = 50,
	.reason = "invalid pg_init_retries",
};

static const struct number pg_init_delay = {
	.what = "pg_init_delay_msecs",
	.max = 60000,
	.reason = "invalid pg_init_delay_msecs",
};

/* A day at most: 0 is the way to say for ever. */
static const struct number no_path_timeout = {
	.what = "queue_if_no_path_timeout_secs",
	.max = 86400,
	.reason = "invalid queue_if_no_path_timeout_secs",
};

/* A word in quotes, cut and cleaned so that any word makes one readable line of log. */
static void add_quoted(struct fp_text *text, const char *word)
{
	const unsigned int longest = 40;
	unsigned int i;

	fp_text_add(text, "'");
	for (i = 0; word[i] && i < longest; i++)
		fp_text_add(text, "%c", word[i] >= ' ' && word[i] <= '~' ? word[i] : '?');
	fp_text_add(text, word[i] ? "...'" : "'");
}

/* Blame the word at @index, which exists. */
static __printf(4, 5) bool refuse(struct words *words, unsigned int index, const char *reason,
				  const char *fmt, ...)
{
	struct fp_table_error *error = words->error;
	struct fp_text text = fp_text(error->text, sizeof(error->text));
	va_list args;

	error->arg = index + 1;
	error->reason = reason;
	fp_text_add(&text, "argument %u ", index + 1);
	add_quoted(&text, words->argv[index]);
	fp_text_add(&text, ": ");
	va_start(args, fmt);
	fp_text_vadd(&text, fmt, args);
	va_end(args);
	return false;
}

/* The next word, or NULL and an error that says what it should have been. */
static const char *take(struct words *words, const char *what)
{
	struct fp_table_error *error = words->error;
	struct fp_text text;

	if (words->next < words->argc)
		return words->argv[words->next++];

	text = fp_text(error->text, sizeof(error->text));
	error->arg = words->argc + 1;
	error->reason = "not enough arguments";
	fp_text_add(&text, "the line ends where argument %u, %s, was expected", error->arg, what);
	return NULL;
}

static bool take_number(struct words *words, const struct number *number, unsigned int *ret)
{
	const char *word = take(words, number->what);
	const char *wrong;

	if (!word)
		return false;

	switch (fp_parse_number(word, number->min, number->max, ret)) {
	case FP_NUMBER_GOOD:
		return true;
	case FP_NUMBER_BAD:
		wrong = "is not a number";
		break;
	default:
		wrong = "is out of range";
		break;
	}
	return refuse(words, words->next - 1, number->reason, "%s %s (%u to %u)", number->what,
		      wrong, number->min, number->max);
}

/* A number of words, which must follow at once. */
static bool take_count(struct words *words, const struct number *number, unsigned int *ret)
{
	unsigned int left;

	if (!take_number(words, number, ret))
		return false;

	left = words->argc - words->next;
	if (*ret > left)
		return refuse(words, words->next - 1, number->reason,
			      "%s is greater than what follows, %u words", number->what, left);
	return true;
}

static bool parse_queue_mode(struct words *words, struct fp_features *features)
{
	const char *mode = take(words, "the queue mode");

	if (!mode)
		return false;
	features->queue_mode_arg = words->next;
	if (!strcasecmp(mode, "rq") || !strcasecmp(mode, "mq"))
		features->queue_mode = FP_QUEUE_MODE_RQ;
	else if (!strcasecmp(mode, "bio"))
		features->queue_mode = FP_QUEUE_MODE_BIO;
	else
		return refuse(words, words->next - 1, "unknown queue_mode",
			      "the queue mode is not rq, mq or bio");
	return true;
}

static bool parse_pg_init_retries(struct words *words, struct fp_features *features)
{
	return take_number(words, &pg_init_retries, &features->pg_init_retries);
}

static bool parse_pg_init_delay(struct words *words, struct fp_features *features)
{
	features->has_pg_init_delay = true;
	return take_number(words, &pg_init_delay, &features->pg_init_delay_msecs);
}

static bool parse_no_path_timeout(struct words *words, struct fp_features *features)
{
	features->has_no_path_timeout = true;
	return take_number(words, &no_path_timeout, &features->no_path_timeout_secs);
}

/* The features that take a value. */
static const struct valued_feature {
	const char *name;
	bool (*parse)(struct words *words, struct fp_features *features);
} valued_features[] = {
	{ "pg_init_retries", parse_pg_init_retries },
	{ "pg_init_delay_msecs", parse_pg_init_delay },
	{ "queue_mode", parse_queue_mode },
	{ "queue_if_no_path_timeout_secs", parse_no_path_timeout },
};

static const struct valued_feature *find_valued_feature(const char *name)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(valued_features); i++)
		if (!strcasecmp(valued_features[i].name, name))
			return &valued_features[i];
	return NULL;
}

/* The features that are one word. */
static bool *find_plain_feature(struct fp_features *features, const char *name)
{
	if (!strcasecmp(name, "queue_if_no_path"))
		return &features->queue_if_no_path;
	if (!strcasecmp(name, "retain_attached_hw_handler"))
		return &features->retain_attached_hw_handler;
	if (!strcasecmp(name, "elide_flushes"))
		return &features->flush.elide;
	if (!strcasecmp(name, "flush_as_in_2011"))
		return &features->flush.as_in_2011;
	if (!strcasecmp(name, "fair_queue"))
		return &features->fair.on;
	return NULL;
}

static bool parse_fair(struct words *words, struct fp_features *features, const char *name)
{
	unsigned int index = words->next++;
	const char *wrong = fp_fair_read(&features->fair, name, words->argv[index]);

	if (!strcasecmp(name, "fair_flows"))
		features->fair.flows_arg = index;
	return !wrong || refuse(words, index, "invalid fair queue feature", "%s", wrong);
}

/* Of a feature given twice the last holds, as in dm-multipath. */
static bool parse_feature(struct words *words, unsigned int end, struct fp_features *features)
{
	unsigned int index = words->next++;
	const char *name = words->argv[index];
	const struct valued_feature *valued = find_valued_feature(name);
	bool *plain = find_plain_feature(features, name);

	if (plain)
		*plain = true;
	else if (!valued && !fp_fair_is_word(name))
		return refuse(words, index, "unknown feature", "there is no such feature");
	else if (words->next == end)
		return refuse(words, index, "feature without a value",
			      "its value is missing: it is the last feature word");
	else if (valued)
		return valued->parse(words, features);
	else
		return parse_fair(words, features, name);
	return true;
}

static bool parse_features(struct words *words, struct fp_features *features)
{
	unsigned int count, end;

	memset(features, 0, sizeof(*features));
	if (!take_count(words, &feature_words, &count))
		return false;

	end = words->next + count;
	while (words->next < end)
		if (!parse_feature(words, end, features))
			return false;
	if (features->fair.flows == FP_FLOWS_PROCESS && features->queue_mode != FP_QUEUE_MODE_BIO)
		return refuse(words, features->fair.flows_arg, "invalid fair queue feature",
			      "which process a request is of is known in queue_mode bio only");
	return true;
}

/* Handler words of a bio-based device are read and dropped, as in dm-multipath. */
static bool parse_handler(struct words *words, struct fp_table *table)
{
	unsigned int count;

	if (!take_count(words, &handler_words, &count))
		return false;

	table->handler_argc = table->features.queue_mode == FP_QUEUE_MODE_BIO ? 0 : count;
	table->handler_argv = words->argv + words->next;
	table->handler_arg = words->next + 1;
	words->next += count;
	return true;
}

static bool parse_path(struct words *words, struct fp_table *table,
		       const struct fp_selector *selector, unsigned int nr_words)
{
	unsigned int device = words->next, first = device + 1, bad = 0;
	struct fp_table_path *path;
	const char *wrong;

	if (!take(words, "the device of a path"))
		return false;
	if (table->nr_paths == table->max_paths)
		return refuse(words, device, "too many paths", "more than %u paths in all",
			      table->max_paths);
	if (nr_words > words->argc - words->next) {
		words->next = words->argc;
		return take(words, "a selector's word for a path") != NULL;
	}

	path = &table->paths[table->nr_paths++];
	path->dev = words->argv[device];
	path->dev_arg = device + 1;
	memset(&path->args, 0, sizeof(path->args));
	words->next += nr_words;

	wrong = selector->parse_path(&path->args, nr_words, words->argv + first, &bad);
	if (wrong)
		return refuse(words, bad < nr_words ? first + bad : device,
			      "invalid selector words of a path", "%s", wrong);
	return true;
}

static bool parse_selector_words(struct words *words, struct fp_table_group *group)
{
	const struct fp_selector *selector = group->selector;
	unsigned int count, first, bad = 0;
	const char *wrong;

	if (!take_count(words, &selector_words, &count))
		return false;
	first = words->next;
	words->next += count;
	memset(&group->args, 0, sizeof(group->args));
	if (!selector->parse_group)
		return true;

	wrong = selector->parse_group(&group->args, count, words->argv + first, &bad);
	if (wrong)
		return refuse(words, bad < count ? first + bad : first - 1,
			      "invalid words of a path selector", "%s", wrong);
	return true;
}

static bool parse_selector(struct words *words, const struct fp_selector **ret)
{
	const char *name = take(words, "the name of a selector");

	if (!name)
		return false;

	*ret = fp_selector_find(name);
	if (!*ret)
		return refuse(words, words->next - 1, "unknown path selector",
			      "there is no such path selector (%s)", FP_SELECTOR_NAMES);
	return true;
}

static bool parse_group(struct words *words, struct fp_table *table)
{
	unsigned int first = words->next, nr_words, i;
	struct fp_table_group wanted, *group;

	if (!parse_selector(words, &wanted.selector) || !parse_selector_words(words, &wanted))
		return false;
	if (table->nr_groups == table->max_groups)
		return refuse(words, first, "too many priority groups",
			      "more than %u priority groups", table->max_groups);

	group = &table->groups[table->nr_groups++];
	*group = wanted;
	group->first_path = table->nr_paths;
	if (!take_number(words, &paths, &group->nr_paths) ||
	    !take_number(words, &path_words, &nr_words))
		return false;

	for (i = 0; i < group->nr_paths; i++)
		if (!parse_path(words, table, group->selector, nr_words))
			return false;
	return true;
}

static bool parse_group_numbers(struct words *words, struct fp_table *table, unsigned int *count)
{
	unsigned int at;

	if (!take_number(words, &groups, count))
		return false;
	if (!take_number(words, &initial_group, &table->initial_group))
		return false;

	at = words->next - 1;
	if (!*count && table->initial_group)
		return refuse(words, at, initial_group.reason,
			      "the initial priority group must be 0, for there are no groups");
	if (*count && (!table->initial_group || table->initial_group > *count))
		return refuse(words, at, initial_group.reason,
			      "the initial priority group is out of range (1 to %u)", *count);
	return true;
}

bool fp_table_parse(struct fp_table *table, unsigned int argc, char *const *argv,
		    struct fp_table_error *error)
{
	struct words words = { .argv = argv, .argc = argc, .error = error };
	unsigned int count;

	table->nr_groups = 0;
	table->nr_paths = 0;
	if (!parse_features(&words, &table->features) || !parse_handler(&words, table) ||
	    !parse_group_numbers(&words, table, &count))
		return false;

	while (table->nr_groups < count)
		if (!parse_group(&words, table))
			return false;

	if (words.next < argc)
		return refuse(&words, words.next, "words left over",
			      "words left over after the last of %u priority groups", count);
	return true;
}
