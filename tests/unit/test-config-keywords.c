// SPDX-License-Identifier: GPL-2.0
/* Keywords and their values: what is taken, and what is warned of, word for word. */
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conf.h"
#include "fairpathd/config/keywords.h"
#include "fairpathd/config/value.h"

#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))

/* A text that is read, and what is said of it. */
struct odd {
	const char *name;
	const char *text;
	const char *warnings;
};

static const struct odd odds[] = {
	{ "an unknown keyword is warned of", "defaults {\n\tshoe_size 43\n}\n",
	  "t.conf:2: unknown keyword 'shoe_size' in defaults; ignored\n" },
	{ "a keyword with a slip is guessed", "defaults {\n\tpolling_intervall 10\n}\n",
	  "t.conf:2: unknown keyword 'polling_intervall' in defaults; ignored (did you mean "
	  "'polling_interval'?)\n" },
	{ "a section with a slip is guessed, and left out whole",
	  "default {\n\tverbosity 3\n\tnonsense 1\n}\n",
	  "t.conf:1: unknown section 'default' in the file; ignored (did you mean 'defaults'?)\n" },
	{ "an option outside of all sections is warned of", "verbosity 3\n",
	  "t.conf:1: unknown keyword 'verbosity' in the file; ignored\n" },
	{ "a keyword in a section where it has no place is warned of",
	  "defaults {\n\talias top\n}\n",
	  "t.conf:2: 'alias' has no place in section defaults; ignored\n" },
	{ "a keyword without a value is warned of", "defaults {\n\tverbosity\n}\n",
	  "t.conf:2: 'verbosity' has no value; ignored\n" },
	{ "a section where a value belongs is warned of",
	  "defaults {\n\tverbosity {\n\t\ta b\n\t}\n}\n",
	  "t.conf:2: 'verbosity' takes a value, not a section; ignored\n" },
	{ "a value where a section belongs is warned of", "devices yes\n",
	  "t.conf:1: 'devices' is a section: '{' was expected; ignored\n" },
	{ "a value in two words without quotes is warned of",
	  "defaults {\n\tpath_selector round-robin 0\n}\n",
	  "t.conf:2: 'path_selector' takes one value: '0' and what follows it is ignored (a value "
	  "with blanks must be in double quotes)\n" },
	{ "a keyword given twice is warned of", "defaults {\n\tverbosity 3\n\tverbosity 4\n}\n",
	  "t.conf:3: 'verbosity' is given again (first on line 2); this one is used\n" },
	{ "what is not supported yet is warned of", "defaults {\n\tmarginal_pathgroups fpin\n}\n",
	  "t.conf:2: 'marginal_pathgroups' is not supported yet; ignored\n" },
	{ "what is obsolete is warned of", "defaults {\n\tconfig_dir /etc/multipath/conf.d\n}\n",
	  "t.conf:2: 'config_dir' is obsolete and has no effect in multipath-tools either; "
	  "ignored\n" },
	{ "a number below the range is warned of", "defaults {\n\tpolling_interval 0\n}\n",
	  "t.conf:2: polling_interval: 0 is out of range (1 to 86400); 1 is used\n" },
	{ "a number above the range is warned of", "defaults {\n\tverbosity 7\n}\n",
	  "t.conf:2: verbosity: 7 is out of range (0 to 6); 6 is used\n" },
	{ "a number too great for any variable is warned of",
	  "defaults {\n\tdev_loss_tmo 99999999999999999999\n}\n",
	  "t.conf:2: dev_loss_tmo: 99999999999999999999 is out of range (1 to 4294967295); "
	  "4294967295 is used\n" },
	{ "a word for a number is warned of", "defaults {\n\tpolling_interval often\n}\n",
	  "t.conf:2: polling_interval: 'often' is not one of: a number from 1 to 86400; "
	  "ignored\n" },
	{ "a number with a unit is warned of", "defaults {\n\tpolling_interval 5s\n}\n",
	  "t.conf:2: polling_interval: '5s' is not one of: a number from 1 to 86400; ignored\n" },
	{ "a word with a slip is guessed", "defaults {\n\tfailback imediate\n}\n",
	  "t.conf:2: failback: 'imediate' is not one of: immediate, manual or a number from 0 to "
	  "2147483647; ignored (did you mean 'immediate'?)\n" },
	{ "neither yes nor no is warned of", "defaults {\n\tdetect_prio maybe\n}\n",
	  "t.conf:2: detect_prio: 'maybe' is not one of: yes, no; ignored\n" },
	{ "a checker that is not supported yet is replaced", "defaults {\n\tpath_checker rdac\n}\n",
	  "t.conf:2: path_checker: 'rdac' is not supported yet; 'tur' is used\n" },
	{ "what is always done cannot be switched off", "defaults {\n\trecheck_wwid no\n}\n",
	  "t.conf:2: recheck_wwid: 'no' is not supported yet; 'yes' is used\n" },
	{ "a priority that is not supported yet is replaced", "defaults {\n\tprio emc\n}\n",
	  "t.conf:2: prio: 'emc' is not supported yet; 'sysfs' is used\n" },
	{ "a selector that is not there is warned of",
	  "defaults {\n\tpath_selector \"fastest 0\"\n}\n",
	  "t.conf:2: path_selector: there is no selector 'fastest 0'; ignored\n" },
	{ "a selector with uncounted arguments is warned of",
	  "defaults {\n\tpath_selector \"service-time 2 1\"\n}\n",
	  "t.conf:2: path_selector: 'service-time 2 1' must be a name, the number of arguments, "
	  "and as many arguments; ignored\n" },
	{ "features that are miscounted are warned of",
	  "defaults {\n\tfeatures \"1 pg_init_retries 5\"\n}\n",
	  "t.conf:2: features: '1 pg_init_retries 5' must be a number of words and as many words, "
	  "like '2 pg_init_retries 50'; ignored\n" },
	{ "a feature that is not there is warned of", "defaults {\n\tfeatures \"1 turbo\"\n}\n",
	  "t.conf:2: features: '1 turbo' is ignored: word 2 'turbo' of the table line: there is no "
	  "such feature\n" },
	{ "a handler that is miscounted is warned of",
	  "devices {\n\tdevice {\n\t\tvendor A\n\t\tproduct B\n\t\thardware_handler alua\n\t}\n}\n",
	  "t.conf:5: hardware_handler: 'alua' must be a number of words and as many words, like "
	  "'1 alua'; ignored\n" },
	{ "an alias with a slash is warned of",
	  "multipaths {\n\tmultipath {\n\t\twwid 3600\n\t\talias a/b\n\t}\n}\n",
	  "t.conf:4: alias: 'a/b' cannot be a device's name: 1 to 110 characters, no blank and no "
	  "'/'; ignored\n" },
	{ "a device without product is left out",
	  "devices {\n\tdevice {\n\t\tvendor A\n\t\tprio alua\n\t}\n}\n",
	  "t.conf:2: this section 'device' is ignored: it lacks a usable vendor or product\n" },
	{ "a LUN without wwid is left out", "multipaths {\n\tmultipath {\n\t\talias a\n\t}\n}\n",
	  "t.conf:2: this section 'multipath' is ignored: it lacks wwid\n" },
	{ "a protocol without type is left out",
	  "overrides {\n\tprotocol {\n\t\tfast_io_fail_tmo 5\n\t}\n}\n",
	  "t.conf:2: this section 'protocol' is ignored: it lacks type\n" },
	{ "a bad regular expression is warned of", "blacklist {\n\tdevnode \"^sd[a\"\n}\n",
	  "t.conf:2: devnode: '^sd[a' is no regular expression: Unmatched [, [^, [:, [., or [=; "
	  "ignored\n" },
	{ "a regular expression that would take all memory is warned of",
	  "blacklist {\n\twwid \"((a{255}){255}){255}\"\n}\n",
	  "t.conf:2: wwid: '((a{255}){255}){255}' is no regular expression: too many repetitions; "
	  "ignored\n" },
	{ "a keyword of the blacklist with a slip is guessed", "blacklist {\n\tdevnodes a\n}\n",
	  "t.conf:2: unknown keyword 'devnodes' in blacklist; ignored (did you mean "
	  "'devnode'?)\n" },
	{ "letters that steer a terminal do not get there", "defaults {\n\ta\x1b[2J 1\n}\n",
	  "t.conf:2: unknown keyword 'a?[2J' in defaults; ignored\n" },
};

