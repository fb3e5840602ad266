// SPDX-License-Identifier: GPL-2.0
/* What holds for a LUN: whose word counts more, and whence each value comes. */
#include "unit.h"

#include <stdio.h>
#include <string.h>

#include <fairpath/table.h>

#include "conf.h"

static const struct fpd_path_id eva = {
	.devnode = "sdb",
	.vendor = "HP",
	.product = "HSV200",
	.revision = "6220",
	.wwid = "3600508b4000c4a37",
	.protocol = "scsi:fcp",
};

static const struct fpd_path_id unknown = {
	.devnode = "sdc",
	.vendor = "ACME",
	.product = "Disk",
	.revision = "1",
	.wwid = "3600",
	.protocol = "scsi:iscsi",
};

/* Read a text and ask for one path. The texts of @ret are only good for a static @conf. */
static void resolve(const char *text, const struct fpd_path_id *id, struct fpd_settings *ret)
{
	static struct conf conf;

	conf_free(&conf);
	conf_read_silently(&conf, text);
	fpd_config_resolve(conf.config, id, ret);
}

static void assert_origin(const struct fpd_origin *origin, const char *text)
{
	char buffer[256];

	assert_string_equal(fpd_origin_text(origin, buffer, sizeof(buffer)), text);
}

static void nothing_said(void **state)
{
	struct fpd_settings settings;

	(void)state;
	resolve("", &unknown, &settings);
	assert_int_equal(settings.polling_interval.value, 5);
	assert_int_equal(settings.max_polling_interval.value, 20);
	assert_int_equal(settings.checker_timeout.value, FPD_UNSET);
	assert_int_equal(settings.path_checker.value, FPD_CHECKER_TUR);
	assert_int_equal(settings.path_grouping_policy.value, FPD_GROUPING_FAILOVER);
	assert_int_equal(settings.failback.value, FPD_FAILBACK_MANUAL);
	assert_int_equal(settings.fast_io_fail_tmo.value, 5);
	assert_int_equal(settings.dev_loss_tmo.value, FPD_UNSET);
	assert_int_equal(settings.queue_mode.value, FAIRPATH_QUEUE_MODE_ABSENT);
	assert_string_equal(settings.path_selector.value, "service-time 0");
	assert_string_equal(settings.uid_attribute.value, "ID_SERIAL");
	assert_null(settings.alias.value);
	assert_null(settings.hardware_handler.value);
	assert_origin(&settings.path_checker.origin, "built-in default");
}

/* A map whose paths are all gone for a moment must not fail at once. */
static void queueing_is_bounded(void **state)
{
	struct fpd_settings settings;

	(void)state;
	resolve("", &unknown, &settings);
	assert_in_range(settings.no_path_retry.value, 1, 60);
}

static void eva_is_known(void **state)
{
	static const char *const products[] = { "HSV101", "HSV111", "HSV200", "HSV210", "HSV300",
						"HSV340", "HSV360", "HSV400", "HSV450" };
	struct fpd_path_id id = eva;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(products) / sizeof(products[0]); i++) {
		struct fpd_settings settings;

		id.product = products[i];
		id.vendor = i % 2 ? "HP" : "COMPAQ";
		resolve("", &id, &settings);
		assert_int_equal(settings.path_grouping_policy.value, FPD_GROUPING_GROUP_BY_PRIO);
		assert_int_equal(settings.prio.value, FPD_PRIO_ALUA);
		assert_int_equal(settings.failback.value, FPD_FAILBACK_IMMEDIATE);
		assert_int_equal(settings.no_path_retry.value, 12);
		assert_int_equal(settings.path_checker.value, FPD_CHECKER_TUR);
		assert_null(settings.hardware_handler.value);
	}
}

static void hardware_origin(void **state)
{
	struct fpd_settings settings;

	(void)state;
	resolve("", &eva, &settings);
	assert_origin(&settings.failback.origin,
		      "hardware table: (COMPAQ|HP) (HSV1[01]1|HSV2[01]0|HSV3[046]0|HSV4[05]0)");
}

/* All that may say something of a value do; each test takes the strongest away. */
#define DEFAULTS   "defaults {\n no_path_retry 1\n}\n"
#define DEVICE	   "devices {\n device {\n vendor HP\n product HSV2\n no_path_retry 2\n}\n}\n"
#define OVERRIDES  "overrides {\n no_path_retry 3\n}\n"
#define MULTIPATHS "multipaths {\n multipath {\n wwid 3600508b4000c4a37\n no_path_retry 4\n}\n}\n"

