// SPDX-License-Identifier: GPL-2.0
/* libfairpath: target port groups, sense data, the caching mode page. */
#include "unit.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <fairpath/scsi.h>

/* Target port groups */

static const uint8_t two_groups[] = {
	0x00, 0x00, 0x00, 0x1c,				/* length */
	0x80, 0x8f, 0x00, 0x01, 0x00, 0x02, 0x00, 0x02, /* group 1: preferred, optimized */
	0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x01, 0x02, /* its ports 1 and 0x102 */
	0x02, 0x8f, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, /* group 0x102: standby */
	0x00, 0x00, 0x00, 0x03,				/* its port 3 */
};

static void groups_and_ports(void **state)
{
	struct fairpath_port_group group;
	size_t pos = 0;

	(void)state;
	assert_true(fairpath_port_group_next(two_groups, sizeof(two_groups), &pos, &group));
	assert_int_equal(group.id, 1);
	assert_int_equal(group.state, FAIRPATH_ALUA_OPTIMIZED);
	assert_true(group.preferred);
	assert_int_equal(group.supported, 0x8f);
	assert_int_equal(group.nr_ports, 2);
	assert_int_equal(fairpath_port_group_port(&group, 0), 1);
	assert_int_equal(fairpath_port_group_port(&group, 1), 0x102);

	assert_true(fairpath_port_group_next(two_groups, sizeof(two_groups), &pos, &group));
	assert_int_equal(group.id, 0x102);
	assert_int_equal(group.state, FAIRPATH_ALUA_STANDBY);
	assert_false(group.preferred);
	assert_int_equal(fairpath_port_group_port(&group, 0), 3);
	assert_false(fairpath_port_group_next(two_groups, sizeof(two_groups), &pos, &group));
}

static void extended_header(void **state)
{
	const uint8_t answer[] = { 0, 0, 0, 12, 0x10, 60, 0, 0, 0x0f, 0xff, 0, 9, 0, 0, 0, 0 };
	struct fairpath_port_group group;

	(void)state;
	assert_true(fairpath_port_group_find(answer, sizeof(answer), 9, &group));
	assert_int_equal(group.state, FAIRPATH_ALUA_TRANSITIONING);
	assert_int_equal(group.nr_ports, 0);
}

static void cut_off_groups(void **state)
{
	struct fairpath_port_group group;
	size_t len;

	(void)state;
	assert_int_equal(fairpath_port_groups_len(two_groups, sizeof(two_groups)), 32);
	assert_int_equal(fairpath_port_groups_len(two_groups, 3), 0);
	for (len = 0; len <= sizeof(two_groups); len++) {
		uint8_t *copy = malloc(len ? len : 1);

		memcpy(copy, two_groups, len);
		assert_int_equal(fairpath_port_group_find(copy, len, 1, &group), len >= 20);
		assert_int_equal(fairpath_port_group_find(copy, len, 0x102, &group), len == 32);
		free(copy);
	}
	assert_false(fairpath_port_group_find(two_groups, sizeof(two_groups), 3, &group));
}

static void priorities(void **state)
{
	(void)state;
	assert_int_equal(fairpath_alua_priority(FAIRPATH_ALUA_OPTIMIZED, false, false), 50);
	assert_int_equal(fairpath_alua_priority(FAIRPATH_ALUA_NON_OPTIMIZED, false, false), 10);
	assert_int_equal(fairpath_alua_priority(FAIRPATH_ALUA_LBA_DEPENDENT, false, false), 5);
	assert_int_equal(fairpath_alua_priority(FAIRPATH_ALUA_STANDBY, false, false), 1);
	assert_int_equal(fairpath_alua_priority(FAIRPATH_ALUA_UNAVAILABLE, false, false), 0);
	assert_int_equal(fairpath_alua_priority(FAIRPATH_ALUA_OFFLINE, false, false), 0);
	assert_int_equal(fairpath_alua_priority(FAIRPATH_ALUA_TRANSITIONING, false, false), 0);
	assert_int_equal(fairpath_alua_priority(0x7, false, false), 0);
}

static void preferred_priorities(void **state)
{
	(void)state;
	assert_int_equal(fairpath_alua_priority(FAIRPATH_ALUA_OPTIMIZED, true, false), 50);
	assert_int_equal(fairpath_alua_priority(FAIRPATH_ALUA_OPTIMIZED, true, true), 130);
	assert_int_equal(fairpath_alua_priority(FAIRPATH_ALUA_NON_OPTIMIZED, true, false), 90);
	assert_int_equal(fairpath_alua_priority(FAIRPATH_ALUA_STANDBY, true, true), 81);
}

