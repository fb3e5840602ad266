// SPDX-License-Identifier: GPL-2.0
/*
 * User space is told: a change uevent on the dm device for each path that fails,
 * returns or becomes silent, with dm-multipath's variables, and a dm event for all
 * who wait.
 *
 * Events are noted under the map's lock, in any context and without allocation,
 * and sent by a worker. dm-multipath has device-mapper send them; that service
 * is private to it, so the uevent is composed here.
 */
#include <linux/blkdev.h>
#include <linux/dm-ioctl.h>
#include <linux/kobject.h>
#include <linux/sched/mm.h>
#include <linux/slab.h>

#include "dmfp.h"

/* The longest value is a UUID of DM_UUID_LEN. */
#define DMFP_EVENT_VAR_LEN (DM_UUID_LEN + 16)

enum dmfp_event_var {
	DMFP_VAR_TARGET,
	DMFP_VAR_ACTION,
	DMFP_VAR_SEQNUM,
	DMFP_VAR_PATH,
	DMFP_VAR_NR_VALID_PATHS,
	DMFP_VAR_NAME,
	DMFP_VAR_UUID,
	DMFP_NR_VARS,
};

/* DM_ACTION, and the log's word. The first two are dm-multipath's. */
static const struct {
	const char *action;
	const char *word;
} dmfp_event_words[] = {
	[DMFP_PATH_FAILED] = { "PATH_FAILED", "failed" },
	[DMFP_PATH_REINSTATED] = { "PATH_REINSTATED", "reinstated" },
	[DMFP_PATH_SILENT] = { "PATH_SILENT", "silent" },
};

struct dmfp_uevent {
	char vars[DMFP_NR_VARS][DMFP_EVENT_VAR_LEN];
	char name[DM_NAME_LEN];
	char uuid[DM_UUID_LEN];
};

static __printf(3, 4) void dmfp_set_var(struct dmfp_uevent *u, enum dmfp_event_var var,
					const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vscnprintf(u->vars[var], DMFP_EVENT_VAR_LEN, fmt, args);
	va_end(args);
}

static void dmfp_send_uevent(struct dmfp_map *m, struct dmfp_uevent *u,
			     const struct dmfp_event *event)
{
	struct mapped_device *md = dm_table_get_md(m->ti->table);
	char *envp[DMFP_NR_VARS + 1];
	int i, r;

	/* A device that is being removed has lost its name; nobody listens any more. */
	if (dm_copy_name_and_uuid(md, u->name, u->uuid))
		return;

	dmfp_set_var(u, DMFP_VAR_TARGET, "DM_TARGET=%s", m->ti->type->name);
	dmfp_set_var(u, DMFP_VAR_ACTION, "DM_ACTION=%s", dmfp_event_words[event->what].action);
	dmfp_set_var(u, DMFP_VAR_SEQNUM, "DM_SEQNUM=%u", ++m->shared->event_seq);
	dmfp_set_var(u, DMFP_VAR_PATH, "DM_PATH=%s", m->core.paths[event->path].name);
	dmfp_set_var(u, DMFP_VAR_NR_VALID_PATHS, "DM_NR_VALID_PATHS=%u", event->nr_valid);
	dmfp_set_var(u, DMFP_VAR_NAME, "DM_NAME=%s", u->name);
	dmfp_set_var(u, DMFP_VAR_UUID, "DM_UUID=%s", u->uuid);

	for (i = 0; i < DMFP_NR_VARS; i++)
		envp[i] = u->vars[i];
	envp[DMFP_NR_VARS] = NULL;

	r = kobject_uevent_env(&disk_to_dev(dm_disk(md))->kobj, KOBJ_CHANGE, envp);
	if (r)
		DMWARN("%s: the event of path %s was not sent (error %d)", u->name,
		       m->core.paths[event->path].name, r);
}

/* Take the oldest event out. A memmove of a few small entries keeps them in order. */
static bool dmfp_next_event(struct dmfp_map *m, struct dmfp_event *event)
{
	unsigned long flags;
	bool found;

	spin_lock_irqsave(&m->lock, flags);
	found = m->nr_events;
	if (found) {
		*event = m->events[0];
		m->nr_events--;
		memmove(&m->events[0], &m->events[1], m->nr_events * sizeof(*event));
	}
	spin_unlock_irqrestore(&m->lock, flags);
	return found;
}

static void dmfp_warn_of_lost(struct dmfp_map *m)
{
	unsigned int lost;

	spin_lock_irq(&m->lock);
	lost = m->lost_events;
	m->lost_events = 0;
	spin_unlock_irq(&m->lock);

	if (lost)
		DMWARN("%s: %u path events came too fast to be told one by one", dmfp_name(m),
		       lost);
}

static void dmfp_send_all(struct dmfp_map *m)
{
	struct dmfp_uevent *u = kmalloc(sizeof(*u), GFP_KERNEL);
	struct dmfp_event event;

	while (dmfp_next_event(m, &event)) {
		DMINFO("%s: path %s %s, %u usable", dmfp_name(m), m->core.paths[event.path].name,
		       dmfp_event_words[event.what].word, event.nr_valid);
		if (u)
			dmfp_send_uevent(m, u, &event);
	}
	kfree(u);
	dmfp_warn_of_lost(m);
}

/* A suspend waits for this worker, so its allocations must not wait for this device's I/O. */
static void dmfp_event_work(struct work_struct *work)
{
	struct dmfp_map *m = container_of(work, struct dmfp_map, event_work);
	unsigned int noio = memalloc_noio_save();

	dmfp_send_all(m);
	dm_table_event(m->ti->table);
	memalloc_noio_restore(noio);
}

void dmfp_event_locked(struct dmfp_map *m, int path, enum dmfp_path_event what)
{
	lockdep_assert_held(&m->lock);
	if (m->nr_events < DMFP_MAX_EVENTS)
		m->events[m->nr_events++] = (struct dmfp_event){
			.path = path,
			.what = what,
			.nr_valid = fp_map_nr_valid(&m->core),
		};
	else
		m->lost_events++;
	dmfp_event_table(m);
}

/* Something changed that a waiter on the table wants to look at. */
void dmfp_event_table(struct dmfp_map *m)
{
	queue_work(dmfp_workqueue, &m->event_work);
}

void dmfp_event_init(struct dmfp_map *m)
{
	INIT_WORK(&m->event_work, dmfp_event_work);
}

void dmfp_event_flush(struct dmfp_map *m)
{
	flush_work(&m->event_work);
}
