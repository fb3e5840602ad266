// SPDX-License-Identifier: GPL-2.0
/* A text becomes a tree: what the grammar finds is put into its place. */
#include "fairpathd/config/parse.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "fairpathd/config/grammar.tab.h"
#include "fairpathd/config/scan.lex.h"

/* flex wants two NUL bytes at the end of what it scans in place. */
#define FLEX_END 2

bool fpd_parse_refuse(struct fpd_parse *parse, const struct fpd_token *token, const char *fmt, ...)
{
	char why[192], shown[48] = "";
	va_list args;

	if (parse->code)
		return false; /* the first thing that is wrong is told */
	va_start(args, fmt);
	vsnprintf(why, sizeof(why), fmt, args);
	va_end(args);
	if (token->text)
		snprintf(shown, sizeof(shown), "at '%.40s': ", token->text);
	parse->code = fpd_fail(parse->error, -EINVAL, "%s:%u:%u: %s%s", parse->name, token->line,
			       token->column, shown, why);
	return false;
}

bool fpd_parse_no_memory(struct fpd_parse *parse)
{
	if (!parse->code)
		parse->code = fpd_fail_no_memory(parse->error);
	return false;
}

static struct fpd_node *add_node(struct fpd_parse *parse, const struct fpd_token *name)
{
	struct fpd_node *section = parse->open[parse->depth];
	struct fpd_node *node = fpd_arena_alloc(parse->arena, sizeof(*node));

	if (!node) {
		fpd_parse_no_memory(parse);
		return NULL;
	}
	node->name = name->text;
	node->place = (struct fpd_place){ parse->name, name->line };
	if (section->last)
		section->last->next = node;
	else
		section->first = node;
	section->last = node;
	return node;
}

bool fpd_parse_option(struct fpd_parse *parse, const struct fpd_token *name,
		      const struct fpd_token *value, const struct fpd_token *extra)
{
	struct fpd_node *node = add_node(parse, name);

	if (!node)
		return false;
	if (value) {
		node->value = value->text;
		node->quoted = value->quoted;
	}
	if (extra)
		node->extra = extra->text;
	return true;
}

bool fpd_parse_open(struct fpd_parse *parse, const struct fpd_token *name)
{
	struct fpd_node *node;

	if (parse->depth == FPD_AST_MAX_DEPTH)
		return fpd_parse_refuse(parse, name,
					"sections lie within each other more than %d deep",
					FPD_AST_MAX_DEPTH);
	node = add_node(parse, name);
	if (!node)
		return false;
	node->section = true;
	parse->open[++parse->depth] = node;
	return true;
}

void fpd_parse_close(struct fpd_parse *parse)
{
	parse->depth--;
}

/* @buffer: the text and FLEX_END bytes. */
static void scan_and_parse(struct fpd_parse *parse, char *buffer, size_t size)
{
	yyscan_t scanner;

	if (fpd_grammar_lex_init_extra(parse, &scanner)) {
		fpd_parse_no_memory(parse);
		return;
	}
	if (setjmp(parse->no_memory)) {
		fpd_parse_no_memory(parse);
	} else {
		fpd_grammar__scan_buffer(buffer, size + FLEX_END, scanner);
		fpd_grammar_set_lineno(1, scanner);
		fpd_grammar_parse(scanner, parse);
	}
	fpd_grammar_lex_destroy(scanner);
}

int fpd_ast_parse(struct fpd_arena *arena, const char *name, const char *text, size_t size,
		  const struct fpd_config_log *log, struct fpd_node **ret,
		  struct fairpath_error *error)
{
	struct fpd_node *file = fpd_arena_alloc(arena, sizeof(*file));
	struct fpd_parse parse = {
		.arena = arena,
		.log = log,
		.error = error,
		.name = name,
		.line = 1,
		.column = 1,
		.open = { file },
	};
	char *buffer = malloc(size + FLEX_END);

	if (file && buffer) {
		memcpy(buffer, text, size);
		memset(buffer + size, 0, FLEX_END);
		scan_and_parse(&parse, buffer, size);
	} else {
		fpd_parse_no_memory(&parse);
	}
	free(buffer);
	if (!parse.code)
		*ret = file;
	return parse.code;
}
