// SPDX-License-Identifier: GPL-2.0
/*
 * fairpathd: the plan that leads to what a map should be. Plans are applied to a model of
 * the kernel, which is what the properties are checked of.
 */
#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include "plan-kernel.h"

static size_t usable_in(const struct plan_kernel *kernel, const struct fpd_desired *desired)
{
	size_t usable = 0, at = 0;

	for (size_t g = 0; g < desired->table.nr_groups; g++)
		for (size_t p = 0; p < desired->table.groups[g].nr_paths; p++, at++) {
			const struct fairpath_status_path *path =
				fpd_live_path(&kernel->live, desired->table.groups[g].paths[p].dev);

			usable += desired->wants[at] == FPD_WANT_USABLE && path && path->usable;
		}
	return usable;
}

/* One plan, each step of which takes no path away that should be usable. */
static size_t carry_out(struct plan_kernel *kernel, const struct fpd_desired *desired,
			struct fpd_wishes wishes)
{
	struct fpd_plan plan;
	size_t nr;

	assert_int_equal(fpd_plan_make(desired, &kernel->live, &wishes, &plan), 0);
	for (size_t i = 0; i < plan.nr; i++) {
		size_t before = usable_in(kernel, desired);

		plan_kernel_do(kernel, desired, &plan.steps[i]);
		assert_true(plan.steps[i].kind == FPD_STEP_REMOVE ||
			    usable_in(kernel, desired) >= before);
	}
	nr = plan.nr;
	fpd_plan_clear(&plan);
	return nr;
}

/* The plan's first step as text, and how many there are. */
static void assert_plan(struct plan_kernel *kernel, const struct fpd_desired *desired,
			struct fpd_wishes wishes, size_t nr, const char *first)
{
	struct fpd_plan plan;
	char text[64];

	assert_int_equal(fpd_plan_make(desired, &kernel->live, &wishes, &plan), 0);
	assert_int_equal(plan.nr, nr);
	if (nr)
		assert_string_equal(fpd_step_text(&plan.steps[0], text, sizeof(text)), first);
	fpd_plan_clear(&plan);
}

/* Plans */

static const struct fpd_wishes none;

/* A LUN of two paths, what it should be, and a kernel that has nothing yet. */
struct world {
	struct plan_lun lun;
	struct fpd_desired desired;
	struct plan_kernel kernel;
};

static int world_begins(void **state)
{
	struct world *world = calloc(1, sizeof(*world));

	if (!world)
		return -1;
	plan_lun_make(&world->lun, 2);
	plan_lun_desire(&world->lun, &world->desired);
	*state = world;
	return 0;
}

static int world_ends(void **state)
{
	struct world *world = *state;

	plan_kernel_clear(&world->kernel);
	fpd_desired_clear(&world->desired);
	free(world);
	return 0;
}

/* The LUN was changed: what it should be now. */
static void desire_again(struct world *world)
{
	fpd_desired_clear(&world->desired);
	plan_lun_desire(&world->lun, &world->desired);
}

static void do_it(struct world *world)
{
	carry_out(&world->kernel, &world->desired, none);
}

static void expect(struct world *world, struct fpd_wishes wishes, size_t nr, const char *first)
{
	assert_plan(&world->kernel, &world->desired, wishes, nr, first);
}

static void map_is_made_once_a_path_is_good(void **state)
{
	struct world *world = *state;
	struct fpd_member *members = world->lun.members;

	members[0].state = members[1].state = FPD_PATH_DOWN;
	desire_again(world);
	expect(world, none, 0, NULL);

	members[0].state = FPD_PATH_UP;
	desire_again(world);
	expect(world, none, 2, "create");
	do_it(world);
	expect(world, none, 0, NULL);
	assert_false(plan_kernel_path(&world->kernel, "8:16")->usable);
}

static void stranger_is_failed_before_anything_else(void **state)
{
	struct world *world = *state;

	plan_lun_make(&world->lun, 3);
	desire_again(world);
	do_it(world);

	world->lun.members[1].state = FPD_PATH_WRONG_LUN;
	world->lun.members[1].in_live = true;
	desire_again(world);
	expect(world, none, 2, "message fail_path 8:16");
	do_it(world);
	assert_null(fpd_live_path(&world->kernel.live, "8:16"));
}

static void dead_ones_suspend_is_ended_and_an_administrators_is_not(void **state)
{
	const struct fpd_wishes resume = { .resume = true };
	struct world *world = *state;

	do_it(world);
	world->kernel.live.device.suspended = true;
	world->kernel.live.device.has_inactive = true;
	expect(world, none, 0, NULL);
	expect(world, resume, 1, "resume");
}

static void changed_cache_is_a_reload(void **state)
{
	const struct fpd_wishes confirm = { .confirm = true };
	struct world *world = *state;
	struct fairpath_status_path *path;

	do_it(world);
	path = plan_kernel_path(&world->kernel, "8:0");
	path->has_caps = true;
	path->write_cache = true;
	expect(world, none, 1, "reload");
	world->kernel.live.advertises_cache = true;
	expect(world, none, 0, NULL);
	/* A2: FUA only if each path with a cache has it. */
	path->fua = true;
	expect(world, none, 1, "reload");
	world->kernel.live.advertises_fua = true;
	expect(world, none, 0, NULL);
	world->kernel.status.flush.promised = true;
	expect(world, confirm, 1, "message confirm_restacked");
}

