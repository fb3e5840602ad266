// SPDX-License-Identifier: GPL-2.0
/*
 * A table line becomes a map, and ends.
 *
 * core/table.c reads the words; here they get memory and devices. Process
 * context throughout; the map is not yet or no longer visible to anybody else.
 */
#include <linux/blkdev.h>
#include <linux/mm.h>
#include <linux/slab.h>

#include "compat/compat.h"
#include "dmfp.h"

/* The parser's arrays. No line has more groups or paths than words. */
static int dmfp_table_alloc(struct fp_table *table, unsigned int argc)
{
	*table = (struct fp_table){ .max_groups = argc, .max_paths = argc };
	table->groups = kvcalloc(argc, sizeof(*table->groups), GFP_KERNEL);
	table->paths = kvcalloc(argc, sizeof(*table->paths), GFP_KERNEL);
	return table->groups && table->paths ? 0 : -ENOMEM;
}

static void dmfp_table_free(struct fp_table *table)
{
	kvfree(table->groups);
	kvfree(table->paths);
}

/* What the grammar has and a map cannot be: said, never ignored. */
static int dmfp_refuse(struct dm_target *ti, const struct fp_table *table)
{
	const char *name = dm_table_device_name(ti->table);

	if (table->nr_paths > DMFP_MAX_PATHS) {
		DMERR("%s: %u paths are more than the %u that a map can have", name,
		      table->nr_paths, DMFP_MAX_PATHS);
		ti->error = "too many paths";
		return -EINVAL;
	}
	return 0;
}

static int dmfp_attach_handler(struct dmfp_map *m, const struct fp_table *table, int path)
{
	const char *what = NULL;
	int r = dmfp_handler_attach(&m->handler, dmfp_queue(m, path), &what);

	if (!r)
		return 0;
	if (table->handler_argc)
		DMERR("%s: argument %u '%s': %s to %s (error %d)", dmfp_name(m), table->handler_arg,
		      table->handler_argv[0], what, table->paths[path].dev, r);
	else
		DMERR("%s: argument %u '%s': %s '%s' (error %d)", dmfp_name(m),
		      table->paths[path].dev_arg, table->paths[path].dev, what, m->handler.name, r);
	m->ti->error = (char *)what;
	return r;
}

/* The first queue fills up the last lot: what looks at lots need not count. */
static void dmfp_fill_up_queues(struct dmfp_map *m)
{
	unsigned int i;

	m->nr_queues = round_up(m->nr_devices, DMFP_QUEUES_AT_ONCE);
	for (i = m->nr_devices; i < m->nr_queues; i++)
		m->queues[i] = m->queues[0];
}

/* A zone takes writes in order and on one way only: that is no job for several paths. */
static int dmfp_refuse_zoned(struct dmfp_map *m, const struct fp_table_path *path, int i)
{
	if (!bdev_is_zoned(dmfp_bdev(m, i)))
		return 0;
	DMERR("%s: argument %u '%s': a zoned device cannot be a path", dmfp_name(m), path->dev_arg,
	      path->dev);
	m->ti->error = "zoned devices are not supported";
	return -EOPNOTSUPP;
}

static int dmfp_open_device(struct dmfp_map *m, const struct fp_table *table, unsigned int i)
{
	const struct fp_table_path *path = &table->paths[i];
	struct dm_target *ti = m->ti;
	int r;

	r = dm_get_device(ti, path->dev, dm_table_get_mode(ti->table), &m->devices[i]);
	if (r) {
		DMERR("%s: argument %u '%s': the path's device cannot be opened (error %d)",
		      dmfp_name(m), path->dev_arg, path->dev, r);
		ti->error = "error getting device";
		return r;
	}
	m->queues[i] = bdev_get_queue(m->devices[i]->bdev);
	m->nr_devices++;
	m->core.paths[i].name = m->devices[i]->name;
	r = dmfp_refuse_zoned(m, path, i);
	return r ? r : dmfp_attach_handler(m, table, i);
}

static int dmfp_open_devices(struct dmfp_map *m, const struct fp_table *table)
{
	unsigned int i;
	int r;

	for (i = 0; i < table->nr_paths; i++) {
		r = dmfp_open_device(m, table, i);
		if (r)
			return r;
	}
	m->core.pg_init.handler = m->handler.name;
	dmfp_fill_up_queues(m);
	return 0;
}

static void dmfp_free(struct dmfp_map *m)
{
	dmfp_fair_map_exit(m);
	if (m->shared)
		dmfp_shared_put(m->shared);
	while (m->nr_devices)
		dm_put_device(m->ti, m->devices[--m->nr_devices]);
	dmfp_handler_exit(&m->handler);
	dmfp_pg_init_free(m);
	dmfp_affinity_exit(m);
	kvfree(m->devices);
	kvfree(m->queues);
	kvfree(m->core.groups);
	kvfree(m->core.paths);
	mutex_destroy(&m->message_mutex);
	kfree(m);
}

