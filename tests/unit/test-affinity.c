// SPDX-License-Identifier: GPL-2.0
/* core/cpus and core/select/io-affinity: masks of CPUs, and the path of each. */
#include "unit.h"

#include <stdlib.h>

#include "cpus.h"
#include "map.h"
#include "text.h"

#define NR_CPUS	 8
#define NR_PATHS 3
#define BYTES	 4096

/* Three paths, eight CPUs, of which the upper four are another node's. */
struct lun {
	struct fp_map map;
	struct fp_group group;
	struct fp_path paths[NR_PATHS];
};

static int lun_init(struct lun *lun, const char *a, const char *b, const char *c)
{
	const char *masks[] = { a, b, c };
	struct fp_affinity *affinity;

	affinity = calloc(1, sizeof(*affinity) + NR_CPUS * sizeof(struct fp_cpu));
	assert_non_null(affinity);
	affinity->nr_cpus = NR_CPUS;
	for (unsigned int i = 0; i < NR_CPUS; i++)
		affinity->cpus[i].node = i / 4;
	memset(lun, 0, sizeof(*lun));
	lun->map = (struct fp_map){ .groups = &lun->group,
				    .nr_groups = 1,
				    .paths = lun->paths,
				    .nr_paths = NR_PATHS,
				    .nr_usable = NR_PATHS,
				    .current_group = FP_NONE,
				    .next_group = FP_NONE };
	lun->group = (struct fp_group){ .selector = &fp_io_affinity,
					.paths = lun->paths,
					.nr_paths = NR_PATHS,
					.affinity = affinity };
	for (int i = 0; i < NR_PATHS; i++)
		lun->paths[i] = (struct fp_path){ .usable = true, .args.cpus = masks[i] };
	return fp_affinity_init(&lun->group);
}

static void lun_free(struct lun *lun)
{
	free(lun->group.affinity);
}

static int path_on(struct lun *lun, unsigned int cpu)
{
	lun->map.moment.cpu = cpu;
	return fp_map_choose(&lun->map, BYTES).path;
}

static void checks(void **state)
{
	(void)state;
	assert_null(fp_cpus_check("1"));
	assert_null(fp_cpus_check("fF"));
	assert_null(fp_cpus_check("ffffffff"));
	assert_null(fp_cpus_check("1,00000000"));
	assert_null(fp_cpus_check(",1,,2,"));
	assert_null(fp_cpus_check(" 1\t2"));
	assert_non_null(fp_cpus_check(""));
	assert_non_null(fp_cpus_check(","));
	assert_non_null(fp_cpus_check("0"));
	assert_non_null(fp_cpus_check("0,00000000"));
	assert_non_null(fp_cpus_check("123456789"));
	assert_non_null(fp_cpus_check("g"));
	assert_non_null(fp_cpus_check("0x1"));
	assert_non_null(fp_cpus_check("-1"));
}

static void parts(void **state)
{
	(void)state;
	assert_int_equal(fp_cpus_part("5", 0), 5);
	assert_int_equal(fp_cpus_part("5", 1), 0);
	assert_int_equal(fp_cpus_part("5", 1000000), 0);
	assert_int_equal(fp_cpus_part("dEadbeef", 0), 0xdeadbeef);
	assert_int_equal(fp_cpus_part("a,1,80000000", 0), 0x80000000);
	assert_int_equal(fp_cpus_part("a,1,80000000", 1), 1);
	assert_int_equal(fp_cpus_part("a,1,80000000", 2), 10);
	assert_int_equal(fp_cpus_part(",a,,1,", 0), 1);
	assert_int_equal(fp_cpus_part(",a,,1,", 1), 10);
	assert_int_equal(fp_cpus_part(",a,,1,", 2), 0);
}

static void assert_written(const char *mask, unsigned int nr_cpus, const char *expected)
{
	char buf[64];
	struct fp_text text = fp_text(buf, sizeof(buf));

	fp_cpus_write(mask, nr_cpus, &text);
	assert_string_equal(buf, expected);
}