static void by_multipaths(void **state)
{
	struct fpd_settings settings;

	(void)state;
	resolve(MULTIPATHS OVERRIDES DEVICE DEFAULTS, &eva, &settings);
	assert_int_equal(settings.no_path_retry.value, 4);
	assert_origin(&settings.no_path_retry.origin, "t.conf:4, multipaths");
}

static void by_overrides(void **state)
{
	struct fpd_settings settings;

	(void)state;
	resolve(OVERRIDES DEVICE DEFAULTS, &eva, &settings);
	assert_int_equal(settings.no_path_retry.value, 3);
	assert_origin(&settings.no_path_retry.origin, "t.conf:2, overrides");
}

static void by_devices(void **state)
{
	struct fpd_settings settings;

	(void)state;
	resolve(DEVICE DEFAULTS, &eva, &settings);
	assert_int_equal(settings.no_path_retry.value, 2);
	assert_origin(&settings.no_path_retry.origin, "t.conf:5, devices");
	/* What the section does not say is still the hardware table's. */
	assert_int_equal(settings.failback.value, FPD_FAILBACK_IMMEDIATE);
}

static void by_hardware_table(void **state)
{
	struct fpd_settings settings;

	(void)state;
	resolve(DEFAULTS, &eva, &settings);
	assert_int_equal(settings.no_path_retry.value, 12);
	assert_int_equal(settings.no_path_retry.origin.kind, FPD_ORIGIN_HARDWARE_TABLE);
}

static void by_defaults(void **state)
{
	struct fpd_settings settings;

	(void)state;
	resolve(DEFAULTS, &unknown, &settings);
	assert_int_equal(settings.no_path_retry.value, 1);
	assert_origin(&settings.no_path_retry.origin, "t.conf:2, defaults");
}

static void by_protocol(void **state)
{
	static const char text[] = "overrides {\n"
				   " protocol {\n type \"scsi:fcp\"\n fast_io_fail_tmo 9\n}\n"
				   " protocol {\n type \"scsi:fcp\"\n dev_loss_tmo 77\n}\n"
				   " fast_io_fail_tmo 8\n}\n";
	struct fpd_settings settings;

	(void)state;
	resolve(text, &eva, &settings);
	assert_int_equal(settings.fast_io_fail_tmo.value, 9);
	assert_int_equal(settings.dev_loss_tmo.value, 77);
	resolve(text, &unknown, &settings);
	assert_int_equal(settings.fast_io_fail_tmo.value, 8);
	assert_int_equal(settings.dev_loss_tmo.value, FPD_UNSET);
}

static void last_match_wins(void **state)
{
	struct fpd_settings settings;

	(void)state;
	resolve("devices {\n"
		" device {\n vendor HP\n product .*\n failback 10\n no_path_retry 5\n}\n"
		" device {\n vendor HP\n product HSV\n failback 20\n}\n"
		" device {\n vendor HP\n product HSV200\n revision ^7\n failback 30\n}\n"
		"}\n",
		&eva, &settings);
	assert_int_equal(settings.failback.value, 20);
	assert_int_equal(settings.no_path_retry.value, 5);
}

static void wwid_is_exact(void **state)
{
	struct fpd_settings settings;

	(void)state;
	resolve("multipaths {\n multipath {\n wwid 3600508b4000c4a3\n alias near\n}\n"
		" multipath {\n wwid 3600508b4000c4a37\n alias oracle-01\n}\n}\n",
		&eva, &settings);
	assert_string_equal(settings.alias.value, "oracle-01");
}

static void daemon_settings(void **state)
{
	struct fpd_settings settings;

	(void)state;
	resolve("defaults {\n polling_interval 3\n verbosity 4\n}\n" OVERRIDES, NULL, &settings);
	assert_int_equal(settings.polling_interval.value, 3);
	assert_int_equal(settings.max_polling_interval.value, 12);
	assert_int_equal(settings.verbosity.value, 4);
}

static void max_polling_interval(void **state)
{
	struct fpd_settings settings;

	(void)state;
	resolve("defaults {\n polling_interval 30\n max_polling_interval 10\n}\n", NULL, &settings);
	assert_int_equal(settings.max_polling_interval.value, 30);
}

