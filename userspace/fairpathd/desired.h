/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A map as it should be: from the states of a LUN's paths and the configuration. Pure.
 */
#ifndef FPD_DESIRED_H
#define FPD_DESIRED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include <fairpath/dm.h>
#include <fairpath/table.h>

#include "fairpathd/config/settings.h"
#include "fairpathd/path_fsm.h"

/* What the kernel should do with a path that is in the table. */
enum fpd_want {
	FPD_WANT_USABLE,
	FPD_WANT_FAILED,
	FPD_WANT_AS_IS, /* nothing is known for or against it */
};

/**
 * struct fpd_member - a path that may be in the table
 * @dev: "8:16"
 * @devnum: the same
 * @wwid: whose path it is
 * @state: of path_fsm.h
 * @priority: higher is better
 * @key: to group by, or NULL
 * @in_live: the live table has it
 * @entered: it has been good, so its device can be opened
 */
struct fpd_member {
	const char *dev;
	dev_t devnum;
	const char *wwid;
	enum fpd_path_state state;
	int priority;
	const char *key;
	bool in_live;
	bool entered;
};

/**
 * struct fpd_desired_input - what a desired map is made from
 * @name: of the mapped device
 * @wwid: the LUN
 * @sectors: its size
 * @settings: what the configuration says
 * @members: paths, in the order of their device numbers
 * @nr_members: how many
 * @initial_group_of: where I/O is now: a device of the group that should stay the current
 *	one if failback is not immediate; NULL: no such wish
 */
struct fpd_desired_input {
	const char *name;
	const char *wwid;
	uint64_t sectors;
	const struct fpd_settings *settings;
	const struct fpd_member *members;
	size_t nr_members;
	const char *initial_group_of;
};

/**
 * struct fpd_desired - a map as it should be
 * @name: of the mapped device
 * @uuid: of the mapped device
 * @sectors: its size
 * @table: the table; queue_if_no_path in it is @queue
 * @wants: for each path, in the table's order
 * @nr_paths: how many
 * @nr_usable: how many of them are wanted usable
 * @queue: requests wait while no path is usable
 * @skip_partitions: no partitions are made on it
 * @best_group: the first group with a usable path, counted from 1; 0: none
 * @strangers: members of another LUN that were left out
 * @memory: what @table points into
 */
struct fpd_desired {
	char name[FAIRPATH_DM_NAME_SIZE];
	char uuid[FAIRPATH_DM_UUID_SIZE];
	uint64_t sectors;
	struct fairpath_table table;
	enum fpd_want *wants;
	size_t nr_paths;
	size_t nr_usable;
	bool queue;
	bool skip_partitions;
	unsigned int best_group;
	size_t strangers;
	void *memory;
};

/**
 * fpd_desired_build - what a map should be
 * @input: from what
 * @ret: out: to be released by fpd_desired_clear(); untouched on failure
 *
 * A path enters a table only after it has been good once; one that is there stays while
 * its device is. Of those wanted usable the first that are not none are taken: those that
 * are up or on standby; those that wait for their penalty to end; then those whose port
 * is blocked are left as they are. So the last path is never failed for a mere suspicion.
 *
 * Return: 0; -EINVAL if the LUN or path_selector cannot be said in a table; -ENOMEM.
 */
int fpd_desired_build(const struct fpd_desired_input *input, struct fpd_desired *ret);
void fpd_desired_clear(struct fpd_desired *desired);

/* For how long the kernel shall queue without a path, in seconds. Return: false: its default. */
bool fpd_no_path_timeout(const struct fpd_settings *settings, unsigned int *ret);

#endif
