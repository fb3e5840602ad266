/* SPDX-License-Identifier: GPL-2.0 */
/*
 * One source, several kernels. Each difference is named by the feature that a
 * kernel has, found in its headers, never by its version.
 */
#ifndef DMFP_COMPAT_H
#define DMFP_COMPAT_H

#include <linux/blkdev.h>

#include "bio.h"
#include "cache.h"
#include "disk.h"

/* Kernels before 6.3 have no name for the prefix of messages and descriptions. */
#ifndef DM_NAME
#define DM_NAME "device-mapper"
#endif

#endif
