// SPDX-License-Identifier: GPL-2.0
/*
 * The disk jobs that read and write: faithful in what reaches the file system,
 * calls of 1 KiB, dic of them, O_SYNC where AIM7 has it.
 */
#include "job.h"
#include "mix.h"

#include <err.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int open_at(const char *path, int flags)
{
	int fd = open(path, flags | O_CLOEXEC, 0600);

	if (fd < 0)
		err(1, "cannot open %s", path);
	return fd;
}

static int open_common(const char *dir)
{
	char path[512];

	snprintf(path, sizeof(path), "%s/tmpa.common", dir);
	return open_at(path, O_RDONLY);
}

static void end(int fd)
{
	if (close(fd))
		err(1, "cannot close a file");
}

static void drop(const char *path)
{
	if (unlink(path))
		err(1, "cannot unlink %s", path);
}

static void write_blocks(int fd, const char *block, unsigned int n)
{
	while (n--) {
		if (write(fd, block, JOB_BLOCK) != JOB_BLOCK)
			err(1, "cannot write");
	}
}

static void read_blocks(int fd, char *block, unsigned int n)
{
	while (n--) {
		if (read(fd, block, JOB_BLOCK) != JOB_BLOCK)
			err(1, "cannot read");
	}
}

static void copy_blocks(int from, int to, char *block, unsigned int n)
{
	while (n--) {
		read_blocks(from, block, 1);
		write_blocks(to, block, 1);
	}
}

static void seek_to(struct task *task, int fd, unsigned int blocks)
{
	if (lseek(fd, (off_t)mix_random(&task->random, blocks) * JOB_BLOCK, SEEK_SET) < 0)
		err(1, "cannot seek");
}

void disk_make_common(const char *dir, unsigned int kib)
{
	static const char many[64 * JOB_BLOCK];
	char path[512];
	int fd;

	snprintf(path, sizeof(path), "%s/tmpa.common", dir);
	if (!access(path, F_OK))
		drop(path);
	fd = open_at(path, O_WRONLY | O_CREAT | O_EXCL);
	for (; kib >= 64; kib -= 64) {
		if (write(fd, many, sizeof(many)) != sizeof(many))
			err(1, "cannot write %s", path);
	}
	write_blocks(fd, many, kib);
	end(fd);
}

/* A file of @n blocks, not yet unlinked. */
static void make_file(struct task *task, const char *path, unsigned int n)
{
	int fd = open_at(path, O_WRONLY | O_CREAT | O_TRUNC);

	write_blocks(fd, task->block, n);
	end(fd);
}

static void disk_rd(struct task *task)
{
	struct place place;
	int fd;

	job_place(task, &place, "");
	fd = open_common(place.dir);
	read_blocks(fd, task->block, task->dic);
	end(fd);
}

static void random_after_write(struct task *task, int flags)
{
	unsigned int n = task->dic;
	struct place place;
	int fd;

	job_place(task, &place, "random");
	make_file(task, place.path, n);
	fd = open_at(place.path, flags);
	drop(place.path);
	while (n--) {
		seek_to(task, fd, task->dic);
		if (flags == O_RDONLY)
			read_blocks(fd, task->block, 1);
		else
			write_blocks(fd, task->block, 1);
	}
	end(fd);
}

static void disk_rr(struct task *task)
{
	random_after_write(task, O_RDONLY);
}

static void disk_rw(struct task *task)
{
	random_after_write(task, O_WRONLY);
}

static void disk_wrt(struct task *task)
{
	struct place place;
	int fd;

	job_place(task, &place, "write");
	fd = open_at(place.path, O_WRONLY | O_CREAT | O_TRUNC);
	drop(place.path);
	write_blocks(fd, task->block, task->dic);
	end(fd);
}

static void copy_common(struct task *task, int flags, unsigned int n)
{
	struct place place;
	int from, to;

	job_place(task, &place, "copy");
	from = open_common(place.dir);
	to = open_at(place.path, O_WRONLY | O_CREAT | O_TRUNC | flags);
	drop(place.path);
	copy_blocks(from, to, task->block, n);
	end(from);
	end(to);
}

static void disk_cp(struct task *task)
{
	copy_common(task, 0, task->dic);
}

static void sync_disk_cp(struct task *task)
{
	copy_common(task, O_SYNC, task->dic / 2);
}

static void sync_disk_wrt(struct task *task)
{
	struct place place;
	int fd;

	job_place(task, &place, "sync");
	fd = open_at(place.path, O_WRONLY | O_CREAT | O_TRUNC | O_SYNC);
	write_blocks(fd, task->block, task->dic / 2);
	end(fd);
	drop(place.path);
}

static void sync_disk_rw(struct task *task)
{
	unsigned int n = task->dic / 2;
	struct place place;
	int fd;

	job_place(task, &place, "sync");
	make_file(task, place.path, n);
	fd = open_at(place.path, O_WRONLY | O_SYNC);
	while (n--) {
		seek_to(task, fd, task->dic / 2);
		write_blocks(fd, task->block, 1);
	}
	end(fd);
	drop(place.path);
}

/* The write lands on the block after the one that was read. */
static void sync_disk_update(struct task *task)
{
	unsigned int n = task->dic / 2;
	struct place place;
	int fd;

	job_place(task, &place, "update");
	make_file(task, place.path, task->dic);
	fd = open_at(place.path, O_RDWR | O_SYNC);
	while (n--) {
		seek_to(task, fd, task->dic);
		read_blocks(fd, task->block, 1);
		write_blocks(fd, task->block, 1);
	}
	end(fd);
	drop(place.path);
}

const struct job disk_jobs[] = {
	{ "disk_rd", disk_rd },
	{ "disk_rr", disk_rr },
	{ "disk_rw", disk_rw },
	{ "disk_wrt", disk_wrt },
	{ "disk_cp", disk_cp },
	{ "sync_disk_rw", sync_disk_rw },
	{ "sync_disk_wrt", sync_disk_wrt },
	{ "sync_disk_cp", sync_disk_cp },
	{ "sync_disk_update", sync_disk_update },
	{ 0 },
};
