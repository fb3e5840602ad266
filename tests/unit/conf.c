// SPDX-License-Identifier: GPL-2.0
/* A configuration from a text; see conf.h. */
#include "conf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fairpathd/config/keywords.h"
#include "unit.h"

void conf_warn(void *userdata, const char *sentence)
{
	struct conf *conf = userdata;
	size_t used = strlen(conf->warnings);

	snprintf(conf->warnings + used, sizeof(conf->warnings) - used, "%s\n", sentence);
}

void conf_read(struct conf *conf, const char *text)
{
	const struct fpd_config_log log = { conf_warn, conf };

	memset(conf, 0, sizeof(*conf));
	fpd_config_parse("t.conf", text, strlen(text), &log, &conf->config, &conf->error);
}

void conf_read_silently(struct conf *conf, const char *text)
{
	conf_read(conf, text);
	assert_string_equal(conf->error.text, "");
	assert_string_equal(conf->warnings, "");
}

char *conf_print(const struct fpd_config *config, enum fpd_print how)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	assert_non_null(out);
	assert_int_equal(fpd_config_print(config, how, out), 0);
	assert_int_equal(fclose(out), 0);
	return text;
}

void conf_free(struct conf *conf)
{
	fpd_config_free(conf->config);
	conf->config = NULL;
}

static bool same_text(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

const char *conf_difference(struct fpd_settings *a, struct fpd_settings *b)
{
	size_t i;

	for (i = 0; i < fpd_nr_keywords; i++) {
		const struct fpd_keyword *keyword = &fpd_keywords[i];

		if (!fpd_keyword_is_setting(keyword))
			continue;
		if (keyword->type == FPD_TYPE_NUMBER
			    ? fpd_keyword_number(keyword, a)->value !=
				      fpd_keyword_number(keyword, b)->value
			    : !same_text(fpd_keyword_text(keyword, a)->value,
					 fpd_keyword_text(keyword, b)->value))
			return keyword->name;
	}
	return NULL;
}
