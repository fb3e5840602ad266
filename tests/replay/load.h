/* SPDX-License-Identifier: GPL-2.0 */
/* One load: tasks forked, released together, waited for. */
#ifndef REPLAY_LOAD_H
#define REPLAY_LOAD_H

#include "figures.h"
#include "mix.h"

struct load {
	enum mix mix;
	unsigned int tasks;
	unsigned int cpu_scale;	 /* what uses no disk is done this many times less */
	unsigned int disk_scale; /* disk jobs handle this many times less */
	char *const *dirs;
	unsigned int nr_dirs;
};

/* Makes the common files anew and syncs three times, as AIM7 does before a load. */
void load_prepare(const struct load *load);

/* Returns how many tasks failed; then @result says nothing. */
unsigned int load_run(const struct load *load, struct load_result *result);

#endif
