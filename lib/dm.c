// SPDX-License-Identifier: GPL-2.0
/*
 * What can be done to a mapped device, and udev cookies done right: where udevd
 * runs, each change that makes it act waits until it did; where it does not,
 * libdevmapper makes the nodes itself.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fairpath/dm.h>

#include "dm-task.h"

#define TARGET "fairpath"

/*
 * libdevmapper logs its reasons through one function that takes no context, so the
 * last one is kept here. It only ever serves the message of the call that failed.
 */
static _Thread_local char last_words[160];

static void catch_words(int level, const char *file, int line, int class, const char *format, ...)
	__attribute__((format(printf, 5, 6)));

static void catch_words(int level, const char *file, int line, int class, const char *format, ...)
{
	va_list arguments;

	(void)file;
	(void)line;
	(void)class;
	if ((level & 7) > 4) /* libdevmapper's _LOG_WARN; below it is worse */
		return;
	va_start(arguments, format);
	vsnprintf(last_words, sizeof(last_words), format, arguments);
	va_end(arguments);
}

struct dm_task *mapper_task(int type)
{
	dm_log_with_errno_init(catch_words);
	last_words[0] = '\0';
	return dm_task_create(type);
}

static int fail(struct fairpath_error *error, int errnum, const char *verb, const char *name)
{
	if (error && last_words[0])
		snprintf(error->text, sizeof(error->text), "cannot %s%s%s: %s", verb,
			 name ? " " : "", name ? name : "", last_words);
	else if (error)
		snprintf(error->text, sizeof(error->text), "cannot %s%s%s: %s", verb,
			 name ? " " : "", name ? name : "", strerror(errnum));
	return -errnum;
}

int mapper_run(struct dm_task *task, const char *verb, const char *name,
	       struct fairpath_error *error)
{
	int errnum;

	if (dm_task_run(task))
		return 0;
	errnum = dm_task_get_errno(task);
	return fail(error, errnum ? errnum : EIO, verb, name);
}

/* A task on a device. Return: NULL and @error filled if it cannot be made. */
static struct dm_task *task_on(int type, const char *verb, const char *name,
			       struct fairpath_error *error)
{
	struct dm_task *task = mapper_task(type);

	if (task && dm_task_set_name(task, name))
		return task;
	if (task)
		dm_task_destroy(task);
	fail(error, task ? EINVAL : ENOMEM, verb, name);
	return NULL;
}

/* In the cookie device-mapper's own flags come first, then those of whose device it is. */
static uint16_t cookie_flags(unsigned int udev)
{
	uint16_t flags = 0;

	if (udev & FAIRPATH_DM_UDEV_PATHS_ONLY)
		flags |= DM_SUBSYSTEM_UDEV_FLAG0;
	if (udev & FAIRPATH_DM_UDEV_NO_PARTS)
		flags |= DM_SUBSYSTEM_UDEV_FLAG1;
	if (udev & FAIRPATH_DM_UDEV_NO_PATH)
		flags |= DM_SUBSYSTEM_UDEV_FLAG2;
	return flags;
}

/* Run a task, and wait until udevd did what follows from it. */
static int run_with_flags(struct dm_task *task, unsigned int udev, const char *verb,
			  const char *name, struct fairpath_error *error)
{
	uint32_t cookie = 0;
	int r;

	if (!dm_task_set_cookie(task, &cookie, cookie_flags(udev)))
		return fail(error, EIO, verb, name);
	r = mapper_run(task, verb, name, error);
	/* Also after a failure: it takes the cookie away. */
	dm_udev_wait(cookie);
	return r;
}

static int run_with_udev(struct dm_task *task, const char *verb, const char *name,
			 struct fairpath_error *error)
{
	return run_with_flags(task, 0, verb, name, error);
}

/* A task that needs nothing but a name. */
static int simple(int type, const char *verb, const char *name, struct fairpath_error *error,
		  int (*run)(struct dm_task *, const char *, const char *, struct fairpath_error *))
{
	struct dm_task *task = task_on(type, verb, name, error);
	int r;

	if (!task)
		return -ENOMEM;
	r = run(task, verb, name, error);
	dm_task_destroy(task);
	return r;
}

