// SPDX-License-Identifier: GPL-2.0
/* Pure: what an answer means, in tables. */
#include "verdict.h"

#include <stdio.h>

static const char *const names[FPD_NR_VERDICTS] = {
	[FPD_VERDICT_UP] = "up",	   [FPD_VERDICT_GHOST] = "ghost",
	[FPD_VERDICT_DOWN] = "down",	   [FPD_VERDICT_TRANSITIONING] = "transitioning",
	[FPD_VERDICT_PENDING] = "pending", [FPD_VERDICT_TIMEOUT] = "timeout",
	[FPD_VERDICT_WRONG] = "wrong",	   [FPD_VERDICT_GONE] = "gone",
};

const char *fpd_verdict_name(enum fpd_verdict verdict)
{
	return (unsigned int)verdict < FPD_NR_VERDICTS ? names[verdict] : "unknown";
}

/* Sense */

struct judgement {
	enum fpd_hearing hearing;
	enum fpd_verdict verdict;
};

static struct judgement judge_meaning(enum fairpath_sense_meaning means)
{
	switch (means) {
	case FAIRPATH_MEANS_NOTHING:
		return (struct judgement){ FPD_HEARING_ANSWER, FPD_VERDICT_UP };
	case FAIRPATH_MEANS_NOT_SUPPORTED: /* it lives; the question decides the rest */
		return (struct judgement){ FPD_HEARING_END, FPD_VERDICT_UP };
	case FAIRPATH_MEANS_STANDBY:
		return (struct judgement){ FPD_HEARING_END, FPD_VERDICT_GHOST };
	case FAIRPATH_MEANS_TRANSITIONING:
		return (struct judgement){ FPD_HEARING_END, FPD_VERDICT_TRANSITIONING };
	case FAIRPATH_MEANS_MODE_CHANGED:
	case FAIRPATH_MEANS_ALUA_CHANGED:
	case FAIRPATH_MEANS_CAPACITY_CHANGED:
	case FAIRPATH_MEANS_INQUIRY_CHANGED:
	case FAIRPATH_MEANS_LUNS_CHANGED:
	case FAIRPATH_MEANS_RESET:
	case FAIRPATH_MEANS_OTHER_ATTENTION:
		return (struct judgement){ FPD_HEARING_RETRY, FPD_VERDICT_PENDING };
	default:
		return (struct judgement){ FPD_HEARING_END, FPD_VERDICT_DOWN };
	}
}

static struct judgement judge_sense(const struct fairpath_sense *sense, char *message, size_t size)
{
	enum fairpath_sense_meaning means = fairpath_sense_means(sense);

	snprintf(message, size, "the device says: %s (sense %x/%02x/%02x)",
		 fairpath_sense_meaning_text(means), (unsigned int)sense->key, sense->asc,
		 sense->ascq);
	if (sense->key == FAIRPATH_SENSE_ABORTED) /* a transport's hiccup */
		return (struct judgement){ FPD_HEARING_RETRY, FPD_VERDICT_DOWN };
	return judge_meaning(means);
}

/* Status (SAM-5, 5.3) */

static struct judgement judge_status(uint8_t status, char *message, size_t size)
{
	switch (status) {
	case 0x08:
		snprintf(message, size, "the device says: busy");
		return (struct judgement){ FPD_HEARING_END, FPD_VERDICT_PENDING };
	case 0x28:
		snprintf(message, size, "the device says: task set full");
		return (struct judgement){ FPD_HEARING_END, FPD_VERDICT_PENDING };
	case 0x18: /* of another host; this path is as good as any other */
		snprintf(message, size, "the device says: reserved");
		return (struct judgement){ FPD_HEARING_END, FPD_VERDICT_UP };
	case 0x02:
		snprintf(message, size, "check condition without sense data");
		return (struct judgement){ FPD_HEARING_RETRY, FPD_VERDICT_DOWN };
	default:
		snprintf(message, size, "SCSI status 0x%02x", status);
		return (struct judgement){ FPD_HEARING_END, FPD_VERDICT_DOWN };
	}
}

/* Host bytes: include/scsi/scsi_status.h */

static const struct {
	const char *name;
	struct judgement judgement;
} hosts[] = {
	[0x01] = { "no connection", { FPD_HEARING_END, FPD_VERDICT_DOWN } },
	[0x02] = { "the bus stayed busy", { FPD_HEARING_RETRY, FPD_VERDICT_DOWN } },
	[0x03] = { "timed out", { FPD_HEARING_END, FPD_VERDICT_TIMEOUT } },
	[0x04] = { "bad target", { FPD_HEARING_END, FPD_VERDICT_DOWN } },
	[0x05] = { "aborted", { FPD_HEARING_END, FPD_VERDICT_TIMEOUT } },
	[0x06] = { "parity error", { FPD_HEARING_RETRY, FPD_VERDICT_DOWN } },
	[0x07] = { "internal error", { FPD_HEARING_RETRY, FPD_VERDICT_DOWN } },
	[0x08] = { "reset by somebody", { FPD_HEARING_RETRY, FPD_VERDICT_DOWN } },
	[0x0b] = { "retry at once", { FPD_HEARING_RETRY, FPD_VERDICT_DOWN } },
	[0x0c] = { "requeue", { FPD_HEARING_RETRY, FPD_VERDICT_DOWN } },
	[0x0d] = { "requeue", { FPD_HEARING_RETRY, FPD_VERDICT_DOWN } },
	[0x0e] = { "transport disrupted", { FPD_HEARING_RETRY, FPD_VERDICT_DOWN } },
	[0x0f] = { "transport failed fast", { FPD_HEARING_END, FPD_VERDICT_DOWN } },
	[0x14] = { "transport marginal", { FPD_HEARING_END, FPD_VERDICT_DOWN } },
};

static struct judgement judge_transport(unsigned int host, char *message, size_t size)
{
	if (host < sizeof(hosts) / sizeof(hosts[0]) && hosts[host].name) {
		snprintf(message, size, "the transport says: %s (host byte 0x%02x)",
			 hosts[host].name, host);
		return hosts[host].judgement;
	}
	snprintf(message, size, "the transport failed (host byte 0x%02x)", host);
	return (struct judgement){ FPD_HEARING_END, FPD_VERDICT_DOWN };
}

static struct judgement judge(const struct fpd_answer *answer, char *message, size_t size)
{
	switch (answer->kind) {
	case FPD_ANSWER_SENSE:
		return judge_sense(&answer->sense, message, size);
	case FPD_ANSWER_STATUS:
		return judge_status(answer->status, message, size);
	case FPD_ANSWER_TRANSPORT:
		return judge_transport(answer->host, message, size);
	default:
		snprintf(message, size, "ready");
		return (struct judgement){ FPD_HEARING_ANSWER, FPD_VERDICT_UP };
	}
}

enum fpd_hearing fpd_judge(const struct fpd_answer *answer, enum fpd_verdict *verdict,
			   char *message, size_t size)
{
	struct judgement judgement = judge(answer, message, size);

	*verdict = judgement.verdict;
	return judgement.hearing;
}
