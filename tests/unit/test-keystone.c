// SPDX-License-Identifier: GPL-2.0
/*
 * The keystone: what libfairpath writes as a table, core parses to an equal
 * struct; and what core shows, libfairpath reads to an equal struct.
 *
 * The vectors go through a real kernel as well, in tests/vm.
 */
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <fairpath/table.h>

#include "cpus.h"
#include "line.h"
#include "cpus.h"
#include "map.h"
#include "same.h"
#include "status.h"
#include "vectors.h"

#define VECTORS "tests/unit/vectors/tables.txt"

/* The line that libfairpath writes of a table, to be freed. */
static char *format(const struct fairpath_table *table)
{
	struct fairpath_error error;
	char *text = NULL;

	if (fairpath_table_format(table, &text, &error))
		fail_msg("not written: %s", error.text);
	return text;
}

static struct fairpath_table *parse(const char *text)
{
	struct fairpath_table *table = NULL;
	struct fairpath_error error;

	if (fairpath_table_parse(text, &table, &error))
		fail_msg("not read by the library: %s: %s", text, error.text);
	return table;
}

/* What libfairpath writes of @table, core parses to an equal struct. */
static void assert_keystone(const struct fairpath_table *table)
{
	char *text = format(table);
	const char *differs;
	struct line line;

	line_parse(&line, text);
	if (!line.good)
		fail_msg("core refuses what the library wrote: %s: %s", text, line.error.text);
	differs = same_table(table, &line.table);
	if (differs)
		fail_msg("the %s differs: %s", differs, text);
	line_free(&line);
	free(text);
}

/* A vector's two lines are good, and mean the same to core. */
static void vector_means_what_it_shows(void **state)
{
	const struct vector *v = *state;
	struct line table, shown;

	line_parse(&table, v->table);
	line_parse(&shown, v->shown);
	if (!table.good || !shown.good)
		fail_msg("refused: %s%s", table.good ? "" : table.error.text,
			 shown.good ? "" : shown.error.text);
	assert_true(table_equal(&table.table, &shown.table));
	line_free(&table);
	line_free(&shown);
}

static void vector_is_written_and_parsed(void **state)
{
	const struct vector *v = *state;
	struct fairpath_table *table = parse(v->table);
	struct line line;

	line_parse(&line, v->table);
	assert_true(line.good);
	assert_null(same_table(table, &line.table));
	assert_keystone(table);
	line_free(&line);
	fairpath_table_free(table);
}

/* What the target shows is what the library writes: one spelling of each table. */
static void vector_is_spelled_alike(void **state)
{
	const struct vector *v = *state;
	struct fairpath_table *table = parse(v->shown);
	char *text = format(table);

	assert_string_equal(text, v->shown);
	free(text);
	fairpath_table_free(table);
}

/* The handler as the target has it, with its parameters in the form of scsi_dh. */
static struct fp_handler handler_of(const struct fp_table *table, char *params, size_t size)
{
	struct fp_handler handler = { .params = params };

	if (!table->handler_argc)
		return handler;
	handler.name = table->handler_argv[0];
	handler.nr_params = table->handler_argc - 1;
	assert_true(fp_handler_params_size(handler.nr_params, table->handler_argv + 1) <= size);
	fp_handler_params_write(params, handler.nr_params, table->handler_argv + 1);
	return handler;
}