static void features_say(void **state)
{
	struct fpd_settings settings;

	(void)state;
	resolve("defaults {\n features \"9 queue_if_no_path pg_init_retries 50 queue_mode bio "
		"fair_queue fair_depth 12 elide_flushes\"\n}\n",
		&unknown, &settings);
	assert_int_equal(settings.no_path_retry.value, FPD_NO_PATH_QUEUE);
	assert_origin(&settings.no_path_retry.origin, "t.conf:2, defaults");
	assert_int_equal(settings.pg_init_retries.value, 50);
	assert_int_equal(settings.pg_init_delay_msecs.value, FPD_UNSET);
	assert_int_equal(settings.queue_mode.value, FAIRPATH_QUEUE_MODE_BIO);
	assert_int_equal(settings.elide_flushes.value, 1);
	assert_int_equal(settings.fair_queue.value, 1);
	assert_int_equal(settings.fair.depth, 12);
}

static void keyword_before_feature(void **state)
{
	struct fpd_settings settings;

	(void)state;
	resolve("defaults {\n no_path_retry fail\n queue_mode rq\n}\n"
		"overrides {\n features \"3 queue_if_no_path queue_mode bio\"\n}\n",
		&unknown, &settings);
	assert_int_equal(settings.no_path_retry.value, FPD_NO_PATH_FAIL);
	assert_int_equal(settings.queue_mode.value, FAIRPATH_QUEUE_MODE_RQ);
}

static void selector_without_count(void **state)
{
	struct fpd_settings settings;

	(void)state;
	resolve("defaults {\n path_selector round-robin\n}\n", &unknown, &settings);
	assert_string_equal(settings.path_selector.value, "round-robin 0");
}

static void star_is_anything(void **state)
{
	struct fpd_settings settings;

	(void)state;
	resolve("devices {\n device {\n vendor \"*\"\n product \"*\"\n failback 9\n}\n}\n",
		&unknown, &settings);
	assert_int_equal(settings.failback.value, 9);
}

static void what_is_not_known_matches_nothing(void **state)
{
	static const struct fpd_path_id nobody = {};
	struct fpd_settings settings;

	(void)state;
	resolve(MULTIPATHS DEVICE "devices {\n device {\n vendor \"*\"\n product \"*\"\n"
				  " failback 9\n}\n}\n",
		&nobody, &settings);
	assert_int_equal(settings.failback.value, FPD_FAILBACK_MANUAL);
}

static void hardware_is_known(void **state)
{
	struct conf conf;

	(void)state;
	conf_read_silently(&conf, "");
	assert_true(fpd_config_knows_hardware(conf.config, &eva));
	assert_false(fpd_config_knows_hardware(conf.config, &unknown));
	conf_free(&conf);
	conf_read_silently(&conf, "devices {\n device {\n vendor ACME\n product Disk\n}\n}\n");
	assert_true(fpd_config_knows_hardware(conf.config, &unknown));
	conf_free(&conf);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST("with nothing said the built-in defaults hold", nothing_said),
		TEST("with nothing said queueing without a path is bounded", queueing_is_bounded),
		TEST("the hardware table knows each EVA", eva_is_known),
		TEST("a value of the hardware table names its entry", hardware_origin),
		TEST("multipaths count more than all else", by_multipaths),
		TEST("overrides count more than devices", by_overrides),
		TEST("devices count more than the hardware table", by_devices),
		TEST("the hardware table counts more than defaults", by_hardware_table),
		TEST("defaults count more than what is built in", by_defaults),
		TEST("a protocol counts more than the rest of overrides", by_protocol),
		TEST("of devices that match the last wins, value by value", last_match_wins),
		TEST("a LUN is found by its whole wwid", wwid_is_exact),
		TEST("the daemon's own settings need no path", daemon_settings),
		TEST("checks never come more seldom than they may at most", max_polling_interval),
		TEST("feature words set what their keywords would", features_say),
		TEST("a keyword counts more than a feature word", keyword_before_feature),
		TEST("a selector without a count has no arguments", selector_without_count),
		TEST("a star alone matches anything, as of old", star_is_anything),
		TEST("what is not known of a path matches nothing",
		     what_is_not_known_matches_nothing),
		TEST("hardware of table and devices is known", hardware_is_known),
	};

	return cmocka_run_group_tests_name("configuration of a LUN", tests, NULL, NULL);
}
