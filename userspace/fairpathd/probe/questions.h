/* SPDX-License-Identifier: GPL-2.0 */
/* The kinds of probes, each in the file of its way to the device. */
#ifndef FPD_PROBE_QUESTIONS_H
#define FPD_PROBE_QUESTIONS_H

#include "engine.h"

/* scsi.c */
void fpd_begin_tur(struct fpd_probe *probe);
void fpd_hear_tur(struct fpd_probe *probe, const struct fpd_answer *answer);
void fpd_begin_identity(struct fpd_probe *probe);
void fpd_hear_identity(struct fpd_probe *probe, const struct fpd_answer *answer);
void fpd_begin_alua(struct fpd_probe *probe);
void fpd_hear_alua(struct fpd_probe *probe, const struct fpd_answer *answer);
void fpd_begin_cache(struct fpd_probe *probe);
void fpd_hear_cache(struct fpd_probe *probe, const struct fpd_answer *answer);

/* read.c */
void fpd_begin_read(struct fpd_probe *probe);

/* local.c */
void fpd_begin_none(struct fpd_probe *probe);
void fpd_begin_prio_const(struct fpd_probe *probe);
void fpd_begin_prio_sysfs(struct fpd_probe *probe);

#endif
