// SPDX-License-Identifier: GPL-2.0
/*
 * Questions that SCSI commands answer: does it take I/O, who is it, in which access
 * state, with which cache. Each is a row of commands; a unit attention before an answer
 * is kept for whoever asked, and the command sent again.
 */
#include <errno.h>
#include <string.h>

#include "questions.h"
#include "verdict.h"

/* At first; a page that is longer is asked for once more. Old devices want it below 256. */
#define FIRST_LEN 252

/* The current command, once more. */
static void send_now(struct fpd_probe *probe)
{
	struct fpd_probe_device *device = probe->device;
	int r;

	if (fpd_device_full(device)) {
		fpd_probe_again(probe, send_now);
		return;
	}
	r = fpd_device_send(device, probe->cdb, probe->timeout_ms);
	if (r == -EAGAIN || r == -EDOM) /* sg's own queue */
		fpd_probe_again(probe, send_now);
	else if (r == -ENODEV || r == -ENXIO)
		fpd_probe_end(probe, FPD_VERDICT_GONE, "the disk was removed");
	else if (r == -ENOENT)
		fpd_probe_end(probe, FPD_VERDICT_PENDING,
			      "the disk has no sg node; is the kernel module sg loaded?");
	else if (r)
		fpd_probe_end(probe, FPD_VERDICT_PENDING, "cannot send: %s", strerror(-r));
}

static void ask(struct fpd_probe *probe, struct fpd_cdb cdb)
{
	probe->cdb = cdb;
	probe->retries = 0;
	send_now(probe);
}

static void note_sense(struct fpd_probe_result *result, const struct fpd_answer *answer)
{
	if (answer->kind != FPD_ANSWER_SENSE)
		return;
	result->has_sense = true;
	result->sense = answer->sense;
	if (answer->sense.key == FAIRPATH_SENSE_UNIT_ATTENTION)
		result->attentions |= 1U << fairpath_sense_means(&answer->sense);
}

void fpd_probe_heard(struct fpd_probe *probe, const struct fpd_answer *answer)
{
	enum fpd_verdict verdict;
	char message[100];

	note_sense(&probe->result, answer);
	switch (fpd_judge(answer, &verdict, message, sizeof(message))) {
	case FPD_HEARING_ANSWER:
		probe->question->heard(probe, answer);
		return;
	case FPD_HEARING_RETRY:
		if (++probe->retries <= FPD_MAX_RETRIES) {
			send_now(probe);
			return;
		}
		break;
	default:
		break;
	}
	fpd_probe_end(probe, verdict, "%s", message);
}

/* Does it take I/O? */

void fpd_begin_tur(struct fpd_probe *probe)
{
	ask(probe, fpd_cdb_test_unit_ready());
}

void fpd_hear_tur(struct fpd_probe *probe, const struct fpd_answer *answer)
{
	(void)answer;
	fpd_probe_end(probe, FPD_VERDICT_UP, "ready");
}

/* Page 0x83. Return: true: it is all there; false: it was asked for again, or is wrong. */
static bool hear_device_id(struct fpd_probe *probe, const struct fpd_answer *answer)
{
	struct fairpath_error error;
	size_t len = answer->len < 4 ? 0 : 4 + (size_t)(answer->data[2] << 8 | answer->data[3]);

	if (len > probe->cdb.answer_len && probe->cdb.answer_len < FPD_SG_BUFFER) {
		ask(probe, fpd_cdb_vpd(FAIRPATH_VPD_DEVICE_ID,
				       (uint16_t)(len < FPD_SG_BUFFER ? len : FPD_SG_BUFFER)));
		return false;
	}
	if (!fairpath_device_id_parse(answer->data, answer->len, &probe->result.id, &error))
		return true;
	fpd_probe_end(probe, FPD_VERDICT_UP, "%s", error.text);
	return false;
}

/* Who is it? */

enum { IDENTITY_INQUIRY, IDENTITY_DEVICE_ID };

void fpd_begin_identity(struct fpd_probe *probe)
{
	probe->step = IDENTITY_INQUIRY;
	ask(probe, fpd_cdb_inquiry());
}