static void state_names(void **state)
{
	enum fairpath_alua_state access = 0x7, each;

	(void)state;
	assert_int_equal(fairpath_alua_state_from_name("active", &access), -EINVAL);
	assert_int_equal(fairpath_alua_state_from_name("", &access), -EINVAL);
	assert_int_equal(access, 0x7);
	assert_int_equal(fairpath_alua_state_from_name("active/non-optimized\n", &access), 0);
	assert_int_equal(access, FAIRPATH_ALUA_NON_OPTIMIZED);
	assert_string_equal(fairpath_alua_state_name(0x7), "reserved");
	assert_string_equal(fairpath_alua_state_name(0x10), "reserved");
	for (each = 0; each <= 0xf; each++) {
		if (!strcmp(fairpath_alua_state_name(each), "reserved"))
			continue;
		assert_int_equal(
			fairpath_alua_state_from_name(fairpath_alua_state_name(each), &access), 0);
		assert_int_equal(access, each);
	}
}

/* Sense data */

struct sense_case {
	uint8_t key, asc, ascq;
	enum fairpath_sense_meaning means;
};

static void means(void **state)
{
	const struct sense_case *c = *state;
	uint8_t fixed[18] = { 0xf0, 0, c->key | 0x20, [7] = 10, [12] = c->asc, [13] = c->ascq };
	uint8_t descriptor[8] = { 0x72, c->key, c->asc, c->ascq };
	struct fairpath_sense sense;

	assert_int_equal(fairpath_sense_parse(fixed, sizeof(fixed), &sense, NULL), 0);
	assert_int_equal(fairpath_sense_means(&sense), c->means);
	assert_false(sense.deferred);
	assert_int_equal(fairpath_sense_parse(descriptor, sizeof(descriptor), &sense, NULL), 0);
	assert_int_equal(fairpath_sense_means(&sense), c->means);
	assert_int_equal(sense.key, c->key);
	assert_int_equal(sense.asc, c->asc);
	assert_int_equal(sense.ascq, c->ascq);
}

