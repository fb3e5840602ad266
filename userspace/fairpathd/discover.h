/* SPDX-License-Identifier: GPL-2.0 */
/* Which disks there are, which come and which go: libudev. */
#ifndef FPD_DISCOVER_H
#define FPD_DISCOVER_H

#include "fairpathd/manager.h"

/* Listen, then look: what comes meanwhile is seen twice rather than never. */
int fpd_discover_begin(struct fpd_manager *manager);

/* Look at all disks again, for what events have not told. */
int fpd_discover_all(struct fpd_manager *manager);

/* A path is forgotten, whatever it belongs to. */
void fpd_discover_forget(struct fpd_path *path);

#endif
