// SPDX-License-Identifier: GPL-2.0
/*
 * Asymmetric logical unit access: the answer of REPORT TARGET PORT GROUPS (SPC-5,
 * 6.36), the names of the states in sysfs, and the priority of a path in each.
 */
#include <ctype.h>
#include <errno.h>
#include <string.h>

#include <fairpath/scsi.h>

#include "bytes.h"

#define SHORT_HEADER	4
#define EXTENDED_HEADER 8
#define GROUP_HEADER	8
#define PORT_SIZE	4

size_t fairpath_port_groups_len(const void *data, size_t len)
{
	return len < SHORT_HEADER ? 0 : (size_t)be32(data) + SHORT_HEADER;
}

/* The extended header tells itself by bits that are reserved in a group's first byte. */
static size_t header_len(const uint8_t *p, size_t len)
{
	return len > SHORT_HEADER && (p[4] & 0x70) == 0x10 ? EXTENDED_HEADER : SHORT_HEADER;
}

bool fairpath_port_group_next(const void *data, size_t len, size_t *pos,
			      struct fairpath_port_group *ret)
{
	size_t end = min_size(fairpath_port_groups_len(data, len), len), ports;
	const uint8_t *p = data;

	if (!*pos)
		*pos = header_len(p, end);
	if (*pos > end || end - *pos < GROUP_HEADER)
		return false;
	p += *pos;
	ports = (size_t)p[7] * PORT_SIZE;
	if (end - *pos - GROUP_HEADER < ports)
		return false;

	*ret = (struct fairpath_port_group){
		.id = be16(p + 2),
		.state = p[0] & 0xf,
		.preferred = p[0] & 0x80,
		.supported = p[1],
		.nr_ports = p[7],
		.ports = p + GROUP_HEADER,
	};
	*pos += GROUP_HEADER + ports;
	return true;
}

uint16_t fairpath_port_group_port(const struct fairpath_port_group *group, unsigned int i)
{
	return be16(group->ports + (size_t)i * PORT_SIZE + 2);
}

bool fairpath_port_group_find(const void *data, size_t len, uint16_t id,
			      struct fairpath_port_group *ret)
{
	struct fairpath_port_group group;
	size_t pos = 0;

	while (fairpath_port_group_next(data, len, &pos, &group)) {
		if (group.id == id) {
			*ret = group;
			return true;
		}
	}
	return false;
}

/* Names: the kernel's, drivers/scsi/scsi_sysfs.c. */
static const struct {
	const char *name;
	int priority;
} states[] = {
	[FAIRPATH_ALUA_OPTIMIZED] = { "active/optimized", 50 },
	[FAIRPATH_ALUA_NON_OPTIMIZED] = { "active/non-optimized", 10 },
	[FAIRPATH_ALUA_STANDBY] = { "standby", 1 },
	[FAIRPATH_ALUA_UNAVAILABLE] = { "unavailable", 0 },
	[FAIRPATH_ALUA_LBA_DEPENDENT] = { "lba-dependent", 5 },
	[FAIRPATH_ALUA_OFFLINE] = { "offline", 0 },
	[FAIRPATH_ALUA_TRANSITIONING] = { "transitioning", 0 },
};

#define NR_STATES (sizeof(states) / sizeof(states[0]))

static bool is_state(enum fairpath_alua_state state)
{
	return (unsigned int)state < NR_STATES && states[state].name;
}

const char *fairpath_alua_state_name(enum fairpath_alua_state state)
{
	return is_state(state) ? states[state].name : "reserved";
}

int fairpath_alua_state_from_name(const char *name, enum fairpath_alua_state *ret)
{
	size_t i, len = strlen(name);

	while (len && isspace((unsigned char)name[len - 1]))
		len--;
	for (i = 0; i < NR_STATES; i++) {
		if (is_state(i) && strlen(states[i].name) == len &&
		    !memcmp(states[i].name, name, len)) {
			*ret = i;
			return 0;
		}
	}
	return -EINVAL;
}

int fairpath_alua_priority(enum fairpath_alua_state state, bool preferred, bool exclusive_pref)
{
	int priority = is_state(state) ? states[state].priority : 0;

	if (preferred && (state != FAIRPATH_ALUA_OPTIMIZED || exclusive_pref))
		priority += 80;
	return priority;
}