static void vector_is_shown(void **state)
{
	const struct vector *v = *state;
	struct fp_group groups[8];
	struct fp_path paths[8];
	struct fp_map map = { .groups = groups, .paths = paths };
	const struct fp_counters counters = { 0 };
	struct fp_status_view view = { .map = &map, .counters = &counters };
	struct fp_handler handler;
	struct fp_affinity *two_cpus = calloc(1, sizeof(*two_cpus) + 2 * sizeof(struct fp_cpu));
	struct fp_text text;
	struct line line;
	char buf[1024], params[64];

	assert_non_null(two_cpus);
	two_cpus->nr_cpus = 2;
	line_parse(&line, v->table);
	assert_true(line.good);
	handler = handler_of(&line.table, params, sizeof(params));
	view.handler = &handler;
	assert_in_range(line.table.nr_groups, 0, 8);
	assert_in_range(line.table.nr_paths, 0, 8);
	fp_map_init(&map, &line.table);
	for (unsigned int i = 0; i < line.table.nr_groups; i++)
		groups[i].affinity = two_cpus;
	for (unsigned int i = 0; i < line.table.nr_paths; i++)
		paths[i].name = line.table.paths[i].dev;
	view.features = &line.table.features;
	text = fp_text(buf, sizeof(buf));
	fp_status_table(&view, &text);

	/* Each word has a blank after it; dm's own tools print it so. */
	assert_int_equal(buf[text.used - 1], ' ');
	buf[text.used - 1] = '\0';
	assert_string_equal(buf, v->shown);
	line_free(&line);
	free(two_cpus);
}

static void full_table(void **state)
{
	const char *const handler[] = { "rdac", "mode_6" };
	const char *const nothing[] = { "some", "words" };
	const char *const slow[] = { "1", "10" }, *const fast[] = { "1", "100" };
	const char *const once[] = { "1" };
	const struct fairpath_table_path first[] = {
		{ .dev = "8:16", .args = fast },
		{ .dev = "/dev/sdc", .args = slow },
	};
	const struct fairpath_table_path second[] = { { .dev = "/dev/back\\slash/\xc3\xa0",
							.args = once } };
	const struct fairpath_table_group groups[] = {
		{ .selector = "service-time", .nr_path_args = 2, .nr_paths = 2, .paths = first },
		{ .selector = "round-robin",
		  .nr_selector_args = 2,
		  .selector_args = nothing,
		  .nr_path_args = 1,
		  .nr_paths = 1,
		  .paths = second },
	};
	const struct fairpath_table table = {
		.features = { .queue_if_no_path = true,
			      .retain_attached_hw_handler = true,
			      .has_pg_init_delay = true,
			      .has_no_path_timeout = true,
			      .queue_mode = FAIRPATH_QUEUE_MODE_RQ,
			      .pg_init_retries = 50,
			      .pg_init_delay_msecs = 0,
			      .no_path_timeout_secs = 86400,
			      .elide_flushes = true,
			      .flush_as_in_2011 = true },
		.nr_handler_words = 2,
		.handler_words = handler,
		.initial_group = 2,
		.nr_groups = 2,
		.groups = groups,
	};
	char *text;

	(void)state;
	assert_keystone(&table);
	text = format(&table);
	assert_string_equal(text, "12 queue_if_no_path pg_init_retries 50 pg_init_delay_msecs 0 "
				  "retain_attached_hw_handler queue_mode rq "
				  "queue_if_no_path_timeout_secs 86400 elide_flushes "
				  "flush_as_in_2011 2 rdac mode_6 2 2 "
				  "service-time 0 2 2 8:16 1 100 /dev/sdc 1 10 "
				  "round-robin 2 some words 1 1 /dev/back\\\\slash/\\\xc3\\\xa0 1");
	free(text);
}

/* Random tables. */

#define MOST_GROUPS 4
#define MOST_PATHS  6
#define MOST_WORDS  3

/* A table and the room that all of it takes. */
struct random_table {
	struct fairpath_table table;
	struct fairpath_table_group groups[MOST_GROUPS];
	struct fairpath_table_path paths[MOST_GROUPS][MOST_PATHS];
	const char *words[256];
	char text[256][24];
	size_t nr_words;
	unsigned int seed;
};

static unsigned int below(struct random_table *r, unsigned int limit)
{
	return (unsigned int)rand_r(&r->seed) % limit;
}

static bool coin(struct random_table *r)
{
	return below(r, 2);
}

