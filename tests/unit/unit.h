/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What every unit test includes: cmocka, and tests whose names are sentences.
 * `run` in this folder makes one TAP stream of all programs.
 */
#ifndef FAIRPATH_UNIT_H
#define FAIRPATH_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* A test that is one function. */
#define TEST(sentence, function)                                                                   \
	{                                                                                          \
		.name = (sentence), .test_func = (function),                                       \
	}

/* A test that is a function and a case; the function finds it in *state. */
#define TEST_OF(sentence, function, case)                                                          \
	{                                                                                          \
		.name = (sentence), .test_func = (function), .initial_state = (void *)(case)       \
	}

/* A test that is a function, between one that makes its *state and one that frees it. */
#define TEST_WITH(sentence, function, setup, teardown)                                             \
	{                                                                                          \
		.name = (sentence), .test_func = (function), .setup_func = (setup),                \
		.teardown_func = (teardown)                                                        \
	}

#endif
