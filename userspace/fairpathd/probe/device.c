// SPDX-License-Identifier: GPL-2.0
/*
 * A disk as the prober sees it: what sysfs says of it, its nodes, and what is out to
 * it. sysfs is read each time, for that asks only the kernel; diskseq tells whether the
 * name still is this disk's.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <linux/fs.h>

#include "engine.h"

#ifndef BLKGETDISKSEQ
#define BLKGETDISKSEQ _IOR(0x12, 128, uint64_t)
#endif

/* sysfs */

static int read_line(const char *path, char *ret, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n;

	if (fd < 0)
		return -errno;
	n = read(fd, ret, size - 1);
	if (n < 0)
		n = -errno;
	close(fd);
	if (n < 0)
		return (int)n;
	ret[n] = '\0';
	ret[strcspn(ret, "\n")] = '\0';
	return 0;
}

static int read_attribute(const char *disk, const char *name, char *ret, size_t size)
{
	char path[128];

	snprintf(path, sizeof(path), "/sys/block/%s/%s", disk, name);
	return read_line(path, ret, size);
}

static uint64_t read_number_at(const char *path, uint64_t otherwise)
{
	char text[32], *end;
	uint64_t number;

	if (read_line(path, text, sizeof(text)))
		return otherwise;
	number = strtoull(text, &end, 10);
	return end == text ? otherwise : number;
}

static uint64_t read_number(const char *disk, const char *name, uint64_t otherwise)
{
	char path[128];

	snprintf(path, sizeof(path), "/sys/block/%s/%s", disk, name);
	return read_number_at(path, otherwise);
}

int fpd_device_attribute(const struct fpd_probe_device *device, const char *name, char *ret,
			 size_t size)
{
	return read_attribute(device->name, name, ret, size);
}

bool fpd_device_ready(struct fpd_probe_device *device, struct fpd_probe *probe)
{
	char state[32];

	if (read_attribute(device->name, "device/state", state, sizeof(state)) ||
	    read_number(device->name, "diskseq", 0) != device->diskseq)
		fpd_probe_end(probe, FPD_VERDICT_GONE, "the disk was removed");
	else if (!strcmp(state, "running"))
		return true;
	else if (!strcmp(state, "blocked") || !strcmp(state, "quiesce") ||
		 !strcmp(state, "created-blocked") || !strcmp(state, "created"))
		fpd_probe_end(probe, FPD_VERDICT_PENDING, "the kernel holds its I/O back (%s)",
			      state);
	else if (!strcmp(state, "cancel") || !strcmp(state, "deleted"))
		fpd_probe_end(probe, FPD_VERDICT_GONE, "the disk is being removed");
	else
		fpd_probe_end(probe, FPD_VERDICT_DOWN, "the kernel says that it is %s", state);
	return false;
}

/* Of a name like "2:0:0:1". */
static bool read_host(const char *disk, unsigned int *ret)
{
	char link[128], target[256];
	const char *address;
	ssize_t n;

	snprintf(link, sizeof(link), "/sys/block/%.32s/device", disk);
	n = readlink(link, target, sizeof(target) - 1);
	if (n < 0)
		return false;
	target[n] = '\0';
	address = strrchr(target, '/');
	return address && sscanf(address, "/%u:", ret) == 1;
}

static uint64_t read_host_number(unsigned int host, const char *name, uint64_t otherwise)
{
	char path[128];

	snprintf(path, sizeof(path), "/sys/class/scsi_host/host%u/%s", host, name);
	return read_number_at(path, otherwise);
}

bool fpd_device_full(const struct fpd_probe_device *device)
{
	unsigned long reads, writes;
	unsigned int host;
	char inflight[64];

	if (!read_attribute(device->name, "inflight", inflight, sizeof(inflight)) &&
	    sscanf(inflight, "%lu %lu", &reads, &writes) == 2 &&
	    reads + writes >= read_number(device->name, "queue/nr_requests", UINT64_MAX))
		return true;
	return read_host(device->name, &host) &&
	       read_host_number(host, "host_busy", 0) >=
		       read_host_number(host, "can_queue", UINT64_MAX);
}

/* Commands through sg */

static void close_sg(struct fpd_probe_device *device)
{
	device->sg_io = sd_event_source_disable_unref(device->sg_io);
	if (device->sg_fd >= 0)
		close(device->sg_fd);
	device->sg_fd = -1;
	device->sg_out = false;
}

/* Nothing of the device is touched after the probe has heard: it may be gone. */
static int on_sg(sd_event_source *source, int fd, uint32_t events, void *userdata)
{
	struct fpd_probe_device *device = userdata;
	struct fpd_probe *probe = device->current;
	struct fpd_answer answer;
	int r = fpd_sg_receive(fd, &device->sg, &answer);

	if ((r == -EAGAIN && !(events & (EPOLLHUP | EPOLLERR))) || r == -EINTR)
		return 0;
	sd_event_source_set_enabled(source, SD_EVENT_OFF);
	device->sg_out = false;
	device->hanging = false;
	if (r)
		close_sg(device);
	if (!probe)
		fpd_prober_turn(device->prober);
	else if (r)
		fpd_probe_end(probe, FPD_VERDICT_GONE, "the disk was removed");
	else
		fpd_probe_heard(probe, &answer);
	return 0;
}

static int find_sg(const struct fpd_probe_device *device, char *node, size_t size)
{
	char path[128];
	struct dirent *entry;
	int r = -ENODEV;
	DIR *dir;

	snprintf(path, sizeof(path), "/sys/block/%s/device/scsi_generic", device->name);
	dir = opendir(path);
	if (!dir)
		return -errno;
	while (r && (entry = readdir(dir)))
		if (entry->d_name[0] != '.')
			r = (size_t)snprintf(node, size, "/dev/%s", entry->d_name) < size
				    ? 0
				    : -ENAMETOOLONG;
	closedir(dir);
	return r;
}