/* Any bytes that a word may have. */
static const char *random_word(struct random_table *r)
{
	char *text = r->text[r->nr_words];
	unsigned int length = 1 + below(r, sizeof(r->text[0]) - 1);

	for (unsigned int i = 0; i < length; i++) {
		unsigned int byte = '!' + below(r, 0x100 - '!');

		text[i] = (char)(byte == 0x7f ? '\\' : byte);
	}
	text[length] = '\0';
	return r->words[r->nr_words++] = text;
}

static const char *random_number(struct random_table *r, unsigned int most)
{
	char *text = r->text[r->nr_words];

	snprintf(text, sizeof(r->text[0]), "%u", below(r, most + 1));
	return r->words[r->nr_words++] = text;
}

static const char *const *random_words(struct random_table *r, size_t nr)
{
	size_t first = r->nr_words;

	while (nr--)
		random_word(r);
	return r->words + first;
}

static void random_features(struct random_table *r)
{
	struct fairpath_features *f = &r->table.features;

	f->queue_if_no_path = coin(r);
	f->retain_attached_hw_handler = coin(r);
	f->has_pg_init_delay = coin(r);
	f->has_no_path_timeout = coin(r);
	f->elide_flushes = coin(r);
	f->flush_as_in_2011 = coin(r);
	f->queue_mode = below(r, 3);
	f->pg_init_retries = below(r, 51);
	f->pg_init_delay_msecs = f->has_pg_init_delay ? below(r, 60001) : 0;
	f->no_path_timeout_secs = f->has_no_path_timeout ? below(r, 86401) : 0;
	f->fair = (struct fairpath_fair){
		.queue = coin(r),
		.flows = below(r, FAIRPATH_FLOWS_ONE + 1),
		.read_expiry_msecs = below(r, 3600001),
		.write_expiry_msecs = coin(r) ? below(r, 3600001) : 0,
		.depth = below(r, 65536),
		.nr_weights = below(r, FAIRPATH_FAIR_MAX_WEIGHTS + 1),
	};
	for (size_t i = 0; i < f->fair.nr_weights; i++)
		f->fair.weights[i] = (struct fairpath_fair_weight){
			.id = (uint64_t)below(r, UINT32_MAX) << below(r, 32),
			.weight = 1 + below(r, 10000),
		};
	if (f->fair.flows == FAIRPATH_FLOWS_PROCESS)
		f->queue_mode = FAIRPATH_QUEUE_MODE_BIO;
}

static const struct random_selector {
	const char *name;
	bool reads; /* words of its own */
	bool mask;  /* of CPUs is a path's word */
	unsigned int path_words;
} selectors[] = {
	{ .name = "round-robin", .path_words = 1 },
	{ .name = "service-time", .path_words = 2 },
	{ .name = "queue-length", .path_words = 1 },
	{ .name = "historical-service-time", .path_words = 1, .reads = true },
	{ .name = "io-affinity", .path_words = 1, .mask = true },
};

static const char *const *random_selector_words(struct random_table *r,
						struct fairpath_table_group *group,
						const struct random_selector *selector)
{
	size_t first = r->nr_words;

	group->nr_selector_args = below(r, MOST_WORDS);
	if (!selector->reads)
		return random_words(r, group->nr_selector_args);
	if (group->nr_selector_args > 0)
		random_number(r, 1023);
	if (group->nr_selector_args > 1)
		random_number(r, 1000000);
	return r->words + first;
}

static void random_mask(struct random_table *r)
{
	char *text = r->text[r->nr_words];

	snprintf(text, sizeof(r->text[0]), "%x,%08x", below(r, 1000), 1 + below(r, 1000000));
	r->words[r->nr_words++] = text;
}

static void random_path(struct random_table *r, struct fairpath_table_path *path, size_t nr_args,
			bool mask)
{
	path->dev = random_word(r);
	path->args = r->words + r->nr_words;
	if (mask)
		random_mask(r);
	else if (nr_args > 0)
		random_number(r, 2000);
	if (nr_args > 1)
		random_number(r, 100);
}

