// SPDX-License-Identifier: GPL-2.0
/*
 * historical-service-time: the usable path that is expected to finish the
 * request first, by how long its requests took so far.
 *
 * Words
 *   service time  of a request: from when it was sent, or from when the path's
 *                 request before it ended if that was later, to its end: as if
 *                 the path served one after the other
 *   a path's      a moving average of them. A long service time weighs more, for
 *                 it covers more time: each FP_BUCKET_SHIFT bits of ns multiply
 *                 what is kept of the past by the base weight once more
 *   stale         no request ended on the path for as long as each usable path of
 *                 its group would need for one: the average may be out of date,
 *                 and a path that had looked slow gets a chance
 *
 * How two paths compare
 *   T1  if the longer service time is not more than the threshold times the
 *       shorter one, they are alike: fewer requests in flight win
 *   T2  an idle path that is stale beats a busy one; of two idle ones the one wins
 *       that is stale, or will be, since the longest
 *   T3  else (in flight + the request) * service time, less wins; but if that
 *       winner is stale, its average is not trusted to give it more than its
 *       equal share: fewer requests in flight win
 *
 * All fixed point numbers have 10 bits after the point, as in dm-multipath, whose
 * figures these are. There two clocks are compared, of which one may be late; here
 * there is one. And what ended with an error is no measure of speed here.
 *
 * Selector words: [<base weight 0..1023> [<threshold>]].
 * Path words: [<repeat count>]. Status words: of the selector both, TABLE 0 (for
 * the repeat count), INFO <service time> <requests in flight> <stale after>.
 */
#include "../number.h"
#include "../text.h"
#include "best.h"

#define FP_SHIFT 10
#define FP_ONE	 (1ULL << FP_SHIFT)
#define FP_MOST	 (~0ULL >> FP_SHIFT)

#define FP_DEFAULT_WEIGHT 972 /* 0.95 */

/* 2^24 ns are 16.8 ms; after 63 times that the past counts no more. */
#define FP_BUCKET_SHIFT 24
#define FP_BUCKETS	63

static const char *hst_parse_group(struct fp_group_args *args, unsigned int argc, char *const *argv,
				   unsigned int *bad)
{
	args->base_weight = FP_DEFAULT_WEIGHT;
	args->threshold_multiplier = 0;
	*bad = 2;
	if (argc > 2)
		return "more words than the selector takes";
	*bad = 0;
	if (argc > 0 &&
	    fp_parse_number(argv[0], 0, FP_ONE - 1, &args->base_weight) != FP_NUMBER_GOOD)
		return "the base weight is not a number from 0 to 1023";
	*bad = 1;
	if (argc > 1 &&
	    fp_parse_number(argv[1], 0, UINT_MAX, &args->threshold_multiplier) != FP_NUMBER_GOOD)
		return "the threshold multiplier is not a number (0 to 4294967295)";
	return NULL;
}

static const char *hst_parse_path(struct fp_path_args *args, unsigned int argc, char *const *argv,
				  unsigned int *bad)
{
	const char *error = fp_parse_repeat_count(args, argc, argv, 1, bad);

	args->repeat_count = 0; /* as dm-multipath shows it, whatever it was */
	return error;
}

static u64 hst_round(u64 product)
{
	return (product + FP_ONE / 2) >> FP_SHIFT;
}

/* What is kept of the past after a request of that service time: the base's power. */
static u64 hst_weight(u64 base, u64 service_time)
{
	u64 power, weight = FP_ONE;

	if (service_time >> FP_BUCKET_SHIFT >= FP_BUCKETS)
		return 0;
	for (power = (service_time >> FP_BUCKET_SHIFT) + 1; power; power >>= 1) {
		if (power & 1)
			weight = hst_round(weight * base);
		base = hst_round(base * base);
	}
	return weight;
}

static u64 hst_average(u64 past, u64 service_time, u64 weight)
{
	u64 fixed = service_time < FP_MOST >> FP_SHIFT ? service_time << FP_SHIFT : FP_MOST;

	return hst_round(past * weight + fixed * (FP_ONE - weight));
}