static void is_warned_of(void **state)
{
	const struct odd *odd = *state;
	struct conf conf;

	conf_read(&conf, odd->text);
	assert_string_equal(conf.error.text, "");
	assert_string_equal(conf.warnings, odd->warnings);
	conf_free(&conf);
}

/* What is warned of changes nothing beside it. */
static void rest_holds(void **state)
{
	struct fpd_settings settings;
	struct conf conf;

	(void)state;
	conf_read(&conf, "defaults {\n\tnonsense 1\n\tpolling_interval 7\n\tverbosity x\n}\n");
	fpd_config_resolve(conf.config, NULL, &settings);
	assert_int_equal(settings.polling_interval.value, 7);
	assert_int_equal(settings.verbosity.value, 2);
	assert_int_equal(settings.verbosity.origin.kind, FPD_ORIGIN_BUILT_IN);
	conf_free(&conf);
}

static void built_in_defaults_are_good(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < fpd_nr_keywords; i++) {
		struct fpd_arena arena = {};
		struct fpd_value value;

		if (!fpd_keywords[i].built_in)
			continue;
		assert_int_equal(fpd_value_read(&arena, &fpd_keywords[i], fpd_keywords[i].built_in,
						NULL, NULL, &value),
				 0);
		fpd_arena_clear(&arena);
	}
}

