// SPDX-License-Identifier: GPL-2.0
/* The remote ports behind all paths, watched; see watch.h. */
#include "fairpathd/fc/watch.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fairpathd/check.h"
#include "fairpathd/fc/link-events.h"
#include "fairpathd/fc/port.h"
#include "fairpathd/fc/settle.h"
#include "fairpathd/log.h"
#include "fairpathd/manager.h"

#define CLASS "/sys/class/fc_remote_ports"

#define USEC_PER_MSEC UINT64_C(1000)

/* A read of a small file for each port. The shortest fast_io_fail_tmo is a second. */
#define LOOK_EVERY	(250 * USEC_PER_MSEC)
#define LOOK_WITHOUT_FC (2000 * USEC_PER_MSEC)

/* Timeouts that somebody else changed are set again after so many looks. */
#define SETTLE_EVERY 20

/* Where it lies does not change: a child's end is told to its settling. */
struct port {
	char name[FPD_FC_NAME_SIZE];
	enum fpd_fc_state state;
	bool seen;
	struct fpd_fc_settling settling;
	struct port *next;
};

struct fpd_fc_watch {
	struct fpd_manager *manager;
	sd_event_source *timer;
	struct fpd_fc_link_events *events;
	struct port *ports;
	unsigned int looks;
};

static struct port *find_port(const struct fpd_fc_watch *watch, const char *name)
{
	struct port *port = watch->ports;

	while (port && strcmp(port->name, name) != 0)
		port = port->next;
	return port;
}

/* Return: NULL without memory; the next look tries again. */
static struct port *add_port(struct fpd_fc_watch *watch, const char *name)
{
	struct port *port = calloc(1, sizeof(*port));

	if (!port)
		return NULL;
	port->state = FPD_FC_ONLINE;
	snprintf(port->name, sizeof(port->name), "%s", name);
	port->next = watch->ports;
	watch->ports = port;
	return port;
}

static void see_port_of(struct fpd_fc_watch *watch, const struct fpd_path *path)
{
	char name[FPD_FC_NAME_SIZE];
	struct port *port;

	if (path->excluded || !fpd_fc_port_of(path->syspath, name, sizeof(name)))
		return;
	port = find_port(watch, name);
	if (!port)
		port = add_port(watch, name);
	if (port)
		port->seen = true;
}

static void drop_unseen(struct fpd_fc_watch *watch)
{
	struct port **at = &watch->ports;

	while (*at) {
		struct port *port = *at;

		if (port->seen) {
			at = &port->next;
			continue;
		}
		*at = port->next;
		fpd_fc_settling_end(&port->settling);
		free(port);
	}
}

/* Ports of paths that came, and no more of those that went. */
static void collect(struct fpd_fc_watch *watch)
{
	struct port *port;
	size_t i;

	for (port = watch->ports; port; port = port->next)
		port->seen = false;
	for (i = 0; i < watch->manager->nr_paths; i++)
		see_port_of(watch, watch->manager->paths[i]);
	drop_unseen(watch);
}

static bool is_behind(const struct fpd_path *path, const char *port)
{
	char name[FPD_FC_NAME_SIZE];

	return !path->excluded && fpd_fc_port_of(path->syspath, name, sizeof(name)) &&
	       !strcmp(name, port);
}

/* A path may leave the list while it is told: from the end to the beginning. */
static void tell_paths(const struct fpd_fc_watch *watch, const struct port *port)
{
	const struct fpd_manager *manager = watch->manager;
	size_t i;

	for (i = manager->nr_paths; i > 0; i--) {
		struct fpd_path *path = manager->paths[i - 1];

		if (!is_behind(path, port->name))
			continue;
		snprintf(path->port_state, sizeof(path->port_state), "%s",
			 fpd_fc_state_name(port->state));
		if (fpd_fc_state_usable(port->state)) {
			fpd_check_now(path);
			continue;
		}
		snprintf(path->message, sizeof(path->message), "its port %s is %s", port->name,
			 fpd_fc_state_name(port->state));
		fpd_path_handle(path, FPD_EVENT_PORT_BLOCKED);
	}
}

static void want(const struct fpd_fc_watch *watch, const struct port *port,
		 struct fpd_fc_wanted *wanted)
{
	size_t i;

	for (i = 0; i < watch->manager->nr_paths; i++)
		if (is_behind(watch->manager->paths[i], port->name))
			fpd_fc_want(wanted, &watch->manager->paths[i]->settings);
}

/* A port that is not online takes no timeouts. */
static void settle(struct fpd_fc_watch *watch, struct port *port)
{
	struct fpd_fc_wanted wanted = FPD_FC_NOTHING_WANTED;

	if (!fpd_fc_state_usable(port->state))
		return;
	want(watch, port, &wanted);
	fpd_fc_settle(watch->manager->event, CLASS, port->name, &wanted, &port->settling);
}

static void look_at(struct fpd_fc_watch *watch, struct port *port, bool all)
{
	enum fpd_fc_state before = port->state;

	port->state = fpd_fc_port_read_state(CLASS, port->name);
	if (port->state != before) {
		fpd_notice("%s: %s, was %s", port->name, fpd_fc_state_name(port->state),
			   fpd_fc_state_name(before));
		if (fpd_fc_state_usable(port->state) != fpd_fc_state_usable(before))
			tell_paths(watch, port);
	}
	if (all || port->state != before || !port->settling.done)
		settle(watch, port);
}

static void look(struct fpd_fc_watch *watch)
{
	bool all = watch->looks++ % SETTLE_EVERY == 0;
	struct port *port;

	collect(watch);
	for (port = watch->ports; port; port = port->next)
		look_at(watch, port, all);
}

static int on_timer(sd_event_source *source, uint64_t now, void *userdata)
{
	struct fpd_fc_watch *watch = userdata;

	(void)now;
	look(watch);
	sd_event_source_set_time_relative(source, watch->ports ? LOOK_EVERY : LOOK_WITHOUT_FC);
	sd_event_source_set_enabled(source, SD_EVENT_ONESHOT);
	return 0;
}

static void on_link_event(void *userdata)
{
	look(userdata);
}

void fpd_fc_watch_reconfigure(struct fpd_fc_watch *watch)
{
	struct port *port;

	for (port = watch ? watch->ports : NULL; port; port = port->next)
		port->settling.done = false;
}

int fpd_fc_watch_new(struct fpd_manager *manager, struct fpd_fc_watch **ret)
{
	struct fpd_fc_watch *watch = calloc(1, sizeof(*watch));
	int r;

	if (!watch)
		return -ENOMEM;
	watch->manager = manager;
	r = sd_event_add_time_relative(manager->event, &watch->timer, CLOCK_MONOTONIC, LOOK_EVERY,
				       0, on_timer, watch);
	if (r < 0) {
		fpd_fc_watch_free(watch);
		return r;
	}
	/* Looking often does without. */
	r = fpd_fc_link_events_new(manager->event, on_link_event, watch, &watch->events);
	if (r < 0)
		fpd_info("no Fibre Channel events from the kernel: %s", strerror(-r));
	*ret = watch;
	return 0;
}

struct fpd_fc_watch *fpd_fc_watch_free(struct fpd_fc_watch *watch)
{
	struct port *port;

	if (!watch)
		return NULL;
	for (port = watch->ports; port; port = port->next)
		port->seen = false;
	drop_unseen(watch);
	fpd_fc_link_events_free(watch->events);
	sd_event_source_disable_unref(watch->timer);
	free(watch->ports);
	free(watch);
	return NULL;
}