static int open_sg(struct fpd_probe_device *device)
{
	char node[64];
	int r;

	if (device->sg_fd >= 0)
		return 0;
	r = find_sg(device, node, sizeof(node));
	if (r)
		return r;
	device->sg_fd = open(node, O_RDWR | O_NONBLOCK | O_CLOEXEC);
	if (device->sg_fd < 0)
		return -errno;
	r = sd_event_add_io(device->prober->event, &device->sg_io, device->sg_fd, EPOLLIN, on_sg,
			    device);
	if (r >= 0)
		r = sd_event_source_set_enabled(device->sg_io, SD_EVENT_OFF);
	if (r >= 0 && read_number(device->name, "diskseq", 0) != device->diskseq)
		r = -ENODEV;
	if (r < 0)
		close_sg(device);
	return r < 0 ? r : 0;
}

/*
 * The kernel's own limit is never shorter than that of the disk's I/O: at its end the
 * kernel aborts the command and may reset the host, and a question must not do that
 * before I/O would.
 */
static unsigned int kernel_timeout_ms(const struct fpd_probe_device *device,
				      unsigned int timeout_ms)
{
	uint64_t disk_ms = read_number(device->name, "device/timeout", 30) * 1000;

	return disk_ms > timeout_ms && disk_ms < UINT32_MAX / 2 ? (unsigned int)disk_ms
								: timeout_ms;
}

int fpd_device_send(struct fpd_probe_device *device, struct fpd_cdb cdb, unsigned int timeout_ms)
{
	int r = open_sg(device);

	if (r)
		return r;
	device->sg.cdb = cdb;
	r = fpd_sg_send(device->sg_fd, &device->sg, kernel_timeout_ms(device, timeout_ms));
	if (!r)
		r = sd_event_source_set_enabled(device->sg_io, SD_EVENT_ON);
	if (r < 0) {
		close_sg(device);
		return r;
	}
	device->sg_out = true;
	return 0;
}

/* Direct reads */

int fpd_device_open(struct fpd_probe_device *device)
{
	char node[64];
	int r;

	snprintf(node, sizeof(node), "/dev/%s", device->name);
	r = fpd_opener_open(device->prober->opener, node, device->id);
	device->opening = !r;
	return r;
}

static struct fpd_probe_device *find_device(struct fpd_prober *prober, uint64_t id)
{
	struct fpd_probe_device *device;

	TAILQ_FOREACH(device, &prober->devices, link)
	if (device->id == id)
		return device;
	return NULL;
}

static int check_disk(const struct fpd_probe_device *device, int fd)
{
	uint64_t diskseq;

	if (fd < 0)
		return fd;
	return ioctl(fd, BLKGETDISKSEQ, &diskseq) || diskseq == device->diskseq ? 0 : -ENODEV;
}

static void opened(struct fpd_probe_device *device, int fd)
{
	struct fpd_prober *prober = device->prober;
	int r;

	device->opening = false;
	device->hanging = false;
	r = check_disk(device, fd);
	device->block_fd = r ? fpd_opener_close(prober->opener, fd) : fd;
	if (device->current)
		fpd_probe_opened(device->current, r);
	else
		fpd_prober_turn(prober);
}

void fpd_device_opened(uint64_t id, int fd, void *userdata)
{
	struct fpd_prober *prober = userdata;
	struct fpd_probe_device *device = find_device(prober, id);

	if (!device)
		fpd_opener_close(prober->opener, fd);
	for (; device; device = id == FPD_OPENER_ALL ? find_device(prober, id) : NULL)
		opened(device, fd);
}

static void on_read(long res, void *userdata)
{
	struct fpd_probe_device *device = userdata;

	device->read = NULL;
	device->hanging = false;
	if (device->current)
		fpd_probe_read(device->current, res);
	else
		fpd_prober_turn(device->prober);
}

int fpd_device_read(struct fpd_probe_device *device)
{
	struct fpd_prober *prober = device->prober;
	int r = prober->aio ? 0 : fpd_aio_new(prober->event, &prober->aio);

	return r ? r : fpd_aio_read(prober->aio, device->block_fd, on_read, device, &device->read);
}

/* Life */

int fpd_probe_device_new(struct fpd_prober *prober, const char *name, struct fpd_probe_device **ret)
{
	struct fpd_probe_device *device;
	char level[32];

	if (!*name || strlen(name) >= sizeof(device->name) || strchr(name, '/') ||
	    read_attribute(name, "device/scsi_level", level, sizeof(level)))
		return -ENODEV;
	device = calloc(1, sizeof(*device));
	if (!device)
		return -ENOMEM;
	strcpy(device->name, name);
	device->prober = prober;
	device->id = ++prober->last_id;
	device->diskseq = read_number(name, "diskseq", 0);
	device->sg_fd = -1;
	device->block_fd = -1;
	TAILQ_INSERT_TAIL(&prober->devices, device, link);
	*ret = device;
	return 0;
}

struct fpd_probe_device *fpd_probe_device_free(struct fpd_probe_device *device)
{
	if (!device)
		return NULL;
	fpd_prober_forget(device);
	TAILQ_REMOVE(&device->prober->devices, device, link);
	close_sg(device);
	fpd_read_abandon(device->read);
	fpd_opener_close(device->prober->opener, device->block_fd);
	free(device);
	return NULL;
}
