/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Mapped devices of target fairpath: which there are, and what can be done to them.
 *
 * A thin layer over libdevmapper. Looking never waits for storage. Changing may:
 * to resume with a new table waits for the I/O in flight on the old one, and where
 * udevd runs, for its rules. A program that must not wait calls these in a child.
 */
#ifndef FAIRPATH_DM_H
#define FAIRPATH_DM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <fairpath/error.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a UUID of ours begins with, as dm-multipath's does; the LUN's WWID follows. Why is
 * told in docs/udev.md. */
#define FAIRPATH_DM_UUID_PREFIX "mpath-"

/* What udev's rules are told of a change; the rules of dm-multipath take the same flags. */
enum fairpath_dm_udev {
	FAIRPATH_DM_UDEV_PATHS_ONLY = 1 << 0, /* nothing but paths: nobody need look inside */
	FAIRPATH_DM_UDEV_NO_PARTS = 1 << 1,   /* make no partitions (skip_kpartx) */
	FAIRPATH_DM_UDEV_NO_PATH = 1 << 2,    /* no path is usable: whoever looks would wait */
};

#define FAIRPATH_DM_NAME_SIZE 128 /* with the NUL, as the kernel has it */
#define FAIRPATH_DM_UUID_SIZE 129

/**
 * struct fairpath_dm_device - a mapped device
 * @name: its name
 * @uuid: its UUID; "": none
 * @major: device number
 * @minor: device number
 * @event_nr: goes up with each event
 * @open_count: how often it is open, mounted or mapped
 * @suspended: no I/O passes
 * @has_live: it has a table
 * @has_inactive: a table is loaded that waits for a resume
 * @sectors: its size in 512 bytes; 0 without a table
 * @table: the live table, from after the target's name; NULL: none, or not fairpath's
 * @status: the same for its status
 */
struct fairpath_dm_device {
	char name[FAIRPATH_DM_NAME_SIZE];
	char uuid[FAIRPATH_DM_UUID_SIZE];
	unsigned int major;
	unsigned int minor;
	uint32_t event_nr;
	unsigned int open_count;
	bool suspended;
	bool has_live;
	bool has_inactive;
	uint64_t sectors;
	char *table;
	char *status;
};

/**
 * fairpath_dm_list - all mapped devices that are ours
 * @ret:   out: to be released by fairpath_dm_list_free(); untouched on failure
 * @nr:    out: how many
 * @error: out: may be NULL
 *
 * Ours is what has a table of target fairpath; or no live one, an inactive one that is not
 * another target's, and a UUID of ours (somebody died while he made it). A device that goes
 * meanwhile is left out.
 *
 * Return: 0 or a negative errno.
 */
int fairpath_dm_list(struct fairpath_dm_device **ret, size_t *nr, struct fairpath_error *error);
void fairpath_dm_list_free(struct fairpath_dm_device *devices, size_t nr);

/**
 * fairpath_dm_create - make a device with its first table, and let I/O pass
 * @name:    its name
 * @uuid:    its UUID
 * @sectors: its size
 * @table:   from after the target's name
 * @udev:    for udev's rules, enum fairpath_dm_udev or'ed
 * @error:   out: may be NULL
 *
 * Where a step fails nothing is left behind.
 *
 * Return: 0 or a negative errno.
 */
int fairpath_dm_create(const char *name, const char *uuid, uint64_t sectors, const char *table,
		       unsigned int udev, struct fairpath_error *error);

/* Load a table beside the live one, which is not touched. Return: 0 or a negative errno. */
int fairpath_dm_load(const char *name, uint64_t sectors, const char *table,
		     struct fairpath_error *error);

/* Drop the table that was loaded and not resumed. Return: 0 or a negative errno. */
int fairpath_dm_clear(const char *name, struct fairpath_error *error);

/**
 * fairpath_dm_resume - let I/O pass again, through the table that was loaded if there is one
 * @name:    the device
 * @noflush: requests that wait for a path go on waiting; false: they end first
 * @udev:    for udev's rules, enum fairpath_dm_udev or'ed
 * @error:   out: may be NULL
 *
 * A device that is not suspended is suspended first, by the kernel in the same call: if
 * its caller is killed meanwhile, it is as it was. Filesystems above are not frozen,
 * since that would write.
 *
 * Return: 0 or a negative errno.
 */
int fairpath_dm_resume(const char *name, bool noflush, unsigned int udev,
		       struct fairpath_error *error);

/* Suspend, @noflush as above. Return: 0 or a negative errno. */
int fairpath_dm_suspend(const char *name, bool noflush, struct fairpath_error *error);

/* Send the target a message. Return: 0 or a negative errno. */
int fairpath_dm_message(const char *name, const char *message, struct fairpath_error *error);

/**
 * fairpath_dm_ask - send the target a message that it answers
 * @name:    the device
 * @message: the message
 * @ret:     out: the answer, which the caller frees with free(); untouched on failure
 * @error:   out: may be NULL
 *
 * Return: 0 or a negative errno.
 */
int fairpath_dm_ask(const char *name, const char *message, char **ret,
		    struct fairpath_error *error);

/**
 * fairpath_dm_status - what the status of one device says now
 * @ret: out: the line of its fairpath target, which the caller frees; untouched on failure
 *
 * It never waits for the storage.
 *
 * Return: 0; -ENXIO if there is no such device, or it is none of fairpath's; or another
 * negative errno.
 */
int fairpath_dm_status(const char *name, char **ret, struct fairpath_error *error);

/* Remove a device that nobody has open. Return: 0, -EBUSY, or a negative errno. */
int fairpath_dm_remove(const char *name, struct fairpath_error *error);

/* Rename a device. Return: 0 or a negative errno. */
int fairpath_dm_rename(const char *name, const char *new_name, struct fairpath_error *error);

/**
 * fairpath_dm_events_open - be told of events of any mapped device
 * @error: out: may be NULL
 *
 * Return: a file descriptor that polls readable once something happened since it was
 * armed (it is, once); or a negative errno.
 */
int fairpath_dm_events_open(struct fairpath_error *error);

/* Arm it again, then look: what happens from now on is told. Return: 0 or a negative errno. */
int fairpath_dm_events_arm(int fd, struct fairpath_error *error);

#ifdef __cplusplus
}
#endif

#endif
