// SPDX-License-Identifier: GPL-2.0
/* A Fibre Channel port as sysfs tells of it; see port.h. */
#include "fairpathd/fc/port.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fairpathd/sysfs.h"

static const char *const states[] = {
	[FPD_FC_UNKNOWN] = "Unknown", [FPD_FC_ONLINE] = "Online",
	[FPD_FC_BLOCKED] = "Blocked", [FPD_FC_NOTPRESENT] = "Not Present",
	[FPD_FC_DELETED] = "Deleted", [FPD_FC_MARGINAL] = "Marginal",
	[FPD_FC_OFFLINE] = "Offline",
};

_Static_assert(sizeof(states) / sizeof(states[0]) == FPD_NR_FC_STATES, "a state lacks its word");

const char *fpd_fc_state_name(enum fpd_fc_state state)
{
	return states[state];
}

enum fpd_fc_state fpd_fc_state_parse(const char *word)
{
	enum fpd_fc_state state;

	for (state = 0; state < FPD_NR_FC_STATES; state++)
		if (!strcmp(states[state], word))
			return state;
	return FPD_FC_UNKNOWN;
}

bool fpd_fc_state_usable(enum fpd_fc_state state)
{
	return state == FPD_FC_ONLINE || state == FPD_FC_MARGINAL || state == FPD_FC_UNKNOWN;
}

bool fpd_fc_tmo_parse(const char *word, int64_t *ret)
{
	char *end;
	unsigned long long value;

	if (!strcmp(word, "off")) {
		*ret = FPD_FC_OFF;
		return true;
	}
	if (!isdigit((unsigned char)*word))
		return false;
	errno = 0;
	value = strtoull(word, &end, 10);
	if (*end || errno || value > UINT32_MAX)
		return false;
	*ret = (int64_t)value;
	return true;
}

/* "rport-", and nothing but digits, ':' and '-' up to the next slash. */
static size_t rport_length(const char *text)
{
	size_t prefix = strlen("rport-");
	size_t rest;

	if (strncmp(text, "rport-", prefix) != 0)
		return 0;
	rest = strspn(text + prefix, "0123456789:-");
	if (!rest || (text[prefix + rest] && text[prefix + rest] != '/'))
		return 0;
	return prefix + rest;
}

static bool copy(const char *text, size_t length, char *name, size_t size)
{
	if (!length || length >= size)
		return false;
	memcpy(name, text, length);
	name[length] = '\0';
	return true;
}

bool fpd_fc_port_of(const char *syspath, char *name, size_t size)
{
	const char *slash;

	for (slash = strchr(syspath, '/'); slash; slash = strchr(slash + 1, '/'))
		if (copy(slash + 1, rport_length(slash + 1), name, size))
			return true;
	return false;
}

bool fpd_fc_host_of(const char *rport, char *name, size_t size)
{
	int digits = 0, written;

	if (!rport_length(rport))
		return false;
	rport += strlen("rport-");
	while (isdigit((unsigned char)rport[digits]))
		digits++;
	if (!digits || rport[digits] != ':')
		return false;
	written = snprintf(name, size, "host%.*s", digits, rport);
	return written > 0 && (size_t)written < size;
}

/* @folder of the port, its attribute as a timeout. */
static int read_tmo(const char *folder, const char *attribute, int64_t *ret)
{
	char text[32];
	int r = fpd_sysfs_read(folder, attribute, text, sizeof(text));

	if (r)
		return r;
	return fpd_fc_tmo_parse(text, ret) ? 0 : -EINVAL;
}

static bool folder_of(const char *class, const char *name, char *folder, size_t size)
{
	int written = snprintf(folder, size, "%s/%s", class, name);

	return written > 0 && (size_t)written < size;
}

/* A name is a matter of show: without it the port is used all the same. */
static void read_name(const char *folder, const char *attribute, char *name)
{
	if (fpd_sysfs_read(folder, attribute, name, FPD_FC_NAME_SIZE))
		name[0] = '\0';
}

int fpd_fc_port_read(const char *class, const char *name, struct fpd_fc_port *ret)
{
	struct fpd_fc_port port = {};
	char folder[256], state[32];
	int r;

	if (!copy(name, strlen(name), port.name, sizeof(port.name)) ||
	    !folder_of(class, name, folder, sizeof(folder)))
		return -EINVAL;
	r = fpd_sysfs_read(folder, "port_state", state, sizeof(state));
	if (!r)
		r = read_tmo(folder, "fast_io_fail_tmo", &port.fast_io_fail_tmo);
	if (!r)
		r = read_tmo(folder, "dev_loss_tmo", &port.dev_loss_tmo);
	if (r)
		return r;
	port.state = fpd_fc_state_parse(state);
	read_name(folder, "port_name", port.port_name);
	read_name(folder, "node_name", port.node_name);
	*ret = port;
	return 0;
}

enum fpd_fc_state fpd_fc_port_read_state(const char *class, const char *name)
{
	char folder[256], state[32];
	int r = -ENOENT;

	if (folder_of(class, name, folder, sizeof(folder)))
		r = fpd_sysfs_read(folder, "port_state", state, sizeof(state));
	if (r == -ENOENT || r == -ENODEV)
		return FPD_FC_NOTPRESENT;
	return r ? FPD_FC_UNKNOWN : fpd_fc_state_parse(state);
}
