// SPDX-License-Identifier: GPL-2.0
/*
 * How long one direct, asynchronous I/O of 4 KiB takes, system calls included.
 *
 *	io-time read|write DEPTH COUNT DEVICE
 *
 * DEPTH I/Os are submitted by one call and reaped by the next, until COUNT have
 * ended; before that, as many again that are not timed. Where on the device is
 * random, the same each time. Prints nanoseconds per I/O. Under the virtual
 * clock that is instructions: fio's own time is in steps of 10 ms, too coarse for it.
 */
#include <err.h>
#include <fcntl.h>
#include <linux/aio_abi.h>
#include <linux/fs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define BLOCK	  4096
#define MAX_DEPTH 256

static struct iocb iocbs[MAX_DEPTH];
static struct iocb *batch[MAX_DEPTH];
static struct io_event events[MAX_DEPTH];
static unsigned long long blocks;

static unsigned long long next_block(void)
{
	static unsigned long long state = 1;

	state = state * 6364136223846793005ULL + 1442695040888963407ULL;
	return (state >> 33) % blocks;
}

static void prepare(const char *how, int fd, int depth)
{
	int opcode = strcmp(how, "write") ? IOCB_CMD_PREAD : IOCB_CMD_PWRITE;
	char *data = aligned_alloc(BLOCK, (size_t)depth * BLOCK);

	if (!data)
		err(1, "memory");
	memset(data, 0, (size_t)depth * BLOCK);
	for (int i = 0; i < depth; i++) {
		iocbs[i] = (struct iocb){
			.aio_fildes = fd,
			.aio_lio_opcode = opcode,
			.aio_buf = (unsigned long)(data + (size_t)i * BLOCK),
			.aio_nbytes = BLOCK,
		};
		batch[i] = &iocbs[i];
	}
}

static void run(aio_context_t context, int depth, long count)
{
	for (long done = 0; done < count; done += depth) {
		for (int i = 0; i < depth; i++)
			iocbs[i].aio_offset = (long long)next_block() * BLOCK;
		if (syscall(SYS_io_submit, context, depth, batch) != depth)
			err(1, "io_submit");
		if (syscall(SYS_io_getevents, context, depth, depth, events, NULL) != depth)
			err(1, "io_getevents");
		for (int i = 0; i < depth; i++)
			if (events[i].res != BLOCK)
				errx(1, "an I/O ended with %lld", (long long)events[i].res);
	}
}

static long long now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000LL + t.tv_nsec;
}

int main(int argc, char **argv)
{
	aio_context_t context = 0;
	unsigned long long bytes;
	long long start;
	int fd, depth;
	long count;

	if (argc != 5 || (strcmp(argv[1], "read") && strcmp(argv[1], "write")))
		errx(2, "usage: io-time read|write DEPTH COUNT DEVICE");
	depth = atoi(argv[2]);
	count = atol(argv[3]);
	if (depth < 1 || depth > MAX_DEPTH || count < 1)
		errx(2, "DEPTH is from 1 to %d, COUNT at least 1", MAX_DEPTH);
	fd = open(argv[4], O_RDWR | O_DIRECT);
	if (fd < 0 || ioctl(fd, BLKGETSIZE64, &bytes))
		err(1, "%s", argv[4]);
	blocks = bytes / BLOCK;
	if (!blocks)
		errx(1, "%s is too small", argv[4]);
	if (syscall(SYS_io_setup, depth, &context))
		err(1, "io_setup");

	prepare(argv[1], fd, depth);
	run(context, depth, count);
	start = now();
	run(context, depth, count);
	printf("%lld\n", (now() - start) / count);
	return 0;
}
