/* SPDX-License-Identifier: GPL-2.0 */
/*
 * One SCSI command through an sg node, version 3 of its interface: written, waited for
 * by poll, read. The kernel copies the answer only while it is read, so a command that
 * is not wanted any more is forgotten by closing the node.
 */
#ifndef FPD_PROBE_SG_H
#define FPD_PROBE_SG_H

#include <stddef.h>
#include <stdint.h>

#include <fairpath/scsi.h>

#include "cdb.h"

/* Target port groups of the largest arrays fit, with 16 ports in each of 64 groups. */
#define FPD_SG_BUFFER 8192

enum fpd_answer_kind {
	FPD_ANSWER_GOOD,
	FPD_ANSWER_SENSE,     /* check condition, with sense data */
	FPD_ANSWER_STATUS,    /* any other SCSI status: busy, reservation conflict ... */
	FPD_ANSWER_TRANSPORT, /* it did not get there, or no answer came back */
};

/**
 * struct fpd_answer - what became of a command
 * @kind: which of the others are valid
 * @data: what the device sent
 * @len: how many bytes
 * @sense: sense data
 * @status: SCSI status
 * @host: the kernel's host byte (DID_...)
 */
struct fpd_answer {
	enum fpd_answer_kind kind;
	const uint8_t *data;
	size_t len;
	struct fairpath_sense sense;
	uint8_t status;
	unsigned int host;
};

/**
 * struct fpd_sg_command - a command that is out, or was
 * @cdb: the command
 * @buffer: for the answer
 * @sense: for sense data
 */
struct fpd_sg_command {
	struct fpd_cdb cdb;
	uint8_t buffer[FPD_SG_BUFFER];
	uint8_t sense[64];
};

/* Send it. Return: 0 or a negative errno. */
int fpd_sg_send(int fd, struct fpd_sg_command *command, unsigned int timeout_ms);

/* Read the answer. Return: 0; -EAGAIN: none yet; another negative errno. */
int fpd_sg_receive(int fd, struct fpd_sg_command *command, struct fpd_answer *ret);

#endif
