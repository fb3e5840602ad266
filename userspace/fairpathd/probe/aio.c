// SPDX-License-Identifier: GPL-2.0
/*
 * One aio context for all reads. It is destroyed only when nothing is out: the kernel
 * would wait for what is.
 *
 * RWF_NOWAIT, because without it submitting sleeps when the queue has no request left,
 * as that of a silent path under load.
 */
#include "aio.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <unistd.h>

#include <libaio.h>

/* Enough for a path each of the largest hosts; fs.aio-max-nr is 65536. */
#define MAX_READS 1024

/* A multiple of every logical block size that sd knows, and so aligned by mmap(). */
#define READ_SIZE 4096

#ifndef RWF_NOWAIT
#define RWF_NOWAIT 0x00000008
#endif

struct fpd_aio {
	io_context_t context;
	int eventfd;
	sd_event_source *io;
	unsigned int out;
};

struct fpd_read {
	struct iocb iocb; /* first: what the kernel gives back points to it */
	struct fpd_aio *aio;
	void *buffer;
	fpd_read_fn *done;
	void *userdata;
};

static void free_read(struct fpd_read *read)
{
	if (read->buffer != MAP_FAILED)
		munmap(read->buffer, READ_SIZE);
	free(read);
}

static void end_read(struct fpd_read *read, long res)
{
	fpd_read_fn *done = read->done;
	void *userdata = read->userdata;

	read->aio->out--;
	free_read(read);
	if (done)
		done(res, userdata);
}

/* What is told may do anything but free the aio context. */
static int on_eventfd(sd_event_source *source, int fd, uint32_t events, void *userdata)
{
	struct timespec now = { 0 };
	struct fpd_aio *aio = userdata;
	struct io_event ended;
	uint64_t count;

	(void)source;
	(void)events;
	if (read(fd, &count, sizeof(count)) < 0 && errno != EAGAIN)
		return -errno;
	while (io_getevents(aio->context, 0, 1, &ended, &now) == 1)
		end_read((struct fpd_read *)ended.obj, (long)ended.res);
	return 0;
}

int fpd_aio_new(sd_event *event, struct fpd_aio **ret)
{
	struct fpd_aio *aio = calloc(1, sizeof(*aio));
	int r;

	if (!aio)
		return -ENOMEM;
	aio->eventfd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
	r = aio->eventfd < 0 ? -errno : io_setup(MAX_READS, &aio->context);
	if (!r)
		r = sd_event_add_io(event, &aio->io, aio->eventfd, EPOLLIN, on_eventfd, aio);
	if (r < 0) {
		fpd_aio_free(aio);
		return r;
	}
	*ret = aio;
	return 0;
}

struct fpd_aio *fpd_aio_free(struct fpd_aio *aio)
{
	if (!aio)
		return NULL;
	sd_event_source_disable_unref(aio->io);
	if (aio->eventfd >= 0)
		close(aio->eventfd);
	if (aio->context && !aio->out)
		io_destroy(aio->context);
	free(aio);
	return NULL;
}

static struct fpd_read *new_read(struct fpd_aio *aio, int fd, fpd_read_fn *done, void *userdata)
{
	struct fpd_read *read = calloc(1, sizeof(*read));

	if (!read)
		return NULL;
	read->aio = aio;
	read->done = done;
	read->userdata = userdata;
	read->buffer =
		mmap(NULL, READ_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (read->buffer == MAP_FAILED) {
		free_read(read);
		return NULL;
	}
	io_prep_pread(&read->iocb, fd, read->buffer, READ_SIZE, 0);
	io_set_eventfd(&read->iocb, aio->eventfd);
	read->iocb.aio_rw_flags = RWF_NOWAIT;
	return read;
}

int fpd_aio_read(struct fpd_aio *aio, int fd, fpd_read_fn *done, void *userdata,
		 struct fpd_read **ret)
{
	struct fpd_read *read = new_read(aio, fd, done, userdata);
	struct iocb *list[1];
	int r;

	if (!read)
		return -ENOMEM;
	list[0] = &read->iocb;
	r = io_submit(aio->context, 1, list);
	if (r != 1) {
		free_read(read);
		return r < 0 ? r : -EAGAIN;
	}
	aio->out++;
	*ret = read;
	return 0;
}

struct fpd_read *fpd_read_abandon(struct fpd_read *read)
{
	if (read)
		read->done = NULL;
	return NULL;
}
