/* SPDX-License-Identifier: GPL-2.0 */
/* What scanner, grammar and driver share while a text becomes a tree. */
#ifndef FPD_CONFIG_PARSE_H
#define FPD_CONFIG_PARSE_H

#include <setjmp.h>

#include "fairpathd/config/ast.h"

/* A word of the text, where it stands. @text is NULL for braces and line ends. */
struct fpd_token {
	const char *text;
	unsigned int line;
	unsigned int column;
	bool quoted;
};

/**
 * struct fpd_parse - a text on its way to a tree
 * @arena: where the tree lives
 * @log: for warnings
 * @error: for what is wrong
 * @code: why the text is refused; 0 so far
 * @name: of the text
 * @line: where the scanner is
 * @column: likewise, in bytes from 1
 * @in_line: something stands on the line that needs its end
 * @token: the last one, for messages
 * @open: the sections that are open, outermost first; the text itself is the first
 * @depth: index of the innermost
 * @no_memory: where the scanner goes if it cannot be set up
 */
struct fpd_parse {
	struct fpd_arena *arena;
	const struct fpd_config_log *log;
	struct fairpath_error *error;
	int code;
	const char *name;
	unsigned int line;
	unsigned int column;
	bool in_line;
	struct fpd_token token;
	struct fpd_node *open[FPD_AST_MAX_DEPTH + 1];
	unsigned int depth;
	jmp_buf no_memory;
};

/* Refuse the text for what stands at @token. Return: false. */
__attribute__((format(printf, 3, 4))) bool
fpd_parse_refuse(struct fpd_parse *parse, const struct fpd_token *token, const char *fmt, ...);
bool fpd_parse_no_memory(struct fpd_parse *parse);

/* What the grammar found. Return: false if that refuses the text. */
bool fpd_parse_option(struct fpd_parse *parse, const struct fpd_token *name,
		      const struct fpd_token *value, const struct fpd_token *extra);
bool fpd_parse_open(struct fpd_parse *parse, const struct fpd_token *name);
void fpd_parse_close(struct fpd_parse *parse);

#endif
