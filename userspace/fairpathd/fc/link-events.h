/* SPDX-License-Identifier: GPL-2.0 */
/* What the kernel's FC transport tells by netlink: a link went or came, a fabric changed. */
#ifndef FPD_FC_LINK_EVENTS_H
#define FPD_FC_LINK_EVENTS_H

#include <systemd/sd-event.h>

struct fpd_fc_link_events;

/* @told is called once for any number of messages. Return: 0 or a negative errno. */
int fpd_fc_link_events_new(sd_event *event, void (*told)(void *userdata), void *userdata,
			   struct fpd_fc_link_events **ret);

/* NULL is fine. */
void fpd_fc_link_events_free(struct fpd_fc_link_events *events);

#endif
