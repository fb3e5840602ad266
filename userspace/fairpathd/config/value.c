// SPDX-License-Identifier: GPL-2.0
/* Reading and printing of values; see value.h. */
#include "fairpathd/config/value.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What reading one value has at hand. */
struct reading {
	struct fpd_arena *arena;
	const struct fpd_keyword *keyword;
	const char *text;
	const struct fpd_place *place;
	const struct fpd_config_log *log;
};

#define WARN(reading, ...) fpd_warn((reading)->log, (reading)->place, __VA_ARGS__)

static bool takes_numbers(const struct fpd_keyword *keyword)
{
	return keyword->min <= keyword->max;
}

/* The first word of a number; NULL if it has none. */
static const char *word_of(const struct fpd_keyword *keyword, int64_t number)
{
	const struct fpd_word *word;

	for (word = keyword->words; word && word->word; word++)
		if (word->value == number && !word->not_yet)
			return word->word;
	return NULL;
}

static const struct fpd_word *find_word(const struct fpd_keyword *keyword, const char *text)
{
	const struct fpd_word *word;

	for (word = keyword->words; word && word->word; word++)
		if (!strcmp(word->word, text))
			return word;
	return NULL;
}

/* "yes, no", "off or a number from 0 to 10" */
static void describe(const struct fpd_keyword *keyword, char *text, size_t size)
{
	const struct fpd_word *word;
	size_t used = 0;

	*text = '\0';
	for (word = keyword->words; word && word->word; word++)
		if (!word->not_yet && word_of(keyword, word->value) == word->word && used < size)
			used += (size_t)snprintf(text + used, size - used, "%s%s", used ? ", " : "",
						 word->word);
	if (takes_numbers(keyword) && used < size)
		snprintf(text + used, size - used, "%sa number from %" PRId64 " to %" PRId64,
			 used ? " or " : "", keyword->min, keyword->max);
}

/* Nothing but a sign and digits; what is too great for an int64_t is the greatest. */
static bool read_digits(const char *text, int64_t *ret)
{
	const char *digits = *text == '-' || *text == '+' ? text + 1 : text;
	char *end;

	if (!isdigit((unsigned char)*digits))
		return false;
	*ret = strtoll(text, &end, 10);
	return !*end;
}

static const char *nearest_word(const struct reading *reading)
{
	const struct fpd_word *word;

	for (word = reading->keyword->words; word && word->word; word++)
		if (fpd_word_is_near(reading->text, word->word))
			return word->word;
	return NULL;
}

static int refuse_number(const struct reading *reading)
{
	const char *nearest = nearest_word(reading);
	char takes[256];

	describe(reading->keyword, takes, sizeof(takes));
	if (nearest)
		WARN(reading, "%s: '%.60s' is not one of: %s; ignored (did you mean '%s'?)",
		     reading->keyword->name, reading->text, takes, nearest);
	else
		WARN(reading, "%s: '%.60s' is not one of: %s; ignored", reading->keyword->name,
		     reading->text, takes);
	return -EINVAL;
}

static void clamp(const struct reading *reading, int64_t *number)
{
	const struct fpd_keyword *keyword = reading->keyword;
	int64_t used = *number < keyword->min ? keyword->min : keyword->max;

	if (*number >= keyword->min && *number <= keyword->max)
		return;
	WARN(reading, "%s: %.60s is out of range (%" PRId64 " to %" PRId64 "); %" PRId64 " is used",
	     keyword->name, reading->text, keyword->min, keyword->max, used);
	*number = used;
}

static int read_number(const struct reading *reading, struct fpd_value *ret)
{
	const struct fpd_word *word = find_word(reading->keyword, reading->text);

	if (word) {
		ret->number = word->value;
		if (word->not_yet)
			WARN(reading, "%s: '%s' is not supported yet; '%s' is used",
			     reading->keyword->name, word->word,
			     word_of(reading->keyword, word->value));
		return 0;
	}
	if (!takes_numbers(reading->keyword) || !read_digits(reading->text, &ret->number))
		return refuse_number(reading);
	clamp(reading, &ret->number);
	return 0;
}

/* No '/' and no blank; DM_NAME_LEN is 128, and user friendly names need a few letters. */
#define LONGEST_NAME 110

static int read_name(const struct reading *reading)
{
	const char *c;

	for (c = reading->text; *c; c++)
		if (*c == '/' || *c <= ' ' || *c == 0x7f)
			break;
	if (*c || !*reading->text || c - reading->text > LONGEST_NAME) {
		WARN(reading,
		     "%s: '%.60s' cannot be a device's name: 1 to %d characters, "
		     "no blank and no '/'; ignored",
		     reading->keyword->name, reading->text, LONGEST_NAME);
		return -EINVAL;
	}
	return 0;
}

