/* SPDX-License-Identifier: GPL-2.0 */
/* What the daemon says: to the journal if it is started by systemd, else to stderr. */
#ifndef FPD_LOG_H
#define FPD_LOG_H

#include <syslog.h>

/* The least important that is said; LOG_NOTICE until this is called. */
void fpd_log_level(int level);

/* One sentence without a newline; begins with the path or map that it is about. */
void fpd_log(int level, const char *format, ...) __attribute__((format(printf, 2, 3)));

#define fpd_error(...)	 fpd_log(LOG_ERR, __VA_ARGS__)
#define fpd_warning(...) fpd_log(LOG_WARNING, __VA_ARGS__)
#define fpd_notice(...)	 fpd_log(LOG_NOTICE, __VA_ARGS__)
#define fpd_info(...)	 fpd_log(LOG_INFO, __VA_ARGS__)
#define fpd_debug(...)	 fpd_log(LOG_DEBUG, __VA_ARGS__)

#endif
