/* SPDX-License-Identifier: GPL-2.0 */
/* The syntax of multipath.conf: one option on a line, sections in braces. */
%code requires {
#include "fairpathd/config/parse.h"
}

%code {
int fpd_grammar_lex(struct fpd_token *token, void *scanner);
static void fpd_grammar_error(void *scanner, struct fpd_parse *parse, const char *message);
}

%define api.prefix {fpd_grammar_}
%define api.pure full
%define api.value.type {struct fpd_token}
%define parse.error custom
%param { void *scanner }
%parse-param { struct fpd_parse *parse }


%token WORD		"a keyword"
%token STRING		"a value in quotes"
%token OPEN		"'{'"
%token CLOSE		"'}'"
%token END_OF_LINE	"a new line"
%token END_OF_FILE 0	"the end of the file"

%%

file:
  entries

entries:
  %empty
| entries option
| entries section

option:
  WORD END_OF_LINE
	{ if (!fpd_parse_option(parse, &$1, NULL, NULL)) YYABORT; }
| WORD value END_OF_LINE
	{ if (!fpd_parse_option(parse, &$1, &$2, NULL)) YYABORT; }
| WORD value extra END_OF_LINE
	{ if (!fpd_parse_option(parse, &$1, &$2, &$3)) YYABORT; }

value:
  WORD
| STRING

/* More words than one value: the first of them is kept, for the warning. */
extra:
  value
| extra value

section:
  head entries CLOSE END_OF_LINE
	{ fpd_parse_close(parse); }

head:
  WORD OPEN END_OF_LINE
	{ if (!fpd_parse_open(parse, &$1)) YYABORT; }
| WORD END_OF_LINE OPEN END_OF_LINE
	{ if (!fpd_parse_open(parse, &$1)) YYABORT; }

%%

/* Only when bison's stack cannot grow: it cannot without memory. */
static void fpd_grammar_error(void *scanner, struct fpd_parse *parse, const char *message)
{
	(void)scanner;
	(void)message;
	fpd_parse_no_memory(parse);
}

/* What a person wants to know first is mostly not which token bison wanted. */
static const char *explain(const yypcontext_t *context, const struct fpd_parse *parse)
{
	switch (yypcontext_token(context)) {
	case YYSYMBOL_CLOSE:
		if (yypcontext_expected_tokens(context, NULL, 0) && !parse->depth)
			return "no section is open here that it could close";
		return "'}' must stand alone on its line";
	case YYSYMBOL_OPEN:
		return "'{' may only follow the name of a section, and a value with braces "
		       "must be in double quotes";
	case YYSYMBOL_STRING:
		return "a keyword or '}' was expected: keywords are not quoted, and a line has one option";
	case YYSYMBOL_WORD:
		return "a new line was expected: a line has one option";
	default:
		return "a keyword or '}' was expected";
	}
}

static int yyreport_syntax_error(const yypcontext_t *context, void *scanner,
				 struct fpd_parse *parse)
{
	const struct fpd_node *section = parse->open[parse->depth];

	(void)scanner;
	if (yypcontext_token(context) == YYSYMBOL_YYEOF)
		fpd_parse_refuse(parse, &parse->token,
				 "the file ends where '}' was expected, to close section '%s' of "
				 "line %u", section->name, section->place.line);
	else
		fpd_parse_refuse(parse, &parse->token, "%s", explain(context, parse));
	return 0;
}