static void writes(void **state)
{
	(void)state;
	assert_written("1", 1, "1 ");
	assert_written("3", 1, "1 ");
	assert_written("3", 4, "3 ");
	assert_written("3", 5, "03 ");
	assert_written("f", 32, "0000000f ");
	assert_written("f", 33, "0,0000000f ");
	assert_written("ff,1", 36, "f,00000001 ");
	assert_written("ff,1", 64, "000000ff,00000001 ");
	assert_written("f,00000000,00000001", 40, "00,00000001 ");
}

static void by_cpu(void **state)
{
	struct lun lun;

	(void)state;
	assert_int_equal(lun_init(&lun, "3", "c", "f0"), FP_NONE);
	for (unsigned int cpu = 0; cpu < NR_CPUS; cpu++)
		assert_int_equal(path_on(&lun, cpu), cpu < 2 ? 0 : cpu < 4 ? 1 : 2);
	assert_int_equal(lun.group.affinity->map_misses, 0);
	lun_free(&lun);
}

static void first_one_has_it(void **state)
{
	struct lun lun;

	(void)state;
	assert_int_equal(lun_init(&lun, "1", "3", "fff7"), FP_NONE);
	assert_int_equal(path_on(&lun, 0), 0);
	assert_int_equal(path_on(&lun, 1), 1);
	assert_int_equal(path_on(&lun, 2), 2);
	lun_free(&lun);
}

static void none_left(void **state)
{
	struct lun lun;

	(void)state;
	assert_int_equal(lun_init(&lun, "1", "ff", "80"), 2);
	lun_free(&lun);
	assert_int_equal(lun_init(&lun, "1", "100", "2"), 1); /* there is no CPU 8 */
	lun_free(&lun);
}

static void misses(void **state)
{
	struct lun lun;
	char buf[64];
	struct fp_text text = fp_text(buf, sizeof(buf));

	(void)state;
	assert_int_equal(lun_init(&lun, "1", "20", "40"), FP_NONE);
	assert_int_equal(path_on(&lun, 3), 0); /* of its node */
	assert_int_equal(path_on(&lun, 4), 1); /* of its node */
	assert_int_equal(path_on(&lun, 0), 0);
	fp_io_affinity.table_words(&lun.group, &lun.paths[1], &text);
	fp_io_affinity.info_words(&lun.group, &lun.paths[1], &text);
	assert_string_equal(buf, "20 2 ");
	lun_free(&lun);
}

static void failed_path(void **state)
{
	struct lun lun;

	(void)state;
	assert_int_equal(lun_init(&lun, "3", "30", "c0"), FP_NONE);
	fp_map_fail_path(&lun.map, 1);
	assert_int_equal(path_on(&lun, 5), 2); /* near */
	fp_map_fail_path(&lun.map, 2);
	assert_int_equal(path_on(&lun, 5), 0); /* far */
	fp_map_fail_path(&lun.map, 0);
	assert_int_equal(path_on(&lun, 5), FP_NONE);
	fp_map_reinstate_path(&lun.map, 1);
	assert_int_equal(path_on(&lun, 5), 1);
	assert_int_equal(path_on(&lun, 0), 1);
	/* A path that failed is not a miss of the map. */
	assert_int_equal(lun.group.affinity->map_misses, 0);
	lun_free(&lun);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST("a mask is hexadecimal, in parts, and not empty", checks),
		TEST("a mask's parts are counted from its end", parts),
		TEST("a mask is written as the kernel does", writes),
		TEST("each CPU's requests take the path that has it", by_cpu),
		TEST("a CPU of two masks belongs to the first", first_one_has_it),
		TEST("a path that no CPU is left for is found out", none_left),
		TEST("a CPU of no mask takes a path near it, and is counted", misses),
		TEST("a failed path's CPUs take a path near them, else any", failed_path),
	};

	return cmocka_run_group_tests_name("io-affinity", tests, NULL, NULL);
}