static u64 hst_nr_usable(const struct fp_group *group)
{
	u64 nr = 0;
	unsigned int i;

	for (i = 0; i < group->nr_paths; i++)
		nr += group->paths[i].usable;
	return nr;
}

static void hst_took(const struct fp_group *group, struct fp_path *path, u64 started, u64 now)
{
	u64 service_time;

	if (path->last_end > started)
		started = path->last_end;
	service_time = now > started ? now - started : 0;
	path->last_end = now;
	path->service_time = hst_average(path->service_time, service_time,
					 hst_weight(group->args.base_weight, service_time));
	path->stale_after = now + hst_nr_usable(group) * (path->service_time >> FP_SHIFT);
}

/* T1 */
static bool hst_alike(const struct fp_path *a, const struct fp_path *b, u64 threshold)
{
	u64 more = a->service_time, less = b->service_time;

	if (more < less) {
		more = b->service_time;
		less = a->service_time;
	}
	/* A product that does not fit is greater than any service time. */
	if (threshold && less > ~0ULL / threshold)
		return true;
	return more <= less * threshold;
}

/* The functions that compare return < 0 if @a is better, 0 if neither is. */
static int hst_order(u64 a, u64 b)
{
	return a < b ? -1 : a > b;
}

/* T3, but for who is stale. */
static bool hst_finishes_later(const struct fp_path *a, const struct fp_path *b)
{
	u64 time_a = a->service_time, time_b = b->service_time;

	/* The average has 54 bits: from 1024 requests on the products may not fit. */
	if (a->in_flight >= FP_ONE || b->in_flight >= FP_ONE) {
		time_a >>= FP_SHIFT;
		time_b >>= FP_SHIFT;
	}
	return time_a * (1 + (u64)a->in_flight) > time_b * (1 + (u64)b->in_flight);
}

static int hst_compare(const struct fp_group *group, const struct fp_path *a,
		       const struct fp_path *b, u64 now)
{
	const struct fp_path *winner;

	if (hst_alike(a, b, group->args.threshold_multiplier))
		return hst_order(a->in_flight, b->in_flight);

	/* T2 */
	if (!a->in_flight && !b->in_flight)
		return hst_order(a->stale_after, b->stale_after);
	if (!a->in_flight && a->stale_after < now)
		return -1;
	if (!b->in_flight && b->stale_after < now)
		return 1;

	winner = hst_finishes_later(a, b) ? b : a;
	if (winner->stale_after < now)
		return hst_order(a->in_flight, b->in_flight);
	return winner == a ? -1 : 1;
}

static bool hst_better(const struct fp_group *group, const struct fp_path *a,
		       const struct fp_path *b, u64 now)
{
	int order = hst_compare(group, a, b, now);

	return order < 0 || (!order && a->last_used < b->last_used);
}

static int hst_select(const struct fp_group *group, u64 bytes, const struct fp_moment *moment)
{
	(void)bytes;
	return fp_best_path(group, hst_better, moment->now);
}

static void hst_group_words(const struct fp_group *group, struct fp_text *out)
{
	fp_text_add(out, "2 %u %u ", group->args.base_weight, group->args.threshold_multiplier);
}

static void hst_info_words(const struct fp_group *group, const struct fp_path *path,
			   struct fp_text *out)
{
	(void)group;
	fp_text_add(out, "%llu %u %llu ", (unsigned long long)path->service_time, path->in_flight,
		    (unsigned long long)path->stale_after);
}

const struct fp_selector fp_historical_service_time = {
	.name = "historical-service-time",
	.table_args = 1,
	.info_args = 3,
	.wants = FP_WANTS_NOW,
	.parse_group = hst_parse_group,
	.parse_path = hst_parse_path,
	.select = hst_select,
	.took = hst_took,
	.group_words = hst_group_words,
	.table_words = fp_count_only_words,
	.info_words = hst_info_words,
};
