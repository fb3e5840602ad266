/* SPDX-License-Identifier: GPL-2.0 */
/* Attributes in sysfs. None of those that are read here waits for a device. */
#ifndef FPD_SYSFS_H
#define FPD_SYSFS_H

#include <stdbool.h>
#include <stddef.h>

/* A text attribute without the line's end into @text. Return: 0 or a negative errno. */
int fpd_sysfs_read(const char *folder, const char *attribute, char *text, size_t size);

/* A binary one. Return: its length or a negative errno. */
int fpd_sysfs_read_bytes(const char *folder, const char *attribute, void *bytes, size_t size);

/* Writing may wait for a device: in a child only. Return: 0 or a negative errno. */
int fpd_sysfs_write(const char *folder, const char *attribute, const char *text);

/**
 * fpd_sysfs_each - call a function for each entry of a folder
 * @each: Return: false to stop
 *
 * Return: true if it was not stopped.
 */
bool fpd_sysfs_each(const char *folder, bool (*each)(const char *name, void *userdata),
		    void *userdata);

#endif
