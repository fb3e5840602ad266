/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What has been seen of a gain, and how far that can be trusted.
 *
 * Pure.
 */
#ifndef FP_CORE_EVIDENCE_H
#define FP_CORE_EVIDENCE_H

#include "env.h"

/* In millionths of what it is compared with, and their squares. */
struct fp_evidence {
	s64 gain;
	u64 variance; /* 0: nothing was seen */
};

/* Is it above, or below, @value, and by so many standard errors? */
bool fp_evidence_above(const struct fp_evidence *evidence, s64 value, u64 errors);
bool fp_evidence_below(const struct fp_evidence *evidence, s64 value, u64 errors);

/**
 * fp_evidence_join - what is kept, and something new of the same
 *
 * Each counts by how sure it is, and the old a little less each time. If they contradict
 * each other by FP_EVIDENCE_CONTRADICTS standard errors, what was is no more: only the new
 * is kept.
 */
#define FP_EVIDENCE_CONTRADICTS 3
void fp_evidence_join(struct fp_evidence *kept, const struct fp_evidence *fresh);

#endif
