// SPDX-License-Identifier: GPL-2.0
/* core/fq: whose request goes next. */
#include "unit.h"

#include <stdlib.h>

#include "fq.h"

#define MS	  1000000ULL
#define KIB	  1024U
#define NR_ITEMS  20000
#define MANY_KEYS 4000

struct world {
	struct fp_fq fq;
	struct fp_fq_item items[NR_ITEMS];
	unsigned int used;
	u64 now;
};

static int world_begins(void **state)
{
	struct world *world = calloc(1, sizeof(*world));

	fp_fq_init(&world->fq);
	world->now = MS;
	*state = world;
	return 0;
}

static int world_ends(void **state)
{
	free(*state);
	return 0;
}

struct asks {
	u64 key;
	u32 weight;
	bool idle;
	enum fp_direction direction;
	u32 bytes;
	u64 sector;
};

static struct fp_fq_item *ask(struct world *world, struct asks asks)
{
	struct fp_submitter who = { .key = asks.key,
				    .weight = asks.weight ? asks.weight : FP_FQ_WEIGHT_DEFAULT,
				    .idle_class = asks.idle };
	struct fp_ask what = { .direction = asks.direction,
			       .sector = asks.sector ? asks.sector : 1000ULL * (world->used + 1),
			       .bytes = asks.bytes ? asks.bytes : 4 * KIB };
	struct fp_fq_item *item = &world->items[world->used++];

	assert_true(world->used <= NR_ITEMS);
	fp_fq_add(&world->fq, item, &who, &what, world->now);
	return item;
}

static void ask_times(struct world *world, unsigned int times, struct asks asks)
{
	while (times--)
		ask(world, asks);
}

static u64 key_of(const struct world *world, const struct fp_fq_item *item)
{
	return world->fq.flows[item->flow].key;
}

/* Whose request is granted next. */
static u64 next(struct world *world)
{
	struct fp_fq_item *item = fp_fq_grant(&world->fq, world->now);

	return item ? key_of(world, item) : 0;
}

static void nothing_waits_nothing_is_granted(void **state)
{
	assert_null(fp_fq_grant(&((struct world *)*state)->fq, 0));
}

static void one_flow_goes_in_the_order_of_arrival(void **state)
{
	struct world *world = *state;
	struct fp_fq_item *first = ask(world, (struct asks){ .key = 1 });
	struct fp_fq_item *second = ask(world, (struct asks){ .key = 1 });

	assert_ptr_equal(fp_fq_grant(&world->fq, world->now), first);
	assert_ptr_equal(fp_fq_grant(&world->fq, world->now), second);
	assert_null(fp_fq_grant(&world->fq, world->now));
}

static void a_lone_request_passes_a_deep_queue(void **state)
{
	struct world *world = *state;

	ask_times(world, 1000, (struct asks){ .key = 1 });
	for (int i = 0; i < 100; i++)
		assert_int_equal(next(world), 1);
	ask(world, (struct asks){ .key = 2 });
	assert_int_equal(next(world), 2);
}

static void who_comes_back_at_once_gets_its_share_and_no_more(void **state)
{
	struct world *world = *state;
	unsigned int second = 0;

	ask_times(world, 1000, (struct asks){ .key = 1 });
	for (int i = 0; i < 500; i++) {
		if (!world->fq.flows[world->items[world->used - 1].flow].nr_waiting ||
		    key_of(world, &world->items[world->used - 1]) != 2)
			ask(world, (struct asks){ .key = 2 });
		second += next(world) == 2;
	}
	assert_in_range(second, 249, 251);
}

/* Grant until both have been backlogged for @cost; what each got over its weight differs little. */
static void backlogged_flows_get_what_their_weights_say(void **state)
{
	struct world *world = *state;
	static const u32 weights[] = { 100, 200, 400, 800 };
	u64 got[4] = { 0 };

	for (unsigned int f = 0; f < 4; f++)
		ask_times(world, 4000,
			  (struct asks){ .key = f + 1,
					 .weight = weights[f],
					 .bytes = f % 2 ? 4 * KIB : 64 * KIB });
	for (int i = 0; i < 3000; i++) {
		struct fp_fq_item *item = fp_fq_grant(&world->fq, world->now);

		got[key_of(world, item) - 1] += item->cost;
		for (unsigned int a = 0; a < 4; a++)
			for (unsigned int b = 0; b < 4; b++) {
				double bound = (double)fp_cost(64 * KIB) / weights[a] +
					       (double)fp_cost(64 * KIB) / weights[b];

				assert_true((double)got[a] / weights[a] -
						    (double)got[b] / weights[b] <=
					    bound);
			}
	}
}

