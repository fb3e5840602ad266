/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the configuration says of one LUN, flat: one field for each keyword, and
 * each value knows where it comes from. Values were checked when the files were
 * read: a number here is within its range.
 *
 * Texts and file names point into the struct fpd_config that the settings were
 * resolved from and live as long as that.
 */
#ifndef FPD_CONFIG_SETTINGS_H
#define FPD_CONFIG_SETTINGS_H

#include <stddef.h>
#include <stdint.h>

#include <fairpath/table.h>

enum fpd_origin_kind {
	FPD_ORIGIN_BUILT_IN,
	FPD_ORIGIN_HARDWARE_TABLE,
	FPD_ORIGIN_FILE,
};

/**
 * struct fpd_origin - where a value or a rule is written
 * @kind:    all zero is the built-in default
 * @section: "defaults", "devices", "overrides", "multipaths", "blacklist" ...; NULL if built in
 * @file:    name of the file; NULL if built in
 * @line:    line in @file, from 1
 */
struct fpd_origin {
	enum fpd_origin_kind kind;
	const char *section;
	const char *file;
	unsigned int line;
};

/* "/etc/fairpath.conf:12, devices", "hardware table: HP/HSV200" or "built-in default" into @text.
 * Return: @text. */
const char *fpd_origin_text(const struct fpd_origin *origin, char *text, size_t size);

/* A number, a yes (1) or no (0), or a constant of an enum below. */
struct fpd_number {
	int64_t value;
	struct fpd_origin origin;
};

/* A text; NULL where nothing says anything. */
struct fpd_text {
	const char *value;
	struct fpd_origin origin;
};

/* The number was given nowhere, and leaving things as they are is the default. */
#define FPD_UNSET INT64_MIN

enum fpd_grouping {
	FPD_GROUPING_FAILOVER,
	FPD_GROUPING_MULTIBUS,
	FPD_GROUPING_GROUP_BY_SERIAL,
	FPD_GROUPING_GROUP_BY_PRIO,
	FPD_GROUPING_GROUP_BY_NODE_NAME,
};

enum fpd_checker {
	FPD_CHECKER_TUR,
	FPD_CHECKER_DIRECTIO,
	FPD_CHECKER_READSECTOR0,
	FPD_CHECKER_NONE,
};

enum fpd_prio {
	FPD_PRIO_CONST,
	FPD_PRIO_ALUA,
	FPD_PRIO_SYSFS,
	FPD_PRIO_NONE,
};

/* failback: 1 and more are seconds */
enum {
	FPD_FAILBACK_IMMEDIATE = 0,
	FPD_FAILBACK_MANUAL = -1,
	FPD_FAILBACK_FOLLOWOVER = -2,
};

/* no_path_retry: 1 and more are checks (of polling_interval seconds each) */
enum {
	FPD_NO_PATH_FAIL = 0,
	FPD_NO_PATH_QUEUE = -1,
};

/* fast_io_fail_tmo, eh_deadline: the timeout is switched off */
#define FPD_OFF ((int64_t)-1)

/* dev_loss_tmo: 136 years */
#define FPD_INFINITY ((int64_t)UINT32_MAX)

/* queue_mode: the values of enum fairpath_queue_mode */

enum fpd_find_multipaths {
	FPD_FIND_STRICT,
	FPD_FIND_NO,
	FPD_FIND_YES,
	FPD_FIND_GREEDY,
	FPD_FIND_SMART,
};

/**
 * struct fpd_settings - all that the configuration says of one LUN
 *
 * The first part is the daemon's own: it is the same for all LUNs (section
 * defaults only), and so is in what fpd_config_resolve() fills for no LUN at all.
 */
struct fpd_settings {
	/* Daemon */
	struct fpd_number verbosity;		/* 0 to 6 */
	struct fpd_number polling_interval;	/* seconds between two checks of a path */
	struct fpd_number max_polling_interval; /* seconds; never below polling_interval */
	struct fpd_number checker_timeout;	/* seconds; FPD_UNSET: the SCSI device's own */
	struct fpd_number find_multipaths;	/* enum fpd_find_multipaths */
	struct fpd_number allow_usb_devices;	/* yes/no */

	/* Identity and name of a LUN */
	struct fpd_text alias;		/* multipaths section only; else NULL */
	struct fpd_text uid_attribute;	/* udev property; "": VPD 0x83 from sysfs */
	struct fpd_number recheck_wwid; /* yes/no */

	/* Checks and priorities */
	struct fpd_number path_checker;	  /* enum fpd_checker */
	struct fpd_number detect_checker; /* yes/no */
	struct fpd_number prio;		  /* enum fpd_prio */
	struct fpd_text prio_args;	  /* or NULL */
	struct fpd_number detect_prio;	  /* yes/no */

	/* The table */
	struct fpd_number path_grouping_policy;	      /* enum fpd_grouping */
	struct fpd_text path_selector;		      /* "service-time 0" */
	struct fpd_number rr_min_io_rq;		      /* requests */
	struct fpd_number failback;		      /* FPD_FAILBACK_* or seconds */
	struct fpd_number no_path_retry;	      /* FPD_NO_PATH_* or checks */
	struct fpd_text hardware_handler;	      /* "1 alua", or NULL */
	struct fpd_number retain_attached_hw_handler; /* yes/no */
	struct fpd_text features;	       /* as written; what it says is in the fields below */
	struct fpd_number pg_init_retries;     /* 1 to 50, FPD_UNSET (from features) */
	struct fpd_number pg_init_delay_msecs; /* 0 to 60000, FPD_UNSET (from features) */
	struct fpd_number queue_mode;	       /* enum fairpath_queue_mode */
	struct fpd_number queue_if_no_path_timeout_secs; /* 0: for ever; FPD_UNSET: the target's */
	struct fpd_number elide_flushes;		 /* yes/no */
	struct fpd_number fair_queue;			 /* yes/no */
	struct fairpath_fair fair; /* what features says of it: flows, depth, weights ... */

	/* Devices */
	struct fpd_number skip_kpartx;	    /* yes/no */
	struct fpd_number fast_io_fail_tmo; /* seconds, 0, FPD_OFF */
	struct fpd_number dev_loss_tmo;	    /* seconds, FPD_INFINITY, FPD_UNSET */
};

#endif
