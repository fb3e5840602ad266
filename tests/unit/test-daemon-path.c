// SPDX-License-Identifier: GPL-2.0
/* fairpathd: the life of a path, and how long it stays out after failures. */
#include "unit.h"

#include "fairpathd/backoff.h"
#include "fairpathd/path-facts.h"
#include "fairpathd/path_fsm.h"

static struct fpd_path_step after(enum fpd_path_state state, enum fpd_path_event event)
{
	return fpd_path_fsm(state, event);
}

/* Silence is no evidence: who is used is checked at once, and used until that says no. */
static void silence_asks(void **state)
{
	(void)state;
	for (int s = 0; s < FPD_NR_PATH_STATES; s++) {
		struct fpd_path_step step = after(s, FPD_EVENT_IO_SILENT);

		assert_int_equal(step.next, s);
		assert_int_equal(step.actions, fpd_path_state_usable(s) ? FPD_DO_PROBE : 0);
	}
}

static void evidence_outranks_a_probe(void **state)
{
	struct fpd_path_step step = after(FPD_PATH_UP, FPD_EVENT_IO_FAILED);

	(void)state;
	assert_int_equal(step.next, FPD_PATH_DOWN);
	assert_true(step.actions & FPD_DO_PENALIZE);
	/* A probe that succeeds right after does not bring it back by itself. */
	step = after(step.next, FPD_EVENT_PROBE_UP);
	assert_int_equal(step.next, FPD_PATH_CHECKING);
	assert_false(fpd_path_state_usable(step.next));
	step = after(step.next, FPD_EVENT_IDENTITY_SAME);
	assert_int_equal(step.next, FPD_PATH_DELAYED);
	assert_true(step.actions & FPD_DO_DELAY);
	step = after(step.next, FPD_EVENT_PROBE_UP);
	assert_int_equal(step.next, FPD_PATH_DELAYED);
}

/* Whatever happens, in one step or in many. */
static void none_is_used_before_its_identity_is_known(void **state)
{
	(void)state;
	for (int s = 0; s < FPD_NR_PATH_STATES; s++) {
		for (int e = 0; e < FPD_NR_PATH_EVENTS; e++) {
			struct fpd_path_step step = after(s, e);

			if (fpd_path_state_usable(s) || !fpd_path_state_usable(step.next))
				continue;
			/* Only from where it was asked: when it was found, or when it returned. */
			assert_true(s == FPD_PATH_PENDING || s == FPD_PATH_DELAYED);
		}
	}
	for (int s = 0; s < FPD_NR_PATH_STATES; s++)
		for (int e = 0; e < FPD_NR_PATH_EVENTS; e++)
			if (after(s, e).next == FPD_PATH_DELAYED && s != FPD_PATH_DELAYED)
				assert_true(s == FPD_PATH_CHECKING && e == FPD_EVENT_IDENTITY_SAME);
}

static void another_lun_is_alarming_in_every_state_that_had_one(void **state)
{
	(void)state;
	for (int s = 0; s < FPD_NR_PATH_STATES; s++) {
		struct fpd_path_step step = after(s, FPD_EVENT_IDENTITY_OTHER);

		if (s == FPD_PATH_NEW || s == FPD_PATH_REMOVED || s == FPD_PATH_WRONG_LUN)
			continue;
		assert_int_equal(step.next, FPD_PATH_WRONG_LUN);
		assert_true(step.actions & FPD_DO_ALARM);
		assert_true(step.actions & FPD_DO_PLAN);
	}
}

static void wrong_lun_is_left_only_by_leaving_the_map_or_coming_back(void **state)
{
	(void)state;
	for (int e = 0; e < FPD_NR_PATH_EVENTS; e++) {
		enum fpd_path_state next = after(FPD_PATH_WRONG_LUN, e).next;

		if (e == FPD_EVENT_LEFT_MAP)
			assert_int_equal(next, FPD_PATH_NEW);
		else if (e == FPD_EVENT_REMOVED)
			assert_int_equal(next, FPD_PATH_REMOVED);
		else if (e == FPD_EVENT_IDENTITY_SAME)
			assert_int_equal(next, FPD_PATH_DOWN);
		else
			assert_int_equal(next, FPD_PATH_WRONG_LUN);
	}
}

static void held_is_left_only_by_the_administrator(void **state)
{
	(void)state;
	for (int e = 0; e < FPD_NR_PATH_EVENTS; e++) {
		enum fpd_path_state next = after(FPD_PATH_HELD, e).next;

		if (e == FPD_EVENT_ADMIN_REINSTATE || e == FPD_EVENT_REMOVED ||
		    e == FPD_EVENT_IDENTITY_OTHER)
			continue;
		assert_int_equal(next, FPD_PATH_HELD);
	}
}

static void what_changes_use_is_planned(void **state)
{
	(void)state;
	for (int s = 0; s < FPD_NR_PATH_STATES; s++)
		for (int e = 0; e < FPD_NR_PATH_EVENTS; e++)
			if (fpd_path_state_usable(s) != fpd_path_state_usable(after(s, e).next))
				assert_true(after(s, e).actions & FPD_DO_PLAN);
}