static void keywords_are_there_once(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < fpd_nr_keywords; i++) {
		assert_ptr_equal(fpd_keyword_find(fpd_keywords[i].name), &fpd_keywords[i]);
		assert_int_not_equal(fpd_keywords[i].sections, 0);
		assert_int_equal(!fpd_keywords[i].help, fpd_keywords[i].effect != FPD_EFFECT_NOW);
	}
}

/* All that a number's keyword takes comes back as it was written, or as the same number's
 * first word. */
static void words_are_printed_as_read(void **state)
{
	const struct fpd_word *word;
	size_t i;

	(void)state;
	for (i = 0; i < fpd_nr_keywords; i++)
		for (word = fpd_keywords[i].words; word && word->word; word++) {
			struct fpd_value value, again;
			char text[32];

			assert_int_equal(fpd_value_read(NULL, &fpd_keywords[i], word->word, NULL,
							NULL, &value),
					 0);
			assert_int_equal(fpd_value_read(NULL, &fpd_keywords[i],
							fpd_value_text(&value, text, sizeof(text)),
							NULL, NULL, &again),
					 0);
			assert_int_equal(value.number, again.number);
		}
}

/* multipath-tools 0.9.4, sections defaults, device, overrides, protocol, multipath. */
static const char *const field[] = {
	"verbosity",
	"polling_interval",
	"max_polling_interval",
	"reassign_maps",
	"multipath_dir",
	"path_selector",
	"path_grouping_policy",
	"uid_attrs",
	"uid_attribute",
	"getuid_callout",
	"prio",
	"prio_args",
	"features",
	"path_checker",
	"checker_timeout",
	"alias_prefix",
	"failback",
	"rr_min_io",
	"rr_min_io_rq",
	"max_fds",
	"rr_weight",
	"no_path_retry",
	"queue_without_daemon",
	"allow_usb_devices",
	"flush_on_last_del",
	"user_friendly_names",
	"fast_io_fail_tmo",
	"dev_loss_tmo",
	"eh_deadline",
	"bindings_file",
	"wwids_file",
	"prkeys_file",
	"log_checker_err",
	"reservation_key",
	"all_tg_pt",
	"retain_attached_hw_handler",
	"detect_prio",
	"detect_checker",
	"force_sync",
	"strict_timing",
	"deferred_remove",
	"partition_delimiter",
	"config_dir",
	"san_path_err_threshold",
	"san_path_err_forget_rate",
	"san_path_err_recovery_time",
	"marginal_path_double_failed_time",
	"marginal_path_err_sample_time",
	"marginal_path_err_rate_threshold",
	"marginal_path_err_recheck_gap_time",
	"delay_watch_checks",
	"delay_wait_checks",
	"marginal_pathgroups",
	"find_multipaths",
	"find_multipaths_timeout",
	"uxsock_timeout",
	"retrigger_tries",
	"retrigger_delay",
	"missing_uev_wait_timeout",
	"skip_kpartx",
	"disable_changed_wwids",
	"remove_retries",
	"max_sectors_kb",
	"ghost_delay",
	"enable_foreign",
	"recheck_wwid",
	"wwid",
	"alias",
	"vendor",
	"product",
	"revision",
	"product_blacklist",
	"vpd_vendor",
	"hardware_handler",
	"type",
	"pg_timeout",
};

static void all_of_the_field_are_known(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(field); i++)
		if (!fpd_keyword_find(field[i]))
			fail_msg("%s is not known", field[i]);
}

static const struct CMUnitTest plain[] = {
	TEST("what is beside a bad line holds", rest_holds),
	TEST("the built-in defaults are good values", built_in_defaults_are_good),
	TEST("each keyword is there once, with sections and help", keywords_are_there_once),
	TEST("words are printed as they are read", words_are_printed_as_read),
	TEST("all keywords of multipath-tools 0.9.4 are known", all_of_the_field_are_known),
};

int main(void)
{
	static struct CMUnitTest tests[ARRAY_SIZE(odds) + ARRAY_SIZE(plain)];
	struct CMUnitTest *test = tests;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(odds); i++)
		*test++ = (struct CMUnitTest)TEST_OF(odds[i].name, is_warned_of, &odds[i]);
	for (i = 0; i < ARRAY_SIZE(plain); i++)
		*test++ = plain[i];
	return cmocka_run_group_tests_name("configuration keywords", tests, NULL, NULL);
}
