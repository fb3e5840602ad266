// SPDX-License-Identifier: GPL-2.0
/* Runs a load; see load.h. */
#include "load.h"

#include <err.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "job.h"

static double now(void)
{
	struct timespec at;

	clock_gettime(CLOCK_MONOTONIC, &at);
	return (double)at.tv_sec + (double)at.tv_nsec / 1e9;
}

void load_prepare(const struct load *load)
{
	unsigned int i, dic = mix_dic(load->mix, load->tasks, load->disk_scale);

	for (i = 0; i < load->nr_dirs; i++)
		disk_make_common(load->dirs[i], dic);
	for (i = 0; i < 3; i++)
		sync();
}

static const struct job *job_by_name(const char *name)
{
	static const struct job *const kinds[] = { disk_jobs, disk_tree_jobs, compute_jobs,
						   memory_jobs, process_jobs };
	const struct job *job;
	unsigned int i;

	for (i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		for (job = kinds[i]; job->name; job++) {
			if (!strcmp(job->name, name))
				return job;
		}
	}
	errx(1, "test %s is in a mix, but nobody knows how to run it", name);
}

static void run_task(const struct load *load, unsigned int index)
{
	struct task task = {
		.index = index,
		.dic = mix_dic(load->mix, load->tasks, load->disk_scale),
		.disk_scale = load->disk_scale,
		.cpu_scale = load->cpu_scale,
		.random = mix_seed(index),
		.dirs = load->dirs,
		.nr_dirs = load->nr_dirs,
	};
	unsigned int order[MIX_MAX_JOBS], n, i;

	memset(task.block, 'a', sizeof(task.block));
	task.dir = mix_random(&task.random, task.nr_dirs);
	n = mix_draw(load->mix, index, order);
	for (i = 0; i < n; i++)
		job_by_name(mix_tests[order[i]].name)->run(&task);
}

/* What the tasks and their parent share. */
struct board {
	double released;
	double ended[]; /* when each task did */
};

/* A task waits until nobody has the gate's other end any more. */
static void fork_task(const struct load *load, unsigned int index, struct board *board,
		      const int gate[2])
{
	char byte;
	pid_t pid = fork();

	if (pid < 0)
		err(1, "cannot fork task %u", index);
	if (pid)
		return;
	close(gate[1]);
	if (read(gate[0], &byte, 1))
		err(1, "cannot wait for the release");
	close(gate[0]);
	run_task(load, index);
	board->ended[index] = now();
	_exit(0);
}

static unsigned int wait_for_all(unsigned int tasks)
{
	unsigned int failed = 0;
	int status;

	while (tasks--) {
		if (wait(&status) < 0)
			err(1, "cannot wait for a task");
		failed += status != 0;
	}
	return failed;
}

static double cpu_of_children(void)
{
	struct rusage usage;

	getrusage(RUSAGE_CHILDREN, &usage);
	return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
	       (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

/* Turns the moments at which tasks ended into what each took. */
static void fill_result(const struct load *load, struct board *board, double cpu,
			struct load_result *result)
{
	unsigned int i;

	*result = (struct load_result){
		.tasks = load->tasks,
		.jobs_per_task = mix_jobs_per_task(load->mix),
		.cpu = cpu,
	};
	for (i = 0; i < load->tasks; i++) {
		board->ended[i] -= board->released;
		if (board->ended[i] > result->real)
			result->real = board->ended[i];
	}
	result->jti = figures_jti(board->ended, load->tasks);
}

unsigned int load_run(const struct load *load, struct load_result *result)
{
	size_t size = sizeof(struct board) + load->tasks * sizeof(double);
	struct board *board;
	unsigned int i, failed;
	double cpu = cpu_of_children();
	int gate[2];

	board = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (board == MAP_FAILED || pipe(gate))
		err(1, "cannot prepare %u tasks", load->tasks);
	for (i = 0; i < load->tasks; i++)
		fork_task(load, i, board, gate);
	close(gate[0]);
	board->released = now();
	close(gate[1]);
	failed = wait_for_all(load->tasks);
	if (!failed)
		fill_result(load, board, cpu_of_children() - cpu, result);
	munmap(board, size);
	return failed;
}
