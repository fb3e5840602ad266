// SPDX-License-Identifier: GPL-2.0
/* The timeouts of one remote port are written; see settle.h. */
#include "fairpathd/fc/settle.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "fairpathd/log.h"
#include "fairpathd/sysfs.h"

struct errand {
	const char *class;
	const char *name;
	const struct fpd_fc_plan *plan;
};

/* Why the kernel refuses, as far as scsi_transport_fc has reasons. */
static const char *reason(int errnum)
{
	switch (errnum) {
	case EBUSY:
		return "the port is lost just now";
	case EINVAL:
		return "the kernel takes no such value here";
	case ENOENT:
	case ENODEV:
		return "the port is gone";
	default:
		return strerror(errnum);
	}
}

static int carry(const void *context, struct fairpath_error *error)
{
	const struct errand *errand = context;
	char folder[256];
	size_t i;

	snprintf(folder, sizeof(folder), "%s/%s", errand->class, errand->name);
	for (i = 0; i < errand->plan->nr; i++) {
		const struct fpd_fc_write *write = &errand->plan->writes[i];
		int r = fpd_sysfs_write(folder, write->attribute, write->text);

		if (!r)
			continue;
		snprintf(error->text, sizeof(error->text), "%s cannot be set to %s: %s",
			 write->attribute, write->text, reason(-r));
		return r;
	}
	return 0;
}

static void say(struct fpd_fc_settling *settling, int level, const char *sentence)
{
	if (!strcmp(settling->said, sentence))
		return;
	snprintf(settling->said, sizeof(settling->said), "%s", sentence);
	fpd_log(level, "%s: %s", settling->name, sentence);
}

static void on_done(int result, const struct fairpath_error *error, void *userdata)
{
	struct fpd_fc_settling *settling = userdata;

	settling->child = NULL;
	if (result)
		say(settling, LOG_WARNING, error->text);
}

static void announce(struct fpd_fc_settling *settling, const struct fpd_fc_plan *plan)
{
	char sentence[512], fast[24];

	if (plan->fast_io_fail_tmo == FPD_FC_OFF)
		snprintf(fast, sizeof(fast), "off");
	else
		snprintf(fast, sizeof(fast), "%" PRId64 " s", plan->fast_io_fail_tmo);
	snprintf(sentence, sizeof(sentence),
		 "fast_io_fail_tmo %s and dev_loss_tmo %" PRId64 " s are set%s%s", fast,
		 plan->dev_loss_tmo, plan->notes[0] ? ": " : "", plan->notes);
	say(settling, plan->notes[0] ? LOG_WARNING : LOG_INFO, sentence);
}

void fpd_fc_settle(sd_event *event, const char *class, const char *name,
		   const struct fpd_fc_wanted *wanted, struct fpd_fc_settling *settling)
{
	struct fpd_fc_port port;
	struct fpd_fc_plan plan;
	const struct errand errand = { class, name, &plan };
	int r;

	if (settling->child || fpd_fc_port_read(class, name, &port))
		return;
	settling->done = true;
	snprintf(settling->name, sizeof(settling->name), "%s", name);
	fpd_fc_plan_timeouts(&port, wanted, &plan);
	if (!plan.nr)
		return;
	announce(settling, &plan);
	r = fpd_child_start(event, carry, &errand, on_done, settling, &settling->child);
	if (r < 0)
		say(settling, LOG_WARNING, "its timeouts cannot be set: no process for it");
}

void fpd_fc_settling_end(struct fpd_fc_settling *settling)
{
	settling->child = fpd_child_leave(settling->child);
}
