// SPDX-License-Identifier: GPL-2.0
/*
 * fairpathd's prober: whose turn it is, limits, suspects, cancelling. Devices and
 * questions are this file's own: a question is asked and stays open until the test
 * answers it, which no real device could be made to do so exactly.
 */
#include "unit.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "fairpathd/probe/engine.h"

/* In the place of device.c and of the questions */

static struct fpd_probe *open_probes[64];
static unsigned int nr_open;
static bool ready = true;

static void remember(struct fpd_probe *probe)
{
	open_probes[nr_open++] = probe;
	probe->device->sg_out = true;
}

static void end_at_once(struct fpd_probe *probe)
{
	fpd_probe_end(probe, FPD_VERDICT_UP, "at once");
}

const struct fpd_question fpd_questions[FPD_NR_PROBE_KINDS] = {
	[FPD_PROBE_TUR] = { "tur", true, remember, NULL },
	[FPD_PROBE_NONE] = { "none", false, end_at_once, NULL },
};

bool fpd_device_ready(struct fpd_probe_device *device, struct fpd_probe *probe)
{
	(void)device;
	if (!ready)
		fpd_probe_end(probe, FPD_VERDICT_PENDING, "blocked");
	return ready;
}

void fpd_device_opened(uint64_t id, int fd, void *userdata)
{
	(void)id;
	(void)fd;
	(void)userdata;
}

/* A lab of one prober and some devices */

struct lab {
	sd_event *event;
	struct fpd_prober *prober;
	struct fpd_probe_device devices[16];
	enum fpd_verdict verdicts[32]; /* in order */
	char messages[32][160];
	unsigned int answers;
};

static void lab_open(struct lab *lab, unsigned int max_parallel)
{
	size_t i;

	memset(lab, 0, sizeof(*lab));
	nr_open = 0;
	ready = true;
	assert_true(sd_event_new(&lab->event) >= 0);
	assert_int_equal(fpd_prober_new(lab->event, max_parallel, &lab->prober), 0);
	for (i = 0; i < 16; i++) {
		lab->devices[i].prober = lab->prober;
		TAILQ_INSERT_TAIL(&lab->prober->devices, &lab->devices[i], link);
	}
}

static void lab_close(struct lab *lab)
{
	size_t i;

	for (i = 0; i < 16; i++)
		fpd_prober_forget(&lab->devices[i]);
	fpd_prober_free(lab->prober);
	sd_event_unref(lab->event);
}

static void on_done(const struct fpd_probe_result *result, void *userdata)
{
	struct lab *lab = userdata;

	strcpy(lab->messages[lab->answers], result->message);
	lab->verdicts[lab->answers++] = result->verdict;
}

static struct fpd_probe *ask(struct lab *lab, unsigned int device, enum fpd_probe_kind kind,
			     unsigned int limit)
{
	struct fpd_probe_request request = { .kind = kind, .timeout_ms = limit };
	struct fpd_probe *probe;

	assert_int_equal(fpd_probe_start(&lab->devices[device], &request, on_done, lab, &probe), 0);
	return probe;
}

/* Until nothing happens for so long. */
static void settle(struct lab *lab, unsigned int ms)
{
	while (sd_event_run(lab->event, (uint64_t)ms * 1000) > 0)
		;
}

static void give_back(struct fpd_probe_device *device)
{
	device->sg_out = false;
	device->hanging = false;
	fpd_prober_turn(device->prober);
}

static void answer(unsigned int i)
{
	struct fpd_probe_device *device = open_probes[i]->device;

	give_back(device);
	fpd_probe_end(open_probes[i], FPD_VERDICT_UP, "ready");
}

static void no_answer_from_within(void **state)
{
	struct lab lab;

	(void)state;
	lab_open(&lab, 4);
	ask(&lab, 0, FPD_PROBE_NONE, 0);
	assert_int_equal(lab.answers, 0);
	settle(&lab, 1);
	assert_int_equal(lab.answers, 1);
	assert_string_equal(lab.messages[0], "none: at once");
	lab_close(&lab);
}

static void bounded(void **state)
{
	struct fpd_prober_counts counts;
	struct lab lab;
	unsigned int i;

	(void)state;
	lab_open(&lab, 4);
	for (i = 0; i < 10; i++)
		ask(&lab, i, FPD_PROBE_TUR, 10000);
	settle(&lab, 1);
	fpd_prober_count(lab.prober, &counts);
	assert_int_equal(counts.running, 4);
	assert_int_equal(counts.queued, 6);
	assert_int_equal(nr_open, 4);
	for (i = 0; i < 10; i++) {
		assert_ptr_equal(open_probes[i]->device, &lab.devices[i]); /* in order */
		answer(i);
		settle(&lab, 1);
	}
	assert_int_equal(lab.answers, 10);
	fpd_prober_count(lab.prober, &counts);
	assert_int_equal(counts.running + counts.queued + counts.hanging, 0);
	lab_close(&lab);
}

static void one_for_each_device(void **state)
{
	struct lab lab;

	(void)state;
	lab_open(&lab, 4);
	ask(&lab, 0, FPD_PROBE_TUR, 10000);
	ask(&lab, 0, FPD_PROBE_TUR, 10000);
	ask(&lab, 0, FPD_PROBE_NONE, 0);
	ask(&lab, 1, FPD_PROBE_TUR, 10000);
	settle(&lab, 1);
	assert_int_equal(nr_open, 2);
	assert_ptr_equal(open_probes[1]->device, &lab.devices[1]);
	assert_int_equal(lab.answers, 1); /* what asks nobody waits for nobody */
	answer(0);
	settle(&lab, 1);
	assert_int_equal(nr_open, 3);
	lab_close(&lab);
}

