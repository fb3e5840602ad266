// SPDX-License-Identifier: GPL-2.0
/*
 * A configuration that is printed and read again says the same. The files are in
 * configs/: as people write them, good and bad habits alike.
 */
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conf.h"
#include "fairpathd/config/blacklist.h"
#include "fairpathd/config/load.h"

#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))

static const char *const good_properties[] = { "ID_SERIAL", "ID_WWN", NULL };
static const char *const bad_properties[] = { "ID_SERIAL", "ID_USB_DRIVER", NULL };

/* Paths that the files say different things of. */
static const struct fpd_path_id paths[] = {
	{ "sda", "ATA", "SSD", "1", "3500", "scsi:ata", bad_properties },
	{ "sdb", "HP", "HSV200", "6220", "3600508b4000c4a37000090000", "scsi:fcp",
	  good_properties },
	{ "sdc", "HP", "HSV200", "6220", "3600508b4000c4a37000091000", "scsi:fcp",
	  good_properties },
	{ "sdd", "HP", "HSV210$CONSOLE", "6220", "3600508b4000", "scsi:fcp", good_properties },
	{ "sde", "LIO-ORG", "disk\"0", "4.0", "36001405", "scsi:iscsi", good_properties },
	{ "sdf", "LIO-ORG", "cdrom", "4.0", "36001405", "scsi:iscsi", good_properties },
	{ "sdg", "DGC", "LUNZ", "1", "36006016", "scsi:fcp", good_properties },
	{ "loop0", NULL, NULL, NULL, NULL, NULL, NULL },
};

static void assert_same(const struct fpd_config *a, const struct fpd_config *b)
{
	size_t i;

	for (i = 0; i <= ARRAY_SIZE(paths); i++) {
		const struct fpd_path_id *id = i < ARRAY_SIZE(paths) ? &paths[i] : NULL;
		struct fpd_settings of_a, of_b;

		fpd_config_resolve(a, id, &of_a);
		fpd_config_resolve(b, id, &of_b);
		if (conf_difference(&of_a, &of_b))
			fail_msg("%s differs", conf_difference(&of_a, &of_b));
		if (id)
			assert_int_equal(fpd_blacklist_judge(a, id).excluded,
					 fpd_blacklist_judge(b, id).excluded);
	}
}

static struct fpd_config *load(const char *name, struct conf *conf)
{
	const struct fpd_config_log log = { conf_warn, conf };
	char path[128];

	memset(conf, 0, sizeof(*conf));
	snprintf(path, sizeof(path), "tests/unit/configs/%s", name);
	if (fpd_config_load(path, &log, &conf->config, &conf->error))
		fail_msg("%s", conf->error.text);
	return conf->config;
}

static void comes_back(void **state)
{
	const char *name = *state;
	struct conf conf, again;
	char *text, *text_again;

	load(name, &conf);
	text = conf_print(conf.config, FPD_PRINT_PLAIN);
	conf_read_silently(&again, text);
	assert_same(conf.config, again.config);
	conf_free(&again);

	/* Without what is built in, which was printed: letter for letter. */
	assert_int_equal(
		fpd_config_parse_printed("t.conf", text, strlen(text), NULL, &again.config, NULL),
		0);
	assert_same(conf.config, again.config);
	text_again = conf_print(again.config, FPD_PRINT_PLAIN);
	assert_string_equal(text_again, text);
	free(text_again);
	free(text);
	conf_free(&again);
	conf_free(&conf);
}

static void origins_are_comments(void **state)
{
	struct conf conf, again;
	char *text;

	(void)state;
	load("eva-san.conf", &conf);
	text = conf_print(conf.config, FPD_PRINT_WITH_ORIGINS);
	assert_non_null(strstr(text,
			       "\tpolling_interval \"10\" # tests/unit/configs/eva-san.conf:5, "
			       "defaults\n"));
	assert_non_null(strstr(text, "\t\tno_path_retry \"12\" # hardware table: (COMPAQ|HP) "));
	conf_read_silently(&again, text);
	assert_same(conf.config, again.config);
	free(text);
	conf_free(&again);
	conf_free(&conf);
}

/* What was ignored when it was read would be warned of again, as if it were in force. */
static void ignored_pattern_is_not_printed(void **state)
{
	static const char *const keywords[] = { "revision", "product_blacklist" };
	char text[128], *printed;
	struct conf conf, again;
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(keywords); i++) {
		snprintf(text, sizeof(text),
			 "devices {\n device {\n vendor HP\n product X\n %s (\n}\n}\n",
			 keywords[i]);
		conf_read(&conf, text);
		assert_non_null(strstr(conf.warnings, "t.conf:5"));
		assert_non_null(strstr(conf.warnings, "is no regular expression"));
		printed = conf_print(conf.config, FPD_PRINT_PLAIN);
		conf_read_silently(&again, printed);
		free(printed);
		conf_free(&again);
		conf_free(&conf);
	}
}

