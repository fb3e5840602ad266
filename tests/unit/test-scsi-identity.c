// SPDX-License-Identifier: GPL-2.0
/* libfairpath: INQUIRY data and vital product data, and the WWID made of it. */
#include "unit.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fairpath/scsi.h>

/* INQUIRY */

static const uint8_t eva_inquiry[36] = {
	0x00, 0x00, 0x05, 0x12, 0x1f, 0x10, 0x00, 0x02, 'H', 'P', ' ', ' ',
	' ',  ' ',  ' ',  ' ',	'H',  'S',  'V',  '2',	'0', '0', ' ', ' ',
	' ',  ' ',  ' ',  ' ',	' ',  ' ',  ' ',  ' ',	'6', '1', '1', '0',
};

static void inquiry_of_eva(void **state)
{
	struct fairpath_inquiry inquiry;

	(void)state;
	assert_int_equal(fairpath_inquiry_parse(eva_inquiry, sizeof(eva_inquiry), &inquiry, NULL),
			 0);
	assert_string_equal(inquiry.vendor, "HP");
	assert_string_equal(inquiry.product, "HSV200");
	assert_string_equal(inquiry.revision, "6110");
	assert_int_equal(inquiry.qualifier, FAIRPATH_LUN_CONNECTED);
	assert_int_equal(inquiry.type, 0);
	assert_true(inquiry.implicit_alua);
	assert_false(inquiry.explicit_alua);
}

static void inquiry_without_lun(void **state)
{
	uint8_t data[36] = { 0x7f, [5] = 0x30, [8] = 'A', 0x1b, 0xff, 0 };
	struct fairpath_inquiry inquiry;

	(void)state;
	assert_int_equal(fairpath_inquiry_parse(data, sizeof(data), &inquiry, NULL), 0);
	assert_int_equal(inquiry.qualifier, FAIRPATH_LUN_IMPOSSIBLE);
	assert_int_equal(inquiry.type, 0x1f);
	assert_true(inquiry.implicit_alua);
	assert_true(inquiry.explicit_alua);
	assert_string_equal(inquiry.vendor, "A??");
	assert_string_equal(inquiry.product, "");
}

static void inquiry_too_short(void **state)
{
	struct fairpath_inquiry inquiry = { .type = 7 };
	struct fairpath_error error;

	(void)state;
	assert_int_equal(fairpath_inquiry_parse(eva_inquiry, 35, &inquiry, &error), -EINVAL);
	assert_int_equal(inquiry.type, 7);
	assert_string_equal(error.text, "INQUIRY data of 35 bytes, 36 are mandatory");
}

/* Pages 0x00 and 0x80 */

static void list_of_pages(void **state)
{
	const uint8_t page[] = { 0x00, 0x00, 0x00, 0x03, 0x00, 0x80, 0x83, 0xb0 };

	(void)state;
	assert_true(fairpath_vpd_has_page(page, sizeof(page), FAIRPATH_VPD_DEVICE_ID));
	assert_false(fairpath_vpd_has_page(page, sizeof(page), 0xb0));	      /* behind its end */
	assert_false(fairpath_vpd_has_page(page, 6, FAIRPATH_VPD_DEVICE_ID)); /* cut off */
	assert_false(fairpath_vpd_has_page(page, 0, 0x00));
}

static void serial_number(void **state)
{
	const uint8_t page[] = { 0x00, 0x80, 0x00, 0x07, ' ', ' ', 'P', '8', '9', ' ', ' ', 'X' };
	const uint8_t blank[] = { 0x00, 0x80, 0x00, 0x02, ' ', ' ' };
	char serial[8] = "before";

	(void)state;
	assert_int_equal(fairpath_vpd_serial(blank, sizeof(blank), serial, 8, NULL), -ENODATA);
	assert_int_equal(fairpath_vpd_serial(page, 3, serial, 8, NULL), -EINVAL);
	assert_int_equal(fairpath_vpd_serial(page, sizeof(page), serial, 3, NULL), -ENOSPC);
	assert_string_equal(serial, "before");
	assert_int_equal(fairpath_vpd_serial(page, sizeof(page), serial, 4, NULL), 0);
	assert_string_equal(serial, "P89");
}

