// SPDX-License-Identifier: GPL-2.0
/* core/text and core/number: what status lines are written with, and numbers read with. */
#include "unit.h"

#include "number.h"
#include "text.h"

static void text_fits(void **state)
{
	char buf[16];
	struct fp_text text = fp_text(buf, sizeof(buf));

	(void)state;
	fp_text_add(&text, "%u ", 8u);
	fp_text_add(&text, "%s", "paths");
	assert_string_equal(buf, "8 paths");
	assert_int_equal(text.used, 7);
}

static void text_is_cut(void **state)
{
	char buf[] = "........!";
	struct fp_text text = fp_text(buf, 8);

	(void)state;
	fp_text_add(&text, "123456789");
	assert_string_equal(buf, "1234567");
	assert_int_equal(text.used, 7);

	fp_text_add(&text, "more");
	assert_string_equal(buf, "1234567");
	assert_int_equal(text.used, 7);
	assert_int_equal(buf[8], '!');
}

static void text_just_fits(void **state)
{
	char buf[8];
	struct fp_text text = fp_text(buf, sizeof(buf));

	(void)state;
	fp_text_add(&text, "1234567");
	assert_string_equal(buf, "1234567");
}

static void text_without_room(void **state)
{
	char byte = '!';
	struct fp_text none = fp_text(&byte, 0), one;

	(void)state;
	fp_text_add(&none, "words");
	assert_int_equal(byte, '!');
	assert_int_equal(none.used, 0);

	one = fp_text(&byte, 1);
	fp_text_add(&one, "words");
	assert_int_equal(byte, '\0');
	assert_int_equal(one.used, 0);
}

static void number_in_its_limits(void **state)
{
	unsigned int n = 7;

	(void)state;
	assert_int_equal(fp_parse_number("0", 0, 9, &n), FP_NUMBER_GOOD);
	assert_int_equal(n, 0);
	assert_int_equal(fp_parse_number("9", 0, 9, &n), FP_NUMBER_GOOD);
	assert_int_equal(n, 9);
	assert_int_equal(fp_parse_number("4294967295", 0, UINT_MAX, &n), FP_NUMBER_GOOD);
	assert_int_equal(n, UINT_MAX);
}

static void number_out_of_its_limits(void **state)
{
	unsigned int n = 7;

	(void)state;
	assert_int_equal(fp_parse_number("0", 1, 9, &n), FP_NUMBER_RANGE);
	assert_int_equal(fp_parse_number("10", 1, 9, &n), FP_NUMBER_RANGE);
	assert_int_equal(fp_parse_number("4294967296", 0, UINT_MAX, &n), FP_NUMBER_RANGE);
	assert_int_equal(fp_parse_number("99999999999999999999999999", 0, UINT_MAX, &n),
			 FP_NUMBER_RANGE);
	assert_int_equal(n, 7);
}

static void not_a_number(void **state)
{
	static const char *const words[] = { "",
					     " ",
					     "x",
					     "1x",
					     "0x1",
					     "-1",
					     "+1",
					     "1 ",
					     "1.0",
					     "\xb2",
					     "99999999999999999999999999x" };
	unsigned int n = 7;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(words); i++)
		assert_int_equal(fp_parse_number(words[i], 0, UINT_MAX, &n), FP_NUMBER_BAD);
	assert_int_equal(n, 7);
}

static void blanks_before_a_number(void **state)
{
	unsigned int n = 7;

	(void)state;
	assert_int_equal(fp_parse_number(" \t\n\v\f\r\xa0"
					 "5",
					 0, 9, &n),
			 FP_NUMBER_GOOD);
	assert_int_equal(n, 5);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST("text that fits is whole", text_fits),
		TEST("text that fits to the last byte is whole", text_just_fits),
		TEST("text that does not fit is cut, and stays so", text_is_cut),
		TEST("a buffer without room is not written to", text_without_room),
		TEST("a number at each end of its range", number_in_its_limits),
		TEST("a number beyond each end is out of range, and never wraps",
		     number_out_of_its_limits),
		TEST("what is not all digits is no number", not_a_number),
		TEST("blanks may come before a number", blanks_before_a_number),
	};

	return cmocka_run_group_tests_name("text and number", tests, NULL, NULL);
}
