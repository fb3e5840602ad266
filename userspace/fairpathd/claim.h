/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What udevd takes a path for. The rules do not ask the daemon; they look who holds a
 * disk, and whether its LUN is claimed: a file named by the WWID, which outlives daemon
 * and boot. docs/udev.md
 */
#ifndef FPD_CLAIM_H
#define FPD_CLAIM_H

struct fpd_path;

/* In a child: the LUN's paths are hidden from their first event on, at the next boot too. */
void fpd_claim_lun(const char *wwid);

/* The path's LUN is not for us: what was claimed of it before is let go. */
void fpd_claim_release(const struct fpd_path *path);

/* The path is in a live table now, or in none any more: udevd shall look at it again,
 * if it does not know. */
void fpd_claim_tell(const struct fpd_path *path);

#endif