/* Of the target; docs/dm-fairpath.rst. */
static bool is_selector(const char *name, size_t size)
{
	static const char *const selectors[] = {
		"round-robin", "queue-length", "service-time", "historical-service-time",
		"io-affinity",
	};
	size_t i;

	for (i = 0; i < sizeof(selectors) / sizeof(selectors[0]); i++)
		if (strlen(selectors[i]) == size && !memcmp(selectors[i], name, size))
			return true;
	return false;
}

/* Does a number come first, and do as many words follow? */
static bool words_are_counted(const char *text)
{
	unsigned long count, words = 0;
	char *at;

	count = strtoul(text, &at, 10);
	if (at == text || *text == '-')
		return false;
	while (*at) {
		if (*at != ' ' && *at != '\t')
			return false; /* sticks to the number before */
		at += strspn(at, " \t");
		words += *at != '\0';
		at += strcspn(at, " \t");
	}
	return words == count;
}

static int read_selector(const struct reading *reading, struct fpd_value *ret)
{
	size_t name = strcspn(reading->text, " \t");
	const char *args = reading->text + name + strspn(reading->text + name, " \t");

	if (!is_selector(reading->text, name)) {
		WARN(reading, "path_selector: there is no selector '%.60s'; ignored",
		     reading->text);
		return -EINVAL;
	}
	if (!*args) {
		ret->text = fpd_arena_printf(reading->arena, "%s 0", reading->text);
		return ret->text ? 0 : -ENOMEM;
	}
	if (!words_are_counted(args)) {
		WARN(reading,
		     "path_selector: '%.60s' must be a name, the number of arguments, and "
		     "as many arguments; ignored",
		     reading->text);
		return -EINVAL;
	}
	return 0;
}

static int read_handler(const struct reading *reading)
{
	if (words_are_counted(reading->text))
		return 0;
	WARN(reading,
	     "hardware_handler: '%.60s' must be a number of words and as many words, like "
	     "'1 alua'; ignored",
	     reading->text);
	return -EINVAL;
}

/* The library reads feature words as part of a table line. */
static int read_features(const struct reading *reading, struct fpd_value *ret)
{
	struct fairpath_features *features = fpd_arena_alloc(reading->arena, sizeof(*features));
	char *line = fpd_arena_printf(reading->arena, "%s 0 0 0", reading->text);
	struct fairpath_table *table;
	struct fairpath_error error;
	int r;

	if (!features || !line)
		return -ENOMEM;
	if (!words_are_counted(reading->text)) {
		WARN(reading,
		     "features: '%.60s' must be a number of words and as many words, like "
		     "'2 pg_init_retries 50'; ignored",
		     reading->text);
		return -EINVAL;
	}
	r = fairpath_table_parse(line, &table, &error);
	if (r == -ENOMEM)
		return r;
	if (r) {
		WARN(reading, "features: '%.60s' is ignored: %s", reading->text, error.text);
		return -EINVAL;
	}
	*features = table->features;
	fairpath_table_free(table);
	ret->features = features;
	return 0;
}

int fpd_value_read(struct fpd_arena *arena, const struct fpd_keyword *keyword, const char *text,
		   const struct fpd_place *place, const struct fpd_config_log *log,
		   struct fpd_value *ret)
{
	const struct reading reading = { arena, keyword, text, place, log };

	*ret = (struct fpd_value){ .keyword = keyword, .text = text };
	switch (keyword->type) {
	case FPD_TYPE_NUMBER:
		return read_number(&reading, ret);
	case FPD_TYPE_NAME:
		return read_name(&reading);
	case FPD_TYPE_SELECTOR:
		return read_selector(&reading, ret);
	case FPD_TYPE_HANDLER:
		return read_handler(&reading);
	case FPD_TYPE_FEATURES:
		return read_features(&reading, ret);
	case FPD_TYPE_TEXT:
	case FPD_TYPE_MATCH:
		break;
	}
	return 0;
}

const char *fpd_value_text(const struct fpd_value *value, char *text, size_t size)
{
	const char *word;

	if (value->keyword->type != FPD_TYPE_NUMBER)
		return value->text;
	word = word_of(value->keyword, value->number);
	if (word)
		return word;
	snprintf(text, size, "%" PRId64, value->number);
	return text;
}
