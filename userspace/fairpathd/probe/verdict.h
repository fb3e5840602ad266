/* SPDX-License-Identifier: GPL-2.0 */
/* What a device's answer means for the path. */
#ifndef FPD_PROBE_VERDICT_H
#define FPD_PROBE_VERDICT_H

#include "probe.h"
#include "sg.h"

enum fpd_hearing {
	FPD_HEARING_ANSWER, /* the device answers what was asked */
	FPD_HEARING_RETRY,  /* ask once more: it had to say something else before */
	FPD_HEARING_END,    /* it will not answer: the verdict says why */
};

/**
 * fpd_judge - what to do with the answer of a command
 * @answer: the answer
 * @verdict: out: for FPD_HEARING_END, and if no retry is left
 * @message: out: for a person
 * @size: of @message
 */
enum fpd_hearing fpd_judge(const struct fpd_answer *answer, enum fpd_verdict *verdict,
			   char *message, size_t size);

#endif
