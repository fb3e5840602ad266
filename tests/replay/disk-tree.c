// SPDX-License-Identifier: GPL-2.0
/* The disk jobs that work on names: create, link, read directories, search a tree. */
#include "job.h"
#include "mix.h"

#include <dirent.h>
#include <err.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void touch(const char *path)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

	if (fd < 0 || close(fd))
		err(1, "cannot create %s", path);
}

static void must(int failed, const char *what, const char *path)
{
	if (failed)
		err(1, "cannot %s %s", what, path);
}

static void creat_clo(struct task *task)
{
	unsigned int n = job_disk_times(task, 1000);
	struct place place;

	job_place(task, &place, "creat");
	while (n--)
		touch(place.path);
	must(unlink(place.path), "unlink", place.path);
}

#define LINKS 7

static void link_test(struct task *task)
{
	char names[LINKS][600];
	unsigned int rounds = job_disk_times(task, 9);
	struct place place;
	int n;

	job_place(task, &place, "link");
	touch(place.path);
	for (n = 0; n < LINKS; n++) {
		snprintf(names[n], sizeof(names[n]), "%s%d", place.path, n);
		must(link(place.path, names[n]), "link", names[n]);
	}
	while (rounds--) {
		for (n = 0; n < LINKS; n++) {
			must(unlink(names[n]), "unlink", names[n]);
			must(link(place.path, names[n]), "link", names[n]);
		}
	}
	for (n = 0; n < LINKS; n++)
		must(unlink(names[n]), "unlink", names[n]);
	must(unlink(place.path), "unlink", place.path);
}

static void dir_rtns_1(struct task *task)
{
	unsigned int n = job_disk_times(task, 10000);
	struct place place;
	DIR *dir;

	job_place(task, &place, "");
	dir = opendir(place.dir);
	must(!dir, "open", place.dir);
	while (n--) {
		if (!readdir(dir))
			rewinddir(dir);
	}
	closedir(dir);
}

/*
 * A tree of sources being searched by a compiler and a shell: 57 stat and 43
 * create, close, unlink, five times, in another order each time.
 */
#define STATS	  57
#define CREATES	  43
#define TREE_DIRS 5

static void tree_step(const char *root, unsigned int step)
{
	char path[600];
	struct stat st;

	snprintf(path, sizeof(path), "%s/%u/file%u", root, step % TREE_DIRS, step);
	if (step < STATS) {
		/* Most of what is searched for is somewhere else. */
		(void)stat(path, &st);
		return;
	}
	touch(path);
	must(unlink(path), "unlink", path);
}

static void tree_dirs(const char *root, int make)
{
	char path[600];
	int n;

	if (make)
		must(mkdir(root, 0700), "make", root);
	for (n = 0; n < TREE_DIRS; n++) {
		snprintf(path, sizeof(path), "%s/%d", root, n);
		must(make ? mkdir(path, 0700) : rmdir(path), make ? "make" : "remove", path);
	}
	if (!make)
		must(rmdir(root), "remove", root);
}

static void disk_src(struct task *task)
{
	unsigned int order[STATS + CREATES], n, other, swap;
	unsigned int passes = job_disk_times(task, 5);
	struct place place;

	job_place(task, &place, "tree");
	tree_dirs(place.path, 1);
	for (n = 0; n < STATS + CREATES; n++)
		order[n] = n;
	while (passes--) {
		for (n = STATS + CREATES; n > 1; n--) {
			other = mix_random(&task->random, n);
			swap = order[n - 1];
			order[n - 1] = order[other];
			order[other] = swap;
		}
		for (n = 0; n < STATS + CREATES; n++)
			tree_step(place.path, order[n]);
	}
	tree_dirs(place.path, 0);
}

const struct job disk_tree_jobs[] = {
	{ "creat-clo", creat_clo },
	{ "link_test", link_test },
	{ "dir_rtns_1", dir_rtns_1 },
	{ "disk_src", disk_src },
	{ 0 },
};