static void another_weight_holds_at_once(void **state)
{
	struct world *world = *state;
	unsigned int light = 0;

	ask_times(world, 10, (struct asks){ .key = 1, .weight = 1 });
	ask_times(world, 5000, (struct asks){ .key = 2, .weight = 1000 });
	/* Its first is granted: the next would be due when the other has had a thousand. */
	for (int i = 0; i < 3; i++)
		light += next(world) == 1;
	assert_int_equal(light, 1);
	ask(world, (struct asks){ .key = 1, .weight = 1000 });
	light = 0;
	for (int i = 0; i < 16; i++)
		light += next(world) == 1;
	assert_in_range(light, 7, 9);
}

/* 512 bytes and the fixed part, over 9000: 36.7 units of virtual time. */
static void small_requests_of_large_weights_get_exactly_their_share(void **state)
{
	struct world *world = *state;
	unsigned int first = 0;

	ask_times(world, 9900, (struct asks){ .key = 1, .weight = 9000, .bytes = 512 });
	ask_times(world, 9900, (struct asks){ .key = 2, .weight = 7000, .bytes = 512 });
	for (int i = 0; i < 16000; i++)
		first += next(world) == 1;
	assert_in_range(first, 8998, 9002);
}

static void a_sequential_run_stays_together(void **state)
{
	struct world *world = *state;
	unsigned int changes = 0;
	u64 last = 0;

	/* Two readers of mapped files: 64 KiB each, in pages. */
	for (u64 page = 0; page < 16; page++) {
		ask(world, (struct asks){ .key = 1, .sector = 80000 + 8 * page });
		ask(world, (struct asks){ .key = 2, .sector = 900000 + 8 * page });
	}
	for (int i = 0; i < 32; i++) {
		u64 key = next(world);

		changes += key != last;
		last = key;
	}
	/* Pages alternating one by one would be 32 changes. */
	assert_true(changes <= 12);
}

static void a_run_does_not_take_over(void **state)
{
	struct world *world = *state;
	unsigned int one = 0;

	for (u64 page = 0; page < 4000; page++) {
		ask(world, (struct asks){ .key = 1, .sector = 80000 + 8 * page });
		ask(world, (struct asks){ .key = 2 });
	}
	for (int i = 0; i < 4000; i++)
		one += next(world) == 1;
	assert_in_range(one, 1990, 2010);
}

static void reads_go_before_writes_of_the_same_flow_until_they_are_old(void **state)
{
	struct world *world = *state;
	struct fp_fq_item *write, *read;

	write = ask(world, (struct asks){ .key = 1, .direction = FP_WRITE });
	read = ask(world, (struct asks){ .key = 1 });
	assert_ptr_equal(fp_fq_grant(&world->fq, world->now), read);
	world->now += FP_WRITE_EXPIRY_NS;
	read = ask(world, (struct asks){ .key = 1 });
	assert_ptr_equal(fp_fq_grant(&world->fq, world->now), write);
	assert_ptr_equal(fp_fq_grant(&world->fq, world->now), read);
}

static void the_backlog_of_a_deep_flow_gains_nothing_by_its_age(void **state)
{
	struct world *world = *state;
	unsigned int second = 0;

	ask_times(world, 4000, (struct asks){ .key = 1 });
	world->now += 10 * FP_READ_EXPIRY_NS;
	ask_times(world, 4000, (struct asks){ .key = 2 });
	for (int i = 0; i < 1000; i++)
		second += next(world) == 2;
	assert_in_range(second, 499, 501);
	assert_int_equal(world->fq.granted_overdue, 0);
}

static void the_idle_class_yields_but_is_not_starved(void **state)
{
	struct world *world = *state;
	unsigned int idle = 0;

	ask_times(world, 4000, (struct asks){ .key = 1 });
	ask_times(world, 4000, (struct asks){ .key = 2, .idle = true });
	for (int i = 0; i < 100; i++)
		assert_int_equal(next(world), 1);
	/* A request each ms: in ten seconds, one in each expiry. */
	for (int i = 0; i < 3000; i++) {
		world->now += MS;
		idle += next(world) == 2;
	}
	assert_in_range(idle, 5, 6);
	assert_int_equal(world->fq.granted_overdue, idle);
}

static void the_idle_class_has_all_when_nobody_else_asks(void **state)
{
	struct world *world = *state;

	ask_times(world, 10, (struct asks){ .key = 2, .idle = true });
	for (int i = 0; i < 10; i++)
		assert_int_equal(next(world), 2);
}

static void what_is_put_back_goes_at_its_old_place(void **state)
{
	struct world *world = *state;
	struct fp_fq_item *first = ask(world, (struct asks){ .key = 1 });

	ask_times(world, 5, (struct asks){ .key = 1 });
	ask_times(world, 5, (struct asks){ .key = 2 });
	assert_ptr_equal(fp_fq_grant(&world->fq, world->now), first);
	assert_int_equal(next(world), 2);
	fp_fq_put_back(&world->fq, first);
	/* Its flow is as if it had not gone: and it is the first of it. */
	assert_ptr_equal(fp_fq_grant(&world->fq, world->now), first);
}

