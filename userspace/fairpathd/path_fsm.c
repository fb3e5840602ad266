// SPDX-License-Identifier: GPL-2.0
/* The life of a path: the table, and that it is complete. */
#include <assert.h>

#include "fairpathd/path_fsm.h"

/* So that the table's words need no prefix. */
enum {
	NOTHING = FPD_DO_NOTHING,
	IDENTIFY = FPD_DO_IDENTIFY,
	PROBE = FPD_DO_PROBE,
	PENALIZE = FPD_DO_PENALIZE,
	FORGIVE = FPD_DO_FORGIVE,
	DELAY = FPD_DO_DELAY,
	PLAN = FPD_DO_PLAN,
	ALARM = FPD_DO_ALARM,
};

static const struct fpd_path_step table[FPD_NR_PATH_STATES][FPD_NR_PATH_EVENTS] = {
#define ON(state, event, next, actions)                                                            \
	[FPD_PATH_##state][FPD_EVENT_##event] = { FPD_PATH_##next, (actions) },
#include "fairpathd/path_fsm.def"
#undef ON
};

/* Complete: no cell is given twice, or its name would be, and there are as many as pairs. */
enum {
#define ON(state, event, next, actions) CELL_##state##_##event,
#include "fairpathd/path_fsm.def"
#undef ON
	NR_CELLS,
};
static_assert(NR_CELLS == FPD_NR_PATH_STATES * FPD_NR_PATH_EVENTS,
	      "path_fsm.def lacks a pair of state and event");

struct fpd_path_step fpd_path_fsm(enum fpd_path_state state, enum fpd_path_event event)
{
	return table[state][event];
}

const char *fpd_path_state_name(enum fpd_path_state state)
{
	static const char *const names[] = {
		[FPD_PATH_NEW] = "new",		[FPD_PATH_PENDING] = "pending",
		[FPD_PATH_UP] = "up",		[FPD_PATH_GHOST] = "ghost",
		[FPD_PATH_DOWN] = "down",	[FPD_PATH_CHECKING] = "checking",
		[FPD_PATH_DELAYED] = "delayed", [FPD_PATH_BLOCKED] = "blocked",
		[FPD_PATH_HELD] = "held",	[FPD_PATH_WRONG_LUN] = "wrong-lun",
		[FPD_PATH_REMOVED] = "removed",
	};
	static_assert(sizeof(names) / sizeof(*names) == FPD_NR_PATH_STATES, "a name is missing");

	return names[state];
}

const char *fpd_path_event_name(enum fpd_path_event event)
{
	static const char *const names[] = {
		[FPD_EVENT_IDENTITY_SAME] = "identity-same",
		[FPD_EVENT_IDENTITY_OTHER] = "identity-other",
		[FPD_EVENT_IDENTITY_UNKNOWN] = "identity-unknown",
		[FPD_EVENT_PROBE_UP] = "probe-up",
		[FPD_EVENT_PROBE_GHOST] = "probe-ghost",
		[FPD_EVENT_PROBE_DOWN] = "probe-down",
		[FPD_EVENT_IO_FAILED] = "io-failed",
		[FPD_EVENT_IO_SILENT] = "io-silent",
		[FPD_EVENT_PORT_BLOCKED] = "port-blocked",
		[FPD_EVENT_DELAY_OVER] = "delay-over",
		[FPD_EVENT_LEFT_MAP] = "left-map",
		[FPD_EVENT_ADMIN_FAIL] = "admin-fail",
		[FPD_EVENT_ADMIN_REINSTATE] = "admin-reinstate",
		[FPD_EVENT_REMOVED] = "removed",
	};
	static_assert(sizeof(names) / sizeof(*names) == FPD_NR_PATH_EVENTS, "a name is missing");

	return names[event];
}

const char *fpd_path_action_name(enum fpd_path_action action)
{
	switch (action) {
	case FPD_DO_IDENTIFY:
		return "identify";
	case FPD_DO_PROBE:
		return "probe";
	case FPD_DO_PENALIZE:
		return "penalize";
	case FPD_DO_FORGIVE:
		return "forgive";
	case FPD_DO_DELAY:
		return "delay";
	case FPD_DO_PLAN:
		return "plan";
	case FPD_DO_ALARM:
		return "alarm";
	case FPD_DO_NOTHING:
		break;
	}
	return "";
}
