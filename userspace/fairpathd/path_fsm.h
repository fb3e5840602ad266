/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The life of a path: one table, state x event > next state and what to do.
 *
 * Pure. The table itself is path_fsm.def; docs/path-states.md is drawn from it.
 */
#ifndef FPD_PATH_FSM_H
#define FPD_PATH_FSM_H

enum fpd_path_state {
	FPD_PATH_NEW,	    /* whose path it is, is not known yet */
	FPD_PATH_PENDING,   /* that is known; whether it takes I/O is not */
	FPD_PATH_UP,	    /* takes I/O */
	FPD_PATH_GHOST,	    /* alive, on standby: would take I/O after activation */
	FPD_PATH_DOWN,	    /* does not take I/O */
	FPD_PATH_CHECKING,  /* answers again; whether it is still the same LUN is being asked */
	FPD_PATH_DELAYED,   /* is the same, but failed too often: must stay good for a while */
	FPD_PATH_BLOCKED,   /* its port is away, and the transport still hopes */
	FPD_PATH_HELD,	    /* an administrator failed it; until he reinstates it */
	FPD_PATH_WRONG_LUN, /* another LUN answers under its address */
	FPD_PATH_REMOVED,   /* its device is gone */
	FPD_NR_PATH_STATES,
};

enum fpd_path_event {
	FPD_EVENT_IDENTITY_SAME,    /* it is the LUN that it was, or the first time: it has one */
	FPD_EVENT_IDENTITY_OTHER,   /* it is another LUN */
	FPD_EVENT_IDENTITY_UNKNOWN, /* that could not be asked */
	FPD_EVENT_PROBE_UP,
	FPD_EVENT_PROBE_GHOST,
	FPD_EVENT_PROBE_DOWN,
	FPD_EVENT_IO_FAILED,	/* the kernel failed it, by the evidence of real I/O */
	FPD_EVENT_IO_SILENT,	/* the kernel says that I/O to it has been out for long */
	FPD_EVENT_PORT_BLOCKED, /* the transport says so */
	FPD_EVENT_DELAY_OVER,	/* it stayed good for long enough */
	FPD_EVENT_LEFT_MAP,	/* no live table has it */
	FPD_EVENT_ADMIN_FAIL,
	FPD_EVENT_ADMIN_REINSTATE,
	FPD_EVENT_REMOVED,
	FPD_NR_PATH_EVENTS,
};

/* What is to be done, beside being in the next state. */
enum fpd_path_action {
	FPD_DO_NOTHING = 0,
	FPD_DO_IDENTIFY = 1 << 0, /* ask the device itself who it is */
	FPD_DO_PROBE = 1 << 1,	  /* probe at once, not at the next interval */
	FPD_DO_PENALIZE = 1 << 2, /* it failed: the next return takes longer */
	FPD_DO_FORGIVE = 1 << 3,  /* past failures do not count */
	FPD_DO_DELAY = 1 << 4,	  /* let the penalty run, DELAY_OVER follows, maybe at once */
	FPD_DO_PLAN = 1 << 5,	  /* what its map should be has changed */
	FPD_DO_ALARM = 1 << 6,	  /* data is in danger: say so loudly */
};

struct fpd_path_step {
	enum fpd_path_state next;
	unsigned int actions; /* enum fpd_path_action, or'ed */
};

struct fpd_path_step fpd_path_fsm(enum fpd_path_state state, enum fpd_path_event event);

/* "up", "probe-down": as in logs and topology */
const char *fpd_path_state_name(enum fpd_path_state state);
const char *fpd_path_event_name(enum fpd_path_event event);

/* "identify" for one bit of enum fpd_path_action; "" for none */
const char *fpd_path_action_name(enum fpd_path_action action);

/* Does the daemon let I/O use it, wherever there is a choice? */
static inline int fpd_path_state_usable(enum fpd_path_state state)
{
	return state == FPD_PATH_UP || state == FPD_PATH_GHOST;
}

#endif
