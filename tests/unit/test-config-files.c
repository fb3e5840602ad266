// SPDX-License-Identifier: GPL-2.0
/* Which files are read, in which order, and what is said when they cannot be. */
#include "unit.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "conf.h"
#include "fairpathd/config/load.h"

/* A folder with etc/ours.conf, etc/ours.d, etc/theirs.conf, as far as a test makes them. */
struct folder {
	char path[64];
};

static int make_folder(void **state)
{
	static struct folder folder;

	strcpy(folder.path, "/tmp/fairpath-test-XXXXXX");
	if (!mkdtemp(folder.path) || chdir(folder.path))
		return -1;
	*state = &folder;
	return mkdir("ours.d", 0755);
}

static int remove_folder(void **state)
{
	const struct folder *folder = *state;
	char command[128];

	snprintf(command, sizeof(command), "rm -rf '%s'", folder->path);
	return chdir("/") || system(command);
}

static void write_file(const char *name, const char *text)
{
	FILE *file = fopen(name, "w");

	assert_non_null(file);
	fputs(text, file);
	assert_int_equal(fclose(file), 0);
}

static int load(struct conf *conf)
{
	static const struct fpd_config_home homes[] = { { "ours.conf", "ours.d" },
							{ "theirs.conf", NULL } };
	const struct fpd_config_log log = { conf_warn, conf };

	memset(conf, 0, sizeof(*conf));
	return fpd_config_load_first(homes, 2, &log, &conf->config, &conf->error);
}

static void assert_polling(const struct conf *conf, int64_t value)
{
	struct fpd_settings settings;

	fpd_config_resolve(conf->config, NULL, &settings);
	assert_int_equal(settings.polling_interval.value, value);
}

static void ours_first(void **state)
{
	struct conf conf;

	(void)state;
	write_file("ours.conf", "defaults {\n polling_interval 7\n}\n");
	write_file("theirs.conf", "defaults {\n polling_interval 8\n}\n");
	assert_int_equal(load(&conf), 0);
	assert_string_equal(conf.warnings, "");
	assert_string_equal(fpd_config_file(conf.config), "ours.conf");
	assert_polling(&conf, 7);
	conf_free(&conf);
}

static void theirs_else(void **state)
{
	struct conf conf;

	(void)state;
	unlink("ours.conf");
	write_file("theirs.conf", "defaults {\n polling_interval 8\n}\n");
	assert_int_equal(load(&conf), 0);
	assert_string_equal(conf.warnings, "there is no ours.conf: theirs.conf is used\n");
	assert_string_equal(fpd_config_file(conf.config), "theirs.conf");
	assert_polling(&conf, 8);
	conf_free(&conf);
}

static void none_at_all(void **state)
{
	struct conf conf;

	(void)state;
	unlink("ours.conf");
	unlink("theirs.conf");
	assert_int_equal(load(&conf), 0);
	assert_string_equal(conf.warnings, "there is no ours.conf: built-in defaults hold\n");
	assert_null(fpd_config_file(conf.config));
	assert_polling(&conf, 5);
	conf_free(&conf);
}

static void in_alphabetical_order(void **state)
{
	struct conf conf;

	(void)state;
	write_file("ours.conf", "defaults {\n polling_interval 7\n verbosity 3\n}\n");
	write_file("ours.d/20-b.conf", "defaults {\n polling_interval 9\n}\n");
	write_file("ours.d/10-a.conf", "defaults {\n polling_interval 8\n}\n");
	write_file("ours.d/30-c.conf~", "defaults {\n polling_interval 10\n}\n");
	write_file("ours.d/.hidden.conf", "defaults {\n polling_interval 11\n}\n");
	assert_int_equal(load(&conf), 0);
	/* That a later file changes what an earlier says is no slip. */
	assert_string_equal(conf.warnings, "");
	assert_polling(&conf, 9);
	conf_free(&conf);
	unlink("ours.d/20-b.conf");
	unlink("ours.d/10-a.conf");
}

static void broken_piece(void **state)
{
	struct conf conf;

	(void)state;
	write_file("ours.conf", "");
	write_file("ours.d/50-x.conf", "defaults {\n");
	assert_int_equal(load(&conf), -EINVAL);
	assert_null(conf.config);
	assert_string_equal(conf.error.text, "ours.d/50-x.conf:2:1: the file ends where '}' was "
					     "expected, to close section 'defaults' of line 1");
	unlink("ours.d/50-x.conf");
}

static void by_name(void **state)
{
	struct fpd_config *config;
	struct fairpath_error error;

	(void)state;
	assert_int_equal(fpd_config_load("none.conf", NULL, &config, &error), -ENOENT);
	assert_string_equal(error.text, "cannot open none.conf: No such file or directory");
	assert_int_equal(fpd_config_load("ours.d", NULL, &config, &error), -EINVAL);
	assert_string_equal(error.text, "ours.d is no file");
	assert_int_equal(fpd_config_load("/dev/null", NULL, &config, &error), 0);
	fpd_config_free(config);
}

static void pipe_does_not_block(void **state)
{
	struct fpd_config *config;
	struct fairpath_error error;

	(void)state;
	assert_int_equal(mkfifo("pipe.conf", 0600), 0);
	alarm(60);
	assert_int_equal(fpd_config_load("pipe.conf", NULL, &config, &error), -EINVAL);
	alarm(0);
	assert_string_equal(error.text, "pipe.conf is no file");
}

static void endless_file(void **state)
{
	struct fpd_config *config;
	struct fairpath_error error;

	(void)state;
	assert_int_equal(fpd_config_load("/dev/zero", NULL, &config, &error), -EFBIG);
	assert_string_equal(error.text, "/dev/zero is too large for a configuration");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST("our own file is read first", ours_first),
		TEST("without it multipath's is read, and that is said", theirs_else),
		TEST("without either the built-in defaults hold", none_at_all),
		TEST("the folder's files are read in the order of their names",
		     in_alphabetical_order),
		TEST("one broken file in the folder refuses all", broken_piece),
		TEST("a file that was asked for must be there", by_name),
		TEST("a pipe under that name does not hold up the daemon", pipe_does_not_block),
		TEST("a file without end is refused", endless_file),
	};

	return cmocka_run_group_tests_name("configuration files", tests, make_folder,
					   remove_folder);
}
