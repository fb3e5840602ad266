// SPDX-License-Identifier: GPL-2.0
/*
 * SCSI commands through sg, asynchronously.
 *
 * The node is open with O_NONBLOCK: then sg waits neither for error handling of the
 * host nor for an answer. One wait remains in the kernel: sending needs a request, and
 * sleeps if the queue has none left. Whoever sends asks first whether the queue is
 * full (device.c), and sends one command at a time.
 */
#include "sg.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include <scsi/sg.h>

enum { STATUS_GOOD = 0x00, STATUS_CHECK_CONDITION = 0x02, STATUS_MASK = 0x7e };

int fpd_sg_send(int fd, struct fpd_sg_command *command, unsigned int timeout_ms)
{
	struct sg_io_hdr hdr = {
		.interface_id = 'S',
		.dxfer_direction = command->cdb.answer_len ? SG_DXFER_FROM_DEV : SG_DXFER_NONE,
		.cmd_len = command->cdb.len,
		.mx_sb_len = sizeof(command->sense),
		.dxfer_len = command->cdb.answer_len,
		.dxferp = command->buffer,
		.cmdp = command->cdb.bytes,
		.sbp = command->sense,
		.timeout = timeout_ms,
	};

	if (command->cdb.answer_len > sizeof(command->buffer))
		return -EINVAL;
	memset(command->buffer, 0, command->cdb.answer_len);
	memset(command->sense, 0, sizeof(command->sense));
	return write(fd, &hdr, sizeof(hdr)) == sizeof(hdr) ? 0 : -errno;
}

static void read_status(const struct sg_io_hdr *hdr, const struct fpd_sg_command *command,
			struct fpd_answer *ret)
{
	if (hdr->sb_len_wr &&
	    !fairpath_sense_parse(command->sense, hdr->sb_len_wr, &ret->sense, NULL))
		ret->kind = FPD_ANSWER_SENSE;
	else if (ret->host)
		ret->kind = FPD_ANSWER_TRANSPORT;
	else if (ret->status != STATUS_GOOD)
		ret->kind = FPD_ANSWER_STATUS;
}

int fpd_sg_receive(int fd, struct fpd_sg_command *command, struct fpd_answer *ret)
{
	struct sg_io_hdr hdr = { .interface_id = 'S' };
	size_t asked = command->cdb.answer_len;

	if (read(fd, &hdr, sizeof(hdr)) != sizeof(hdr))
		return -errno;

	*ret = (struct fpd_answer){
		.kind = FPD_ANSWER_GOOD,
		.data = command->buffer,
		.len = hdr.resid > 0 && (size_t)hdr.resid <= asked ? asked - (size_t)hdr.resid
								   : asked,
		.status = hdr.status & STATUS_MASK,
		.host = hdr.host_status,
	};
	read_status(&hdr, command, ret);
	return 0;
}
