// SPDX-License-Identifier: GPL-2.0
/* The manual page and the example tell what the table of keywords says, no more and no less. */
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conf.h"
#include "fairpathd/config/keywords.h"

/* The page, from where it runs on. */
static char *page;

static int read_page(void **state)
{
	FILE *file = fopen("docs/man/fairpath.conf.5", "r");
	size_t size;

	(void)state;
	page = calloc(1, 1 << 20);
	if (!file || !page)
		return -1;
	size = fread(page, 1, (1 << 20) - 1, file);
	fclose(file);
	return size == 0;
}

static int free_page(void **state)
{
	(void)state;
	free(page);
	return 0;
}

/* A section of the page: from its heading to the next. */
static char *section_of_page(const char *heading)
{
	const char *begin = strstr(page, heading), *end;

	assert_non_null(begin);
	begin += strlen(heading);
	end = strstr(begin, "\n.Sh ");
	assert_non_null(end);
	return strndup(begin, (size_t)(end - begin));
}

/* What must stand with a keyword. */
static void describe(const struct fpd_keyword *keyword, char *text, size_t size)
{
	enum fpd_section section;
	int used = snprintf(text, size,
			    "Default: %s.\nIn: ", keyword->built_in ? keyword->built_in : "none");
	const char *comma = "";

	for (section = 0; section < FPD_NR_SECTIONS; section++) {
		if (!fpd_keyword_allowed(keyword, section))
			continue;
		used += snprintf(text + used, size - (size_t)used, "%s%s", comma,
				 fpd_section_name(section));
		comma = ", ";
	}
	snprintf(text + used, size - (size_t)used, ".");
}

/* The text of one keyword; NULL if it is not in the section. */
static char *item_of(const char *section, const char *keyword)
{
	char head[64];
	const char *begin, *end;

	snprintf(head, sizeof(head), "\n.It Cm %s ", keyword);
	begin = strstr(section, head);
	if (!begin)
		return NULL;
	end = strstr(begin + 1, "\n.It ");
	return strndup(begin, end ? (size_t)(end - begin) : strlen(begin));
}

static void settings_are_described(void **state)
{
	char *section = section_of_page("\n.Sh KEYWORDS\n");
	size_t i;

	(void)state;
	for (i = 0; i < fpd_nr_keywords; i++) {
		char *item = item_of(section, fpd_keywords[i].name), text[256];

		if (!fpd_keyword_is_setting(&fpd_keywords[i])) {
			assert_null(item);
			continue;
		}
		if (!item)
			fail_msg("%s is not described", fpd_keywords[i].name);
		describe(&fpd_keywords[i], text, sizeof(text));
		if (!strstr(item, text))
			fail_msg("with %s should stand: %s", fpd_keywords[i].name, text);
		free(item);
	}
	free(section);
}

static void nothing_else_is_described(void **state)
{
	char *section = section_of_page("\n.Sh KEYWORDS\n");
	const char *item;

	(void)state;
	for (item = strstr(section, "\n.It Cm "); item; item = strstr(item, "\n.It Cm ")) {
		const struct fpd_keyword *keyword;
		char *name;

		item += strlen("\n.It Cm ");
		name = strndup(item, strcspn(item, " \n"));
		keyword = fpd_keyword_find(name);
		if (!keyword)
			fail_msg("%s is described, and no keyword", name);
		free(name);
	}
	free(section);
}

/* All words that a keyword takes, and all that it takes instead of others. */
static void words_are_described(void **state)
{
	char *section = section_of_page("\n.Sh KEYWORDS\n");
	const struct fpd_word *word;
	size_t i;

	(void)state;
	for (i = 0; i < fpd_nr_keywords; i++) {
		char *item = item_of(section, fpd_keywords[i].name);

		for (word = fpd_keywords[i].words; word && word->word; word++) {
			if (!strcmp(word->word, "on") || !strcmp(word->word, "off") ||
			    !strcmp(word->word, "0") || !strcmp(word->word, "1"))
				continue; /* other ways to say yes and no */
			if (!word->not_yet && !strstr(item, word->word))
				fail_msg("%s does not tell of %s", fpd_keywords[i].name,
					 word->word);
		}
		free(item);
	}
	free(section);
}

static void is_listed(const char *section, const char *keyword)
{
	char line[64];

	snprintf(line, sizeof(line), "\n.Cm %s ", keyword);
	if (!strstr(section, line))
		fail_msg("%s is not listed", keyword);
}

static void rest_is_listed(void **state)
{
	char *not_yet = section_of_page("\n.Sh NOT SUPPORTED YET\n");
	char *matches = section_of_page("\n.Sh WHAT A SECTION IS FOR");
	size_t i;

	(void)state;
	for (i = 0; i < fpd_nr_keywords; i++) {
		if (fpd_keywords[i].effect != FPD_EFFECT_NOW)
			is_listed(not_yet, fpd_keywords[i].name);
		else if (fpd_keywords[i].type == FPD_TYPE_MATCH) {
			char head[64];

			snprintf(head, sizeof(head), "\n.It Cm %s\n", fpd_keywords[i].name);
			assert_non_null(strstr(matches, head));
		}
	}
	free(not_yet);
	free(matches);
}

/* What is supported by now must not be in the list of what is not. */
static void list_is_not_old(void **state)
{
	char *section = section_of_page("\n.Sh NOT SUPPORTED YET\n");
	const char *line;

	(void)state;
	for (line = strstr(section, "\n.Cm "); line; line = strstr(line, "\n.Cm ")) {
		const struct fpd_keyword *keyword;
		char *name;

		line += strlen("\n.Cm ");
		name = strndup(line, strcspn(line, " \n"));
		keyword = fpd_keyword_find(name);
		assert_non_null(keyword);
		if (keyword->effect == FPD_EFFECT_NOW)
			fail_msg("%s is supported", name);
		free(name);
	}
	free(section);
}

static void example_is_good(void **state)
{
	static const struct fpd_path_id lun = { .devnode = "sdb",
						.vendor = "HP",
						.product = "HSV200",
						.revision = "1",
						.wwid = "3600508b4000c4a37000090000",
						.protocol = "scsi:fcp" };
	struct conf conf = {};
	const struct fpd_config_log log = { conf_warn, &conf };
	struct fpd_settings settings;

	(void)state;
	assert_int_equal(
		fpd_config_load("docs/fairpath.conf.example", &log, &conf.config, &conf.error), 0);
	assert_string_equal(conf.warnings, "");
	fpd_config_resolve(conf.config, &lun, &settings);
	assert_string_equal(settings.alias.value, "oradata");
	assert_int_equal(settings.no_path_retry.value, FPD_NO_PATH_QUEUE);
	assert_int_equal(settings.dev_loss_tmo.value, FPD_INFINITY);
	conf_free(&conf);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST("each setting is described, with default and sections",
		     settings_are_described),
		TEST("nothing is described that is no keyword", nothing_else_is_described),
		TEST("each word that a keyword takes is described", words_are_described),
		TEST("what has no effect yet is listed", rest_is_listed),
		TEST("what has an effect is not listed as having none", list_is_not_old),
		TEST("the example is read without a word", example_is_good),
	};

	return cmocka_run_group_tests_name("fairpath.conf(5)", tests, read_page, free_page);
}
