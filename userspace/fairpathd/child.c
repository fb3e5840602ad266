// SPDX-License-Identifier: GPL-2.0
/* Work that may block in the kernel, in a process of its own. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <libdevmapper.h>
#include <linux/close_range.h>

#include "fairpathd/child.h"
#include "fairpathd/manager.h"

struct fpd_child {
	fpd_child_done_fn *done; /* NULL: nobody wants to know */
	void *userdata;
	sd_event_source *source;
	int report;
};

/* What the child writes; less than PIPE_BUF, so that it arrives whole or not at all. */
struct report {
	int result;
	struct fairpath_error error;
};

/* Only the report's descriptor stays, as number 3. */
static int drop_descriptors(int report)
{
	/* libdevmapper keeps one of its own, and would use its number for ever. */
	dm_lib_release();
	if (report != 3 && dup2(report, 3) < 0)
		return -errno;
	return close_range(4, ~0U, 0) < 0 ? -errno : 0;
}

__attribute__((noreturn)) static void be_child(fpd_child_work_fn *work, const void *context, int fd)
{
	struct report report = { 0 };
	sigset_t none;

	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	/* Whoever ends the daemon in a terminal does not mean this. */
	signal(SIGINT, SIG_IGN);
	report.result = drop_descriptors(fd);
	if (!report.result)
		report.result = work(context, &report.error);
	if (write(3, &report, sizeof(report)) != (ssize_t)sizeof(report))
		_exit(2);
	_exit(report.result ? 1 : 0);
}

static void child_free(struct fpd_child *child)
{
	sd_event_source_disable_unref(child->source);
	close(child->report);
	free(child);
}

static int on_end(sd_event_source *source, const siginfo_t *info, void *userdata)
{
	struct fpd_child *child = userdata;
	struct report report;

	(void)source;
	if (read(child->report, &report, sizeof(report)) != (ssize_t)sizeof(report)) {
		report.result = -EINTR;
		snprintf(report.error.text, sizeof(report.error.text), "its process %s %d",
			 info->si_code == CLD_EXITED ? "ended with status" : "was ended by signal",
			 info->si_status);
	}
	report.error.text[sizeof(report.error.text) - 1] = '\0';
	if (child->done)
		child->done(report.result, &report.error, child->userdata);
	child_free(child);
	return 0;
}

static int watch(sd_event *event, pid_t pid, struct fpd_child *child)
{
	int r = sd_event_add_child(event, &child->source, pid, WEXITED, on_end, child);

	if (r < 0)
		return r;
	return sd_event_source_set_priority(child->source, FPD_PRIORITY_CHILD);
}

int fpd_child_start(sd_event *event, fpd_child_work_fn *work, const void *context,
		    fpd_child_done_fn *done, void *userdata, struct fpd_child **ret)
{
	struct fpd_child *child = calloc(1, sizeof(*child));
	int fds[2], r;
	pid_t pid;

	if (!child)
		return -ENOMEM;
	if (pipe2(fds, O_CLOEXEC | O_NONBLOCK) < 0) {
		r = -errno;
		free(child);
		return r;
	}
	pid = fork();
	if (!pid)
		be_child(work, context, fds[1]);
	r = pid < 0 ? -errno : 0;
	close(fds[1]);
	child->report = fds[0];
	child->done = done;
	child->userdata = userdata;
	if (!r)
		r = watch(event, pid, child);
	if (r < 0) {
		child_free(child);
		return r;
	}
	*ret = child;
	return 0;
}

struct fpd_child *fpd_child_leave(struct fpd_child *child)
{
	if (child)
		child->done = NULL;
	return NULL;
}
