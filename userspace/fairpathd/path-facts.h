/* SPDX-License-Identifier: GPL-2.0 */
/* What sysfs and udev tell of a path without asking its device. */
#ifndef FPD_PATH_FACTS_H
#define FPD_PATH_FACTS_H

#include <stdbool.h>

#include "fairpathd/path.h"

void fpd_path_free_properties(struct fpd_path *path);

/* Are these, "1:0:0:3" and "1:0:0:4", LUNs of one target? */
bool fpd_same_target(const char *a, const char *b);

#endif
