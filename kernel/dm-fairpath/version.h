/* SPDX-License-Identifier: GPL-2.0 */
/* The version of the target; the top Makefile reads it here. */
#ifndef DMFP_VERSION_H
#define DMFP_VERSION_H

#define DMFP_VERSION_MAJOR 0
#define DMFP_VERSION_MINOR 1
#define DMFP_VERSION_PATCH 0

#endif
