// SPDX-License-Identifier: GPL-2.0
/*
 * The table of keywords; see keywords.h. Names, sections and ranges are those of
 * multipath-tools 0.9.4. docs/man/fairpath.conf.5 tells the same in sentences: a
 * unit test holds the two together.
 */
#include "fairpathd/config/keywords.h"

#include <fairpath/table.h>

/* Sections, as the manual page of multipath.conf lists them. */
#define DEFAULTS  (1U << FPD_SECTION_DEFAULTS)
#define DEVICE	  (1U << FPD_SECTION_DEVICE)
#define OVERRIDES (1U << FPD_SECTION_OVERRIDES)
#define PROTOCOL  (1U << FPD_SECTION_PROTOCOL)
#define MULTIPATH (1U << FPD_SECTION_MULTIPATH)

#define HARDWARE (DEFAULTS | DEVICE | OVERRIDES)
#define LUN	 (HARDWARE | MULTIPATH)

#define SECONDS_MAX INT32_MAX
#define DAY	    86400

#define FIELD(field)	 .offset = offsetof(struct fpd_settings, field), .name = #field
#define RANGE(low, high) .min = (low), .max = (high)
#define ONLY_WORDS	 .min = 1, .max = 0

#define NOT_YET(keyword, where)                                                                    \
	{                                                                                          \
		.name = (keyword), .sections = (where), .type = FPD_TYPE_TEXT,                     \
		.effect = FPD_EFFECT_NOT_YET                                                       \
	}
#define OBSOLETE(keyword, where)                                                                   \
	{                                                                                          \
		.name = (keyword), .sections = (where), .type = FPD_TYPE_TEXT,                     \
		.effect = FPD_EFFECT_OBSOLETE                                                      \
	}
#define MATCH(keyword, where, text)                                                                \
	{                                                                                          \
		.name = (keyword), .sections = (where), .type = FPD_TYPE_MATCH, .help = (text)     \
	}

/* A word and its number. */
#define WORD(text, number)                                                                         \
	{                                                                                          \
		.word = (text), .value = (number)                                                  \
	}
/* A word that is not supported yet, and the number that is used instead. */
#define INSTEAD(text, number)                                                                      \
	{                                                                                          \
		.word = (text), .value = (number), .not_yet = true                                 \
	}

static const struct fpd_word yes_no[] = {
	WORD("yes", 1),
	WORD("no", 0),
	WORD("on", 1),
	WORD("off", 0),
	WORD("1", 1),
	WORD("0", 0),
	{},
};

/* What was away is always asked who it is before it is used again. */
static const struct fpd_word only_yes[] = {
	WORD("yes", 1),	   WORD("on", 1),   WORD("1", 1), INSTEAD("no", 1),
	INSTEAD("off", 1), INSTEAD("0", 1), {},
};

static const struct fpd_word off[] = { WORD("off", FPD_OFF), {} };
static const struct fpd_word infinity[] = { WORD("infinity", FPD_INFINITY), {} };

static const struct fpd_word groupings[] = {
	WORD("failover", FPD_GROUPING_FAILOVER),
	WORD("multibus", FPD_GROUPING_MULTIBUS),
	INSTEAD("group_by_serial", FPD_GROUPING_FAILOVER),
	WORD("group_by_prio", FPD_GROUPING_GROUP_BY_PRIO),
	INSTEAD("group_by_node_name", FPD_GROUPING_FAILOVER),
	{},
};

static const struct fpd_word checkers[] = {
	WORD("tur", FPD_CHECKER_TUR),
	WORD("directio", FPD_CHECKER_DIRECTIO),
	WORD("readsector0", FPD_CHECKER_READSECTOR0),
	WORD("none", FPD_CHECKER_NONE),
	INSTEAD("emc_clariion", FPD_CHECKER_TUR),
	INSTEAD("hp_sw", FPD_CHECKER_TUR),
	INSTEAD("rdac", FPD_CHECKER_TUR),
	INSTEAD("cciss_tur", FPD_CHECKER_TUR),
	{},
};

/* The kernel's handlers for rdac, emc and hp_sw arrays publish access_state too. */
static const struct fpd_word prios[] = {
	WORD("const", FPD_PRIO_CONST),		 WORD("alua", FPD_PRIO_ALUA),
	WORD("sysfs", FPD_PRIO_SYSFS),		 WORD("none", FPD_PRIO_NONE),
	INSTEAD("emc", FPD_PRIO_SYSFS),		 INSTEAD("hp_sw", FPD_PRIO_SYSFS),
	INSTEAD("rdac", FPD_PRIO_SYSFS),	 INSTEAD("ontap", FPD_PRIO_SYSFS),
	INSTEAD("hds", FPD_PRIO_CONST),		 INSTEAD("random", FPD_PRIO_CONST),
	INSTEAD("weightedpath", FPD_PRIO_CONST), INSTEAD("path_latency", FPD_PRIO_CONST),
	INSTEAD("ana", FPD_PRIO_CONST),		 INSTEAD("datacore", FPD_PRIO_CONST),
	INSTEAD("iet", FPD_PRIO_CONST),		 {},
};

