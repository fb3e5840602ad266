// SPDX-License-Identifier: GPL-2.0
/* The syntax of multipath.conf: what is read, and what is said of a file that is broken. */
#include "unit.h"

#include <stdio.h>
#include <string.h>

#include "conf.h"
#include "fairpathd/config/ast.h"

/* A text, and what it is refused for, word for word. */
struct broken {
	const char *name;
	const char *text;
	const char *error;
};

static const struct broken broken[] = {
	{ "a section that is never closed", "defaults {\n\tverbosity 3\n",
	  "t.conf:3:1: the file ends where '}' was expected, to close section 'defaults' of line "
	  "1" },
	{ "an inner section that is never closed", "devices {\n\tdevice {\n\t}\n",
	  "t.conf:4:1: the file ends where '}' was expected, to close section 'devices' of line "
	  "1" },
	{ "a brace that closes nothing", "defaults {\n}\n}\n",
	  "t.conf:3:1: no section is open here that it could close" },
	{ "a value without its closing quote", "defaults {\n\tpath_selector \"service-time 0\n}\n",
	  "t.conf:2:16: the closing '\"' is missing on this line" },
	{ "a section and its content on one line", "defaults { verbosity 3 }\n",
	  "t.conf:1:12: at 'verbosity': a new line was expected: a line has one option" },
	{ "a brace behind an option", "defaults {\n\tverbosity 3 }\n",
	  "t.conf:2:14: '}' must stand alone on its line" },
	{ "something behind the brace that closes", "defaults {\n} devices {\n}\n",
	  "t.conf:2:3: at 'devices': a new line was expected: a line has one option" },
	{ "an unquoted value with a brace", "blacklist {\n\twwid 3600[0-9]{4}\n}\n",
	  "t.conf:2:16: '{' may only follow the name of a section, and a value with braces must be "
	  "in double quotes" },
	{ "a brace without a section's name", "{\n}\n",
	  "t.conf:1:1: '{' may only follow the name of a section, and a value with braces must be "
	  "in double quotes" },
	{ "a keyword in quotes", "defaults {\n\t\"verbosity\" 3\n}\n",
	  "t.conf:2:2: at 'verbosity': a keyword or '}' was expected: keywords are not quoted, and "
	  "a line has one option" },
	{ "sections nine deep", "a {\nb {\nc {\nd {\ne {\nf {\ng {\nh {\ni {\n",
	  "t.conf:9:1: at 'i': sections lie within each other more than 8 deep" },
};

static void is_refused(void **state)
{
	const struct broken *broken_text = *state;
	struct conf conf;

	conf_read(&conf, broken_text->text);
	assert_null(conf.config);
	assert_string_equal(conf.error.text, broken_text->error);
}

static void nul_byte(void **state)
{
	static const char text[] = "defaults {\n\tverb\0osity 3\n}\n";
	struct fairpath_error error;
	struct fpd_config *config;

	(void)state;
	assert_true(fpd_config_parse("t.conf", text, sizeof(text) - 1, NULL, &config, &error) < 0);
	assert_string_equal(error.text, "t.conf:2:6: a NUL byte: this is no text");
}

/* What is read of a line in section defaults. */
struct line {
	const char *name;
	const char *line;
	const char *value; /* of uid_attribute */
};

static const struct line lines[] = {
	{ "a word is a value", "uid_attribute a:b", "a:b" },
	{ "a quoted text is a value", "uid_attribute \"a:b c:d\"", "a:b c:d" },
	{ "two quotes within quotes are one", "uid_attribute \"2.5\"\" SSD\"", "2.5\" SSD" },
	{ "nothing but two quotes within quotes is one", "uid_attribute \"\"\"\"", "\"" },
	{ "an empty text is a value", "uid_attribute \"\"", "" },
	{ "a '#' begins a comment", "uid_attribute a:b # of old", "a:b" },
	{ "a '!' begins a comment", "uid_attribute a:b ! of old", "a:b" },
	{ "a comment may stick to a word", "uid_attribute a:b#of old", "a:b" },
	{ "in quotes '#' and '!' and braces are letters", "uid_attribute \"!#{}\"", "!#{}" },
	{ "blanks in quotes are kept", "uid_attribute \" a\t\"", " a\t" },
	{ "a quote ends a word", "uid_attribute\"a:b\"", "a:b" },
	{ "a line may end as on other systems", "uid_attribute a:b\r", "a:b" },
	{ "umlauts in quotes are letters", "uid_attribute \"\xc3\xa4\"", "\xc3\xa4" },
};

