/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The remote ports behind all paths, watched: a path whose port is lost is passed over
 * at once, and asked again when the port is back; and each port has the timeouts that
 * the configuration says.
 *
 * No event tells all of it. The kernel sends a netlink message when a host's link goes
 * or a switch reports a change, if the driver does; a port that is blocked sends none
 * at all. So the state of each port is read often, and at once when there is a message.
 */
#ifndef FPD_FC_WATCH_H
#define FPD_FC_WATCH_H

struct fpd_manager;
struct fpd_fc_watch;

/* Begin. Without Fibre Channel it costs nothing but a timer. Return: 0 or a negative errno. */
int fpd_fc_watch_new(struct fpd_manager *manager, struct fpd_fc_watch **ret);
struct fpd_fc_watch *fpd_fc_watch_free(struct fpd_fc_watch *watch);

/* The configuration is another: look at all timeouts soon. NULL is fine. */
void fpd_fc_watch_reconfigure(struct fpd_fc_watch *watch);

#endif
