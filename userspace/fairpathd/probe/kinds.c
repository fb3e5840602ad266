// SPDX-License-Identifier: GPL-2.0
/* The table of what can be asked, and the names of it in multipath.conf. */
#include <errno.h>
#include <string.h>

#include "questions.h"

const struct fpd_question fpd_questions[FPD_NR_PROBE_KINDS] = {
	[FPD_PROBE_TUR] = { "tur", true, fpd_begin_tur, fpd_hear_tur },
	[FPD_PROBE_DIRECTIO] = { "directio", true, fpd_begin_read, NULL },
	[FPD_PROBE_READSECTOR0] = { "readsector0", true, fpd_begin_read, NULL },
	[FPD_PROBE_NONE] = { "none", false, fpd_begin_none, NULL },
	[FPD_PROBE_PRIO_ALUA] = { "alua", true, fpd_begin_alua, fpd_hear_alua },
	[FPD_PROBE_PRIO_SYSFS] = { "sysfs", false, fpd_begin_prio_sysfs, NULL },
	[FPD_PROBE_PRIO_CONST] = { "const", false, fpd_begin_prio_const, NULL },
	[FPD_PROBE_IDENTITY] = { "identity", true, fpd_begin_identity, fpd_hear_identity },
	[FPD_PROBE_CACHE] = { "cache", true, fpd_begin_cache, fpd_hear_cache },
};

static int find(const char *name, enum fpd_probe_kind first, enum fpd_probe_kind last,
		enum fpd_probe_kind *ret)
{
	enum fpd_probe_kind kind;

	for (kind = first; kind <= last; kind++) {
		if (!strcmp(fpd_questions[kind].name, name)) {
			*ret = kind;
			return 0;
		}
	}
	return -ENOENT;
}

int fpd_checker_find(const char *name, enum fpd_probe_kind *ret)
{
	return find(name, FPD_PROBE_TUR, FPD_PROBE_NONE, ret);
}

int fpd_prioritizer_find(const char *name, enum fpd_probe_kind *ret)
{
	return find(name, FPD_PROBE_PRIO_ALUA, FPD_PROBE_PRIO_CONST, ret);
}
