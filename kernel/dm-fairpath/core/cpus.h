/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Masks of CPUs as words, and which path each CPU's requests take (io-affinity).
 *
 * A mask is hexadecimal, CPU 0 the lowest bit: parts of 1 to 8 digits, 32 CPUs
 * each, with commas between, the last part the lowest: the kernel's own way.
 * Nothing is stored of a mask but its word, so that there is no greatest CPU.
 */
#ifndef FP_CORE_CPUS_H
#define FP_CORE_CPUS_H

#include "env.h"

struct fp_group;
struct fp_text;

/* fp_cpus_check - Return: NULL if @mask is one with any CPU in it, or what is wrong with it. */
const char *fp_cpus_check(const char *mask);

/* fp_cpus_part - bits 32 * @part and up of a mask that was checked */
u32 fp_cpus_part(const char *mask, unsigned int part);

/* fp_cpus_write - a mask as the kernel shows one of @nr_cpus CPUs; of others nothing */
void fp_cpus_write(const char *mask, unsigned int nr_cpus, struct fp_text *out);

/* One CPU. */
struct fp_cpu {
	int path;	   /* index into its group's paths, or FP_NONE */
	unsigned int node; /* of the machine's memory */
};

/* Of one group; the caller allocates it, with its CPUs' nodes filled in. */
struct fp_affinity {
	u32 map_misses; /* requests on a CPU that no path's mask has */
	unsigned int nr_cpus;
	struct fp_cpu cpus[];
};

/**
 * fp_affinity_init - give each CPU the first path of the group whose mask has it
 * @group: affinity and the masks of its paths are set
 *
 * Return: FP_NONE, or the index of the first path that no CPU was left for.
 */
int fp_affinity_init(struct fp_group *group);

#endif