static void hear_inquiry(struct fpd_probe *probe, const struct fpd_answer *answer)
{
	struct fairpath_inquiry *inquiry = &probe->result.inquiry;
	struct fairpath_error error;

	if (fairpath_inquiry_parse(answer->data, answer->len, inquiry, &error)) {
		fpd_probe_end(probe, FPD_VERDICT_DOWN, "%s", error.text);
	} else if (inquiry->qualifier != FAIRPATH_LUN_CONNECTED) {
		fpd_probe_end(probe, FPD_VERDICT_DOWN,
			      "no LUN answers here any more (peripheral qualifier %u)",
			      (unsigned int)inquiry->qualifier);
	} else {
		probe->step = IDENTITY_DEVICE_ID;
		ask(probe, fpd_cdb_vpd(FAIRPATH_VPD_DEVICE_ID, FIRST_LEN));
	}
}

static void compare(struct fpd_probe *probe)
{
	const char *is = probe->result.id.wwid, *should = probe->wwid;

	probe->result.has_inquiry = true;
	if (!*is)
		fpd_probe_end(probe, FPD_VERDICT_UP, "page 0x83 has no name of the LUN");
	else if (should && strcmp(is, should) != 0)
		fpd_probe_end(probe, FPD_VERDICT_WRONG, "%s answers instead of %s", is, should);
	else
		fpd_probe_end(probe, FPD_VERDICT_UP, "%s", is);
}

void fpd_hear_identity(struct fpd_probe *probe, const struct fpd_answer *answer)
{
	if (probe->step == IDENTITY_INQUIRY)
		hear_inquiry(probe, answer);
	else if (hear_device_id(probe, answer))
		compare(probe);
}

/* In which access state? */

enum { ALUA_DEVICE_ID, ALUA_PORT_GROUPS };

void fpd_begin_alua(struct fpd_probe *probe)
{
	probe->step = ALUA_DEVICE_ID;
	ask(probe, fpd_cdb_vpd(FAIRPATH_VPD_DEVICE_ID, FIRST_LEN));
}

static void take_state(struct fpd_probe *probe, const struct fairpath_port_group *group)
{
	struct fpd_probe_result *result = &probe->result;

	result->has_access = true;
	result->access_state = group->state;
	result->preferred = group->preferred;
	result->port_group = group->id;
	result->has_priority = true;
	result->priority =
		fairpath_alua_priority(group->state, group->preferred, probe->exclusive_pref_bit);
	fpd_probe_end(probe, FPD_VERDICT_UP, "%s%s, target port group %u",
		      fairpath_alua_state_name(group->state), group->preferred ? ", preferred" : "",
		      group->id);
}

static void hear_port_groups(struct fpd_probe *probe, const struct fpd_answer *answer)
{
	size_t len = fairpath_port_groups_len(answer->data, answer->len);
	struct fairpath_port_group group;
	uint16_t id = (uint16_t)probe->result.id.port_group;

	if (len > probe->cdb.answer_len && probe->cdb.answer_len < FPD_SG_BUFFER)
		ask(probe, fpd_cdb_report_target_port_groups(
				   (uint16_t)(len < FPD_SG_BUFFER ? len : FPD_SG_BUFFER)));
	else if (fairpath_port_group_find(answer->data, answer->len, id, &group))
		take_state(probe, &group);
	else
		fpd_probe_end(probe, FPD_VERDICT_UP,
			      "the array does not report target port group %u", id);
}

void fpd_hear_alua(struct fpd_probe *probe, const struct fpd_answer *answer)
{
	if (probe->step == ALUA_PORT_GROUPS) {
		hear_port_groups(probe, answer);
	} else if (hear_device_id(probe, answer)) {
		if (probe->result.id.port_group < 0) {
			fpd_probe_end(probe, FPD_VERDICT_UP,
				      "page 0x83 tells no target port group");
			return;
		}
		probe->step = ALUA_PORT_GROUPS;
		ask(probe, fpd_cdb_report_target_port_groups(FIRST_LEN));
	}
}

/* With which cache? */

void fpd_begin_cache(struct fpd_probe *probe)
{
	ask(probe, fpd_cdb_mode_sense_caching());
}

void fpd_hear_cache(struct fpd_probe *probe, const struct fpd_answer *answer)
{
	struct fpd_probe_result *result = &probe->result;
	struct fairpath_error error;

	if (fairpath_cache_parse(answer->data, answer->len, &result->cache, &error)) {
		fpd_probe_end(probe, FPD_VERDICT_UP, "%s", error.text);
		return;
	}
	result->has_cache = true;
	fpd_probe_end(probe, FPD_VERDICT_UP, "%s%s",
		      result->cache.write_cache ? "write back" : "write through",
		      result->cache.fua ? ", takes FUA" : "");
}
