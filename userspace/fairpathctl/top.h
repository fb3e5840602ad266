/* SPDX-License-Identifier: GPL-2.0 */
/*
 * fairpathctl top: what maps, flows and paths do, round after round.
 *
 * A round is made of two answers to the verb "flows": it is the same object with
 * rates in the place of counts. Printing takes nothing else, so all but the loop is
 * pure.
 */
#ifndef FPCTL_TOP_H
#define FPCTL_TOP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct json_object;

/* top-round.c: what happened between two answers. The caller releases it. */
struct json_object *top_round(struct json_object *before, struct json_object *after);

/* top-print.c: a round as tables */
void print_round(FILE *out, struct json_object *round);

/* And a text cut to so many lines of so many characters; no line's end after the last. */
void print_cut(FILE *out, const char *text, size_t lines, size_t columns);

/* top.c: the command, with its words. Return: the exit status. */
int top(const char *socket, bool json, int argc, char **argv);

#endif
