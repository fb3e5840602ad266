/* SPDX-License-Identifier: GPL-2.0 */
/* What sysfs and udev tell of a path without asking its device. */
#ifndef FPD_PATH_FACTS_H
#define FPD_PATH_FACTS_H

#include "fairpathd/path.h"

void fpd_path_free_properties(struct fpd_path *path);

#endif