/* Page 0x83: a case is its designators in hexadecimal, and the WWID. */

struct id_case {
	const char *hex;
	const char *wwid;
};

static size_t unhex(const char *hex, uint8_t *to)
{
	size_t n = 0;
	unsigned int byte;
	int used;

	for (; sscanf(hex, " %2x%n", &byte, &used) == 1; hex += used)
		to[n++] = (uint8_t)byte;
	return n;
}

static size_t make_page(const char *hex, uint8_t *page)
{
	size_t n = unhex(hex, page + 4);

	page[0] = 0;
	page[1] = FAIRPATH_VPD_DEVICE_ID;
	page[2] = (uint8_t)(n >> 8);
	page[3] = (uint8_t)n;
	return n + 4;
}

/* Each length of the page is parsed from memory that ends there, for the sanitizer. */
static void parse_all_prefixes(const uint8_t *page, size_t len)
{
	struct fairpath_device_id id;
	size_t i;

	for (i = 0; i < len; i++) {
		uint8_t *copy = malloc(i ? i : 1);

		memcpy(copy, page, i);
		assert_int_equal(fairpath_device_id_parse(copy, i, &id, NULL), i < 4 ? -EINVAL : 0);
		free(copy);
	}
}

static void wwid(void **state)
{
	const struct id_case *c = *state;
	struct fairpath_device_id id;
	uint8_t page[600];
	size_t len = make_page(c->hex, page);

	assert_int_equal(fairpath_device_id_parse(page, len, &id, NULL), 0);
	assert_string_equal(id.wwid, c->wwid);
	parse_all_prefixes(page, len);
}

#define NAA6 "01 03 00 10 60 05 08 b4 00 01 56 d7 00 01 20 00 00 b0 00 00 "
#define NAA5 "01 03 00 08 50 06 0e 80 10 43 6f 20 "
#define NAA2 "01 03 00 08 20 00 00 c0 ff d7 de 6a "
#define NAA3 "01 03 00 08 33 33 00 00 00 00 00 01 "
#define EUI  "01 02 00 08 00 25 38 5b 01 23 45 67 "
/* "LIO-ORG " "my lun  x" */
#define T10 "02 01 00 11 4c 49 4f 2d 4f 52 47 20 6d 79 20 6c 75 6e 20 20 78 "
#define IQN "53 08 00 0c 69 71 6e 2e 32 30 30 33 2d 30 31 00 "

static const struct id_case naa6_of_all = { T10 EUI NAA5 NAA3 NAA6 NAA2 IQN,
					    "3600508b4000156d70001200000b00000" };
static const struct id_case naa5 = { NAA2 NAA5 EUI T10, "350060e8010436f20" };
static const struct id_case naa2 = { EUI NAA2 T10, "3200000c0ffd7de6a" };
static const struct id_case eui = { T10 IQN EUI NAA3, "20025385b01234567" };
static const struct id_case iqn = { T10 IQN NAA3, "82003-01" };
static const struct id_case t10 = { T10 NAA3, "1LIO-ORG_my_lun_x" };
static const struct id_case naa3 = { NAA3, "33333000000000001" };
static const struct id_case naa_string = {
	"03 08 00 18 6e 61 61 2e 36 30 30 35 30 38 42 34 30 30 30 31 35 36 44 37 00 00 00 00",
	"3600508b4000156d7"
};
static const struct id_case of_port = { "01 13 00 08 50 06 0e 80 10 43 6f 20 " T10,
					"1LIO-ORG_my_lun_x" };
static const struct id_case naa6_too_short = { "01 03 00 08 60 05 08 b4 00 01 56 d7 " NAA3,
					       "33333000000000001" };
static const struct id_case none = { "", "" };
static const struct id_case vendor_only = { "02 01 00 0a 4c 49 4f 2d 4f 52 47 20 20 20", "" };
/* A designator that claims more than there is takes those behind it along. */
static const struct id_case beyond_the_end = { NAA3 "01 03 00 ff 60 05 08 b4",
					       "33333000000000001" };

