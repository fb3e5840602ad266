// SPDX-License-Identifier: GPL-2.0
/* Questions that the kernel or nobody answers. */
#include "questions.h"

void fpd_begin_none(struct fpd_probe *probe)
{
	if (fpd_device_ready(probe->device, probe))
		fpd_probe_end(probe, FPD_VERDICT_UP, "not checked");
}

void fpd_begin_prio_const(struct fpd_probe *probe)
{
	probe->result.has_priority = true;
	probe->result.priority = 1;
	fpd_probe_end(probe, FPD_VERDICT_UP, "1");
}

static bool read_access_state(struct fpd_probe *probe)
{
	struct fpd_probe_result *result = &probe->result;
	char text[64];

	if (fpd_device_attribute(probe->device, "device/access_state", text, sizeof(text)) ||
	    fairpath_alua_state_from_name(text, &result->access_state))
		return false;
	result->preferred =
		!fpd_device_attribute(probe->device, "device/preferred_path", text, sizeof(text)) &&
		text[0] == '1';
	return true;
}

/* The attributes are there as long as a hardware handler is attached. */
void fpd_begin_prio_sysfs(struct fpd_probe *probe)
{
	struct fpd_probe_result *result = &probe->result;

	if (!read_access_state(probe)) {
		fpd_probe_end(probe, FPD_VERDICT_UP, "sysfs tells no access state");
		return;
	}
	result->has_access = true;
	result->has_priority = true;
	result->priority = fairpath_alua_priority(result->access_state, result->preferred,
						  probe->exclusive_pref_bit);
	fpd_probe_end(probe, FPD_VERDICT_UP, "%s%s", fairpath_alua_state_name(result->access_state),
		      result->preferred ? ", preferred" : "");
}