int fairpath_dm_create(const char *name, const char *uuid, uint64_t sectors, const char *table,
		       unsigned int udev, struct fairpath_error *error)
{
	static const char verb[] = "create";
	struct dm_task *task = task_on(DM_DEVICE_CREATE, verb, name, error);
	int r;

	if (!task)
		return -ENOMEM;
	if (!dm_task_set_uuid(task, uuid) || !dm_task_add_target(task, 0, sectors, TARGET, table))
		r = fail(error, EINVAL, verb, name);
	else
		r = run_with_flags(task, udev, verb, name, error);
	dm_task_destroy(task);
	return r;
}

int fairpath_dm_load(const char *name, uint64_t sectors, const char *table,
		     struct fairpath_error *error)
{
	static const char verb[] = "load a table into";
	struct dm_task *task = task_on(DM_DEVICE_RELOAD, verb, name, error);
	int r;

	if (!task)
		return -ENOMEM;
	if (!dm_task_add_target(task, 0, sectors, TARGET, table))
		r = fail(error, ENOMEM, verb, name);
	else
		r = mapper_run(task, verb, name, error);
	dm_task_destroy(task);
	return r;
}

int fairpath_dm_clear(const char *name, struct fairpath_error *error)
{
	return simple(DM_DEVICE_CLEAR, "drop the inactive table of", name, error, mapper_run);
}

int fairpath_dm_resume(const char *name, bool noflush, unsigned int udev,
		       struct fairpath_error *error)
{
	static const char verb[] = "resume";
	struct dm_task *task = task_on(DM_DEVICE_RESUME, verb, name, error);
	int r;

	if (!task)
		return -ENOMEM;
	if (!dm_task_skip_lockfs(task) || (noflush && !dm_task_no_flush(task)))
		r = fail(error, EINVAL, verb, name);
	else
		r = run_with_flags(task, udev, verb, name, error);
	dm_task_destroy(task);
	return r;
}

int fairpath_dm_suspend(const char *name, bool noflush, struct fairpath_error *error)
{
	static const char verb[] = "suspend";
	struct dm_task *task = task_on(DM_DEVICE_SUSPEND, verb, name, error);
	int r;

	if (!task)
		return -ENOMEM;
	if (!dm_task_skip_lockfs(task) || (noflush && !dm_task_no_flush(task)))
		r = fail(error, EINVAL, verb, name);
	else
		r = mapper_run(task, verb, name, error);
	dm_task_destroy(task);
	return r;
}

/* Its answer into a string, to be freed; "" if there is none. */
static int take_answer(struct dm_task *task, char **ret)
{
	const char *answer = dm_task_get_message_response(task);
	char *copy = strdup(answer ? answer : "");

	if (!copy)
		return -ENOMEM;
	*ret = copy;
	return 0;
}

/* @ret: where its answer goes; NULL: nobody asks for one */
static int tell(const char *verb, const char *name, const char *message, char **ret,
		struct fairpath_error *error)
{
	struct dm_task *task = task_on(DM_DEVICE_TARGET_MSG, verb, name, error);
	int r;

	if (!task)
		return -ENOMEM;
	if (!dm_task_set_sector(task, 0) || !dm_task_set_message(task, message))
		r = fail(error, ENOMEM, verb, name);
	else
		r = mapper_run(task, verb, name, error);
	if (!r && ret && take_answer(task, ret))
		r = fail(error, ENOMEM, verb, name);
	dm_task_destroy(task);
	return r;
}

int fairpath_dm_message(const char *name, const char *message, struct fairpath_error *error)
{
	return tell("send a message to", name, message, NULL, error);
}

int fairpath_dm_ask(const char *name, const char *message, char **ret, struct fairpath_error *error)
{
	return tell("ask", name, message, ret, error);
}

int fairpath_dm_remove(const char *name, struct fairpath_error *error)
{
	return simple(DM_DEVICE_REMOVE, "remove", name, error, run_with_udev);
}

int fairpath_dm_rename(const char *name, const char *new_name, struct fairpath_error *error)
{
	static const char verb[] = "rename";
	struct dm_task *task = task_on(DM_DEVICE_RENAME, verb, name, error);
	int r;

	if (!task)
		return -ENOMEM;
	if (!dm_task_set_newname(task, new_name))
		r = fail(error, EINVAL, verb, name);
	else
		r = run_with_udev(task, verb, name, error);
	dm_task_destroy(task);
	return r;
}
