// SPDX-License-Identifier: GPL-2.0
/*
 * core/flush: the law of flushes, rule by rule. That they suffice together is
 * shown by test-flush-model.c.
 */
#include "unit.h"

#include "flush.h"

static const struct fp_flush_policy law;
static const struct fp_flush_policy in_2011 = { .as_in_2011 = true };
static const struct fp_flush_policy eliding = { .elide = true };
static const struct fp_caps none, wc = { .wc = true }, wc_fua = { .wc = true, .fua = true };

static struct fp_caps advertised(const struct fp_flush *flush, struct fp_caps a, struct fp_caps b)
{
	struct fp_caps all = fp_flush_stack(fp_flush_stack(FP_CAPS_OF_NO_PATH, a), b);

	return fp_flush_advertise(flush, &law, all);
}

#define assert_advertises(a, b, expected)                                                          \
	do {                                                                                       \
		struct fp_caps seen_ = advertised(&(struct fp_flush){ 0 }, a, b);                  \
		assert_int_equal(seen_.wc, (expected).wc);                                         \
		assert_int_equal(seen_.fua, (expected).fua);                                       \
	} while (0)

static void a1_a2(void **state)
{
	(void)state;
	assert_advertises(none, none, none);
	assert_advertises(none, wc, wc);
	assert_advertises(none, wc_fua, wc_fua);
	assert_advertises(wc, none, wc);
	assert_advertises(wc, wc, wc);
	assert_advertises(wc, wc_fua, wc);
	assert_advertises(wc_fua, none, wc_fua);
	assert_advertises(wc_fua, wc, wc);
	assert_advertises(wc_fua, wc_fua, wc_fua);
}

static void a1_without_paths(void **state)
{
	const struct fp_flush flush = { 0 };

	(void)state;
	assert_false(fp_flush_advertise(&flush, &law, FP_CAPS_OF_NO_PATH).wc);
	assert_false(fp_flush_advertise(&flush, &law, FP_CAPS_OF_NO_PATH).fua);
}

static void a1_while_owed(void **state)
{
	struct fp_flush flush = { 0 };

	(void)state;
	fp_flush_write_start(&flush, true);
	fp_flush_write_end(&flush, true, false, false);
	assert_true(advertised(&flush, none, none).wc);
	assert_false(advertised(&flush, none, none).fua);
	fp_flush_done(&flush, fp_flush_begin(&flush));
	assert_false(advertised(&flush, none, none).wc);
}

static void study_advertises(void **state)
{
	const struct fp_flush flush = { 0 };
	struct fp_caps seen = fp_flush_advertise(&flush, &in_2011, FP_CAPS_OF_NO_PATH);

	(void)state;
	assert_true(seen.wc && seen.fua);
}

static void s1_s2(void **state)
{
	(void)state;
	assert_int_equal(fp_flush_send(&law, none, false, true, true), FP_SEND_PLAIN);
	assert_int_equal(fp_flush_send(&law, wc_fua, true, true, true), FP_SEND_FUA);
	assert_int_equal(fp_flush_send(&law, wc, true, true, true), FP_SEND_DURABLE);
	assert_int_equal(fp_flush_send(&law, wc_fua, true, true, false), FP_SEND_DURABLE);
	assert_int_equal(fp_flush_send(&law, wc_fua, true, false, true), FP_SEND_PLAIN);
	/* sd keeps FUA when WCE goes off by way of the queue: without wc it means nothing. */
	assert_int_equal(fp_flush_send(&law, (struct fp_caps){ .fua = true }, false, true, true),
			 FP_SEND_PLAIN);
}

static void study_strips_nothing(void **state)
{
	(void)state;
	assert_int_equal(fp_flush_send(&in_2011, none, false, true, true), FP_SEND_FUA);
	assert_int_equal(fp_flush_send(&in_2011, wc_fua, true, false, true), FP_SEND_PLAIN);
	assert_true(fp_flush_must_send(&(struct fp_flush){ 0 }, &in_2011, false));
}

static void s3(void **state)
{
	struct fp_flush flush = { 0 };
	u64 begun;

	(void)state;
	assert_false(fp_flush_must_send(&flush, &law, false));
	assert_true(fp_flush_must_send(&flush, &law, true));

	fp_flush_write_start(&flush, true);
	assert_true(fp_flush_must_send(&flush, &law, false));
	begun = fp_flush_begin(&flush);
	fp_flush_write_end(&flush, true, false, false);
	fp_flush_done(&flush, begun);
	assert_true(fp_flush_must_send(&flush, &law, false));

	fp_flush_done(&flush, fp_flush_begin(&flush));
	assert_false(fp_flush_must_send(&flush, &law, false));
}