static void failback_switches_only_when_wished(void **state)
{
	const struct fpd_wishes failback = { .switch_group = true };
	struct world *world = *state;

	world->lun.settings.path_grouping_policy.value = FPD_GROUPING_FAILOVER;
	desire_again(world);
	do_it(world);
	world->kernel.status.current_group = 2;
	expect(world, none, 0, NULL);
	expect(world, failback, 1, "message switch_group 1");
}

static void lun_without_paths_gets_an_empty_table(void **state)
{
	struct world *world = *state;

	do_it(world);
	world->lun.input.nr_members = 0;
	desire_again(world);
	expect(world, none, 3, "message fail_path 8:0");
	do_it(world);
	assert_int_equal(world->kernel.live.table->nr_groups, 0);
	expect(world, none, 0, NULL);
}

/* With no daemon only the kernel's clock ends queueing; where there is none, it is ended first. */
static void daemon_that_ends_leaves_no_endless_queueing(void **state)
{
	static const struct fpd_wishes end = { .end = true };
	struct world *world = *state;

	world->lun.settings.no_path_retry.value = FPD_NO_PATH_QUEUE;
	desire_again(world);
	do_it(world);
	expect(world, end, 0, NULL);
	world->kernel.live.endless = true;
	expect(world, end, 1, "message fail_if_no_path");
	plan_kernel_message(&world->kernel, "fail_if_no_path");
	expect(world, end, 0, NULL);
	expect(world, none, 1, "message queue_if_no_path");
}

/* Whatever is desired after whatever was. */

static void spoil(struct plan_lun *lun, struct plan_kernel *kernel)
{
	static const int64_t retries[] = { FPD_NO_PATH_FAIL, FPD_NO_PATH_QUEUE, 3 };
	static const int64_t groupings[] = { FPD_GROUPING_FAILOVER, FPD_GROUPING_MULTIBUS,
					     FPD_GROUPING_GROUP_BY_PRIO };

	lun->settings.no_path_retry.value = retries[rand() % 3];
	lun->settings.path_grouping_policy.value = groupings[rand() % 3];
	lun->settings.path_selector.value = rand() % 2 ? "service-time 0" : "round-robin 0";
	lun->input.nr_members = (size_t)rand() % (PLAN_MEMBERS + 1);
	lun->input.name = rand() % 4 ? "lun" : "alias";
	for (size_t i = 0; i < PLAN_MEMBERS; i++) {
		struct fpd_member *member = &lun->members[i];

		member->state = (enum fpd_path_state)(rand() % FPD_NR_PATH_STATES);
		member->priority = rand() % 3 * 10;
		member->entered = rand() % 4;
		member->in_live = fpd_live_path(&kernel->live, member->dev) != NULL;
		if (kernel->paths[i].dev && rand() % 2)
			kernel->paths[i].usable = rand() % 2;
	}
	if (kernel->live.exists) {
		kernel->live.device.has_inactive = rand() % 2;
		if (kernel->status.nr_groups)
			kernel->status.current_group =
				1 + (unsigned int)rand() % (unsigned int)kernel->status.nr_groups;
	}
}

static void any_plan_leads_there(void **state)
{
	struct plan_kernel kernel = { 0 };
	struct plan_lun lun;

	(void)state;
	plan_lun_make(&lun, PLAN_MEMBERS);
	srand(1);
	for (int round = 0; round < 20000; round++) {
		struct fpd_wishes wishes = { .switch_group = rand() % 2,
					     .remove = rand() % 64 == 0 };
		struct fpd_desired desired;

		spoil(&lun, &kernel);
		plan_lun_desire(&lun, &desired);
		carry_out(&kernel, &desired, wishes);
		if (kernel.live.exists)
			assert_int_equal(usable_in(&kernel, &desired), desired.nr_usable);
		assert_int_equal(carry_out(&kernel, &desired, wishes), 0);
		for (size_t i = 0; i < PLAN_MEMBERS; i++)
			if (lun.members[i].state == FPD_PATH_WRONG_LUN)
				assert_null(fpd_live_path(&kernel.live, lun.devs[i]));
		fpd_desired_clear(&desired);
	}
	plan_kernel_clear(&kernel);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST_WITH("a map is made once a path is good", map_is_made_once_a_path_is_good,
			  world_begins, world_ends),
		TEST_WITH("what is another LUN's is failed before anything else is done",
			  stranger_is_failed_before_anything_else, world_begins, world_ends),
		TEST_WITH("a dead daemon's suspend is ended, an administrator's is not",
			  dead_ones_suspend_is_ended_and_an_administrators_is_not, world_begins,
			  world_ends),
		TEST_WITH("a cache that the device does not advertise is a reload (S5)",
			  changed_cache_is_a_reload, world_begins, world_ends),
		TEST_WITH("I/O goes back to a better group only when that is wished",
			  failback_switches_only_when_wished, world_begins, world_ends),
		TEST_WITH("a LUN without paths gets an empty table",
			  lun_without_paths_gets_an_empty_table, world_begins, world_ends),
		TEST_WITH("a daemon that ends leaves no map that would queue for ever",
			  daemon_that_ends_leaves_no_endless_queueing, world_begins, world_ends),
		TEST("20000 random maps: a plan leads there, takes no good path away, and is then "
		     "empty",
		     any_plan_leads_there),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
