// SPDX-License-Identifier: GPL-2.0
/* Which mapped devices are ours, and what their tables and status say. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fairpath/dm.h>

#include "dm-task.h"

#define TARGET "fairpath"

/* What the kernel says of the one target of a device. */
struct line {
	uint64_t sectors;
	char *params; /* NULL: no table, or not a single fairpath target */
};

static int take_line(struct dm_task *task, struct line *ret)
{
	uint64_t start, length;
	char *type = NULL, *params = NULL;
	void *next = dm_get_next_target(task, NULL, &start, &length, &type, &params);

	ret->params = NULL;
	ret->sectors = 0;
	if (!type)
		return 0;
	ret->sectors = length;
	if (next || start != 0 || strcmp(type, TARGET) != 0)
		return 0;
	ret->params = strdup(params ? params : "");
	return ret->params ? 0 : -ENOMEM;
}

static int copy_text(char *to, size_t size, const char *from)
{
	if (!from)
		from = "";
	if (strlen(from) >= size)
		return -ENAMETOOLONG;
	strcpy(to, from);
	return 0;
}

static int fill(struct fairpath_dm_device *device, struct dm_task *task)
{
	struct dm_info info;

	if (!dm_task_get_info(task, &info) || !info.exists)
		return -ENXIO;
	device->major = info.major;
	device->minor = info.minor;
	device->event_nr = info.event_nr;
	device->open_count = info.open_count > 0 ? (unsigned int)info.open_count : 0;
	device->suspended = info.suspended;
	device->has_live = info.live_table;
	device->has_inactive = info.inactive_table;
	return copy_text(device->uuid, sizeof(device->uuid), dm_task_get_uuid(task));
}

/* What to look at. */
enum view {
	VIEW_TABLE,
	VIEW_STATUS,
	VIEW_INACTIVE, /* the table that waits for a resume */
};

/* What is shown of @device. Never flushes for it. */
static int look(enum view view, struct fairpath_dm_device *device, char **ret_params,
		struct fairpath_error *error)
{
	struct dm_task *task =
		mapper_task(view == VIEW_STATUS ? DM_DEVICE_STATUS : DM_DEVICE_TABLE);
	struct line line = { 0, NULL };
	int r = -ENOMEM;

	if (!task)
		return r;
	if (dm_task_set_name(task, device->name) && dm_task_no_flush(task) &&
	    (view != VIEW_INACTIVE || dm_task_query_inactive_table(task))) {
		r = mapper_run(task, "look at", device->name, error);
		if (!r)
			r = fill(device, task);
		if (!r)
			r = take_line(task, &line);
	}
	dm_task_destroy(task);
	if (r)
		return r;
	if (view != VIEW_INACTIVE)
		device->sectors = line.sectors;
	*ret_params = line.params;
	return 0;
}

static void device_clear(struct fairpath_dm_device *device)
{
	free(device->table);
	free(device->status);
	device->table = device->status = NULL;
}

static bool has_our_uuid(const struct fairpath_dm_device *device)
{
	return !strncmp(device->uuid, FAIRPATH_DM_UUID_PREFIX, strlen(FAIRPATH_DM_UUID_PREFIX));
}

/* The same UUIDs are dm-multipath's: without a live table, the inactive one must not be its. */
static int ours(struct fairpath_dm_device *device, struct fairpath_error *error)
{
	char *inactive = NULL;
	int r;

	if (device->table)
		return 1;
	if (device->has_live || !has_our_uuid(device))
		return 0;
	if (!device->has_inactive)
		return 1;
	r = look(VIEW_INACTIVE, device, &inactive, error);
	if (!r)
		r = inactive != NULL;
	free(inactive);
	return r;
}

/* Return: 1 if the device is ours and was filled, 0 if not ours or gone, or an error. */
static int look_at(const char *name, struct fairpath_dm_device *device,
		   struct fairpath_error *error)
{
	int r;

	memset(device, 0, sizeof(*device));
	r = copy_text(device->name, sizeof(device->name), name);
	if (!r)
		r = look(VIEW_TABLE, device, &device->table, error);
	if (!r && device->table)
		r = look(VIEW_STATUS, device, &device->status, error);
	if (!r)
		r = ours(device, error);
	/* Its table became another's between the two looks: the next look will tell. */
	if (r > 0 && device->table && !device->status)
		r = 0;
	if (r == -ENXIO)
		r = 0;
	if (r <= 0)
		device_clear(device);
	return r;
}

static int look_at_all(const struct dm_names *names, struct fairpath_dm_device **ret, size_t *nr,
		       struct fairpath_error *error)
{
	struct fairpath_dm_device *devices = NULL, *more;
	size_t count = 0;
	int r = 0;

	/* No device at all is an entry without a device number. */
	while (names->dev) {
		more = reallocarray(devices, count + 1, sizeof(*devices));
		if (!more) {
			r = -ENOMEM;
			break;
		}
		devices = more;
		r = look_at(names->name, &devices[count], error);
		if (r < 0)
			break;
		count += (size_t)r;
		r = 0;
		if (!names->next)
			break;
		names = (const void *)((const char *)names + names->next);
	}
	if (r) {
		fairpath_dm_list_free(devices, count);
		return r;
	}
	*ret = devices;
	*nr = count;
	return 0;
}

int fairpath_dm_status(const char *name, char **ret, struct fairpath_error *error)
{
	struct fairpath_dm_device device = { 0 };
	char *status = NULL;
	int r = copy_text(device.name, sizeof(device.name), name);

	if (error)
		snprintf(error->text, sizeof(error->text), "cannot look at %s", name);
	if (!r)
		r = look(VIEW_STATUS, &device, &status, error);
	if (!r && !status)
		r = -ENXIO;
	if (!r)
		*ret = status;
	return r;
}

int fairpath_dm_list(struct fairpath_dm_device **ret, size_t *nr, struct fairpath_error *error)
{
	struct dm_task *task = mapper_task(DM_DEVICE_LIST);
	struct dm_names *names;
	int r = -ENOMEM;

	if (error)
		snprintf(error->text, sizeof(error->text), "cannot list mapped devices");
	if (!task)
		return r;
	r = mapper_run(task, "list mapped devices", NULL, error);
	if (!r) {
		names = dm_task_get_names(task);
		r = names ? look_at_all(names, ret, nr, error) : -EIO;
	}
	dm_task_destroy(task);
	return r;
}

void fairpath_dm_list_free(struct fairpath_dm_device *devices, size_t nr)
{
	for (size_t i = 0; i < nr; i++)
		device_clear(&devices[i]);
	free(devices);
}
