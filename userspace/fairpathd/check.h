/* SPDX-License-Identifier: GPL-2.0 */
/* When paths are probed, with what, and what is made of the answers. */
#ifndef FPD_CHECK_H
#define FPD_CHECK_H

#include "fairpathd/path.h"

/* Begin to probe a path, the first time soon, from then on at its interval. */
void fpd_check_begin(struct fpd_path *path);

/* Probe it now, whatever its interval is; and begin the interval anew, at its shortest. */
void fpd_check_now(struct fpd_path *path);

/* Its interval becomes the shortest. */
void fpd_check_often(struct fpd_path *path);

/* Unit attentions that any command met: the device tells them once, so nobody may drop them. */
void fpd_check_attentions(struct fpd_path *path, unsigned int attentions);

unsigned int fpd_check_timeout_ms(const struct fpd_path *path);

#endif
