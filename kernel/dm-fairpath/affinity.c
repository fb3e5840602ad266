// SPDX-License-Identifier: GPL-2.0
/*
 * What io-affinity needs from this machine: its CPUs and their nodes, and the
 * masks of the table line, which would be gone with the line. Process context; the
 * map is not yet or no longer visible to anybody else.
 */
#include <linux/cpumask.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/topology.h>

#include "core/cpus.h"
#include "dmfp.h"

static struct fp_affinity *dmfp_affinity_alloc(void)
{
	struct fp_affinity *affinity;
	unsigned int cpu;

	affinity = kvzalloc(struct_size(affinity, cpus, nr_cpu_ids), GFP_KERNEL);
	if (!affinity)
		return NULL;
	affinity->nr_cpus = nr_cpu_ids;
	for_each_possible_cpu(cpu)
		affinity->cpus[cpu].node = cpu_to_node(cpu);
	return affinity;
}

/* Of all groups at once, whatever fails: from here on the masks are the map's own, or NULL. */
static int dmfp_affinity_copy_masks(struct dmfp_map *m)
{
	unsigned int i;
	int r = 0;

	for (i = 0; i < m->core.nr_paths; i++) {
		const char **cpus = &m->core.paths[i].args.cpus;

		if (!*cpus)
			continue;
		*cpus = kstrdup(*cpus, GFP_KERNEL);
		if (!*cpus)
			r = -ENOMEM;
	}
	return r;
}

static int dmfp_affinity_group(struct dmfp_map *m, struct fp_group *group,
			       const struct fp_table *table)
{
	const struct fp_table_path *path;
	int none;

	group->affinity = dmfp_affinity_alloc();
	if (!group->affinity)
		return -ENOMEM;
	none = fp_affinity_init(group);
	if (none == FP_NONE)
		return 0;

	path = &table->paths[group->paths - m->core.paths + none];
	DMERR("%s: argument %u '%.40s': the mask names no CPU of this machine that is left for it",
	      dmfp_name(m), path->dev_arg + 1, path->args.cpus);
	m->ti->error = "no CPU is left for a path of io-affinity";
	return -EINVAL;
}

int dmfp_affinity_init(struct dmfp_map *m, const struct fp_table *table)
{
	int r = dmfp_affinity_copy_masks(m);
	unsigned int g;

	for (g = 0; g < m->core.nr_groups && !r; g++)
		if (m->core.groups[g].selector == &fp_io_affinity)
			r = dmfp_affinity_group(m, &m->core.groups[g], table);
	if (r == -ENOMEM)
		m->ti->error = "out of memory";
	return r;
}

void dmfp_affinity_exit(struct dmfp_map *m)
{
	unsigned int i;

	for (i = 0; i < m->core.nr_groups; i++)
		kvfree(m->core.groups[i].affinity);
	for (i = 0; i < m->core.nr_paths; i++)
		kfree(m->core.paths[i].args.cpus);
}
