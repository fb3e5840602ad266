/* SPDX-License-Identifier: GPL-2.0 */
/* Whole files and folders of files, without ever blocking on what is no file. */
#ifndef FPD_CONFIG_FILE_H
#define FPD_CONFIG_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include <fairpath/error.h>

/* Is there anything of that name? What cannot be looked at counts as there: reading it tells. */
bool fpd_file_exists(const char *path);

/* Read a whole file. Return: 0, @ret is the caller's to free; or a negative errno, with the
 * file's name in the sentence. */
int fpd_file_read(const char *path, char **ret, size_t *ret_size, struct fairpath_error *error);

struct fpd_file_list {
	char **paths;
	size_t nr;
};

/* The files of a folder whose names end in @suffix, hidden ones left out, in the order of their
 * bytes; none if there is no such folder. Also on failure @ret can be cleared. */
int fpd_file_list(const char *folder, const char *suffix, struct fpd_file_list *ret,
		  struct fairpath_error *error);
void fpd_file_list_clear(struct fpd_file_list *list);

#endif
