// SPDX-License-Identifier: GPL-2.0
/* Whole files and folders of files; see file.h. */
#include "fairpathd/config/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fairpathd/config/report.h"

/* The greatest configuration anyone wrote is far smaller. */
#define LARGEST (4UL * 1024 * 1024)

bool fpd_file_exists(const char *path)
{
	struct stat st;

	return !stat(path, &st) || (errno != ENOENT && errno != ENOTDIR);
}

/* O_NONBLOCK: a pipe under that name must not hold up the daemon. */
static int open_file(const char *path, struct fairpath_error *error)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	struct stat st;

	if (fd < 0)
		return fpd_fail(error, -errno, "cannot open %s: %s", path, strerror(errno));
	if (!fstat(fd, &st) && (S_ISREG(st.st_mode) || S_ISCHR(st.st_mode)))
		return fd; /* a character device: /dev/null says nothing, as it should */
	close(fd);
	return fpd_fail(error, -EINVAL, "%s is no file", path);
}

/* Make room for more. Return: whether there is. */
static bool grow(char **text, size_t *room)
{
	size_t more = *room ? *room * 2 : 4096;
	char *grown = realloc(*text, more);

	if (!grown)
		return false;
	*text = grown;
	*room = more;
	return true;
}

static int read_all(int fd, const char *path, char **text, size_t *size,
		    struct fairpath_error *error)
{
	size_t room = 0;
	ssize_t got;

	for (;;) {
		if (*size == room && !grow(text, &room))
			return fpd_fail_no_memory(error);
		got = read(fd, *text + *size, room - *size);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return fpd_fail(error, -errno, "cannot read %s: %s", path, strerror(errno));
		if (!got)
			return 0;
		*size += (size_t)got;
		if (*size > LARGEST)
			return fpd_fail(error, -EFBIG, "%s is too large for a configuration", path);
	}
}

int fpd_file_read(const char *path, char **ret, size_t *ret_size, struct fairpath_error *error)
{
	char *text = NULL;
	size_t size = 0;
	int fd, r;

	fd = open_file(path, error);
	if (fd < 0)
		return fd;
	r = read_all(fd, path, &text, &size, error);
	close(fd);
	if (r) {
		free(text);
		return r;
	}
	*ret = text;
	*ret_size = size;
	return 0;
}

static bool has_suffix(const char *name, const char *suffix)
{
	size_t size = strlen(name), end = strlen(suffix);

	return *name != '.' && size > end && !strcmp(name + size - end, suffix);
}

static int add_path(struct fpd_file_list *list, const char *folder, const char *name)
{
	char **paths = reallocarray(list->paths, list->nr + 1, sizeof(*paths));
	size_t size = strlen(folder) + strlen(name) + 2;
	char *path;

	if (!paths)
		return -ENOMEM;
	list->paths = paths;
	path = malloc(size);
	if (!path)
		return -ENOMEM;
	snprintf(path, size, "%s/%s", folder, name);
	paths[list->nr++] = path;
	return 0;
}

static int compare(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static int list_folder(DIR *dir, const char *folder, const char *suffix, struct fpd_file_list *ret,
		       struct fairpath_error *error)
{
	const struct dirent *entry;

	for (errno = 0; (entry = readdir(dir)); errno = 0)
		if (has_suffix(entry->d_name, suffix) && add_path(ret, folder, entry->d_name))
			return fpd_fail_no_memory(error);
	if (errno)
		return fpd_fail(error, -errno, "cannot read %s: %s", folder, strerror(errno));
	if (ret->nr)
		qsort(ret->paths, ret->nr, sizeof(*ret->paths), compare);
	return 0;
}

int fpd_file_list(const char *folder, const char *suffix, struct fpd_file_list *ret,
		  struct fairpath_error *error)
{
	DIR *dir = opendir(folder);
	int r;

	*ret = (struct fpd_file_list){};
	if (!dir && errno == ENOENT)
		return 0;
	if (!dir)
		return fpd_fail(error, -errno, "cannot open %s: %s", folder, strerror(errno));
	r = list_folder(dir, folder, suffix, ret, error);
	closedir(dir);
	return r;
}

void fpd_file_list_clear(struct fpd_file_list *list)
{
	while (list->nr)
		free(list->paths[--list->nr]);
	free(list->paths);
	list->paths = NULL;
}
