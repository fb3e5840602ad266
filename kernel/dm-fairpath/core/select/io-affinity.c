// SPDX-License-Identifier: GPL-2.0
/*
 * io-affinity: the path that the table gave to the CPU that the request came on.
 *
 * If that one is not usable, or there is none, a path of a CPU near it (of the
 * same node of memory), else that of any CPU. Requests of a CPU that no mask has are
 * counted: the map misses.
 *
 * Path words: <mask of CPUs> (cpus.h). Status words: TABLE the mask as it is on this
 * machine, INFO <map misses of the group>.
 */
#include "../cpus.h"
#include "../map.h"
#include "../text.h"

static const char *ioa_parse_path(struct fp_path_args *args, unsigned int argc, char *const *argv,
				  unsigned int *bad)
{
	*bad = argc ? 1 : 0;
	if (argc != 1)
		return "io-affinity takes one word for a path, its mask of CPUs";
	*bad = 0;
	args->cpus = argv[0];
	return fp_cpus_check(argv[0]);
}

static bool ioa_usable(const struct fp_group *group, int path)
{
	return path != FP_NONE && group->paths[path].usable;
}

/* The path of the first CPU that has a usable one: of those in @node, or of all. */
static int ioa_first(const struct fp_group *group, bool all, unsigned int node)
{
	const struct fp_affinity *affinity = group->affinity;
	unsigned int i;

	for (i = 0; i < affinity->nr_cpus; i++) {
		const struct fp_cpu *cpu = &affinity->cpus[i];

		if ((all || cpu->node == node) && ioa_usable(group, cpu->path))
			return cpu->path;
	}
	return FP_NONE;
}

static int ioa_select(const struct fp_group *group, u64 bytes, const struct fp_moment *moment)
{
	struct fp_affinity *affinity = group->affinity;
	const struct fp_cpu *cpu = &affinity->cpus[moment->cpu];
	int path = cpu->path;

	(void)bytes;
	if (ioa_usable(group, path))
		return path;
	if (path == FP_NONE)
		affinity->map_misses++;
	path = ioa_first(group, false, cpu->node);
	return path == FP_NONE ? ioa_first(group, true, 0) : path;
}

static void ioa_table_words(const struct fp_group *group, const struct fp_path *path,
			    struct fp_text *out)
{
	fp_cpus_write(path->args.cpus, group->affinity->nr_cpus, out);
}

static void ioa_info_words(const struct fp_group *group, const struct fp_path *path,
			   struct fp_text *out)
{
	(void)path;
	fp_text_add(out, "%u ", group->affinity->map_misses);
}

const struct fp_selector fp_io_affinity = {
	.name = "io-affinity",
	.table_args = 1,
	.info_args = 1,
	.wants = FP_WANTS_CPU,
	.parse_path = ioa_parse_path,
	.select = ioa_select,
	.table_words = ioa_table_words,
	.info_words = ioa_info_words,
};
