// SPDX-License-Identifier: GPL-2.0
/* Masks of CPUs as words, and which path each CPU's requests take; see cpus.h. */
#include "cpus.h"
#include "map.h"
#include "text.h"

#define FP_CPUS_PER_PART 32
#define FP_PART_DIGITS	 8

static int fp_hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

/* Any number of commas and blanks (a backslash puts one in a word) is one border. */
static bool fp_is_border(char c)
{
	return c == ',' || c == ' ' || (c >= '\t' && c <= '\r') || (unsigned char)c == 0xa0;
}

const char *fp_cpus_check(const char *mask)
{
	unsigned int digits = 0;
	bool any = false;

	for (; *mask; mask++) {
		if (fp_is_border(*mask)) {
			digits = 0;
			continue;
		}
		if (fp_hex_digit(*mask) < 0)
			return "the mask of CPUs is not hexadecimal";
		if (++digits > FP_PART_DIGITS)
			return "the mask of CPUs has more than 8 digits without a comma";
		any |= *mask != '0';
	}
	return any ? NULL : "the mask of CPUs is empty";
}

/* The part that ends before @end, and moves it to where the one above ends. */
static bool fp_take_part(const char *mask, const char **end, u32 *bits)
{
	unsigned int shift = 0;
	const char *c = *end;

	*bits = 0;
	while (c > mask && fp_is_border(c[-1]))
		c--;
	if (c == mask)
		return false;
	for (; c > mask && !fp_is_border(c[-1]); shift += 4)
		*bits |= (u32)fp_hex_digit(*--c) << shift;
	*end = c;
	return true;
}

u32 fp_cpus_part(const char *mask, unsigned int part)
{
	const char *end = mask + strlen(mask);
	u32 bits;

	do {
		if (!fp_take_part(mask, &end, &bits))
			return 0;
	} while (part--);
	return bits;
}

void fp_cpus_write(const char *mask, unsigned int nr_cpus, struct fp_text *out)
{
	unsigned int part = (nr_cpus - 1) / FP_CPUS_PER_PART;
	unsigned int cpus = (nr_cpus - 1) % FP_CPUS_PER_PART + 1; /* of the part at the top */
	u32 bits = fp_cpus_part(mask, part);

	if (cpus < FP_CPUS_PER_PART)
		bits &= (1u << cpus) - 1;
	fp_text_add(out, "%0*x", (int)(cpus + 3) / 4, bits);
	while (part--)
		fp_text_add(out, ",%08x", fp_cpus_part(mask, part));
	fp_text_add(out, " ");
}

/* Return: how many CPUs were left for the path. */
static unsigned int fp_affinity_path(struct fp_affinity *affinity, int path, const char *mask)
{
	unsigned int cpu, taken = 0;
	u32 bits = 0;

	for (cpu = 0; cpu < affinity->nr_cpus; cpu++) {
		if (cpu % FP_CPUS_PER_PART == 0)
			bits = fp_cpus_part(mask, cpu / FP_CPUS_PER_PART);
		if (!(bits >> (cpu % FP_CPUS_PER_PART) & 1) || affinity->cpus[cpu].path != FP_NONE)
			continue;
		affinity->cpus[cpu].path = path;
		taken++;
	}
	return taken;
}

int fp_affinity_init(struct fp_group *group)
{
	struct fp_affinity *affinity = group->affinity;
	unsigned int i;

	affinity->map_misses = 0;
	for (i = 0; i < affinity->nr_cpus; i++)
		affinity->cpus[i].path = FP_NONE;
	for (i = 0; i < group->nr_paths; i++)
		if (!fp_affinity_path(affinity, (int)i, group->paths[i].args.cpus))
			return (int)i;
	return FP_NONE;
}
