// SPDX-License-Identifier: GPL-2.0
/* Files become a configuration; see config.h and load.h. */
#include "fairpathd/config/load.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "fairpathd/config/file.h"
#include "fairpathd/config/hardware.conf.h"
#include "fairpathd/config/read.h"

/* One text into the configuration. @name must live as long. */
static int add_text(struct fpd_config *config, const char *name, const char *text, size_t size,
		    enum fpd_source source, const struct fpd_config_log *log,
		    struct fairpath_error *error)
{
	struct fpd_node *tree;
	int r = fpd_ast_parse(&config->arena, name, text, size, log, &tree, error);

	if (r)
		return r;
	r = fpd_read_tree(config, tree, source, log);
	return r ? fpd_fail_no_memory(error) : 0;
}

static int add_file(struct fpd_config *config, const char *path, const struct fpd_config_log *log,
		    struct fairpath_error *error)
{
	const char *name = fpd_arena_copy(&config->arena, path, strlen(path));
	char *text;
	size_t size;
	int r;

	if (!name)
		return fpd_fail_no_memory(error);
	r = fpd_file_read(name, &text, &size, error);
	if (r)
		return r;
	r = add_text(config, name, text, size, FPD_SOURCE_FILE, log, error);
	free(text);
	return r;
}

static int add_built_in(struct fpd_config *config, struct fairpath_error *error)
{
	int r = fpd_read_built_in(config);

	if (r == -ENOMEM)
		return fpd_fail_no_memory(error);
	if (r)
		fpd_fail(error, r, "the built-in defaults are no good: %s", strerror(-r));
	return r;
}

static int add_hardware(struct fpd_config *config, struct fairpath_error *error)
{
	return add_text(config, "built-in table", fpd_hardware_conf, sizeof(fpd_hardware_conf) - 1,
			FPD_SOURCE_HARDWARE_TABLE, NULL, error);
}

/* A configuration that says what is built in. Return: NULL on failure; *@code says which. */
static struct fpd_config *new_config(bool with_hardware, struct fairpath_error *error, int *code)
{
	struct fpd_config *config = calloc(1, sizeof(*config));

	if (!config) {
		*code = fpd_fail_no_memory(error);
		return NULL;
	}
	*code = add_built_in(config, error);
	if (!*code && with_hardware)
		*code = add_hardware(config, error);
	if (*code) {
		fpd_config_free(config);
		return NULL;
	}
	return config;
}

/* Hand the configuration over, or release it. */
static int finish(struct fpd_config *config, int r, struct fpd_config **ret)
{
	if (r)
		fpd_config_free(config);
	else
		*ret = config;
	return r;
}

static int parse(const char *name, const char *text, size_t size, bool with_hardware,
		 const struct fpd_config_log *log, struct fpd_config **ret,
		 struct fairpath_error *error)
{
	int r;
	struct fpd_config *config = new_config(with_hardware, error, &r);

	if (!config)
		return r;
	config->file = fpd_arena_copy(&config->arena, name, strlen(name));
	r = config->file ? add_text(config, config->file, text, size, FPD_SOURCE_FILE, log, error)
			 : fpd_fail_no_memory(error);
	return finish(config, r, ret);
}

int fpd_config_parse(const char *name, const char *text, size_t size,
		     const struct fpd_config_log *log, struct fpd_config **ret,
		     struct fairpath_error *error)
{
	return parse(name, text, size, true, log, ret, error);
}

int fpd_config_parse_printed(const char *name, const char *text, size_t size,
			     const struct fpd_config_log *log, struct fpd_config **ret,
			     struct fairpath_error *error)
{
	return parse(name, text, size, false, log, ret, error);
}

static int add_folder(struct fpd_config *config, const char *folder,
		      const struct fpd_config_log *log, struct fairpath_error *error)
{
	struct fpd_file_list list;
	size_t i;
	int r = fpd_file_list(folder, ".conf", &list, error);

	for (i = 0; i < list.nr && !r; i++)
		r = add_file(config, list.paths[i], log, error);
	fpd_file_list_clear(&list);
	return r;
}

static int add_home(struct fpd_config *config, const struct fpd_config_home *home,
		    const struct fpd_config_log *log, struct fairpath_error *error)
{
	int r;

	config->file = fpd_arena_copy(&config->arena, home->file, strlen(home->file));
	if (!config->file)
		return fpd_fail_no_memory(error);
	r = add_file(config, home->file, log, error);
	if (!r && home->folder)
		r = add_folder(config, home->folder, log, error);
	return r;
}

int fpd_config_load_first(const struct fpd_config_home *homes, size_t nr,
			  const struct fpd_config_log *log, struct fpd_config **ret,
			  struct fairpath_error *error)
{
	size_t i = 0;
	int r;
	struct fpd_config *config = new_config(true, error, &r);

	if (!config)
		return r;
	while (i < nr && !fpd_file_exists(homes[i].file))
		i++;
	if (i == nr)
		fpd_warn(log, NULL, "there is no %s: built-in defaults hold", homes[0].file);
	else if (i > 0)
		fpd_warn(log, NULL, "there is no %s: %s is used", homes[0].file, homes[i].file);
	if (i < nr)
		r = add_home(config, &homes[i], log, error);
	return finish(config, r, ret);
}

int fpd_config_load(const char *path, const struct fpd_config_log *log, struct fpd_config **ret,
		    struct fairpath_error *error)
{
	static const struct fpd_config_home homes[] = {
		{ "/etc/fairpath.conf", "/etc/fairpath/conf.d" },
		{ "/etc/multipath.conf", "/etc/multipath/conf.d" },
	};
	const struct fpd_config_home given = { path, NULL };
	struct fpd_config *config;
	int r;

	if (!path)
		return fpd_config_load_first(homes, sizeof(homes) / sizeof(homes[0]), log, ret,
					     error);
	/* One that was asked for by name must be there. */
	config = new_config(true, error, &r);
	return config ? finish(config, add_home(config, &given, log, error), ret) : r;
}
