/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The hardware handler of a map: its name and its parameters, these as scsi_dh
 * wants them, strings one after the other, the first of which is their number:
 * "2", "mode_6", "extra" for `3 rdac mode_6 extra`.
 */
#ifndef FP_CORE_HANDLER_H
#define FP_CORE_HANDLER_H

#include "env.h"

struct fp_text;

struct fp_handler {
	const char *name;   /* NULL: none */
	const char *params; /* NULL: none */
	unsigned int nr_params;
};

/* fp_handler_params_size - of the parameters argv[0] to argv[argc - 1], in bytes */
size_t fp_handler_params_size(unsigned int argc, char *const *argv);

/* @out: fp_handler_params_size() bytes */
void fp_handler_params_write(char *out, unsigned int argc, char *const *argv);

/* fp_handler_words - as a table line has them, each with a space after it */
void fp_handler_words(const struct fp_handler *handler, struct fp_text *out);

#endif
