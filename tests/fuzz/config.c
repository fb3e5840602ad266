// SPDX-License-Identifier: GPL-2.0
/*
 * Fuzzing of the configuration. Beside memory errors it looks for broken promises:
 *   what is refused is refused in one printable sentence that names file and line;
 *   each number is one that its keyword takes;
 *   what is printed is read without a warning, and printed again it is the same;
 *   a path is judged alike by both.
 */
#include <inttypes.h>
#include <string.h>

#include "fairpathd/config/blacklist.h"
#include "fairpathd/config/keywords.h"
#include "fairpathd/config/load.h"

#include "promise.h"

static const char *const properties[] = { "ID_SERIAL", "ID_WWN", NULL };

static const struct fpd_path_id ids[] = {
	{ "sdb", "HP", "HSV200", "6220", "3600508b4000c4a37000090000", "scsi:fcp", properties },
	{ "sde", "LIO-ORG", "disk\"0", "4.0", "36001405", "scsi:iscsi", properties },
	{ "loop0", NULL, NULL, NULL, NULL, NULL, NULL },
};

static void check_sentence(const char *sentence)
{
	PROMISE(*sentence);
	for (; *sentence; sentence++)
		PROMISE((unsigned char)*sentence >= ' ' && *sentence != 0x7f);
}

static void check_warning(void *warnings, const char *sentence)
{
	++*(unsigned int *)warnings;
	PROMISE(!strncmp(sentence, "fuzz:", 5));
	check_sentence(sentence);
}

static bool is_taken(const struct fpd_keyword *keyword, int64_t number)
{
	const struct fpd_word *word;

	for (word = keyword->words; word && word->word; word++)
		if (word->value == number)
			return true;
	return number == FPD_UNSET || (number >= keyword->min && number <= keyword->max);
}

static void check_settings(const struct fpd_config *config, const struct fpd_path_id *id)
{
	struct fpd_settings settings;
	size_t i;

	fpd_config_resolve(config, id, &settings);
	PROMISE(settings.max_polling_interval.value >= settings.polling_interval.value);
	for (i = 0; i < fpd_nr_keywords; i++)
		if (fpd_keyword_is_setting(&fpd_keywords[i]) &&
		    fpd_keywords[i].type == FPD_TYPE_NUMBER &&
		    &settings.max_polling_interval !=
			    fpd_keyword_number(&fpd_keywords[i], &settings) &&
		    &settings.queue_mode != fpd_keyword_number(&fpd_keywords[i], &settings))
			PROMISE(is_taken(&fpd_keywords[i],
					 fpd_keyword_number(&fpd_keywords[i], &settings)->value));
}

static char *print(const struct fpd_config *config, enum fpd_print how)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	PROMISE(out);
	PROMISE(!fpd_config_print(config, how, out));
	PROMISE(!fclose(out));
	return text;
}

static struct fpd_config *read_back(const char *text)
{
	unsigned int warnings = 0;
	const struct fpd_config_log log = { check_warning, &warnings };
	struct fpd_config *config;

	PROMISE(!fpd_config_parse_printed("fuzz", text, strlen(text), &log, &config, NULL));
	PROMISE(!warnings);
	return config;
}

static void check_print(const struct fpd_config *config)
{
	char *plain = print(config, FPD_PRINT_PLAIN), *origins, *again;
	struct fpd_config *back = read_back(plain);
	size_t i;

	again = print(back, FPD_PRINT_PLAIN);
	PROMISE(!strcmp(plain, again));
	for (i = 0; i < sizeof(ids) / sizeof(ids[0]); i++)
		PROMISE(fpd_blacklist_judge(config, &ids[i]).excluded ==
			fpd_blacklist_judge(back, &ids[i]).excluded);
	fpd_config_free(back);
	free(again);

	origins = print(config, FPD_PRINT_WITH_ORIGINS);
	back = read_back(origins);
	again = print(back, FPD_PRINT_PLAIN);
	PROMISE(!strcmp(plain, again));
	fpd_config_free(back);
	free(again);
	free(origins);
	free(plain);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	unsigned int warnings = 0;
	const struct fpd_config_log log = { check_warning, &warnings };
	struct fairpath_error error = {};
	struct fpd_config *config;
	size_t i;

	if (fpd_config_parse_printed("fuzz", (const char *)data, size, &log, &config, &error)) {
		PROMISE(!strncmp(error.text, "fuzz:", 5));
		check_sentence(error.text);
		return 0;
	}
	check_settings(config, NULL);
	for (i = 0; i < sizeof(ids) / sizeof(ids[0]); i++)
		check_settings(config, &ids[i]);
	check_print(config);
	fpd_config_free(config);
	return 0;
}