static void is_read_as(void **state)
{
	const struct line *line = *state;
	struct fpd_settings settings;
	struct conf conf;
	char text[128];

	snprintf(text, sizeof(text), "defaults {\n\t%s\n}\n", line->line);
	conf_read_silently(&conf, text);
	fpd_config_resolve(conf.config, NULL, &settings);
	assert_string_equal(settings.uid_attribute.value, line->value);
	assert_int_equal(settings.uid_attribute.origin.line, 2);
	conf_free(&conf);
}

static void last_line_without_end(void **state)
{
	struct conf conf;

	(void)state;
	conf_read_silently(&conf, "defaults {\n}");
	conf_free(&conf);
	conf_read_silently(&conf, "# nothing");
	conf_free(&conf);
	conf_read_silently(&conf, "");
	conf_free(&conf);
}

static void brace_on_the_next_line(void **state)
{
	struct fpd_settings settings;
	struct conf conf;

	(void)state;
	conf_read_silently(&conf, "defaults\n{\n\tverbosity 4\n}\n");
	fpd_config_resolve(conf.config, NULL, &settings);
	assert_int_equal(settings.verbosity.value, 4);
	conf_free(&conf);
}

static void nodes_know_their_lines(void **state)
{
	static const char text[] =
		"\n# a comment\ndevices {\n\n  device {\n\tvendor \"HP\"\n  }\n}\n";
	struct fpd_arena arena = {};
	struct fpd_node *file = NULL;

	(void)state;
	assert_int_equal(fpd_ast_parse(&arena, "t.conf", text, sizeof(text) - 1, NULL, &file, NULL),
			 0);
	assert_string_equal(file->first->name, "devices");
	assert_int_equal(file->first->place.line, 3);
	assert_true(file->first->section);
	assert_int_equal(file->first->first->place.line, 5);
	assert_string_equal(file->first->first->first->value, "HP");
	assert_int_equal(file->first->first->first->place.line, 6);
	assert_true(file->first->first->first->quoted);
	assert_null(file->first->next);
	fpd_arena_clear(&arena);
}

static void characters_outside_ascii(void **state)
{
	struct conf conf;

	(void)state;
	/* A no-break space, as a web page's example has it. */
	conf_read(&conf, "defaults {\n\xc2\xa0verbosity 3\n}\n");
	assert_non_null(conf.config);
	assert_string_equal(conf.warnings, "t.conf:2: characters outside ASCII stand for a blank "
					   "unless they are in double quotes\n");
	conf_free(&conf);
}

#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))

static const struct CMUnitTest plain[] = {
	TEST("a file with a NUL byte is refused", nul_byte),
	TEST("the last line needs no end", last_line_without_end),
	TEST("the brace may be on the next line", brace_on_the_next_line),
	TEST("sections and options know their lines", nodes_know_their_lines),
	TEST("characters outside ASCII are warned of", characters_outside_ascii),
};

int main(void)
{
	static struct CMUnitTest tests[ARRAY_SIZE(broken) + ARRAY_SIZE(lines) + ARRAY_SIZE(plain)];
	static char names[ARRAY_SIZE(broken)][96];
	struct CMUnitTest *test = tests;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(broken); i++) {
		snprintf(names[i], sizeof(names[i]), "%s is refused", broken[i].name);
		*test++ = (struct CMUnitTest)TEST_OF(names[i], is_refused, &broken[i]);
	}
	for (i = 0; i < ARRAY_SIZE(lines); i++)
		*test++ = (struct CMUnitTest)TEST_OF(lines[i].name, is_read_as, &lines[i]);
	for (i = 0; i < ARRAY_SIZE(plain); i++)
		*test++ = plain[i];
	return cmocka_run_group_tests_name("configuration syntax", tests, NULL, NULL);
}
