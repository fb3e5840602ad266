// SPDX-License-Identifier: GPL-2.0
/* Which timeouts a remote port should have, and in which order; see timeouts.h. */
#include "fairpathd/fc/timeouts.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

__attribute__((format(printf, 2, 3))) static void note(struct fpd_fc_plan *plan, const char *fmt,
						       ...)
{
	size_t used = strlen(plan->notes);
	va_list args;

	if (used) {
		snprintf(plan->notes + used, sizeof(plan->notes) - used, "; ");
		used = strlen(plan->notes);
	}
	va_start(args, fmt);
	vsnprintf(plan->notes + used, sizeof(plan->notes) - used, fmt, args);
	va_end(args);
}

static int64_t queueing_of(const struct fpd_settings *settings)
{
	int64_t wait = settings->no_path_retry.value * settings->polling_interval.value;

	return settings->no_path_retry.value == FPD_NO_PATH_QUEUE || wait > FPD_FC_INFINITY
		       ? FPD_FC_INFINITY
		       : wait;
}

void fpd_fc_want(struct fpd_fc_wanted *wanted, const struct fpd_settings *settings)
{
	const int64_t fast = settings->fast_io_fail_tmo.value;
	const int64_t loss = settings->dev_loss_tmo.value;
	const int64_t queueing = queueing_of(settings);

	if (fast != FPD_UNSET && (wanted->fast_io_fail_tmo < 0 || /* unset or off */
				  (fast != FPD_OFF && fast < wanted->fast_io_fail_tmo)))
		wanted->fast_io_fail_tmo = fast;
	if (loss > wanted->dev_loss_tmo) /* FPD_UNSET is the least of all */
		wanted->dev_loss_tmo = loss;
	if (queueing > wanted->queueing)
		wanted->queueing = queueing;
}

/* While requests wait for a path the devices should not go: they come back much sooner than
 * new ones would. Only where a dev_loss_tmo is asked for, and the kernel takes it. */
static void outlast_queueing(const struct fpd_fc_wanted *wanted, struct fpd_fc_plan *plan)
{
	if (wanted->dev_loss_tmo == FPD_UNSET || plan->fast_io_fail_tmo == FPD_FC_OFF ||
	    plan->dev_loss_tmo >= wanted->queueing)
		return;
	note(plan,
	     "dev_loss_tmo %" PRId64 " is raised to %" PRId64 ": so long requests wait for a "
	     "path (no_path_retry)",
	     plan->dev_loss_tmo, wanted->queueing);
	plan->dev_loss_tmo = wanted->queueing;
}

/* The kernel's own limits. */
static void limit(struct fpd_fc_plan *plan)
{
	if (plan->fast_io_fail_tmo == FPD_FC_OFF) {
		if (plan->dev_loss_tmo > FPD_FC_LOSS_MAX) {
			note(plan, "dev_loss_tmo is lowered to %d: more needs a fast_io_fail_tmo",
			     FPD_FC_LOSS_MAX);
			plan->dev_loss_tmo = FPD_FC_LOSS_MAX;
		}
		return;
	}
	if (plan->fast_io_fail_tmo > FPD_FC_FAST_MAX) {
		note(plan,
		     "fast_io_fail_tmo %" PRId64 " is lowered to %d: the kernel takes no more",
		     plan->fast_io_fail_tmo, FPD_FC_FAST_MAX);
		plan->fast_io_fail_tmo = FPD_FC_FAST_MAX;
	}
	if (plan->fast_io_fail_tmo >= plan->dev_loss_tmo) {
		note(plan,
		     "fast_io_fail_tmo %" PRId64 " is lowered to %" PRId64 ": it must be less "
		     "than dev_loss_tmo",
		     plan->fast_io_fail_tmo, plan->dev_loss_tmo - 1);
		plan->fast_io_fail_tmo = plan->dev_loss_tmo - 1;
	}
}

static void decide(const struct fpd_fc_port *port, const struct fpd_fc_wanted *wanted,
		   struct fpd_fc_plan *plan)
{
	plan->fast_io_fail_tmo = wanted->fast_io_fail_tmo == FPD_UNSET ? port->fast_io_fail_tmo
								       : wanted->fast_io_fail_tmo;
	plan->dev_loss_tmo =
		wanted->dev_loss_tmo == FPD_UNSET ? port->dev_loss_tmo : wanted->dev_loss_tmo;
	outlast_queueing(wanted, plan);
	limit(plan);
}

static void write_tmo(struct fpd_fc_plan *plan, const char *attribute, int64_t *now, int64_t value)
{
	struct fpd_fc_write *write = &plan->writes[plan->nr];

	if (*now == value)
		return;
	write->attribute = attribute;
	if (value == FPD_FC_OFF)
		snprintf(write->text, sizeof(write->text), "off");
	else
		snprintf(write->text, sizeof(write->text), "%" PRId64, value);
	plan->nr++;
	*now = value;
}

/* @port: as it is, and as it becomes with each write. */
static void order(struct fpd_fc_port *port, struct fpd_fc_plan *plan)
{
	const int64_t fast = plan->fast_io_fail_tmo, loss = plan->dev_loss_tmo;
	int64_t room = loss;

	/* Room for fast_io_fail_tmo first; only so much is taken while it is off. */
	if (port->fast_io_fail_tmo == FPD_FC_OFF && room > FPD_FC_LOSS_MAX)
		room = FPD_FC_LOSS_MAX;
	if (fast == FPD_FC_OFF || port->dev_loss_tmo <= fast)
		write_tmo(plan, "dev_loss_tmo", &port->dev_loss_tmo, room);
	write_tmo(plan, "fast_io_fail_tmo", &port->fast_io_fail_tmo, fast);
	write_tmo(plan, "dev_loss_tmo", &port->dev_loss_tmo, loss);
}

void fpd_fc_plan_timeouts(const struct fpd_fc_port *port, const struct fpd_fc_wanted *wanted,
			  struct fpd_fc_plan *ret)
{
	struct fpd_fc_port becomes = *port;

	*ret = (struct fpd_fc_plan){};
	decide(port, wanted, ret);
	order(&becomes, ret);
}
