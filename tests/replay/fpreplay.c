// SPDX-License-Identifier: GPL-2.0
/*
 * fpreplay: AIM7's load, made anew; see usage() and docs/replay.md.
 */
#include <err.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "job.h"
#include "load.h"

static void usage(FILE *to)
{
	fputs("usage: fpreplay [OPTION...] DIRECTORY...\n"
	      "       fpreplay --fsync=COUNT DIRECTORY\n"
	      "       fpreplay --jobs [--mix=MIX]\n"
	      "       fpreplay --bug=TASKS\n"
	      "\n"
	      "Runs AIM7's load in these directories and prints a row for each number of tasks.\n"
	      "\n"
	      "  --mix=MIX       dbase, fserver, shared (the default) or compute\n"
	      "  --tasks=N[,N]   the loads (1)\n"
	      "  --cpu-scale=N   jobs that use no disk do N times less (1)\n"
	      "  --disk-scale=N  disk jobs handle N times less (1)\n"
	      "  --no-header     rows only\n"
	      "  --header        the header only\n"
	      "  --prepare       make the common files for the first load, and no more\n"
	      "  --prepared      they have been made\n"
	      "  --fsync=COUNT   write 1 KiB and fsync, COUNT times; prints how many per second\n"
	      "  --jobs          print the tests of the mix and how often a task runs each\n"
	      "  --bug=TASKS     print the bug's jobs/min at this load, barriers off and on\n",
	      to);
}

enum option_key {
	MIX = 1,
	TASKS,
	CPU_SCALE,
	DISK_SCALE,
	HEADER,
	NO_HEADER,
	PREPARE,
	PREPARED,
	FSYNC,
	JOBS,
	BUG,
	HELP
};

static const struct option options[] = {
	{ "mix", required_argument, NULL, MIX },
	{ "tasks", required_argument, NULL, TASKS },
	{ "cpu-scale", required_argument, NULL, CPU_SCALE },
	{ "disk-scale", required_argument, NULL, DISK_SCALE },
	{ "header", no_argument, NULL, HEADER },
	{ "no-header", no_argument, NULL, NO_HEADER },
	{ "prepare", no_argument, NULL, PREPARE },
	{ "prepared", no_argument, NULL, PREPARED },
	{ "fsync", required_argument, NULL, FSYNC },
	{ "jobs", no_argument, NULL, JOBS },
	{ "bug", required_argument, NULL, BUG },
	{ "help", no_argument, NULL, HELP },
	{ 0 },
};

struct settings {
	struct load load;
	const char *tasks; /* as given: numbers with commas */
	unsigned int fsyncs;
	unsigned int bug;
	int header, prepare, prepared, jobs;
};

/* A number from 1 on, and nothing after it but what @end allows. */
static unsigned int number(const char *text, const char *what, char end, const char **rest)
{
	unsigned long value;
	char *after;

	value = strtoul(text, &after, 10);
	if (after == text || *text == '-' || value < 1 || value > 100000 ||
	    (*after && *after != end))
		errx(2, "%s: expected a number from 1 to 100000, not '%s'", what, text);
	if (rest)
		*rest = *after ? after + 1 : NULL;
	return (unsigned int)value;
}

static enum mix mix_of(const char *name)
{
	enum mix mix = mix_by_name(name);

	if (mix == NR_MIXES)
		errx(2, "--mix: there are dbase, fserver, shared and compute, but no '%s'", name);
	return mix;
}