/* To fail back by itself where followover was asked for would fight the other host. */
static const struct fpd_word failbacks[] = {
	WORD("immediate", FPD_FAILBACK_IMMEDIATE),
	WORD("manual", FPD_FAILBACK_MANUAL),
	INSTEAD("followover", FPD_FAILBACK_MANUAL),
	{},
};

static const struct fpd_word no_path[] = {
	WORD("fail", FPD_NO_PATH_FAIL),
	WORD("queue", FPD_NO_PATH_QUEUE),
	{},
};

static const struct fpd_word find[] = {
	INSTEAD("strict", FPD_FIND_YES), WORD("no", FPD_FIND_NO),
	WORD("yes", FPD_FIND_YES),	 WORD("greedy", FPD_FIND_GREEDY),
	INSTEAD("smart", FPD_FIND_YES),	 WORD("off", FPD_FIND_NO),
	WORD("on", FPD_FIND_YES),	 WORD("0", FPD_FIND_NO),
	WORD("1", FPD_FIND_YES),	 {},
};

static const struct fpd_word queue_modes[] = {
	WORD("rq", FAIRPATH_QUEUE_MODE_RQ),
	WORD("mq", FAIRPATH_QUEUE_MODE_RQ),
	WORD("bio", FAIRPATH_QUEUE_MODE_BIO),
	{},
};

