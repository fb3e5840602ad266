// SPDX-License-Identifier: GPL-2.0
/*
 * Writes blocks that hold their number and a sequence number, makes each
 * durable, and only when the kernel has said that it is, puts a mark
 * "BLOCK=SEQUENCE" into the log of dm-log-writes below. crash-log checks them.
 *
 *	crash-write [OPTION...] DEVICE LOG
 *
 * DEVICE is written with direct I/O; LOG is the name of the log's mapped device.
 *	--how=HOW      fsync  write, then fsync (the default)
 *	               dsync  write with RWF_DSYNC: the kernel sends FUA if the device
 *	                      takes it, and a flush in any case
 *	               fua    the same as asynchronous I/O: FUA if the device takes it,
 *	                      and then no flush
 *	               later  write, and no more: nothing is acknowledged
 *	               ack    no write: one fsync acknowledges what "later" wrote
 *	--block=N      the first block (0)
 *	--blocks=N     how many of them in turn (8)
 *	--count=N      how many writes (40); SIGTERM ends it earlier, and well
 *	--round=N      the first sequence number (1); it grows with each round
 *	--pause=MS     between two writes (0)
 *	--base=BYTES   where on the LUN the device begins (0); marks count from there
 *
 * Prints a line for each mark.
 *
 * Writers with the same standard output make durable one after the other. Of two flushes
 * that are under way at once, dm-log-writes gives what was written before both to the one
 * that came first, and has it in the log when that one ends; the other may end before, and
 * its mark would stand before what it acknowledges. In request mode the block layer sends
 * one at a time anyway; bio mode sends both.
 */
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <linux/aio_abi.h>
#include <linux/dm-ioctl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "crash.h"

enum how { FSYNC, DSYNC, FUA, LATER, ACK, NR_HOW };

static const char *const how_names[NR_HOW] = { "fsync", "dsync", "fua", "later", "ack" };

static enum how how = FSYNC;
static uint64_t first, blocks = 8, count = 40, first_round = 1, pause_ms, base;
static const char *device, *log_name;
static volatile sig_atomic_t stop;

static void on_term(int number)
{
	(void)number;
	stop = 1;
}

/* As `dmsetup message LOG 0 mark BLOCK=SEQUENCE`, without a process for each. */
static void mark(uint64_t block, uint64_t sequence)
{
	static int control = -1;
	union {
		char room[sizeof(struct dm_ioctl) + sizeof(struct dm_target_msg) + 64];
		struct dm_ioctl head;
	} message;
	struct dm_target_msg *target = (void *)(message.room + sizeof(struct dm_ioctl));

	if (control < 0)
		control = open("/dev/mapper/control", O_RDWR);
	if (control < 0)
		err(1, "/dev/mapper/control");
	memset(&message, 0, sizeof(message));
	message.head.version[0] = DM_VERSION_MAJOR;
	message.head.data_size = sizeof(message);
	message.head.data_start = sizeof(struct dm_ioctl);
	snprintf(message.head.name, sizeof(message.head.name), "%s", log_name);
	snprintf(target->message, 64, "mark %llu=%llu", (unsigned long long)block,
		 (unsigned long long)sequence);
	if (ioctl(control, DM_TARGET_MSG, &message))
		err(1, "%s: cannot put a mark into this log", log_name);
	printf("%llu=%llu\n", (unsigned long long)block, (unsigned long long)sequence);
	fflush(stdout);
}

static ssize_t write_async(int fd, void *data, uint64_t offset)
{
	static aio_context_t context;
	struct iocb io = {
		.aio_fildes = fd,
		.aio_lio_opcode = IOCB_CMD_PWRITE,
		.aio_buf = (uintptr_t)data,
		.aio_nbytes = CRASH_BLOCK,
		.aio_offset = offset,
		.aio_rw_flags = RWF_DSYNC,
	};
	struct iocb *list[] = { &io };
	struct io_event end;
	long got;

	if (!context && syscall(SYS_io_setup, 1, &context))
		err(1, "io_setup");
	if (syscall(SYS_io_submit, context, 1, list) != 1)
		return -1;
	do
		got = syscall(SYS_io_getevents, context, 1, 1, &end, NULL);
	while (got < 0 && errno == EINTR);
	if (got != 1)
		return -1;
	if (end.res < 0)
		errno = -end.res;
	return end.res;
}