static void too_long_name(void **state)
{
	struct fairpath_device_id id;
	uint8_t page[300] = { 0, 0x83, 0, 204, 0x02, 0x01, 0, 200 };

	(void)state;
	memset(page + 8, 'x', 200);
	assert_int_equal(fairpath_device_id_parse(page, 208, &id, NULL), 0);
	assert_string_equal(id.wwid, "");
	page[7] = FAIRPATH_WWID_SIZE - 2;
	page[3] = page[7] + 4;
	assert_int_equal(fairpath_device_id_parse(page, page[3] + 4, &id, NULL), 0);
	assert_int_equal(strlen(id.wwid), FAIRPATH_WWID_SIZE - 1);
}

static void unprintable_t10(void **state)
{
	const uint8_t page[] = { 0,   0x83, 0,	 16,  2,   1,	0,   12,   'V',	 'E',
				 'N', 'D',  'O', 'R', ' ', ' ', 'a', '\n', 0xff, 'b' };
	struct fairpath_device_id id;

	(void)state;
	assert_int_equal(fairpath_device_id_parse(page, sizeof(page), &id, NULL), 0);
	assert_string_equal(id.wwid, "1VENDOR_a_b");
}

static void ports(void **state)
{
	struct fairpath_device_id id;
	uint8_t page[100];
	size_t len = make_page(NAA6 "61 94 00 04 00 00 01 02 51 95 00 04 00 00 03 04", page);

	(void)state;
	assert_int_equal(fairpath_device_id_parse(page, len, &id, NULL), 0);
	assert_int_equal(id.relative_port, 0x102);
	assert_int_equal(id.port_group, 0x304);

	len = make_page(NAA6, page);
	assert_int_equal(fairpath_device_id_parse(page, len, &id, NULL), 0);
	assert_int_equal(id.relative_port, -1);
	assert_int_equal(id.port_group, -1);
}

static void other_page(void **state)
{
	const uint8_t page[] = { 0, 0x80, 0, 4, 1, 3, 0, 0 };
	struct fairpath_device_id id = { .port_group = 7 };
	struct fairpath_error error;

	(void)state;
	assert_int_equal(fairpath_device_id_parse(page, sizeof(page), &id, &error), -EINVAL);
	assert_string_equal(error.text, "not VPD page 0x83");
	assert_int_equal(id.port_group, 7);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST("INQUIRY data of an EVA", inquiry_of_eva),
		TEST("INQUIRY data without a LUN, and bytes that are no text", inquiry_without_lun),
		TEST("INQUIRY data that is too short is refused", inquiry_too_short),
		TEST("a page is in the list only within its length", list_of_pages),
		TEST("a serial number without the spaces around it", serial_number),
		TEST_OF("NAA 6 before all others, wherever it stands", wwid, &naa6_of_all),
		TEST_OF("NAA 5 before NAA 2", wwid, &naa5),
		TEST_OF("NAA 2 before EUI-64", wwid, &naa2),
		TEST_OF("EUI-64 before names and a locally assigned NAA", wwid, &eui),
		TEST_OF("an iSCSI name before T10", wwid, &iqn),
		TEST_OF("T10: white space becomes one '_'", wwid, &t10),
		TEST_OF("a locally assigned NAA if there is nothing else", wwid, &naa3),
		TEST_OF("a name string with an NAA reads as the NAA", wwid, &naa_string),
		TEST_OF("the port's name is not the LUN's", wwid, &of_port),
		TEST_OF("NAA 6 of 8 bytes is none", wwid, &naa6_too_short),
		TEST_OF("no designator, no WWID", wwid, &none),
		TEST_OF("a T10 designator of a vendor alone is no name", wwid, &vendor_only),
		TEST_OF("a designator beyond the page's end is left out", wwid, &beyond_the_end),
		TEST("a name that does not fit is not cut off but passed over", too_long_name),
		TEST("T10: what cannot be printed becomes '_'", unprintable_t10),
		TEST("the port that answers and its target port group", ports),
		TEST("another page is refused", other_page),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