/* Returns 0 when there is nothing more to do. */
static int set(struct settings *settings, int key)
{
	switch (key) {
	case MIX:
		settings->load.mix = mix_of(optarg);
		return 1;
	case TASKS:
		settings->tasks = optarg;
		return 1;
	case CPU_SCALE:
		settings->load.cpu_scale = number(optarg, "--cpu-scale", 0, NULL);
		return 1;
	case DISK_SCALE:
		settings->load.disk_scale = number(optarg, "--disk-scale", 0, NULL);
		return 1;
	case HEADER:
		puts(FIGURES_HEADER);
		return 0;
	case NO_HEADER:
		settings->header = 0;
		return 1;
	case PREPARE:
		settings->prepare = 1;
		return 1;
	case PREPARED:
		settings->prepared = 1;
		return 1;
	case FSYNC:
		settings->fsyncs = number(optarg, "--fsync", 0, NULL);
		return 1;
	case JOBS:
		settings->jobs = 1;
		return 1;
	case BUG:
		settings->bug = number(optarg, "--bug", 0, NULL);
		return 1;
	case HELP:
		usage(stdout);
		return 0;
	default:
		usage(stderr);
		exit(2);
	}
}

static int list_jobs(enum mix mix)
{
	unsigned int test;

	for (test = 0; test < mix_nr_tests; test++) {
		if (mix_jobs(mix, test))
			printf("%3u %s\n", mix_jobs(mix, test), mix_tests[test].name);
	}
	printf("%3u in all\n", mix_jobs_per_task(mix));
	return 0;
}

static int tell_bug(unsigned int tasks)
{
	const struct bug_row *row = figures_of_bug(tasks);

	if (!row)
		errx(1, "the bug has no figure for %u tasks", tasks);
	printf("%.2f %.2f\n", row->barrier_off, row->barrier_on);
	return 0;
}

static double seconds(void)
{
	struct timespec at;

	clock_gettime(CLOCK_MONOTONIC, &at);
	return (double)at.tv_sec + (double)at.tv_nsec / 1e9;
}

static int fsync_rate(const char *dir, unsigned int count)
{
	char path[512], block[JOB_BLOCK] = { 0 };
	unsigned int n;
	double start;
	int fd;

	snprintf(path, sizeof(path), "%s/fsync", dir);
	fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	if (fd < 0)
		err(1, "cannot create %s", path);
	start = seconds();
	for (n = 0; n < count; n++) {
		if (write(fd, block, sizeof(block)) != sizeof(block) || fsync(fd))
			err(1, "cannot write %s durably", path);
	}
	printf("%.1f\n", count / (seconds() - start));
	close(fd);
	unlink(path);
	return 0;
}

static int run_loads(struct settings *settings)
{
	struct load *load = &settings->load;
	const char *rest = settings->tasks;
	struct load_result result;
	unsigned int failed;
	char row[128];

	if (settings->header && !settings->prepare)
		puts(FIGURES_HEADER);
	while (rest) {
		load->tasks = number(rest, "--tasks", ',', &rest);
		if (!settings->prepared)
			load_prepare(load);
		if (settings->prepare)
			return 0;
		/* What is still in the buffer would be written by each task. */
		fflush(stdout);
		failed = load_run(load, &result);
		if (failed)
			errx(1, "%u of %u tasks failed", failed, load->tasks);
		figures_row(&result, row, sizeof(row));
		puts(row);
	}
	return 0;
}

int main(int argc, char **argv)
{
	struct settings settings = {
		.load = { .mix = MIX_SHARED, .cpu_scale = 1, .disk_scale = 1 },
		.tasks = "1",
		.header = 1,
	};
	int key;

	if (argc == 2 && !strcmp(argv[1], JOB_CHILD_WORD))
		return 0;
	while ((key = getopt_long(argc, argv, "", options, NULL)) != -1) {
		if (!set(&settings, key))
			return 0;
	}
	if (settings.jobs)
		return list_jobs(settings.load.mix);
	if (settings.bug)
		return tell_bug(settings.bug);
	if (optind == argc) {
		usage(stderr);
		return 2;
	}
	if (settings.fsyncs)
		return fsync_rate(argv[optind], settings.fsyncs);
	settings.load.dirs = argv + optind;
	settings.load.nr_dirs = (unsigned int)(argc - optind);
	return run_loads(&settings);
}
