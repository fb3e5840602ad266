/* SPDX-License-Identifier: GPL-2.0 */
/* A path: one SCSI disk as the daemon knows it. */
#ifndef FPD_PATH_H
#define FPD_PATH_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include <systemd/sd-event.h>

#include <fairpath/scsi.h>

#include "fairpathd/backoff.h"
#include "fairpathd/config/config.h"
#include "fairpathd/fc/port.h"
#include "fairpathd/path_fsm.h"

struct fpd_manager;
struct fpd_probe;
struct fpd_probe_device;
struct fpd_map;
struct udev_device;

#define FPD_WWID_SIZE 128

/**
 * struct fpd_path - a path
 * @manager: whose
 * @map: its LUN; NULL as long as that is not known, or if it is in no map's business
 * @name: "sda"
 * @dev: "8:0", as in tables
 * @syspath: its folder in sysfs, of the disk
 * @devnum: the same as a number
 * @address: "1:0:0:0", host, channel, target, LUN
 * @vendor: of INQUIRY, like the next two
 * @protocol: "scsi:fcp" ...
 * @wwid: the LUN's, by uid_attribute or VPD 0x83; "": not known
 * @device_wwid: what VPD 0x83 said when the path became this LUN's; "": nothing
 * @sectors: size in 512 bytes
 * @settings: what the configuration says of it
 * @excluded: the configuration excludes it, for the reason in @message
 * @properties: names of its udev properties, NULL at the end, or NULL
 * @state: of path_fsm.h
 * @since: when it became that, microseconds of CLOCK_MONOTONIC
 * @message: what the last probe said, for a person
 * @port: its remote port, "rport-2:0-1"; "": no FC
 * @port_name: that port's WWPN; "": not told
 * @host_port_name: the WWPN of the host's port; "": not told
 * @port_state: its remote port's state, "Online", "Blocked"; "": no FC
 * @backoff: past failures
 * @io_failures: by I/O, since the path is known
 * @has_tpgs: INQUIRY says that it has target port groups (ALUA)
 * @has_priority: the next one is known
 * @priority: higher is better
 * @has_access: the next two are known
 * @access: ALUA state
 * @port_group: target port group; -1: not told
 * @has_cache: the next two are known
 * @cache: what the device itself said of its cache last
 * @seen_usable: what the live table's status said at the last look
 * @seen_fails: likewise
 * @silent: likewise: I/O has been out there for long, and nothing comes back
 * @failed_by_us: a step that fails it is being carried out: no evidence of I/O
 * @in_live: the live table has it
 * @entered: it has been good once, so may enter a table
 * @changed_wwid: the new one, of a path that is another LUN (WRONG_LUN)
 * @device: to send probes to; NULL: it cannot be opened
 * @check: the probe that is out, or NULL
 * @prio_check: the same for its priority
 * @cache_check: the same for its cache
 * @identity_check: the same for its identity
 * @timer: the next check
 * @delay: the end of the penalty
 * @interval: seconds between checks now; grows while it is well
 * @checks: how many there were
 */
struct fpd_path {
	struct fpd_manager *manager;
	struct fpd_map *map;
	char name[32];
	char dev[24];
	char syspath[256];
	dev_t devnum;
	char address[32];
	char vendor[9];
	char product[17];
	char revision[5];
	const char *protocol;
	char wwid[FPD_WWID_SIZE];
	char device_wwid[FPD_WWID_SIZE];
	uint64_t sectors;
	struct fpd_settings settings;
	bool excluded;
	char **properties;
	bool has_tpgs;

	enum fpd_path_state state;
	uint64_t since;
	char message[160];
	char port[FPD_FC_NAME_SIZE];
	char port_name[FPD_FC_NAME_SIZE];
	char host_port_name[FPD_FC_NAME_SIZE];
	char port_state[24];
	struct fpd_backoff backoff;
	unsigned int io_failures;
	bool has_priority;
	int priority;
	bool has_access;
	enum fairpath_alua_state access;
	int port_group;

	bool has_cache;
	struct fairpath_cache cache;

	bool seen_usable;
	unsigned int seen_fails;
	bool silent;
	bool failed_by_us;
	bool in_live;
	bool entered;
	char changed_wwid[FPD_WWID_SIZE];

	struct fpd_probe_device *device;
	struct fpd_probe *check;
	struct fpd_probe *prio_check;
	struct fpd_probe *identity_check;
	struct fpd_probe *cache_check;
	sd_event_source *timer;
	sd_event_source *delay;
	unsigned int interval;
	unsigned int checks;
};

/* A path of a disk, state NEW; not in the manager's list yet. Return: 0 or a negative errno. */
int fpd_path_new(struct fpd_manager *manager, struct udev_device *disk, struct fpd_path **ret);

/* Its probes and timers end. It must be in no map and in no list. Return: NULL. */
struct fpd_path *fpd_path_free(struct fpd_path *path);

/* What sysfs and udev say of it, read again; and what the configuration says of that. */
void fpd_path_read(struct fpd_path *path, struct udev_device *disk);

/*
 * What the configuration says of it, with what is known of it now. Return: false if it is
 * excluded: it stays known, and is left alone.
 */
bool fpd_path_configure(struct fpd_path *path);

/* Its remote port, that port's state and names, into the fields port... */
void fpd_path_read_port(struct fpd_path *path);

/* Have @device. Return: false if it cannot be opened now. */
bool fpd_path_open(struct fpd_path *path);

/* Something happened to it: into the next state, and what follows from that. */
void fpd_path_handle(struct fpd_path *path, enum fpd_path_event event);

#endif
