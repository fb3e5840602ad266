/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A Fibre Channel port as sysfs tells of it: the array's port behind a path (a remote
 * port), and the host's own. Reading waits for nothing.
 */
#ifndef FPD_FC_PORT_H
#define FPD_FC_PORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What the kernel makes of a remote port; the words are scsi_transport_fc's. */
enum fpd_fc_state {
	FPD_FC_UNKNOWN, /* a word that nobody knew when this was written */
	FPD_FC_ONLINE,
	FPD_FC_BLOCKED, /* lost; requests wait until fast_io_fail_tmo, the port until dev_loss_tmo
			 */
	FPD_FC_NOTPRESENT, /* gone, remembered */
	FPD_FC_DELETED,
	FPD_FC_MARGINAL, /* set by an administrator or by FPIN */
	FPD_FC_OFFLINE,
	FPD_NR_FC_STATES
};

/* "Online" ... */
const char *fpd_fc_state_name(enum fpd_fc_state state);
enum fpd_fc_state fpd_fc_state_parse(const char *word);

/* May requests be sent through it? Unknown: they may. */
bool fpd_fc_state_usable(enum fpd_fc_state state);

/* A timeout of a remote port, in seconds, or one of these. */
#define FPD_FC_OFF	((int64_t)-1)
#define FPD_FC_INFINITY ((int64_t)UINT32_MAX)

/* "off", or digits. */
bool fpd_fc_tmo_parse(const char *word, int64_t *ret);

#define FPD_FC_NAME_SIZE 32

/**
 * struct fpd_fc_port - a remote port
 * @name: "rport-2:0-1"
 * @state: its state
 * @port_name: WWPN, "0x50001fe1500a8b1c"; "": not told
 * @node_name: WWNN, likewise
 * @fast_io_fail_tmo: seconds, or FPD_FC_OFF
 * @dev_loss_tmo: seconds
 */
struct fpd_fc_port {
	char name[FPD_FC_NAME_SIZE];
	enum fpd_fc_state state;
	char port_name[FPD_FC_NAME_SIZE];
	char node_name[FPD_FC_NAME_SIZE];
	int64_t fast_io_fail_tmo;
	int64_t dev_loss_tmo;
};

/* The name of the remote port in a device's path in sysfs. Return: false: it has none. */
bool fpd_fc_port_of(const char *syspath, char *name, size_t size);

/* "host2" of "rport-2:0-1". Return: false: it is no remote port's name. */
bool fpd_fc_host_of(const char *rport, char *name, size_t size);

/**
 * fpd_fc_port_read() - read a remote port
 * @class: "/sys/class/fc_remote_ports"
 * @name: its name
 * @ret: filled on success
 *
 * Return: 0, -ENOENT if it is not there (any more), -EINVAL if what it says is nonsense.
 */
int fpd_fc_port_read(const char *class, const char *name, struct fpd_fc_port *ret);

/* Its state alone: one small file. Gone is NOTPRESENT. */
enum fpd_fc_state fpd_fc_port_read_state(const char *class, const char *name);

#endif
