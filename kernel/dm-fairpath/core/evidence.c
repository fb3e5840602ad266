// SPDX-License-Identifier: GPL-2.0
/* What has been seen of a gain; see evidence.h. */
#include "evidence.h"

static bool fp_reaches(s64 margin, u64 errors, u64 variance)
{
	return margin >= 0 && (u64)(margin * margin) >= errors * errors * variance;
}

bool fp_evidence_above(const struct fp_evidence *evidence, s64 value, u64 errors)
{
	return fp_reaches(evidence->gain - value, errors, evidence->variance);
}

bool fp_evidence_below(const struct fp_evidence *evidence, s64 value, u64 errors)
{
	return fp_reaches(value - evidence->gain, errors, evidence->variance);
}

static bool fp_contradicts(const struct fp_evidence *a, const struct fp_evidence *b)
{
	s64 apart = a->gain > b->gain ? a->gain - b->gain : b->gain - a->gain;

	return fp_reaches(apart, FP_EVIDENCE_CONTRADICTS, a->variance + b->variance);
}

/* In 1024ths. */
static u64 fp_part(u64 of, u64 other)
{
	return div64_u64(of << 10, of + other);
}

void fp_evidence_join(struct fp_evidence *kept, const struct fp_evidence *fresh)
{
	u64 old;

	if (!kept->variance || fp_contradicts(kept, fresh)) {
		*kept = *fresh;
		return;
	}
	old = kept->variance + kept->variance / 4;
	/* Each weighs as much as the other one scatters. */
	kept->gain += (fresh->gain - kept->gain) * (s64)fp_part(old, fresh->variance) / 1024;
	/* Of the smaller one, since the other's part of both is a half at least, and so exact. */
	if (old < fresh->variance)
		kept->variance = old * fp_part(fresh->variance, old) >> 10;
	else
		kept->variance = fresh->variance * fp_part(old, fresh->variance) >> 10;
}