static struct dmfp_map *dmfp_alloc(struct dm_target *ti, const struct fp_table *table)
{
	struct dmfp_map *m = kzalloc(sizeof(*m), GFP_KERNEL);

	if (!m)
		return NULL;
	m->ti = ti;
	m->features = table->features;
	spin_lock_init(&m->lock);
	mutex_init(&m->message_mutex);
	dmfp_event_init(m);
	dmfp_no_path_init(m);
	dmfp_bio_init(m);

	/* One more than needed, so that a map without paths has no NULL arrays. */
	m->devices = kvcalloc(table->nr_paths + 1, sizeof(*m->devices), GFP_KERNEL);
	m->queues = kvcalloc(round_up(table->nr_paths + 1, DMFP_QUEUES_AT_ONCE), sizeof(*m->queues),
			     GFP_KERNEL);
	m->core.groups = kvcalloc(table->nr_groups + 1, sizeof(*m->core.groups), GFP_KERNEL);
	m->core.paths = kvcalloc(table->nr_paths + 1, sizeof(*m->core.paths), GFP_KERNEL);
	if (dmfp_pg_init_alloc(m, table->nr_paths) || dmfp_handler_init(&m->handler, table) ||
	    !m->devices || !m->queues || !m->core.groups || !m->core.paths) {
		dmfp_free(m);
		return NULL;
	}
	fp_map_init(&m->core, table);
	return m;
}

static int dmfp_join_shared(struct dmfp_map *m)
{
	struct dmfp_shared *shared = dmfp_shared_get(dm_table_get_md(m->ti->table));

	if (IS_ERR(shared)) {
		m->ti->error = "out of memory";
		return PTR_ERR(shared);
	}
	m->shared = shared;
	return 0;
}

/* device-mapper refuses a reload that would change the type of a device. */
static void dmfp_set_type(struct dm_target *ti, enum fp_queue_mode mode)
{
	BUILD_BUG_ON(sizeof(struct dmfp_io) > DMFP_IO_MAX_SIZE);
	if (mode == FP_QUEUE_MODE_BIO) {
		dm_table_set_type(ti->table, DM_TYPE_BIO_BASED);
		ti->per_io_data_size = dmfp_bio_data_size();
		/* What is sent late is accounted by who sends it. */
		ti->accounts_remapped_io = true;
	} else {
		dm_table_set_type(ti->table, DM_TYPE_REQUEST_BASED);
		/* The same for every table: the queue's requests are made at the first. */
		ti->per_io_data_size = sizeof(struct dmfp_io);
	}
	ti->num_flush_bios = 1;
	ti->num_discard_bios = 1;
	ti->num_write_zeroes_bios = 1;
	dmfp_target_set_flush(ti);
}

static int dmfp_build(struct dm_target *ti, const struct fp_table *table)
{
	struct dmfp_map *m;
	int r;

	r = dmfp_refuse(ti, table);
	if (r)
		return r;

	m = dmfp_alloc(ti, table);
	if (!m) {
		ti->error = "out of memory";
		return -ENOMEM;
	}

	r = dmfp_affinity_init(m, table);
	if (!r)
		r = dmfp_join_shared(m);
	if (!r)
		r = dmfp_open_devices(m, table);
	if (!r)
		r = dmfp_fair_map_init(m);
	if (r) {
		dmfp_free(m);
		return r;
	}

	dmfp_set_type(ti, table->features.queue_mode);
	ti->private = m;
	return 0;
}

int dmfp_ctr(struct dm_target *ti, unsigned int argc, char **argv)
{
	struct fp_table_error error;
	struct fp_table table;
	int r;

	r = dmfp_table_alloc(&table, argc);
	if (r) {
		ti->error = "out of memory";
	} else if (!fp_table_parse(&table, argc, argv, &error)) {
		DMERR("%s: %s", dm_table_device_name(ti->table), error.text);
		ti->error = (char *)error.reason;
		r = -EINVAL;
	} else {
		r = dmfp_build(ti, &table);
	}
	dmfp_table_free(&table);
	return r;
}

void dmfp_dtr(struct dm_target *ti)
{
	struct dmfp_map *m = ti->private;

	dmfp_pg_init_stop(m);
	dmfp_no_path_stop(m);
	dmfp_event_flush(m);
	/* The last: the two before may wake it. */
	dmfp_bio_stop(m);
	dmfp_free(m);
}
