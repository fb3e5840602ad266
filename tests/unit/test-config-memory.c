// SPDX-License-Identifier: GPL-2.0
/*
 * Memory that runs out at any point of reading: an error and nothing left behind.
 * The program is linked so that malloc(), calloc() and realloc() of all code but
 * the C library's pass through here.
 */
#include "unit.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conf.h"

/* How many allocations still work; negative: all. */
static long left = -1;

static bool fails(void)
{
	if (left < 0)
		return false;
	return left-- == 0;
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t nr, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t nr, size_t size);
void *__wrap_realloc(void *memory, size_t size);

void *__wrap_malloc(size_t size)
{
	return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t nr, size_t size)
{
	return fails() ? NULL : __real_calloc(nr, size);
}

void *__wrap_realloc(void *memory, size_t size)
{
	return fails() ? NULL : __real_realloc(memory, size);
}

/* Read a file with each allocation failing once, until none is left that could. */
static long read_with_failures(const char *path)
{
	struct fairpath_error error;
	struct fpd_config *config;
	long n;
	int r;

	for (n = 0; n < 100000; n++) {
		config = NULL;
		error.text[0] = '\0';
		left = n;
		r = fpd_config_load(path, NULL, &config, &error);
		if (left >= 0) {
			left = -1;
			assert_int_equal(r, 0);
			fpd_config_free(config);
			return n;
		}
		assert_int_equal(r, -ENOMEM);
		assert_null(config);
		assert_string_equal(error.text, "out of memory");
	}
	return n;
}

static void each_allocation_fails(void **state)
{
	(void)state;
	/* The scanner alone makes four; a count of none would mean that nothing was tried. */
	assert_in_range(read_with_failures("tests/unit/configs/eva-san.conf"), 10, 1000);
	assert_in_range(read_with_failures("tests/unit/configs/iscsi-lab.conf"), 10, 1000);
}

static void broken_file(void **state)
{
	struct fpd_config *config = NULL;
	struct fairpath_error error;
	long n;

	(void)state;
	for (n = 0; n < 100; n++) {
		int r;

		left = n;
		r = fpd_config_parse("t.conf", "devices {\n device {\n", 21, NULL, &config, &error);
		left = -1;
		assert_true(r == -ENOMEM || r == -EINVAL);
		assert_null(config);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST("each allocation that fails is an error, and leaves nothing behind",
		     each_allocation_fails),
		TEST("a broken file leaves nothing behind either", broken_file),
	};

	return cmocka_run_group_tests_name("configuration without memory", tests, NULL, NULL);
}
