/* SPDX-License-Identifier: GPL-2.0 */
/* What people may ask of the daemon, and tell it: a table of verbs. */
#ifndef FPD_CONTROL_VERBS_H
#define FPD_CONTROL_VERBS_H

#include "fairpathd/control.h"

/* Answers a request; @userdata is the struct fpd_manager. */
fpd_control_answer_fn fpd_verbs_answer;

#endif
