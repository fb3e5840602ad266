// SPDX-License-Identifier: GPL-2.0
/*
 * service-time: the usable path that is expected to finish the request first.
 *
 * The estimate is (bytes in flight + the request's) / relative throughput. A
 * path of relative throughput 0 is used only while no usable path has more.
 * Ties go to the higher throughput, then to the path used least recently.
 *
 * Path words: [<repeat count> [<relative throughput>]].
 * Status words: TABLE <repeat count> <relative throughput>,
 * INFO <bytes in flight> <relative throughput>.
 */
#include "../number.h"
#include "../text.h"
#include "best.h"

#define ST_MAX_THROUGHPUT     100
#define ST_DEFAULT_THROUGHPUT 1

static const char *st_parse_path(struct fp_path_args *args, unsigned int argc, char *const *argv,
				 unsigned int *bad)
{
	const char *error = fp_parse_repeat_count(args, argc, argv, 2, bad);

	if (error)
		return error;
	args->relative_throughput = ST_DEFAULT_THROUGHPUT;
	if (argc < 2)
		return NULL;
	*bad = 1;
	if (fp_parse_number(argv[1], 0, ST_MAX_THROUGHPUT, &args->relative_throughput) !=
	    FP_NUMBER_GOOD)
		return "the relative throughput is not a number from 0 to 100";
	return NULL;
}

/* With the same throughput, which is the rule: nothing to multiply. */
static bool st_before_equal(const struct fp_path *a, const struct fp_path *b)
{
	if (a->bytes_in_flight != b->bytes_in_flight)
		return a->bytes_in_flight < b->bytes_in_flight;
	return a->last_used < b->last_used;
}

/* Is @a to be taken rather than @b for a request of @bytes? */
static bool st_before(const struct fp_group *group, const struct fp_path *a,
		      const struct fp_path *b, u64 bytes)
{
	u64 throughput_a = a->args.relative_throughput;
	u64 throughput_b = b->args.relative_throughput;
	u64 time_a, time_b;

	(void)group;
	if (throughput_a == throughput_b)
		return st_before_equal(a, b);
	if (a->bytes_in_flight == b->bytes_in_flight || !throughput_a || !throughput_b)
		return throughput_a > throughput_b;

	/*
	 * a's time < b's time, multiplied out so as not to divide. No overflow:
	 * throughputs are at most 100, and 2^57 bytes are not in flight.
	 */
	time_a = (a->bytes_in_flight + bytes) * throughput_b;
	time_b = (b->bytes_in_flight + bytes) * throughput_a;
	if (time_a != time_b)
		return time_a < time_b;
	return throughput_a > throughput_b;
}

static int st_select(const struct fp_group *group, u64 bytes, const struct fp_moment *moment)
{
	(void)moment;
	return fp_best_path(group, st_before, bytes);
}

static void st_table_words(const struct fp_group *group, const struct fp_path *path,
			   struct fp_text *out)
{
	(void)group;
	fp_text_add(out, "%u %u ", path->args.repeat_count, path->args.relative_throughput);
}

static void st_info_words(const struct fp_group *group, const struct fp_path *path,
			  struct fp_text *out)
{
	(void)group;
	fp_text_add(out, "%llu %u ", (unsigned long long)path->bytes_in_flight,
		    path->args.relative_throughput);
}

const struct fp_selector fp_service_time = {
	.name = "service-time",
	.table_args = 2,
	.info_args = 2,
	.parse_path = st_parse_path,
	.select = st_select,
	.table_words = st_table_words,
	.info_words = st_info_words,
};
