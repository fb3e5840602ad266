// SPDX-License-Identifier: GPL-2.0
/*
 * fairpathd: groups, what a map should be, and the plan that leads there. Plans are
 * applied to a model of the kernel, which is what the properties are checked of.
 */
#include "unit.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fairpathd/desired.h"
#include "fairpathd/grouping.h"
#include "fairpathd/planner.h"

#define MEMBERS 6
#define WWID	"3600508b4000156d70001200000b00000"

/* A LUN, for a test to change. */
struct lun {
	struct fpd_settings settings;
	struct fpd_member members[MEMBERS];
	char devs[MEMBERS][16];
	struct fpd_desired_input input;
};

static void make_lun(struct lun *lun, size_t nr)
{
	memset(lun, 0, sizeof(*lun));
	lun->settings.path_selector.value = "service-time 0";
	lun->settings.rr_min_io_rq.value = 1;
	lun->settings.no_path_retry.value = FPD_NO_PATH_FAIL;
	lun->settings.polling_interval.value = 5;
	lun->settings.path_grouping_policy.value = FPD_GROUPING_MULTIBUS;
	lun->settings.queue_if_no_path_timeout_secs.value = FPD_UNSET;
	lun->settings.pg_init_retries.value = FPD_UNSET;
	lun->settings.pg_init_delay_msecs.value = FPD_UNSET;
	for (size_t i = 0; i < nr; i++) {
		snprintf(lun->devs[i], sizeof(lun->devs[i]), "8:%zu", i * 16);
		lun->members[i] = (struct fpd_member){
			.dev = lun->devs[i],
			.devnum = (dev_t)i + 1,
			.wwid = WWID,
			.state = FPD_PATH_UP,
			.priority = 50,
			.entered = true,
		};
	}
	lun->input = (struct fpd_desired_input){
		.name = "lun",
		.wwid = WWID,
		.sectors = 2048,
		.settings = &lun->settings,
		.members = lun->members,
		.nr_members = nr,
	};
}

static void desire(const struct lun *lun, struct fpd_desired *desired)
{
	assert_int_equal(fpd_desired_build(&lun->input, desired), 0);
}

/* The kernel */

struct kernel {
	struct fpd_live live;
	char *table;
	struct fairpath_status_group groups[MEMBERS];
	struct fairpath_status_path paths[MEMBERS];
	struct fairpath_status status;
};

static void kernel_clear(struct kernel *kernel)
{
	fairpath_table_free(kernel->live.table);
	memset(kernel, 0, sizeof(*kernel));
}

/* Every path of a new table is usable. */
static void kernel_load(struct kernel *kernel, const char *text, uint64_t sectors)
{
	size_t at = 0;

	fairpath_table_free(kernel->live.table);
	assert_int_equal(fairpath_table_parse(text, &kernel->live.table, NULL), 0);
	kernel->status = (struct fairpath_status){
		.current_group = kernel->live.table->initial_group,
		.nr_groups = kernel->live.table->nr_groups,
		.groups = kernel->groups,
	};
	for (size_t g = 0; g < kernel->live.table->nr_groups; g++) {
		const struct fairpath_table_group *group = &kernel->live.table->groups[g];

		kernel->groups[g] = (struct fairpath_status_group){
			.nr_paths = group->nr_paths,
			.paths = &kernel->paths[at],
		};
		for (size_t p = 0; p < group->nr_paths; p++, at++)
			kernel->paths[at] = (struct fairpath_status_path){
				.dev = group->paths[p].dev,
				.usable = true,
			};
	}
	kernel->live.exists = true;
	kernel->live.status = &kernel->status;
	kernel->live.device.has_live = true;
	kernel->live.device.has_inactive = false;
	kernel->live.device.suspended = false;
	kernel->live.device.sectors = sectors;
}

static struct fairpath_status_path *kernel_path(struct kernel *kernel, const char *dev)
{
	for (size_t i = 0; i < MEMBERS; i++)
		if (kernel->paths[i].dev && !strcmp(kernel->paths[i].dev, dev))
			return &kernel->paths[i];
	return NULL;
}

