/* SPDX-License-Identifier: GPL-2.0 */
/* The commands that probes send, as bytes (SPC-5, chapter 6). */
#ifndef FPD_PROBE_CDB_H
#define FPD_PROBE_CDB_H

#include <stddef.h>
#include <stdint.h>

/**
 * struct fpd_cdb - a command
 * @bytes: command descriptor block
 * @len: its length
 * @answer_len: how much the device may send
 */
struct fpd_cdb {
	uint8_t bytes[16];
	uint8_t len;
	uint16_t answer_len;
};

struct fpd_cdb fpd_cdb_test_unit_ready(void);
struct fpd_cdb fpd_cdb_inquiry(void);
struct fpd_cdb fpd_cdb_vpd(uint8_t page, uint16_t answer_len);
struct fpd_cdb fpd_cdb_report_target_port_groups(uint16_t answer_len);
struct fpd_cdb fpd_cdb_mode_sense_caching(void);

#endif
