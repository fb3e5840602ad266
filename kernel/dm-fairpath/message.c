// SPDX-License-Identifier: GPL-2.0
/*
 * Messages, dm-multipath's:
 *
 *   queue_if_no_path | fail_if_no_path
 *   fail_path | reinstate_path  <device>
 *   switch_group | enable_group | disable_group  <number from 1>
 *
 * and ours:
 *
 *   confirm_restacked  what is stacked above was built anew since the device
 *                      advertises a write cache, and sends flushes (S6)
 *   reset_counters     to 0
 *   fair_weight        <id of a flow>:<weight>
 *   show_flows         answers with a line for each flow (core/status-flows.c)
 *   show_latency       and with one for each flow and path (core/status-latency.c)
 *
 * A message may not suspend its own device: device-mapper would wait for it.
 */
#include <linux/blkdev.h>

#include "core/number.h"
#include "dmfp.h"

static int dmfp_set_queueing(struct dmfp_map *m, bool queue)
{
	unsigned long flags;

	spin_lock_irqsave(&m->lock, flags);
	fp_map_set_queueing(&m->core, queue);
	/* Also if it queues already: who says so again is alive, and the time is full again. */
	dmfp_no_path_restart_locked(m);
	spin_unlock_irqrestore(&m->lock, flags);

	if (!queue)
		dmfp_run_held(m);
	return 0;
}

static int dmfp_message_queue(struct dmfp_map *m, const char *unused)
{
	return dmfp_set_queueing(m, true);
}

static int dmfp_message_fail(struct dmfp_map *m, const char *unused)
{
	return dmfp_set_queueing(m, false);
}

/* Is the path the device of that name: "major:minor", or a node in /dev? */
static bool dmfp_is_path(const struct dmfp_map *m, int path, const char *name, dev_t dev)
{
	return dev ? dmfp_bdev(m, path)->bd_dev == dev : !strcmp(m->core.paths[path].name, name);
}

static int dmfp_each_path(struct dmfp_map *m, const char *name,
			  void (*action)(struct dmfp_map *m, int path))
{
	unsigned int i, found = 0;
	dev_t dev = 0;

	if (name[0] == '/' && lookup_bdev(name, &dev)) {
		DMWARN("%s: message: there is no block device '%s'", dmfp_name(m), name);
		return -EINVAL;
	}
	for (i = 0; i < m->nr_devices; i++) {
		if (!dmfp_is_path(m, i, name, dev))
			continue;
		action(m, i);
		found++;
	}
	if (!found)
		DMWARN("%s: message: '%s' is not a path of this map", dmfp_name(m), name);
	return found ? 0 : -EINVAL;
}

static int dmfp_message_fail_path(struct dmfp_map *m, const char *name)
{
	return dmfp_each_path(m, name, dmfp_fail_path);
}

static int dmfp_message_reinstate_path(struct dmfp_map *m, const char *name)
{
	return dmfp_each_path(m, name, dmfp_reinstate_path);
}

enum dmfp_group_action {
	DMFP_SWITCH_GROUP,
	DMFP_ENABLE_GROUP,
	DMFP_DISABLE_GROUP,
};

static int dmfp_group(struct dmfp_map *m, const char *word, enum dmfp_group_action action)
{
	unsigned int number;
	unsigned long flags;
	bool ok;

	if (fp_parse_number(word, 1, m->core.nr_groups, &number) != FP_NUMBER_GOOD) {
		DMWARN("%s: message: '%s' is not the number of a priority group (1 to %u)",
		       dmfp_name(m), word, m->core.nr_groups);
		return -EINVAL;
	}

	spin_lock_irqsave(&m->lock, flags);
	if (action == DMFP_SWITCH_GROUP)
		ok = fp_map_switch_group(&m->core, number);
	else
		ok = fp_map_bypass_group(&m->core, number, action == DMFP_DISABLE_GROUP);
	spin_unlock_irqrestore(&m->lock, flags);

	dmfp_event_table(m);
	return ok ? 0 : -EINVAL;
}

static int dmfp_message_switch_group(struct dmfp_map *m, const char *word)
{
	return dmfp_group(m, word, DMFP_SWITCH_GROUP);
}

static int dmfp_message_enable_group(struct dmfp_map *m, const char *word)
{
	return dmfp_group(m, word, DMFP_ENABLE_GROUP);
}

static int dmfp_message_disable_group(struct dmfp_map *m, const char *word)
{
	return dmfp_group(m, word, DMFP_DISABLE_GROUP);
}