static void kernel_message(struct kernel *kernel, const char *message)
{
	const char *word = strchr(message, ' ');

	if (!strncmp(message, "fail_path ", 10))
		kernel_path(kernel, word + 1)->usable = false;
	else if (!strncmp(message, "reinstate_path ", 15))
		kernel_path(kernel, word + 1)->usable = true;
	else if (!strncmp(message, "switch_group ", 13))
		kernel->status.current_group = (unsigned int)atoi(word + 1);
	else if (!strcmp(message, "queue_if_no_path"))
		kernel->live.table->features.queue_if_no_path = true;
	else if (!strcmp(message, "fail_if_no_path"))
		kernel->live.table->features.queue_if_no_path = false;
	else if (!strcmp(message, "confirm_restacked"))
		kernel->status.flush.promised = false;
	else
		fail_msg("no such message: %s", message);
}

static void kernel_do(struct kernel *kernel, const struct fpd_desired *desired,
		      const struct fpd_step *step)
{
	switch (step->kind) {
	case FPD_STEP_CREATE:
		assert_false(kernel->live.exists);
		strcpy(kernel->live.device.name, desired->name);
		strcpy(kernel->live.device.uuid, desired->uuid);
		kernel_load(kernel, step->text, desired->sectors);
		break;
	case FPD_STEP_RELOAD:
		kernel_load(kernel, step->text, desired->sectors);
		kernel->live.advertises_cache = kernel->live.advertises_fua = false;
		break;
	case FPD_STEP_RESUME:
		kernel->live.device.suspended = false;
		break;
	case FPD_STEP_CLEAR:
		kernel->live.device.has_inactive = false;
		break;
	case FPD_STEP_MESSAGE:
		kernel_message(kernel, step->text);
		break;
	case FPD_STEP_RENAME:
		strcpy(kernel->live.device.name, step->text);
		break;
	case FPD_STEP_REMOVE:
		kernel_clear(kernel);
		break;
	}
}

static size_t usable_in(const struct kernel *kernel, const struct fpd_desired *desired)
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
static size_t carry_out(struct kernel *kernel, const struct fpd_desired *desired,
			struct fpd_wishes wishes)
{
	struct fpd_plan plan;
	size_t nr;

	assert_int_equal(fpd_plan_make(desired, &kernel->live, &wishes, &plan), 0);
	for (size_t i = 0; i < plan.nr; i++) {
		size_t before = usable_in(kernel, desired);

		kernel_do(kernel, desired, &plan.steps[i]);
		assert_true(plan.steps[i].kind == FPD_STEP_REMOVE ||
			    usable_in(kernel, desired) >= before);
	}
	nr = plan.nr;
	fpd_plan_clear(&plan);
	return nr;
}