static void s3_late_cache(void **state)
{
	struct fp_flush flush = { 0 };

	(void)state;
	fp_flush_write_start(&flush, false);
	fp_flush_write_end(&flush, false, true, false);
	assert_int_equal(fp_flush_owed(&flush), 1);
}

static void durable_is_not_owed(void **state)
{
	struct fp_flush flush = { 0 };

	(void)state;
	fp_flush_write_start(&flush, true);
	fp_flush_write_end(&flush, true, true, true);
	assert_int_equal(fp_flush_owed(&flush), 0);
}

static void old_flush_ends_late(void **state)
{
	struct fp_flush flush = { .ended = 5 };
	u64 early = fp_flush_begin(&flush), late;

	(void)state;
	flush.ended = 9;
	late = fp_flush_begin(&flush);
	fp_flush_done(&flush, late);
	fp_flush_done(&flush, early);
	assert_int_equal(fp_flush_owed(&flush), 0);
}

static void elides(void **state)
{
	struct fp_flush flush = { 0 };

	(void)state;
	assert_false(fp_flush_must_send(&flush, &eliding, true));
	flush.ended = 1;
	assert_true(fp_flush_must_send(&flush, &eliding, true));
}

static void s6(void **state)
{
	struct fp_flush flush = { 0 };

	(void)state;
	fp_flush_live(&flush, wc);
	assert_false(fp_flush_must_be_durable(&flush, &law, false));
	assert_true(fp_flush_must_be_durable(&flush, &law, true));

	fp_flush_live(&flush, none);
	assert_true(fp_flush_must_be_durable(&flush, &law, false));
	assert_false(fp_flush_confirm(&flush, none));
	assert_true(fp_flush_must_be_durable(&flush, &law, false));

	/* A refresh alone does not lift it: what is stacked above still sends no flush. */
	fp_flush_live(&flush, wc);
	assert_true(fp_flush_must_be_durable(&flush, &law, false));
	assert_true(fp_flush_confirm(&flush, wc));
	assert_false(fp_flush_must_be_durable(&flush, &law, false));
}

static void s2_stale_path(void **state)
{
	(void)state;
	/* The cache is the LUN's: another path says that there is one. */
	assert_int_equal(fp_flush_send(&law, none, true, true, true), FP_SEND_DURABLE);
	assert_int_equal(fp_flush_send(&law, none, true, false, true), FP_SEND_PLAIN);
}

static void passthrough(void **state)
{
	struct fp_flush flush = { 0 };

	(void)state;
	fp_flush_passthrough(&flush, false);
	assert_int_equal(fp_flush_owed(&flush), 0);
	fp_flush_passthrough(&flush, true);
	assert_int_equal(fp_flush_owed(&flush), 1);
	/* It may still be running, and write after this flush. */
	fp_flush_done(&flush, fp_flush_begin(&flush));
	assert_int_equal(fp_flush_owed(&flush), 1);
	fp_flush_settle(&flush);
	fp_flush_done(&flush, fp_flush_begin(&flush));
	assert_int_equal(fp_flush_owed(&flush), 0);
}

static const struct CMUnitTest tests[] = {
	TEST("A1, A2: a cache if any path has one, FUA if all of those take it", a1_a2),
	TEST("A1: a map without paths advertises nothing", a1_without_paths),
	TEST("A1: while something is owed, a cache is advertised and no FUA", a1_while_owed),
	TEST("the policy of 2011 advertises all, whatever is below", study_advertises),
	TEST("S1, S2: FUA goes only to a path that takes it, else a flush follows", s1_s2),
	TEST("the policy of 2011 strips nothing", study_strips_nothing),
	TEST("S3: a flush reaches the LUN while a write is in flight or owed", s3),
	TEST("S3: a write that ended under a cache is owed, though it began without",
	     s3_late_cache),
	TEST("a durable write is not owed", durable_is_not_owed),
	TEST("a flush that began early and ends late takes nothing back", old_flush_ends_late),
	TEST("with elide, a flush goes out only when something is owed", elides),
	TEST("S6: once live without a cache, all is durable until confirmed", s6),
	TEST("S2: a path without a cache is not believed while another has one", s2_stale_path),
	TEST("S3: a command passed through is owed until none can be running", passthrough),
};

int main(void)
{
	return cmocka_run_group_tests_name("flush", tests, NULL, NULL);
}