static int dmfp_message_reset_counters(struct dmfp_map *m, const char *unused)
{
	unsigned long flags;

	spin_lock_irqsave(&m->lock, flags);
	memset(&m->shared->counters, 0, sizeof(m->shared->counters));
	dmfp_fair_reset_locked(m);
	spin_unlock_irqrestore(&m->lock, flags);
	return 0;
}

static int dmfp_message_confirm(struct dmfp_map *m, const char *unused)
{
	unsigned long flags;
	bool ok;

	spin_lock_irqsave(&m->lock, flags);
	ok = fp_flush_confirm(&m->shared->flush, m->shared->advertised);
	spin_unlock_irqrestore(&m->lock, flags);

	if (!ok)
		DMWARN("%s: confirm_restacked: the device still advertises no write cache: load "
		       "its "
		       "table again first, then what is stacked above it",
		       dmfp_name(m));
	return ok ? 0 : -EINVAL;
}

static int dmfp_message_weight(struct dmfp_map *m, const char *word)
{
	struct fp_fair_weight weight;
	const char *wrong = fp_fair_read_weight(word, &weight);
	unsigned long flags;
	bool ok;

	if (wrong) {
		DMWARN("%s: message: '%s': %s", dmfp_name(m), word, wrong);
		return -EINVAL;
	}
	spin_lock_irqsave(&m->lock, flags);
	ok = dmfp_fair_weight_locked(m, weight);
	spin_unlock_irqrestore(&m->lock, flags);
	if (!ok)
		DMWARN("%s: message fair_weight: %s", dmfp_name(m),
		       m->fair.fair ? "the device has 64 weights of its own already"
				    : "the table has no fair_queue");
	return ok ? 0 : -EINVAL;
}

struct dmfp_verb {
	const char *name;
	unsigned int words; /* the verb's own included */
	int (*act)(struct dmfp_map *m, const char *word);
	void (*show)(const struct fp_fair_view *fair, struct fp_text *out); /* or this */
};

/* Return: 1: there is an answer. */
static int dmfp_show(struct dmfp_map *m, const struct dmfp_verb *verb, char *result,
		     unsigned int maxlen)
{
	struct fp_text out = fp_text(result, maxlen);
	struct fp_fair_view view;
	unsigned long flags;

	if (!m->fair.fair) {
		DMWARN("%s: message %s: the table has no fair_queue", dmfp_name(m), verb->name);
		return -EINVAL;
	}
	spin_lock_irqsave(&m->lock, flags);
	view = dmfp_fair_view_locked(m);
	verb->show(&view, &out);
	spin_unlock_irqrestore(&m->lock, flags);
	return 1;
}

static const struct dmfp_verb dmfp_verbs[] = {
	{ "queue_if_no_path", 1, dmfp_message_queue },
	{ "fail_if_no_path", 1, dmfp_message_fail },
	{ "fail_path", 2, dmfp_message_fail_path },
	{ "reinstate_path", 2, dmfp_message_reinstate_path },
	{ "switch_group", 2, dmfp_message_switch_group },
	{ "enable_group", 2, dmfp_message_enable_group },
	{ "disable_group", 2, dmfp_message_disable_group },
	{ "confirm_restacked", 1, dmfp_message_confirm },
	{ "reset_counters", 1, dmfp_message_reset_counters },
	{ "fair_weight", 2, dmfp_message_weight },
	{ "show_flows", 1, .show = fp_status_flows },
	{ "show_latency", 1, .show = fp_status_latency },
};

static const struct dmfp_verb *dmfp_find_verb(const struct dmfp_map *m, unsigned int argc,
					      char **argv)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(dmfp_verbs); i++) {
		if (strcasecmp(argv[0], dmfp_verbs[i].name))
			continue;
		if (argc == dmfp_verbs[i].words)
			return &dmfp_verbs[i];
		DMWARN("%s: message %s takes %u words, not %u", dmfp_name(m), dmfp_verbs[i].name,
		       dmfp_verbs[i].words, argc);
		return NULL;
	}
	DMWARN("%s: message '%s' is not known", dmfp_name(m), argv[0]);
	return NULL;
}

int dmfp_message(struct dm_target *ti, unsigned int argc, char **argv, char *result,
		 unsigned int maxlen)
{
	struct dmfp_map *m = ti->private;
	const struct dmfp_verb *verb;
	int r = -EINVAL;

	mutex_lock(&m->message_mutex);
	verb = dmfp_find_verb(m, argc, argv);
	if (verb && dm_suspended(ti))
		r = -EBUSY;
	else if (verb)
		r = verb->act ? verb->act(m, argv[1]) : dmfp_show(m, verb, result, maxlen);
	mutex_unlock(&m->message_mutex);
	return r;
}
