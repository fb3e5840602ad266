// SPDX-License-Identifier: GPL-2.0
/* core/evidence: what has been seen of a gain. */
#include "unit.h"

#include "evidence.h"

#define PERCENT 10000LL

static struct fp_evidence seen(s64 gain, u64 error)
{
	return (struct fp_evidence){ .gain = gain, .variance = error * error };
}

static void it_is_above_what_it_exceeds_by_so_many_errors(void **state)
{
	struct fp_evidence evidence = seen(5 * PERCENT, 2 * PERCENT);

	(void)state;
	assert_true(fp_evidence_above(&evidence, PERCENT, 2));
	assert_false(fp_evidence_above(&evidence, PERCENT, 3));
	assert_true(fp_evidence_above(&evidence, 5 * PERCENT, 0));
	assert_false(fp_evidence_above(&evidence, 6 * PERCENT, 0));
	assert_true(fp_evidence_below(&evidence, 9 * PERCENT, 2));
	assert_false(fp_evidence_below(&evidence, 8 * PERCENT, 2));
}

static void the_first_is_all_that_is_kept(void **state)
{
	struct fp_evidence kept = { 0 }, fresh = seen(-3 * PERCENT, PERCENT);

	(void)state;
	fp_evidence_join(&kept, &fresh);
	assert_memory_equal(&kept, &fresh, sizeof(kept));
}

/* The surer one counts for more, and both together are surer. */
static void each_counts_by_how_sure_it_is(void **state)
{
	struct fp_evidence kept = seen(0, 4 * PERCENT), fresh = seen(6 * PERCENT, 2 * PERCENT);

	(void)state;
	fp_evidence_join(&kept, &fresh);
	/* 16 and a quarter, against 4: five sixths. */
	assert_in_range(kept.gain, 49900, 50100);
	assert_in_range(kept.variance, (u64)(3.3 * PERCENT * PERCENT),
			(u64)(3.34 * PERCENT * PERCENT));
}

/* Ten vague ones that agree are no longer vague. */
static void what_is_seen_often_becomes_clear(void **state)
{
	struct fp_evidence kept = { 0 }, fresh = seen(8 * PERCENT, 6 * PERCENT);

	(void)state;
	assert_false(fp_evidence_above(&fresh, 0, 2));
	for (int i = 0; i < 10; i++)
		fp_evidence_join(&kept, &fresh);
	assert_true(fp_evidence_above(&kept, 0, 2));
	assert_in_range(kept.gain, 8 * PERCENT - 100, 8 * PERCENT + 100);
}

static void what_contradicts_ends_what_was(void **state)
{
	struct fp_evidence kept = seen(0, PERCENT), fresh = seen(20 * PERCENT, 4 * PERCENT);

	(void)state;
	fp_evidence_join(&kept, &fresh);
	assert_memory_equal(&kept, &fresh, sizeof(kept));
}

/* The most that a sample can tell does not overflow. */
static void the_largest_values_are_joined(void **state)
{
	struct fp_evidence kept = seen(7000000, 11000000), fresh = seen(-1000000, 11000000);

	(void)state;
	fp_evidence_join(&kept, &fresh);
	assert_in_range((u64)(kept.gain + 1000000), 0, 8000000);
	assert_true(kept.variance < (u64)11000000 * 11000000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST("it is above what it exceeds by so many errors",
		     it_is_above_what_it_exceeds_by_so_many_errors),
		TEST("the first is all that is kept", the_first_is_all_that_is_kept),
		TEST("each counts by how sure it is", each_counts_by_how_sure_it_is),
		TEST("what is seen often becomes clear", what_is_seen_often_becomes_clear),
		TEST("what contradicts ends what was", what_contradicts_ends_what_was),
		TEST("the largest values are joined", the_largest_values_are_joined),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