const struct fpd_keyword fpd_keywords[] = {
	/* Which device, LUN or protocol a section is for */
	MATCH("vendor", DEVICE, "regular expression for the INQUIRY vendor"),
	MATCH("product", DEVICE, "regular expression for the INQUIRY product"),
	MATCH("revision", DEVICE, "regular expression for the INQUIRY revision"),
	MATCH("product_blacklist", DEVICE, "products of this vendor that are no data disks"),
	MATCH("wwid", MULTIPATH, "the LUN, exactly"),
	MATCH("type", PROTOCOL, "the protocol, exactly"),

	/* The daemon */
	{ FIELD(verbosity), .sections = DEFAULTS, RANGE(0, 6), .built_in = "2",
	  .help = "how much is logged" },
	{ FIELD(polling_interval), .sections = DEFAULTS, RANGE(1, DAY), .built_in = "5",
	  .help = "seconds between two checks of a path at first" },
	{ FIELD(max_polling_interval), .sections = DEFAULTS, RANGE(1, DAY),
	  .help = "seconds between two checks of a path that stays good" },
	{ FIELD(checker_timeout), .sections = DEFAULTS, RANGE(1, DAY),
	  .help = "seconds until a check without answer has failed" },
	{ FIELD(find_multipaths), .sections = DEFAULTS, .words = find, ONLY_WORDS,
	  .built_in = "yes", .help = "which LUNs get a map" },
	{ FIELD(allow_usb_devices), .sections = DEFAULTS, .words = yes_no, ONLY_WORDS,
	  .built_in = "no", .help = "use paths by USB" },

	/* Identity and name of a LUN */
	{ FIELD(alias), .sections = MULTIPATH, .type = FPD_TYPE_NAME, .help = "the map's name" },
	{ FIELD(uid_attribute), .sections = HARDWARE, .type = FPD_TYPE_TEXT,
	  .built_in = "ID_SERIAL", .help = "udev property with the WWID" },
	{ FIELD(recheck_wwid), .sections = HARDWARE, .words = only_yes, ONLY_WORDS,
	  .built_in = "yes", .help = "check the WWID before a path is used again" },

	/* Checks and priorities */
	{ FIELD(path_checker), .sections = HARDWARE, .words = checkers, ONLY_WORDS,
	  .built_in = "tur", .help = "how a path is checked" },
	{ FIELD(detect_checker), .sections = HARDWARE, .words = yes_no, ONLY_WORDS,
	  .built_in = "yes", .help = "tur for all that knows ALUA" },
	{ FIELD(prio), .sections = LUN, .words = prios, ONLY_WORDS, .built_in = "const",
	  .help = "how a path's priority is found" },
	{ FIELD(prio_args), .sections = LUN, .type = FPD_TYPE_TEXT, .help = "arguments for prio" },
	{ FIELD(detect_prio), .sections = HARDWARE, .words = yes_no, ONLY_WORDS, .built_in = "yes",
	  .help = "sysfs or alua for all that knows ALUA" },

	/* The table */
	{ FIELD(path_grouping_policy), .sections = LUN, .words = groupings, ONLY_WORDS,
	  .built_in = "failover", .help = "which paths make a priority group" },
	{ FIELD(path_selector), .sections = LUN, .type = FPD_TYPE_SELECTOR,
	  .built_in = "service-time 0", .help = "which path of a group is next" },
	{ FIELD(rr_min_io_rq), .sections = LUN, RANGE(1, INT32_MAX), .built_in = "1",
	  .help = "requests until round-robin changes the path" },
	{ FIELD(failback), .sections = LUN, .words = failbacks, RANGE(0, SECONDS_MAX),
	  .built_in = "manual", .help = "when the best group is used again" },
	{ FIELD(no_path_retry), .sections = LUN, .words = no_path, RANGE(0, INT32_MAX),
	  .built_in = "6", .help = "checks without a path until requests fail" },
	{ FIELD(features), .sections = LUN, .type = FPD_TYPE_FEATURES, .built_in = "0",
	  .help = "feature words of the target" },
	{ FIELD(hardware_handler), .sections = DEVICE, .type = FPD_TYPE_HANDLER,
	  .help = "device handler of the kernel" },
	{ FIELD(retain_attached_hw_handler), .sections = HARDWARE, .words = yes_no, ONLY_WORDS,
	  .built_in = "yes", .help = "keep the handler that the kernel attached" },
	{ FIELD(queue_mode), .sections = LUN, .words = queue_modes, ONLY_WORDS,
	  .help = "request-based or bio-based" },
	{ FIELD(queue_if_no_path_timeout_secs), .sections = LUN, RANGE(0, DAY),
	  .help = "seconds until the kernel ends queueing without a path" },
	{ FIELD(elide_flushes), .sections = LUN, .words = yes_no, ONLY_WORDS, .built_in = "no",
	  .help = "leave out flushes when nothing is owed" },
	{ FIELD(fair_queue), .sections = LUN, .words = yes_no, ONLY_WORDS, .built_in = "no",
	  .help = "share paths fairly among submitters" },

	/* Devices */
	{ FIELD(skip_kpartx), .sections = LUN, .words = yes_no, ONLY_WORDS, .built_in = "no",
	  .help = "no partition mappings" },
	{ FIELD(fast_io_fail_tmo), .sections = HARDWARE | PROTOCOL, .words = off,
	  RANGE(0, SECONDS_MAX), .built_in = "5",
	  .help = "seconds until a lost FC port fails what is in flight" },
	{ FIELD(dev_loss_tmo), .sections = HARDWARE | PROTOCOL, .words = infinity,
	  RANGE(1, FPD_INFINITY), .help = "seconds until a lost FC port is removed" },

	/* Known, without effect so far */
	NOT_YET("reassign_maps", DEFAULTS),
	NOT_YET("queue_without_daemon", DEFAULTS),
	NOT_YET("find_multipaths_timeout", DEFAULTS),
	NOT_YET("alias_prefix", HARDWARE),
	NOT_YET("user_friendly_names", LUN),
	NOT_YET("max_sectors_kb", LUN),
	NOT_YET("flush_on_last_del", LUN),
	NOT_YET("eh_deadline", HARDWARE | PROTOCOL),
	NOT_YET("uid_attrs", DEFAULTS),
	NOT_YET("rr_min_io", LUN),
	NOT_YET("rr_weight", LUN),
	NOT_YET("max_fds", DEFAULTS),
	NOT_YET("bindings_file", DEFAULTS),
	NOT_YET("wwids_file", DEFAULTS),
	NOT_YET("prkeys_file", DEFAULTS),
	NOT_YET("log_checker_err", DEFAULTS),
	NOT_YET("reservation_key", DEFAULTS | MULTIPATH),
	NOT_YET("all_tg_pt", HARDWARE),
	NOT_YET("force_sync", DEFAULTS),
	NOT_YET("strict_timing", DEFAULTS),
	NOT_YET("deferred_remove", LUN),
	NOT_YET("partition_delimiter", DEFAULTS),
	NOT_YET("san_path_err_threshold", LUN),
	NOT_YET("san_path_err_forget_rate", LUN),
	NOT_YET("san_path_err_recovery_time", LUN),
	NOT_YET("marginal_path_err_sample_time", LUN),
	NOT_YET("marginal_path_err_rate_threshold", LUN),
	NOT_YET("marginal_path_err_recheck_gap_time", LUN),
	NOT_YET("marginal_path_double_failed_time", LUN),
	NOT_YET("marginal_pathgroups", DEFAULTS),
	NOT_YET("delay_watch_checks", LUN),
	NOT_YET("delay_wait_checks", LUN),
	NOT_YET("uxsock_timeout", DEFAULTS),
	NOT_YET("retrigger_tries", DEFAULTS),
	NOT_YET("retrigger_delay", DEFAULTS),
	NOT_YET("missing_uev_wait_timeout", DEFAULTS),
	NOT_YET("remove_retries", DEFAULTS),
	NOT_YET("ghost_delay", LUN),
	NOT_YET("enable_foreign", DEFAULTS),
	NOT_YET("vpd_vendor", HARDWARE),

	/* Of no effect in multipath-tools either */
	OBSOLETE("config_dir", DEFAULTS),
	OBSOLETE("disable_changed_wwids", DEFAULTS),
	OBSOLETE("getuid_callout", DEFAULTS | DEVICE),
	OBSOLETE("multipath_dir", DEFAULTS),
	OBSOLETE("pg_timeout", LUN),
	OBSOLETE("mode", DEFAULTS | MULTIPATH),
	OBSOLETE("uid", DEFAULTS | MULTIPATH),
	OBSOLETE("gid", DEFAULTS | MULTIPATH),
};

const size_t fpd_nr_keywords = sizeof(fpd_keywords) / sizeof(fpd_keywords[0]);
