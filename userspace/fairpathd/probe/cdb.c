// SPDX-License-Identifier: GPL-2.0
/* Pure: commands as bytes. */
#include "cdb.h"

enum {
	TEST_UNIT_READY = 0x00,
	INQUIRY = 0x12,
	INQUIRY_EVPD = 0x01,
	MODE_SENSE_6 = 0x1a,
	MODE_PAGE_CACHING = 0x08,
	MAINTENANCE_IN = 0xa3,
	REPORT_TARGET_PORT_GROUPS = 0x0a,
};

/* All that is standard; old devices fail when they are asked for more than they have. */
#define INQUIRY_LEN 96

/* What the kernel's sd asks of devices that it does not know: some hang on other lengths. */
#define MODE_SENSE_LEN 192

struct fpd_cdb fpd_cdb_test_unit_ready(void)
{
	return (struct fpd_cdb){ .bytes = { TEST_UNIT_READY }, .len = 6 };
}

struct fpd_cdb fpd_cdb_inquiry(void)
{
	return (struct fpd_cdb){
		.bytes = { INQUIRY, [4] = INQUIRY_LEN },
		.len = 6,
		.answer_len = INQUIRY_LEN,
	};
}

struct fpd_cdb fpd_cdb_vpd(uint8_t page, uint16_t answer_len)
{
	return (struct fpd_cdb){
		.bytes = { INQUIRY, INQUIRY_EVPD, page, (uint8_t)(answer_len >> 8),
			   (uint8_t)answer_len },
		.len = 6,
		.answer_len = answer_len,
	};
}

struct fpd_cdb fpd_cdb_report_target_port_groups(uint16_t answer_len)
{
	return (struct fpd_cdb){
		.bytes = { MAINTENANCE_IN, REPORT_TARGET_PORT_GROUPS,
			   [8] = (uint8_t)(answer_len >> 8), [9] = (uint8_t)answer_len },
		.len = 12,
		.answer_len = answer_len,
	};
}

struct fpd_cdb fpd_cdb_mode_sense_caching(void)
{
	return (struct fpd_cdb){
		.bytes = { MODE_SENSE_6, 0, MODE_PAGE_CACHING, 0, MODE_SENSE_LEN },
		.len = 6,
		.answer_len = MODE_SENSE_LEN,
	};
}
