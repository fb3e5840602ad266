// SPDX-License-Identifier: GPL-2.0
/* Attributes in sysfs. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "fairpathd/sysfs.h"

static int open_attribute(const char *folder, const char *attribute, int flags)
{
	char path[512];
	int fd;

	if ((size_t)snprintf(path, sizeof(path), "%s/%s", folder, attribute) >= sizeof(path))
		return -ENAMETOOLONG;
	fd = open(path, flags | O_CLOEXEC);
	return fd < 0 ? -errno : fd;
}

int fpd_sysfs_read_bytes(const char *folder, const char *attribute, void *bytes, size_t size)
{
	int fd = open_attribute(folder, attribute, O_RDONLY);
	ssize_t got;
	int r;

	if (fd < 0)
		return fd;
	got = read(fd, bytes, size);
	r = got < 0 ? -errno : (int)got;
	close(fd);
	return r;
}

int fpd_sysfs_read(const char *folder, const char *attribute, char *text, size_t size)
{
	int r = fpd_sysfs_read_bytes(folder, attribute, text, size - 1);

	if (r < 0)
		return r;
	text[r] = '\0';
	/* Also blanks: INQUIRY's texts are padded with them. */
	while (r > 0 && strchr(" \n", text[r - 1]))
		text[--r] = '\0';
	return 0;
}

int fpd_sysfs_write(const char *folder, const char *attribute, const char *text)
{
	int fd = open_attribute(folder, attribute, O_WRONLY), r = 0;

	if (fd < 0)
		return fd;
	if (write(fd, text, strlen(text)) < 0)
		r = -errno;
	close(fd);
	return r;
}

bool fpd_sysfs_each(const char *folder, bool (*each)(const char *name, void *userdata),
		    void *userdata)
{
	DIR *dir = opendir(folder);
	struct dirent *entry;
	bool on = true;

	if (!dir)
		return true;
	while (on && (entry = readdir(dir)))
		if (entry->d_name[0] != '.')
			on = each(entry->d_name, userdata);
	closedir(dir);
	return on;
}
