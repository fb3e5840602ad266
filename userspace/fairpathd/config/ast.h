/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A configuration file as a tree: sections with what is in them, options with
 * their values, each with its line. Nothing here knows a keyword.
 */
#ifndef FPD_CONFIG_AST_H
#define FPD_CONFIG_AST_H

#include "fairpathd/config/arena.h"
#include "fairpathd/config/report.h"

/* Sections within sections: the syntax has three levels. */
#define FPD_AST_MAX_DEPTH 8

/**
 * struct fpd_node - a section or an option
 * @name:  the keyword
 * @value: of an option; NULL if it has none, or for a section
 * @extra: the first of more words on the line than one value; else NULL
 * @quoted: the value was in double quotes
 * @section: it is a section
 * @place: file, and line of @name
 * @first: of a section: what is in it, in the file's order
 * @next:  what follows in the same section
 */
struct fpd_node {
	const char *name;
	const char *value;
	const char *extra;
	bool quoted;
	bool section;
	struct fpd_place place;
	struct fpd_node *first;
	struct fpd_node *last;
	struct fpd_node *next;
};

/**
 * fpd_ast_parse() - read a text
 * @arena: where the tree lives
 * @name: of the text, for messages; must live as long as the tree
 * @ret: a node without name that holds the text's sections
 *
 * Return: 0, -EINVAL for a text that is broken, or -ENOMEM.
 */
int fpd_ast_parse(struct fpd_arena *arena, const char *name, const char *text, size_t size,
		  const struct fpd_config_log *log, struct fpd_node **ret,
		  struct fairpath_error *error);

#endif
