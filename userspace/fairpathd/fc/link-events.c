// SPDX-License-Identifier: GPL-2.0
/*
 * What the kernel's FC transport tells by netlink. What a message says is not read:
 * that there is one is reason enough to look, and sysfs is what counts.
 */
#include "fairpathd/fc/link-events.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include <linux/netlink.h>

/* From the kernel's scsi_netlink.h, which is not installed: a mask, as groups are here. */
#define GROUP_FC_EVENTS (1 << 2)

struct fpd_fc_link_events {
	int fd;
	sd_event_source *source;
	void (*told)(void *userdata);
	void *userdata;
};

/* Also after ENOBUFS: what was lost is looked up all the same. */
static int on_message(sd_event_source *source, int fd, uint32_t revents, void *userdata)
{
	struct fpd_fc_link_events *events = userdata;
	char message[4096];
	ssize_t got;

	(void)source;
	(void)revents;
	do
		got = recv(fd, message, sizeof(message), MSG_DONTWAIT);
	while (got >= 0 || errno == EINTR || errno == ENOBUFS);
	events->told(events->userdata);
	return 0;
}

static int begin(sd_event *event, struct fpd_fc_link_events *events)
{
	const struct sockaddr_nl address = { .nl_family = AF_NETLINK,
					     .nl_groups = GROUP_FC_EVENTS };

	events->fd = socket(AF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK,
			    NETLINK_SCSITRANSPORT);
	if (events->fd < 0)
		return -errno;
	if (bind(events->fd, (const struct sockaddr *)&address, sizeof(address)) < 0)
		return -errno;
	return sd_event_add_io(event, &events->source, events->fd, EPOLLIN, on_message, events);
}

int fpd_fc_link_events_new(sd_event *event, void (*told)(void *userdata), void *userdata,
			   struct fpd_fc_link_events **ret)
{
	struct fpd_fc_link_events *events = calloc(1, sizeof(*events));
	int r;

	if (!events)
		return -ENOMEM;
	events->told = told;
	events->userdata = userdata;
	r = begin(event, events);
	if (r < 0) {
		fpd_fc_link_events_free(events);
		return r;
	}
	*ret = events;
	return 0;
}

void fpd_fc_link_events_free(struct fpd_fc_link_events *events)
{
	if (!events)
		return;
	sd_event_source_disable_unref(events->source);
	if (events->fd >= 0)
		close(events->fd);
	free(events);
}