static void limit(void **state)
{
	struct fpd_prober_counts counts;
	struct lab lab;

	(void)state;
	lab_open(&lab, 1);
	ask(&lab, 0, FPD_PROBE_TUR, 20);
	ask(&lab, 0, FPD_PROBE_TUR, 10000);
	ask(&lab, 1, FPD_PROBE_TUR, 10000);
	settle(&lab, 100);
	assert_int_equal(lab.answers, 2);
	assert_int_equal(lab.verdicts[0], FPD_VERDICT_TIMEOUT);
	assert_string_equal(lab.messages[0], "tur: no answer within 20 ms");
	assert_int_equal(lab.verdicts[1], FPD_VERDICT_TIMEOUT);
	assert_string_equal(lab.messages[1],
			    "tur: what was asked before has still not been answered");
	assert_int_equal(nr_open, 2); /* the other device had its turn */
	fpd_prober_count(lab.prober, &counts);
	assert_int_equal(counts.hanging, 1);

	give_back(&lab.devices[0]);
	answer(1);
	ask(&lab, 0, FPD_PROBE_TUR, 10000);
	settle(&lab, 1);
	assert_int_equal(nr_open, 3);
	lab_close(&lab);
}

static void suspects(void **state)
{
	struct lab lab;
	unsigned int i;

	(void)state;
	lab_open(&lab, 4);
	for (i = 0; i < 8; i++)
		lab.devices[i].suspect = true;
	for (i = 0; i < 10; i++)
		ask(&lab, i, FPD_PROBE_TUR, 10000);
	settle(&lab, 1);
	assert_int_equal(nr_open, 4);
	assert_ptr_equal(open_probes[0]->device, &lab.devices[0]);
	assert_ptr_equal(open_probes[1]->device, &lab.devices[1]);
	assert_ptr_equal(open_probes[2]->device, &lab.devices[8]);
	assert_ptr_equal(open_probes[3]->device, &lab.devices[9]);
	answer(0);
	assert_false(lab.devices[0].suspect);
	settle(&lab, 1);
	assert_ptr_equal(open_probes[4]->device, &lab.devices[2]);
	lab_close(&lab);
}

static void cancelled(void **state)
{
	struct fpd_prober_counts counts;
	struct fpd_probe *running, *queued;
	struct lab lab;

	(void)state;
	lab_open(&lab, 1);
	running = ask(&lab, 0, FPD_PROBE_TUR, 500);
	queued = ask(&lab, 1, FPD_PROBE_TUR, 500);
	ask(&lab, 2, FPD_PROBE_TUR, 10000);
	settle(&lab, 1);
	assert_null(fpd_probe_cancel(queued));
	assert_null(fpd_probe_cancel(running));
	assert_null(fpd_probe_cancel(NULL));
	settle(&lab, 1000); /* longer than they were given */
	assert_int_equal(lab.answers, 0);
	assert_int_equal(nr_open, 2);
	assert_ptr_equal(open_probes[1]->device, &lab.devices[2]);
	fpd_prober_count(lab.prober, &counts);
	assert_int_equal(counts.hanging, 1); /* what the cancelled one had sent */
	lab_close(&lab);
}

static void not_ready(void **state)
{
	struct lab lab;

	(void)state;
	lab_open(&lab, 1);
	ready = false;
	ask(&lab, 0, FPD_PROBE_TUR, 0);
	ask(&lab, 1, FPD_PROBE_TUR, 0);
	settle(&lab, 1);
	assert_int_equal(lab.answers, 2);
	assert_int_equal(lab.verdicts[1], FPD_VERDICT_PENDING);
	assert_int_equal(nr_open, 0);
	lab_close(&lab);
}

/* As the daemon does when a path is removed. */
static void on_done_forget(const struct fpd_probe_result *result, void *userdata)
{
	struct lab *lab = userdata;

	on_done(result, lab);
	fpd_prober_forget(&lab->devices[0]);
}

static void freed_from_within(void **state)
{
	struct fpd_probe_request request = { .kind = FPD_PROBE_TUR, .timeout_ms = 10 };
	struct lab lab;

	(void)state;
	lab_open(&lab, 1);
	assert_int_equal(fpd_probe_start(&lab.devices[0], &request, on_done_forget, &lab, NULL), 0);
	ask(&lab, 0, FPD_PROBE_TUR, 10);
	ask(&lab, 0, FPD_PROBE_NONE, 0);
	ask(&lab, 1, FPD_PROBE_TUR, 10000);
	fpd_prober_turn(lab.prober);
	settle(&lab, 50);
	assert_int_equal(lab.answers, 2); /* none's, and the first one's limit */
	assert_int_equal(nr_open, 2);
	lab_close(&lab);
}

static void bad_kind(void **state)
{
	struct fpd_probe_request request = { .kind = FPD_NR_PROBE_KINDS };
	struct lab lab;

	(void)state;
	lab_open(&lab, 1);
	assert_int_equal(fpd_probe_start(&lab.devices[0], &request, on_done, &lab, NULL), -EINVAL);
	lab_close(&lab);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST("an answer comes from the loop, not from within the question",
		     no_answer_from_within),
		TEST("so many at once, the others wait in order", bounded),
		TEST("a device is asked one thing at a time", one_for_each_device),
		TEST("no answer: it ends at its limit, and the device is asked nothing more",
		     limit),
		TEST("suspects take no more than half of the places", suspects),
		TEST("a cancelled probe says nothing, and what it sent is still out", cancelled),
		TEST("a device that is not ready is not asked", not_ready),
		TEST("a device may be forgotten from within an answer", freed_from_within),
		TEST("a kind that is none is refused", bad_kind),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
