// SPDX-License-Identifier: GPL-2.0
/* Device-mapper as a test wants it; see dm-mock.h. */
#include "dm-mock.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <fairpath/dm.h>
#include <fairpath/table.h>

#include "unit.h"

/* The commands themselves are the test's: a child has them at the same address. */
static struct mock {
	struct dm_mock_device device;
	const struct dm_command *next;
	char wrong[512];
	pthread_mutex_t one; /* command at a time, of a child or of the test itself */
} * mock;

static pthread_mutex_t *begin(void)
{
	assert_int_equal(pthread_mutex_lock(&mock->one), 0);
	return &mock->one;
}

static void done(pthread_mutex_t **one)
{
	pthread_mutex_unlock(*one);
}

/* Until the function that says so returns. */
#define ONE_AT_A_TIME __attribute__((cleanup(done))) pthread_mutex_t *one = begin()

void dm_mock_begin(void)
{
	pthread_mutexattr_t shared;

	mock = mmap(NULL, sizeof(*mock), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	assert_true(mock != MAP_FAILED);
	pthread_mutexattr_init(&shared);
	pthread_mutexattr_setpshared(&shared, PTHREAD_PROCESS_SHARED);
	pthread_mutex_init(&mock->one, &shared);
}

void dm_mock_end(void)
{
	munmap(mock, sizeof(*mock));
}

bool dm_mock_idle(void)
{
	ONE_AT_A_TIME;

	return mock->wrong[0] || !mock->next || !mock->next->verb;
}

void dm_mock_assert_done(void)
{
	assert_string_equal(mock->wrong, "");
	if (mock->next && mock->next->verb)
		fail_msg("expected, and did not come: %s %s", mock->next->verb,
			 mock->next->text ? mock->next->text : "");
}

void dm_mock_expect(const struct dm_command *commands)
{
	dm_mock_assert_done();
	mock->next = commands;
}

struct dm_mock_device *dm_mock_device(void)
{
	return &mock->device;
}

/* The first thing that is wrong is told, by the parent. */
static void wrong(const char *verb, const char *text, const char *expected)
{
	if (!mock->wrong[0])
		snprintf(mock->wrong, sizeof(mock->wrong), "came: %s '%s'; expected: %s", verb,
			 text ? text : "", expected);
}

/* Return: the command as it was expected, or NULL. */
static const struct dm_command *take(const char *verb, const char *text)
{
	const struct dm_command *expected = mock->next;

	if (!expected || !expected->verb) {
		wrong(verb, text, "nothing");
		return NULL;
	}
	if (strcmp(expected->verb, verb) != 0 ||
	    (expected->text && strcmp(expected->text, text ? text : "") != 0)) {
		wrong(verb, text, expected->text ? expected->text : expected->verb);
		return NULL;
	}
	mock->next++;
	return expected;
}

static int end(const struct dm_command *command, struct fairpath_error *error)
{
	int r = command ? command->result : -EPROTO;

	if (r && error)
		snprintf(error->text, sizeof(error->text), "%s", strerror(-r));
	return r;
}

static void copy(char *to, size_t size, const char *from)
{
	if ((size_t)snprintf(to, size, "%s", from) >= size)
		wrong("something", from, "less of it");
}

/* Commands */

int __wrap_fairpath_dm_create(const char *name, const char *uuid, uint64_t sectors,
			      const char *table, unsigned int udev, struct fairpath_error *error);
int __wrap_fairpath_dm_load(const char *name, uint64_t sectors, const char *table,
			    struct fairpath_error *error);
int __wrap_fairpath_dm_clear(const char *name, struct fairpath_error *error);
int __wrap_fairpath_dm_resume(const char *name, bool noflush, unsigned int udev,
			      struct fairpath_error *error);
int __wrap_fairpath_dm_message(const char *name, const char *message, struct fairpath_error *error);
int __wrap_fairpath_dm_remove(const char *name, struct fairpath_error *error);
int __wrap_fairpath_dm_rename(const char *name, const char *new_name, struct fairpath_error *error);
int __wrap_fairpath_dm_list(struct fairpath_dm_device **ret, size_t *nr,
			    struct fairpath_error *error);
void __wrap_fpd_claim_lun(const char *wwid);

int __wrap_fairpath_dm_create(const char *name, const char *uuid, uint64_t sectors,
			      const char *table, unsigned int udev, struct fairpath_error *error)
{
	ONE_AT_A_TIME;
	struct dm_mock_device *device = &mock->device;
	int r = end(take("create", table), error);

	(void)udev;
	if (r)
		return r;
	device->exists = true;
	device->sectors = sectors;
	copy(device->name, sizeof(device->name), name);
	copy(device->uuid, sizeof(device->uuid), uuid);
	copy(device->live, sizeof(device->live), table);
	return 0;
}

/* Every command but create is of the device by its name. */
static int end_of(const char *name, const struct dm_command *command, struct fairpath_error *error)
{
	if (command && strcmp(name, mock->device.name) != 0)
		wrong(command->verb, name, mock->device.name);
	return end(command, error);
}

int __wrap_fairpath_dm_load(const char *name, uint64_t sectors, const char *table,
			    struct fairpath_error *error)
{
	ONE_AT_A_TIME;
	int r = end_of(name, take("load", table), error);

	if (r)
		return r;
	mock->device.sectors = sectors;
	copy(mock->device.inactive, sizeof(mock->device.inactive), table);
	return 0;
}

int __wrap_fairpath_dm_clear(const char *name, struct fairpath_error *error)
{
	ONE_AT_A_TIME;
	int r = end_of(name, take("clear", NULL), error);

	if (!r)
		mock->device.inactive[0] = '\0';
	return r;
}

int __wrap_fairpath_dm_resume(const char *name, bool noflush, unsigned int udev,
			      struct fairpath_error *error)
{
	ONE_AT_A_TIME;
	struct dm_mock_device *device = &mock->device;
	const struct dm_command *command = take("resume", NULL);
	int r = end_of(name, command, error);

	(void)udev;
	if (command && noflush == command->flush)
		wrong("resume", noflush ? "without flush" : "with flush", "the other");
	if (r && command && command->failure == DM_MOCK_AT_SWAP) {
		device->suspended = true;
		device->inactive[0] = '\0';
	}
	if (r)
		return r;
	if (device->inactive[0])
		memcpy(device->live, device->inactive, sizeof(device->live));
	device->inactive[0] = '\0';
	device->suspended = false;
	return 0;
}

int __wrap_fairpath_dm_message(const char *name, const char *message, struct fairpath_error *error)
{
	ONE_AT_A_TIME;

	return end_of(name, take("message", message), error);
}

int __wrap_fairpath_dm_remove(const char *name, struct fairpath_error *error)
{
	ONE_AT_A_TIME;
	int r = end_of(name, take("remove", NULL), error);

	if (!r)
		memset(&mock->device, 0, sizeof(mock->device));
	return r;
}

int __wrap_fairpath_dm_rename(const char *name, const char *new_name, struct fairpath_error *error)
{
	ONE_AT_A_TIME;
	int r = end_of(name, take("rename", new_name), error);

	if (!r)
		copy(mock->device.name, sizeof(mock->device.name), new_name);
	return r;
}

void __wrap_fpd_claim_lun(const char *wwid)
{
	ONE_AT_A_TIME;

	take("claim", wwid);
}

/* Looking: may be done at any time */

static void add_group(FILE *out, const struct fairpath_table_group *group, bool current)
{
	fprintf(out, " %c 0 %zu 0", current ? 'A' : 'E', group->nr_paths);
	for (size_t p = 0; p < group->nr_paths; p++)
		fprintf(out, " %s A 0", group->paths[p].dev);
}

/* As the kernel shows a table that nothing has happened to. */
static char *status_of(const char *text)
{
	struct fairpath_table *table;
	char *status = NULL;
	size_t size;
	FILE *out;

	if (fairpath_table_parse(text, &table, NULL))
		return NULL;
	out = open_memstream(&status, &size);
	if (out) {
		fprintf(out, "2 0 0 0 %zu %u", table->nr_groups, table->initial_group);
		for (size_t g = 0; g < table->nr_groups; g++)
			add_group(out, &table->groups[g], g + 1 == table->initial_group);
		fclose(out);
	}
	fairpath_table_free(table);
	return status;
}

int __wrap_fairpath_dm_list(struct fairpath_dm_device **ret, size_t *nr,
			    struct fairpath_error *error)
{
	ONE_AT_A_TIME;
	const struct dm_mock_device *device = &mock->device;
	struct fairpath_dm_device *list = calloc(1, sizeof(*list));

	(void)error;
	if (!list)
		return -ENOMEM;
	snprintf(list->name, sizeof(list->name), "%s", device->name);
	snprintf(list->uuid, sizeof(list->uuid), "%s", device->uuid);
	list->suspended = device->suspended;
	list->has_live = device->live[0];
	list->has_inactive = device->inactive[0];
	list->sectors = device->sectors;
	if (list->has_live) {
		list->table = strdup(device->live);
		list->status = status_of(device->live);
	}
	*ret = list;
	*nr = device->exists;
	return 0;
}
