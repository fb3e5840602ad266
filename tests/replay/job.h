/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a job finds when it runs: its task's place, buffer and random numbers.
 * A job returns; what it cannot do ends its task, with the reason on stderr.
 */
#ifndef REPLAY_JOB_H
#define REPLAY_JOB_H

#include <stdint.h>

/* All disk jobs read and write this much at a time. */
#define JOB_BLOCK 1024

struct task {
	unsigned int index;
	unsigned int dic;	 /* KiB that a disk job handles */
	unsigned int disk_scale; /* divides what the disk jobs do; dic is divided already */
	unsigned int cpu_scale;	 /* divides what the others do */
	uint64_t random;
	char *const *dirs; /* the disk jobs' directories, used round-robin */
	unsigned int nr_dirs;
	unsigned int dir;
	char block[JOB_BLOCK];
};

struct job {
	const char *name;
	void (*run)(struct task *task);
};

/* disk.c, disk-tree.c, compute.c, memory.c, process.c APIs: a NULL name ends each. */
extern const struct job disk_jobs[];
extern const struct job disk_tree_jobs[];
extern const struct job compute_jobs[];
extern const struct job memory_jobs[];
extern const struct job process_jobs[];

/* The next directory, and a name in it that no other task uses. */
struct place {
	const char *dir;
	char path[512];
};

void job_place(struct task *task, struct place *place, const char *suffix);

/* How often to do what is done @times at a scale of 1; at least once. */
unsigned int job_times(const struct task *task, unsigned int times);
/* The same for a disk job. */
unsigned int job_disk_times(const struct task *task, unsigned int times);

/* disk.c: what disk_rd, disk_cp and sync_disk_cp read; made anew for each load. */
void disk_make_common(const char *dir, unsigned int kib);

/* What fork_test and exec_test start. */
#define JOB_CHILD_WORD "--child"

#endif
