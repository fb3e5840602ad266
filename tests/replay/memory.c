// SPDX-License-Identifier: GPL-2.0
/* The jobs that use memory: of AIM7's kind, in amounts of our own choice. */
#include "job.h"

#include <err.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <unistd.h>

#define MIB  1048576ul
#define PAGE 4096ul

/* The break goes up and down; malloc is not called meanwhile. */
static void brk_test(struct task *task)
{
	unsigned int n = job_times(task, 2000);
	char *top;

	while (n--) {
		top = sbrk(16 * PAGE);
		if (top == (void *)-1)
			err(1, "cannot move the break");
		*top = 1;
		if (sbrk(-(intptr_t)(16 * PAGE)) == (void *)-1)
			err(1, "cannot move the break back");
	}
}

static void allocate(struct task *task, size_t least)
{
	unsigned int n = job_times(task, 2000), i;
	char *pieces[32];

	while (n--) {
		for (i = 0; i < 32; i++) {
			pieces[i] = calloc(1, least << i % 4);
			if (!pieces[i])
				err(1, "cannot allocate");
		}
		for (i = 0; i < 32; i++)
			free(pieces[i]);
	}
}

static void mem_rtns_1(struct task *task)
{
	allocate(task, 64);
}

static void mem_rtns_2(struct task *task)
{
	allocate(task, 1000);
}

static void touch_pages(char *area, size_t size)
{
	size_t at;

	for (at = 0; at < size; at += PAGE)
		*(volatile char *)(area + at) = 1;
}

static void page_test(struct task *task)
{
	unsigned int n = job_times(task, 100);
	char *area;

	while (n--) {
		area = mmap(NULL, MIB, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (area == MAP_FAILED)
			err(1, "cannot map memory");
		touch_pages(area, MIB);
		munmap(area, MIB);
	}
}

static void ram_copy(struct task *task)
{
	unsigned int n = job_times(task, 1000);
	static char from[MIB / 8], to[MIB / 8];

	while (n--) {
		memset(from, (int)n, sizeof(from));
		memcpy(to, from, sizeof(to));
		/* Or the compiler would see that nobody reads it. */
		__asm__ volatile("" : : "r"(to) : "memory");
	}
}

static void shared_memory(struct task *task)
{
	unsigned int n = job_times(task, 500);
	char *area;
	int id;

	while (n--) {
		id = shmget(IPC_PRIVATE, 16 * PAGE, IPC_CREAT | 0600);
		if (id < 0)
			err(1, "cannot make shared memory");
		area = shmat(id, NULL, 0);
		/* It goes with the last who has it. */
		shmctl(id, IPC_RMID, NULL);
		if (area == (void *)-1)
			err(1, "cannot attach shared memory");
		touch_pages(area, 16 * PAGE);
		shmdt(area);
	}
}

const struct job memory_jobs[] = {
	{ "brk_test", brk_test },
	{ "mem_rtns_1", mem_rtns_1 },
	{ "mem_rtns_2", mem_rtns_2 },
	{ "page_test", page_test },
	{ "ram_copy", ram_copy },
	{ "shared_memory", shared_memory },
	{ 0 },
};