static void write_block(int fd, uint64_t block, uint64_t on_lun, uint64_t sequence)
{
	static struct crash_word words[CRASH_WORDS] __attribute__((aligned(CRASH_BLOCK)));
	struct iovec vec = { words, CRASH_BLOCK };
	uint64_t offset = block * CRASH_BLOCK;
	ssize_t done;

	for (size_t i = 0; i < CRASH_WORDS; i++)
		words[i] = (struct crash_word){ on_lun, sequence };
	if (how == FUA)
		done = write_async(fd, words, offset);
	else
		done = pwritev2(fd, &vec, 1, offset, how == DSYNC ? RWF_DSYNC : 0);
	if (done != CRASH_BLOCK)
		err(1, "%s: block %llu, sequence %llu: write", device, (unsigned long long)block,
		    (unsigned long long)sequence);
}

static void sync_all(int fd)
{
	if (fsync(fd))
		err(1, "%s: fsync", device);
}

/* @operation: LOCK_EX, LOCK_UN */
static void one_at_a_time(int operation)
{
	if (flock(STDOUT_FILENO, operation))
		err(1, "standard output: flock");
}

static void make_durable(int fd, uint64_t block, uint64_t on_lun, uint64_t sequence)
{
	one_at_a_time(LOCK_EX);
	if (how == FSYNC)
		sync_all(fd);
	else if (how != ACK)
		write_block(fd, block, on_lun, sequence);
	mark(on_lun, sequence);
	one_at_a_time(LOCK_UN);
}

static void work(int fd)
{
	if (how == ACK)
		sync_all(fd);
	for (uint64_t i = 0; i < count && !stop; i++) {
		uint64_t block = first + i % blocks, sequence = first_round + i / blocks;
		uint64_t on_lun = block + base / CRASH_BLOCK;

		if (how == LATER || how == FSYNC)
			write_block(fd, block, on_lun, sequence);
		if (how != LATER)
			make_durable(fd, block, on_lun, sequence);
		usleep(pause_ms * 1000);
	}
}

static enum how how_of(const char *name)
{
	for (int i = 0; i < NR_HOW; i++)
		if (!strcmp(name, how_names[i]))
			return i;
	errx(2, "--how=%s: there are fsync, dsync, fua, later, ack", name);
}

static uint64_t number(const char *option, const char *text)
{
	char *end;
	uint64_t value = strtoull(text, &end, 10);

	if (*end || end == text)
		errx(2, "--%s=%s: not a number", option, text);
	return value;
}

static void options(int argc, char **argv)
{
	static const struct option known[] = {
		{ "how", required_argument, NULL, 'h' },
		{ "block", required_argument, NULL, 'b' },
		{ "blocks", required_argument, NULL, 'n' },
		{ "count", required_argument, NULL, 'c' },
		{ "round", required_argument, NULL, 'r' },
		{ "pause", required_argument, NULL, 'p' },
		{ "base", required_argument, NULL, 'o' },
		{ NULL, 0, NULL, 0 },
	};
	int c, i;

	while ((c = getopt_long(argc, argv, "", known, &i)) != -1) {
		if (c == '?')
			exit(2);
		if (c == 'h') {
			how = how_of(optarg);
			continue;
		}
		*(c == 'b'   ? &first
		  : c == 'n' ? &blocks
		  : c == 'c' ? &count
		  : c == 'r' ? &first_round
		  : c == 'p' ? &pause_ms
			     : &base) = number(known[i].name, optarg);
	}
	if (argc - optind != 2)
		errx(2, "usage: crash-write [OPTION...] DEVICE LOG");
	if (!blocks || base % CRASH_BLOCK)
		errx(2, "--blocks must not be 0, --base must be a multiple of %d", CRASH_BLOCK);
	device = argv[optind];
	log_name = argv[optind + 1];
}

int main(int argc, char **argv)
{
	int fd;

	options(argc, argv);
	signal(SIGTERM, on_term);
	fd = open(device, O_WRONLY | O_DIRECT);
	if (fd < 0)
		err(1, "%s", device);
	work(fd);
	return 0;
}
