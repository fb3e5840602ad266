// SPDX-License-Identifier: GPL-2.0
/* The words of a hardware handler; see handler.h. */
#include "handler.h"
#include "text.h"

/* Of the digits of an unsigned int and the NUL. */
#define MAX_NUMBER 11

size_t fp_handler_params_size(unsigned int argc, char *const *argv)
{
	size_t size = MAX_NUMBER;
	unsigned int i;

	for (i = 0; i < argc; i++)
		size += strlen(argv[i]) + 1;
	return size;
}

void fp_handler_params_write(char *out, unsigned int argc, char *const *argv)
{
	struct fp_text number = fp_text(out, MAX_NUMBER);
	unsigned int i;

	fp_text_add(&number, "%u", argc);
	out += number.used + 1;
	for (i = 0; i < argc; i++) {
		size_t length = strlen(argv[i]) + 1;

		memcpy(out, argv[i], length);
		out += length;
	}
}

void fp_handler_words(const struct fp_handler *handler, struct fp_text *out)
{
	const char *param = handler->params;
	unsigned int i;

	if (!handler->name) {
		fp_text_add(out, "0 ");
		return;
	}
	fp_text_add(out, "%u %s ", 1 + handler->nr_params, handler->name);
	for (i = 0; i < handler->nr_params; i++) {
		param += strlen(param) + 1;
		fp_text_add(out, "%s ", param);
	}
}