/* I/O that was in flight fails after a probe has, or after its port was lost. */
static void loss_counts_once(void **state)
{
	static const enum fpd_path_state in_use[] = { FPD_PATH_UP, FPD_PATH_GHOST,
						      FPD_PATH_DELAYED };
	static const enum fpd_path_event losses[] = { FPD_EVENT_IO_FAILED, FPD_EVENT_PROBE_DOWN,
						      FPD_EVENT_PORT_BLOCKED };

	(void)state;
	for (int i = 0; i < 3 * 27; i++) {
		const enum fpd_path_event told[] = { losses[i % 3], losses[i / 3 % 3],
						     losses[i / 9 % 3] };
		enum fpd_path_state now = in_use[i / 27];
		unsigned int counted = 0;

		for (int t = 0; t < 3; t++) {
			counted += !!(after(now, told[t]).actions & FPD_DO_PENALIZE);
			now = after(now, told[t]).next;
		}
		assert_int_equal(counted, 1);
	}
}

static void removed_is_the_end(void **state)
{
	(void)state;
	for (int s = 0; s < FPD_NR_PATH_STATES; s++)
		assert_int_equal(after(s, FPD_EVENT_REMOVED).next, FPD_PATH_REMOVED);
	for (int e = 0; e < FPD_NR_PATH_EVENTS; e++)
		assert_int_equal(after(FPD_PATH_REMOVED, e).next, FPD_PATH_REMOVED);
}

static void everything_has_a_name(void **state)
{
	(void)state;
	for (int s = 0; s < FPD_NR_PATH_STATES; s++)
		assert_true(fpd_path_state_name(s)[0]);
	for (int e = 0; e < FPD_NR_PATH_EVENTS; e++)
		assert_true(fpd_path_event_name(e)[0]);
}

#define SECOND UINT64_C(1000000)

static void first_failure_costs_nothing(void **state)
{
	struct fpd_backoff backoff = { 0 };

	(void)state;
	assert_true(fpd_backoff_ready(&backoff, 5 * SECOND) == 5 * SECOND);
	fpd_backoff_failed(&backoff, 5 * SECOND);
	assert_true(fpd_backoff_ready(&backoff, 6 * SECOND) == 6 * SECOND);
}

static void delays_grow_up_to_ten_minutes(void **state)
{
	struct fpd_backoff backoff = { 0 };
	uint64_t now = SECOND, before = 0;

	(void)state;
	for (int i = 0; i < 40; i++) {
		uint64_t delay;

		fpd_backoff_failed(&backoff, now);
		delay = fpd_backoff_delay(&backoff);
		assert_true(delay >= before);
		assert_true(i < 1 || delay >= FPD_BACKOFF_FIRST_USEC);
		assert_true(delay <= FPD_BACKOFF_MAX_USEC);
		before = delay;
		now = fpd_backoff_ready(&backoff, now) + SECOND;
	}
	assert_true(before == FPD_BACKOFF_MAX_USEC);
}

static void failures_are_forgotten_after_a_good_time(void **state)
{
	struct fpd_backoff backoff = { 0 };

	(void)state;
	fpd_backoff_failed(&backoff, 1 * SECOND);
	fpd_backoff_failed(&backoff, 2 * SECOND);
	assert_int_equal(backoff.failures, 2);
	assert_true(fpd_backoff_ready(&backoff, 1000 * SECOND) == 1000 * SECOND);
	fpd_backoff_failed(&backoff, 1000 * SECOND);
	assert_int_equal(backoff.failures, 1);
}

static void forgiving_forgets(void **state)
{
	struct fpd_backoff backoff = { 0 };

	(void)state;
	for (int i = 0; i < 5; i++)
		fpd_backoff_failed(&backoff, SECOND);
	fpd_backoff_forgive(&backoff);
	assert_true(fpd_backoff_ready(&backoff, 2 * SECOND) == 2 * SECOND);
}

static void luns_of_one_target_are_known_by_their_address(void **state)
{
	(void)state;
	assert_true(fpd_same_target("1:0:0:3", "1:0:0:12"));
	assert_true(fpd_same_target("1:0:0:3", "1:0:0:3"));
	assert_false(fpd_same_target("1:0:0:3", "1:0:1:3"));
	assert_false(fpd_same_target("1:0:0:3", "11:0:0:3"));
	assert_false(fpd_same_target("1:0:0:3", "1:0:0"));
	assert_false(fpd_same_target("", ""));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST("a path in use that is silent is checked, and no more", silence_asks),
		TEST("I/O that failed outranks a probe that succeeds", evidence_outranks_a_probe),
		TEST("no path is used before its identity is known",
		     none_is_used_before_its_identity_is_known),
		TEST("another LUN is alarming in every state that had one",
		     another_lun_is_alarming_in_every_state_that_had_one),
		TEST("a path of another LUN stays out until it has left the map",
		     wrong_lun_is_left_only_by_leaving_the_map_or_coming_back),
		TEST("a path that an administrator failed is brought back by nobody else",
		     held_is_left_only_by_the_administrator),
		TEST("whatever makes a path usable, or not, is planned",
		     what_changes_use_is_planned),
		TEST("that a path was lost counts once, however many tell it", loss_counts_once),
		TEST("a path that is removed stays so", removed_is_the_end),
		TEST("every state and every event has a name", everything_has_a_name),
		TEST("the first failure costs no time", first_failure_costs_nothing),
		TEST("delays of a path that flaps grow, up to ten minutes",
		     delays_grow_up_to_ten_minutes),
		TEST("failures are forgotten after a good time",
		     failures_are_forgotten_after_a_good_time),
		TEST("a path that is forgiven is used at once", forgiving_forgets),
		TEST("LUNs of one target are known by their address",
		     luns_of_one_target_are_known_by_their_address),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