#define MEANS(sentence, key, asc, ascq, meaning)                                                   \
	TEST_OF(sentence, means,                                                                   \
		(&(const struct sense_case){ key, asc, ascq, FAIRPATH_MEANS_##meaning }))

static void short_sense(void **state)
{
	const uint8_t fixed[18] = { 0x70, 0, 0x06, [7] = 5, [12] = 0x2a, [13] = 0x01 };
	struct fairpath_sense sense = { .key = 9 };
	struct fairpath_error error;

	(void)state;
	assert_int_equal(fairpath_sense_parse(fixed, 2, &sense, &error), -EINVAL);
	assert_string_equal(error.text, "sense data ends before its key");
	assert_int_equal(fairpath_sense_parse(fixed, 0, &sense, &error), -EINVAL);
	assert_int_equal(sense.key, 9);
	/* It says itself that it has 13 bytes: no qualifier. */
	assert_int_equal(fairpath_sense_parse(fixed, sizeof(fixed), &sense, NULL), 0);
	assert_int_equal(sense.asc, 0x2a);
	assert_int_equal(sense.ascq, 0);
	assert_int_equal(fairpath_sense_parse((uint8_t[]){ 0x72, 2 }, 2, &sense, NULL), 0);
	assert_int_equal(fairpath_sense_means(&sense), FAIRPATH_MEANS_NOT_READY);
}

static void no_sense_data(void **state)
{
	const uint8_t vendor[18] = { 0x7f, 0, 2 }, zero[18] = { 0 };
	struct fairpath_sense sense;

	(void)state;
	assert_int_equal(fairpath_sense_parse(vendor, sizeof(vendor), &sense, NULL), -EINVAL);
	assert_int_equal(fairpath_sense_parse(zero, sizeof(zero), &sense, NULL), -EINVAL);
}

static void deferred_sense(void **state)
{
	const uint8_t fixed[18] = { 0x71, 0, 3 }, descriptor[8] = { 0x73, 3 };
	struct fairpath_sense sense;

	(void)state;
	assert_int_equal(fairpath_sense_parse(fixed, sizeof(fixed), &sense, NULL), 0);
	assert_true(sense.deferred);
	assert_int_equal(fairpath_sense_parse(descriptor, sizeof(descriptor), &sense, NULL), 0);
	assert_true(sense.deferred);
}

static void all_meanings_have_words(void **state)
{
	enum fairpath_sense_meaning each;

	(void)state;
	for (each = 0; each <= FAIRPATH_MEANS_OTHER_ATTENTION; each++)
		assert_true(strlen(fairpath_sense_meaning_text(each)) > 3);
	assert_string_equal(fairpath_sense_meaning_text(1000), "an error");
}

/* The caching mode page */

static void caching_page(void **state)
{
	/* a block descriptor, another page and a subpage 8 before it */
	uint8_t answer[] = { 38,   0,	 0x90, 8,    1,	   2, 3, 4, 5,	  6,	7, 8,	0x1c,
			     0x02, 0xff, 0xff, 0x48, 0x01, 0, 2, 0, 0x04, 0x88, 9, 0x04 };
	struct fairpath_cache cache;

	(void)state;
	memset(&answer[0], sizeof(answer) + 8, 1);
	assert_int_equal(fairpath_cache_parse(answer, sizeof(answer), &cache, NULL), -ENODATA);
	answer[23] = 1; /* a page 8 that ends after its flags */
	assert_int_equal(fairpath_cache_parse(answer, sizeof(answer), &cache, NULL), 0);
	assert_true(cache.write_cache);
	assert_true(cache.fua);
	assert_true(cache.write_protected);
	answer[24] = 0x01;
	answer[2] = 0;
	assert_int_equal(fairpath_cache_parse(answer, sizeof(answer), &cache, NULL), 0);
	assert_false(cache.write_cache);
	assert_false(cache.fua);
	assert_false(cache.write_protected);
}

static void broken_caching_page(void **state)
{
	const uint8_t no_pages[] = { 3, 0, 0, 0 }, long_descriptor[] = { 3, 0, 0, 8 };
	struct fairpath_error error;
	struct fairpath_cache cache;

	(void)state;
	assert_int_equal(fairpath_cache_parse(no_pages, 3, &cache, &error), -EINVAL);
	assert_int_equal(fairpath_cache_parse(no_pages, 4, &cache, &error), -ENODATA);
	assert_string_equal(error.text, "no caching mode page");
	assert_int_equal(fairpath_cache_parse(long_descriptor, 4, &cache, &error), -EINVAL);
	assert_string_equal(error.text, "MODE SENSE data is cut off");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST("target port groups and their ports", groups_and_ports),
		TEST("the extended header is passed over", extended_header),
		TEST("a group is there only if it is whole", cut_off_groups),
		TEST("priorities of the access states", priorities),
		TEST("a preferred group is above, unless it is optimized", preferred_priorities),
		TEST("names of access states go both ways", state_names),
		MEANS("2/04/0a is transitioning", 0x2, 0x04, 0x0a, TRANSITIONING),
		MEANS("2/04/0b is standby", 0x2, 0x04, 0x0b, STANDBY),
		MEANS("2/04/0c is unavailable", 0x2, 0x04, 0x0c, UNAVAILABLE),
		MEANS("2/04/01 is becoming ready", 0x2, 0x04, 0x01, BECOMING_READY),
		MEANS("2/04/02 needs a start", 0x2, 0x04, 0x02, NEEDS_START),
		MEANS("2/3a/00 is not ready", 0x2, 0x3a, 0x00, NOT_READY),
		MEANS("3/11/00 is an error", 0x3, 0x11, 0x00, OTHER),
		MEANS("5/25/00 is no LUN", 0x5, 0x25, 0x00, NO_LUN),
		MEANS("5/20/00 is a command that is not supported", 0x5, 0x20, 0x00, NOT_SUPPORTED),
		MEANS("5/24/00 is a field that is not supported", 0x5, 0x24, 0x00, NOT_SUPPORTED),
		MEANS("5/21/00 is an error", 0x5, 0x21, 0x00, OTHER),
		MEANS("6/2a/01 is a mode change", 0x6, 0x2a, 0x01, MODE_CHANGED),
		MEANS("6/2a/06 is an access change", 0x6, 0x2a, 0x06, ALUA_CHANGED),
		MEANS("6/2a/07 is an access change that failed", 0x6, 0x2a, 0x07, ALUA_CHANGED),
		MEANS("6/2a/09 is a capacity change", 0x6, 0x2a, 0x09, CAPACITY_CHANGED),
		MEANS("6/3f/03 is an INQUIRY change", 0x6, 0x3f, 0x03, INQUIRY_CHANGED),
		MEANS("6/3f/0e is a change of LUNs", 0x6, 0x3f, 0x0e, LUNS_CHANGED),
		MEANS("6/29/07 is a reset", 0x6, 0x29, 0x07, RESET),
		MEANS("6/28/00 is another attention", 0x6, 0x28, 0x00, OTHER_ATTENTION),
		MEANS("1/17/01 is no error", 0x1, 0x17, 0x01, NOTHING),
		MEANS("0/00/00 is no error", 0x0, 0x00, 0x00, NOTHING),
		TEST("sense data is read within the length that it tells", short_sense),
		TEST("what is no sense data is refused", no_sense_data),
		TEST("deferred sense data is told apart", deferred_sense),
		TEST("all meanings have words", all_meanings_have_words),
		TEST("the caching page is found behind other pages", caching_page),
		TEST("a caching page that is not there or cut off", broken_caching_page),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