static void random_group(struct random_table *r, unsigned int g)
{
	struct fairpath_table_group *group = &r->groups[g];
	const struct random_selector *selector = &selectors[below(r, ARRAY_SIZE(selectors))];

	group->selector = selector->name;
	group->selector_args = random_selector_words(r, group, selector);
	group->nr_path_args = selector->mask ? 1 : below(r, selector->path_words + 1);
	group->nr_paths = 1 + below(r, MOST_PATHS);
	group->paths = r->paths[g];
	for (size_t p = 0; p < group->nr_paths; p++)
		random_path(r, &r->paths[g][p], group->nr_path_args, selector->mask);
}

static void random_table(struct random_table *r, unsigned int seed)
{
	memset(r, 0, sizeof(*r));
	r->seed = seed;
	random_features(r);
	if (r->table.features.queue_mode != FAIRPATH_QUEUE_MODE_BIO)
		r->table.nr_handler_words = below(r, MOST_WORDS);
	r->table.handler_words = random_words(r, r->table.nr_handler_words);
	r->table.nr_groups = below(r, MOST_GROUPS + 1);
	r->table.initial_group = r->table.nr_groups ? 1 + below(r, r->table.nr_groups) : 0;
	r->table.groups = r->groups;
	for (unsigned int g = 0; g < r->table.nr_groups; g++)
		random_group(r, g);
}

static unsigned int first_seed(void)
{
	const char *given = getenv("FAIRPATH_SEED");

	return given ? (unsigned int)strtoul(given, NULL, 10) : (unsigned int)time(NULL);
}

static void random_tables(void **state)
{
	static struct random_table r;
	unsigned int seed = first_seed();

	(void)state;
	print_message("# seed %u; FAIRPATH_SEED=%u repeats it\n", seed, seed);
	for (unsigned int i = 0; i < 2000; i++) {
		struct fairpath_table *read;
		char *text, *again;

		random_table(&r, seed + i);
		assert_keystone(&r.table);

		text = format(&r.table);
		read = parse(text);
		again = format(read);
		assert_string_equal(text, again);
		fairpath_table_free(read);
		free(again);
		free(text);
	}
}

/* Four tests of each vector; the names stay for the life of the program. */
static size_t add_vector_tests(struct CMUnitTest *tests, const struct vector *v)
{
	static const struct {
		const char *says;
		CMUnitTestFunction test;
	} checks[] = {
		{ "means what it shows", vector_means_what_it_shows },
		{ "the library writes it, core parses an equal struct",
		  vector_is_written_and_parsed },
		{ "the library spells it as the target", vector_is_spelled_alike },
		{ "core shows it", vector_is_shown },
	};

	for (size_t i = 0; i < ARRAY_SIZE(checks); i++) {
		char *name;

		if (asprintf(&name, "%s: %s", v->name, checks[i].says) < 0)
			abort();
		tests[i] = (struct CMUnitTest)TEST_OF(name, checks[i].test, v);
	}
	return ARRAY_SIZE(checks);
}

int main(void)
{
	const struct CMUnitTest built[] = {
		TEST("a table with everything in it", full_table),
		TEST("2000 random tables", random_tables),
	};
	size_t nr, nr_tests = 0;
	struct vector *vectors = vectors_read(VECTORS, &nr);
	struct CMUnitTest *tests = calloc(4 * nr, sizeof(*tests));
	int failed;

	if (!tests)
		abort();
	for (size_t i = 0; i < nr; i++)
		nr_tests += add_vector_tests(tests + nr_tests, &vectors[i]);

	failed = cmocka_run_group_tests_name("keystone", built, NULL, NULL);
	failed += _cmocka_run_group_tests("vectors", tests, nr_tests, NULL, NULL);

	for (size_t i = 0; i < nr_tests; i++)
		free((char *)tests[i].name);
	free(tests);
	vectors_free(vectors, nr);
	return failed;
}