/* The plan's first step as text, and how many there are. */
static void assert_plan(struct kernel *kernel, const struct fpd_desired *desired,
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

/* Groups */

static void policies_group(void **state)
{
	const struct fpd_groupable paths[] = {
		{ 1, 10, "a" }, { 2, 50, "b" }, { 3, 10, "a" }, { 4, 50, NULL }, { 5, 50, NULL },
	};
	size_t group_of[5];

	(void)state;
	assert_int_equal(fpd_group_paths(FPD_GROUPING_MULTIBUS, paths, 5, group_of), 1);
	assert_int_equal(fpd_group_paths(FPD_GROUPING_FAILOVER, paths, 5, group_of), 5);
	assert_int_equal(group_of[1], 0); /* best first, then by device number */
	assert_int_equal(group_of[3], 1);
	assert_int_equal(group_of[0], 3);
	assert_int_equal(fpd_group_paths(FPD_GROUPING_GROUP_BY_PRIO, paths, 5, group_of), 2);
	assert_int_equal(group_of[0], 1);
	assert_int_equal(group_of[1], 0);
	assert_int_equal(fpd_group_paths(FPD_GROUPING_GROUP_BY_SERIAL, paths, 5, group_of), 4);
	assert_int_equal(group_of[0], group_of[2]);
	assert_int_not_equal(group_of[3], group_of[4]); /* without a key: alone */
	assert_int_equal(fpd_group_paths(FPD_GROUPING_MULTIBUS, paths, 0, group_of), 0);
}

/* What should be */

static void table_says_what_is_configured(void **state)
{
	struct fpd_desired desired;
	struct lun lun;
	char *text;

	(void)state;
	make_lun(&lun, 3);
	lun.settings.path_grouping_policy.value = FPD_GROUPING_GROUP_BY_PRIO;
	lun.settings.no_path_retry.value = 12;
	lun.settings.hardware_handler.value = "1 alua";
	lun.members[0].priority = 10;
	desire(&lun, &desired);
	assert_int_equal(fairpath_table_format(&desired.table, &text, NULL), 0);
	assert_string_equal(text, "3 queue_if_no_path queue_if_no_path_timeout_secs 60 1 alua 2 1 "
				  "service-time 0 2 1 8:16 1 8:32 1 service-time 0 1 1 8:0 1");
	assert_string_equal(desired.uuid, "mpath-" WWID);
	free(text);
	fpd_desired_clear(&desired);
}

static void selector_must_count_right(void **state)
{
	struct fpd_desired desired;
	struct lun lun;

	(void)state;
	make_lun(&lun, 1);
	lun.settings.path_selector.value = "service-time 1";
	assert_int_equal(fpd_desired_build(&lun.input, &desired), -EINVAL);
	lun.settings.path_selector.value = "service-time";
	assert_int_equal(fpd_desired_build(&lun.input, &desired), -EINVAL);
	lun.settings.path_selector.value = "";
	assert_int_equal(fpd_desired_build(&lun.input, &desired), -EINVAL);
}

static void paths_of_two_luns_never_share_a_map(void **state)
{
	struct fpd_desired desired;
	struct lun lun;

	(void)state;
	make_lun(&lun, 3);
	lun.members[1].wwid = "360000000000000000000000000000000e";
	lun.members[1].in_live = true;
	lun.members[2].state = FPD_PATH_WRONG_LUN;
	lun.members[2].in_live = true;
	desire(&lun, &desired);
	assert_int_equal(desired.nr_paths, 1);
	assert_int_equal(desired.strangers, 1);
	assert_string_equal(desired.table.groups[0].paths[0].dev, "8:0");
	fpd_desired_clear(&desired);
}

static void last_path_is_not_failed_for_a_suspicion(void **state)
{
	struct fpd_desired desired;
	struct lun lun;

	(void)state;
	make_lun(&lun, 2);
	lun.members[0].state = FPD_PATH_DELAYED;
	lun.members[1].state = FPD_PATH_DOWN;
	desire(&lun, &desired);
	assert_int_equal(desired.wants[0], FPD_WANT_USABLE);
	fpd_desired_clear(&desired);

	lun.members[1].state = FPD_PATH_UP;
	desire(&lun, &desired);
	assert_int_equal(desired.wants[0], FPD_WANT_FAILED);
	fpd_desired_clear(&desired);

	lun.members[0].state = FPD_PATH_BLOCKED;
	desire(&lun, &desired);
	assert_int_equal(desired.wants[0], FPD_WANT_FAILED);
	fpd_desired_clear(&desired);

	lun.members[1].state = FPD_PATH_DOWN;
	desire(&lun, &desired);
	assert_int_equal(desired.wants[0], FPD_WANT_AS_IS);
	fpd_desired_clear(&desired);
}

static void path_enters_only_after_it_was_good(void **state)
{
	struct fpd_desired desired;
	struct lun lun;

	(void)state;
	make_lun(&lun, 2);
	lun.members[1].entered = false;
	lun.members[1].state = FPD_PATH_DOWN;
	desire(&lun, &desired);
	assert_int_equal(desired.nr_paths, 1);
	fpd_desired_clear(&desired);
	lun.members[1].in_live = true;
	desire(&lun, &desired);
	assert_int_equal(desired.nr_paths, 2);
	fpd_desired_clear(&desired);
}

/* Plans */

static const struct fpd_wishes none;

/* A LUN of two paths, what it should be, and a kernel that has nothing yet. */
struct world {
	struct lun lun;
	struct fpd_desired desired;
	struct kernel kernel;
};

static int world_begins(void **state)
{
	struct world *world = calloc(1, sizeof(*world));

	if (!world)
		return -1;
	make_lun(&world->lun, 2);
	desire(&world->lun, &world->desired);
	*state = world;
	return 0;
}

static int world_ends(void **state)
{
	struct world *world = *state;

	kernel_clear(&world->kernel);
	fpd_desired_clear(&world->desired);
	free(world);
	return 0;
}

/* The LUN was changed: what it should be now. */
static void desire_again(struct world *world)
{
	fpd_desired_clear(&world->desired);
	desire(&world->lun, &world->desired);
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
	assert_false(kernel_path(&world->kernel, "8:16")->usable);
}

static void stranger_is_failed_before_anything_else(void **state)
{
	struct world *world = *state;

	make_lun(&world->lun, 3);
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
	path = kernel_path(&world->kernel, "8:0");
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
	kernel_message(&world->kernel, "fail_if_no_path");
	expect(world, end, 0, NULL);
	expect(world, none, 1, "message queue_if_no_path");
}

/* Whatever is desired after whatever was. */

static void spoil(struct lun *lun, struct kernel *kernel)
{
	static const int64_t retries[] = { FPD_NO_PATH_FAIL, FPD_NO_PATH_QUEUE, 3 };
	static const int64_t groupings[] = { FPD_GROUPING_FAILOVER, FPD_GROUPING_MULTIBUS,
					     FPD_GROUPING_GROUP_BY_PRIO };

	lun->settings.no_path_retry.value = retries[rand() % 3];
	lun->settings.path_grouping_policy.value = groupings[rand() % 3];
	lun->settings.path_selector.value = rand() % 2 ? "service-time 0" : "round-robin 0";
	lun->input.nr_members = (size_t)rand() % (MEMBERS + 1);
	lun->input.name = rand() % 4 ? "lun" : "alias";
	for (size_t i = 0; i < MEMBERS; i++) {
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
	struct kernel kernel = { 0 };
	struct lun lun;

	(void)state;
	make_lun(&lun, MEMBERS);
	srand(1);
	for (int round = 0; round < 20000; round++) {
		struct fpd_wishes wishes = { .switch_group = rand() % 2,
					     .remove = rand() % 64 == 0 };
		struct fpd_desired desired;

		spoil(&lun, &kernel);
		desire(&lun, &desired);
		carry_out(&kernel, &desired, wishes);
		if (kernel.live.exists)
			assert_int_equal(usable_in(&kernel, &desired), desired.nr_usable);
		assert_int_equal(carry_out(&kernel, &desired, wishes), 0);
		for (size_t i = 0; i < MEMBERS; i++)
			if (lun.members[i].state == FPD_PATH_WRONG_LUN)
				assert_null(fpd_live_path(&kernel.live, lun.devs[i]));
		fpd_desired_clear(&desired);
	}
	kernel_clear(&kernel);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST("each policy forms its groups, best first", policies_group),
		TEST("a table says what is configured", table_says_what_is_configured),
		TEST("a path_selector that counts its words wrong is refused",
		     selector_must_count_right),
		TEST("paths of two LUNs never share a map", paths_of_two_luns_never_share_a_map),
		TEST("the last path is not failed for a mere suspicion",
		     last_path_is_not_failed_for_a_suspicion),
		TEST("a path enters a table only after it has been good",
		     path_enters_only_after_it_was_good),
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