static void nobody_waits_for_ever_when_there_are_more_than_slots(void **state)
{
	struct world *world = *state;
	unsigned int granted = 0;

	for (u64 key = 1; key <= MANY_KEYS; key++)
		ask(world, (struct asks){ .key = key });
	for (u64 key = 1; key <= MANY_KEYS; key++)
		ask(world, (struct asks){ .key = key });
	assert_true(world->fq.nr_backlogged <= FP_FQ_FLOWS);
	while (fp_fq_grant(&world->fq, world->now))
		granted++;
	assert_int_equal(granted, 2 * MANY_KEYS);
	assert_int_equal(world->fq.nr_waiting, 0);
	assert_int_equal(world->fq.nr_backlogged, 0);
}

/* Random steps; each item is granted exactly once for each time that it was added. */
static void nothing_is_lost_and_nothing_goes_twice(void **state)
{
	struct world *world = *state;
	static unsigned char out[NR_ITEMS];
	struct fp_fq_item *last = NULL;
	unsigned int granted = 0, seed = 1;

	memset(out, 0, sizeof(out));
	for (int i = 0; i < 30000; i++) {
		struct fp_fq_item *item;

		seed = seed * 1103515245 + 12345;
		world->now += (seed >> 8) % (2 * MS);
		if ((seed >> 16) % 5 < 2 && world->used < NR_ITEMS) {
			ask(world, (struct asks){ .key = 1 + (seed >> 20) % 400,
						  .weight = 1 + (seed >> 18) % 10000,
						  .idle = (seed >> 17) % 7 == 0,
						  .direction = (seed >> 21) % 2,
						  .bytes = 512 << (seed >> 22) % 12 });
			continue;
		}
		if ((seed >> 16) % 50 == 4 && last) {
			fp_fq_put_back(&world->fq, last);
			out[last - world->items]--;
			granted--;
			last = NULL;
			continue;
		}
		item = fp_fq_grant(&world->fq, world->now);
		assert_int_equal(!item, granted == world->used);
		if (!item)
			continue;
		assert_int_equal(out[item - world->items]++, 0);
		granted++;
		last = item;
	}
	while (fp_fq_grant(&world->fq, world->now))
		granted++;
	assert_int_equal(granted, world->used);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST_WITH("nothing waits nothing is granted", nothing_waits_nothing_is_granted,
			  world_begins, world_ends),
		TEST_WITH("one flow goes in the order of arrival",
			  one_flow_goes_in_the_order_of_arrival, world_begins, world_ends),
		TEST_WITH("a lone request passes a deep queue", a_lone_request_passes_a_deep_queue,
			  world_begins, world_ends),
		TEST_WITH("who comes back at once gets its share and no more",
			  who_comes_back_at_once_gets_its_share_and_no_more, world_begins,
			  world_ends),
		TEST_WITH("backlogged flows get what their weights say",
			  backlogged_flows_get_what_their_weights_say, world_begins, world_ends),
		TEST_WITH("another weight holds at once", another_weight_holds_at_once,
			  world_begins, world_ends),
		TEST_WITH("small requests of large weights get exactly their share",
			  small_requests_of_large_weights_get_exactly_their_share, world_begins,
			  world_ends),
		TEST_WITH("a sequential run stays together", a_sequential_run_stays_together,
			  world_begins, world_ends),
		TEST_WITH("a run does not take over", a_run_does_not_take_over, world_begins,
			  world_ends),
		TEST_WITH("reads go before writes of the same flow until they are old",
			  reads_go_before_writes_of_the_same_flow_until_they_are_old, world_begins,
			  world_ends),
		TEST_WITH("the backlog of a deep flow gains nothing by its age",
			  the_backlog_of_a_deep_flow_gains_nothing_by_its_age, world_begins,
			  world_ends),
		TEST_WITH("the idle class yields but is not starved",
			  the_idle_class_yields_but_is_not_starved, world_begins, world_ends),
		TEST_WITH("the idle class has all when nobody else asks",
			  the_idle_class_has_all_when_nobody_else_asks, world_begins, world_ends),
		TEST_WITH("what is put back goes at its old place",
			  what_is_put_back_goes_at_its_old_place, world_begins, world_ends),
		TEST_WITH("nobody waits for ever when there are more than slots",
			  nobody_waits_for_ever_when_there_are_more_than_slots, world_begins,
			  world_ends),
		TEST_WITH("nothing is lost and nothing goes twice",
			  nothing_is_lost_and_nothing_goes_twice, world_begins, world_ends),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