static void eva_san(void **state)
{
	struct fpd_settings settings;
	struct conf conf;

	(void)state;
	load("eva-san.conf", &conf);
	assert_string_equal(conf.warnings, "tests/unit/configs/eva-san.conf:3: "
					   "'user_friendly_names' is not supported yet; ignored\n");
	fpd_config_resolve(conf.config, &paths[1], &settings);
	assert_string_equal(settings.alias.value, "oradata01");
	assert_int_equal(settings.no_path_retry.value, FPD_NO_PATH_QUEUE);
	assert_int_equal(settings.path_grouping_policy.value, FPD_GROUPING_GROUP_BY_PRIO);
	fpd_config_resolve(conf.config, &paths[2], &settings);
	assert_int_equal(settings.no_path_retry.value, 12);
	assert_int_equal(settings.path_grouping_policy.value, FPD_GROUPING_FAILOVER);
	assert_true(fpd_blacklist_judge(conf.config, &paths[3]).excluded);
	conf_free(&conf);
}

/* What a file of another decade says still counts where it can. */
static void old_style(void **state)
{
	static const char warnings[] =
		"tests/unit/configs/old-style.conf:4: unknown keyword 'udev_dir' in defaults; "
		"ignored\n"
		"tests/unit/configs/old-style.conf:6: unknown keyword 'selector' in defaults; "
		"ignored\n"
		"tests/unit/configs/old-style.conf:8: 'getuid_callout' is obsolete and has no "
		"effect in multipath-tools either; ignored\n"
		"tests/unit/configs/old-style.conf:11: 'rr_min_io' is not supported yet; ignored\n"
		"tests/unit/configs/old-style.conf:12: 'max_fds' is not supported yet; ignored\n"
		"tests/unit/configs/old-style.conf:13: 'rr_weight' is not supported yet; ignored\n"
		"tests/unit/configs/old-style.conf:16: 'user_friendly_names' is not supported yet; "
		"ignored\n"
		"tests/unit/configs/old-style.conf:18: 'pg_timeout' is obsolete and has no effect "
		"in multipath-tools either; ignored\n"
		"tests/unit/configs/old-style.conf:20: unknown section 'devnode_blacklist' in the "
		"file; ignored\n"
		"tests/unit/configs/old-style.conf:28: unknown keyword 'prio_callout' in device; "
		"ignored\n"
		"tests/unit/configs/old-style.conf:29: path_checker: 'hp_sw' is not supported yet; "
		"'tur' is used\n"
		"tests/unit/configs/old-style.conf:30: 'path_selector' takes one value: '0' and "
		"what follows it is ignored (a value with blanks must be in double quotes)\n";
	struct fpd_settings settings;
	struct conf conf;

	(void)state;
	load("old-style.conf", &conf);
	assert_string_equal(conf.warnings, warnings);
	fpd_config_resolve(conf.config, &paths[0], &settings);
	assert_int_equal(settings.path_checker.value, FPD_CHECKER_DIRECTIO);
	assert_int_equal(settings.path_grouping_policy.value, FPD_GROUPING_MULTIBUS);
	/* no_path_retry is given as well, and counts more than the feature. */
	assert_int_equal(settings.no_path_retry.value, FPD_NO_PATH_FAIL);
	conf_free(&conf);
}

static void built_in_comes_back(void **state)
{
	struct conf conf, again;
	char *text;

	(void)state;
	conf_read_silently(&conf, "");
	text = conf_print(conf.config, FPD_PRINT_PLAIN);
	conf_read_silently(&again, text);
	assert_same(conf.config, again.config);
	free(text);
	conf_free(&again);
	conf_free(&conf);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST_OF("the file of a SAN with an EVA comes back equal", comes_back,
			"eva-san.conf"),
		TEST_OF("the file of a lab with iSCSI comes back equal", comes_back,
			"iscsi-lab.conf"),
		TEST_OF("a file of old comes back equal", comes_back, "old-style.conf"),
		TEST_OF("a file with much that is not supported comes back equal", comes_back,
			"shaky-paths.conf"),
		TEST("what is built in comes back equal", built_in_comes_back),
		TEST("origins are printed as comments", origins_are_comments),
		TEST("an expression that was ignored is not printed",
		     ignored_pattern_is_not_printed),
		TEST("a good file is read with a word for what is not supported", eva_san),
		TEST("a file of old is read with a word for each line that is lost", old_style),
	};

	return cmocka_run_group_tests_name("configuration, printed", tests, NULL, NULL);
}
