// SPDX-License-Identifier: GPL-2.0
/*
 * The order of things: which probe has its turn, how long it may take, and that its
 * function is called once.
 *
 * Probes wait in one queue. One is started at a time, each from the loop anew, so that
 * other events get between them. A probe is passed over while another of its device
 * runs. A device that has not answered is a suspect until it does; suspects never take
 * more than half of the places, so that those that answer do not wait for them.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "engine.h"

#define DEFAULT_TIMEOUT_MS 10000

/* How soon a full queue is tried again. */
#define AGAIN_USEC 100000

static uint64_t now_usec(const struct fpd_prober *prober)
{
	uint64_t usec = 0;

	sd_event_now(prober->event, CLOCK_MONOTONIC, &usec);
	return usec;
}

void fpd_prober_turn(struct fpd_prober *prober)
{
	sd_event_source_set_enabled(prober->turn, SD_EVENT_ONESHOT);
}

static void free_probe(struct fpd_probe *probe)
{
	sd_event_source_disable_unref(probe->timer);
	sd_event_source_disable_unref(probe->again);
	free(probe->wwid);
	free(probe);
}

/* Out of the queue, or off its device. */
static void take_off(struct fpd_probe *probe)
{
	struct fpd_prober *prober = probe->device->prober;

	if (!probe->running) {
		TAILQ_REMOVE(&prober->queue, probe, link);
		return;
	}
	TAILQ_REMOVE(&prober->running, probe, link);
	prober->nr_running--;
	prober->nr_suspects -= probe->counted;
	if (probe->device->current == probe)
		probe->device->current = NULL;
}

static void note_suspect(struct fpd_probe_device *device, enum fpd_verdict verdict)
{
	device->suspect = verdict == FPD_VERDICT_TIMEOUT;
	device->hanging = fpd_device_out(device);
}

void fpd_probe_end(struct fpd_probe *probe, enum fpd_verdict verdict, const char *fmt, ...)
{
	struct fpd_prober *prober = probe->device->prober;
	struct fpd_probe_result result = probe->result;
	fpd_probe_done_fn *done = probe->done;
	void *userdata = probe->userdata;
	size_t n;
	va_list args;

	result.verdict = verdict;
	if (probe->started_usec)
		result.elapsed_ms = (unsigned int)((now_usec(prober) - probe->started_usec) / 1000);
	n = (size_t)snprintf(result.message, sizeof(result.message), "%s: ", probe->question->name);
	va_start(args, fmt);
	vsnprintf(result.message + n, sizeof(result.message) - n, fmt, args);
	va_end(args);

	if (probe->running && probe->question->asks)
		note_suspect(probe->device, verdict);
	take_off(probe);
	free_probe(probe);
	fpd_prober_turn(prober);
	if (done)
		done(&result, userdata);
}

static int on_limit(sd_event_source *source, uint64_t usec, void *userdata)
{
	struct fpd_probe *probe = userdata;

	(void)source;
	(void)usec;
	fpd_probe_end(probe, FPD_VERDICT_TIMEOUT, "no answer within %u ms", probe->timeout_ms);
	return 0;
}

static int on_again(sd_event_source *source, uint64_t usec, void *userdata)
{
	struct fpd_probe *probe = userdata;

	(void)source;
	(void)usec;
	probe->again = sd_event_source_disable_unref(probe->again);
	probe->retry(probe);
	return 0;
}

static int add_timer(struct fpd_probe *probe, sd_event_source **ret, uint64_t usec,
		     sd_event_time_handler_t handler)
{
	return sd_event_add_time_relative(probe->device->prober->event, ret, CLOCK_MONOTONIC, usec,
					  AGAIN_USEC / 10, handler, probe);
}

void fpd_probe_again(struct fpd_probe *probe, void (*what)(struct fpd_probe *probe))
{
	probe->retry = what;
	if (add_timer(probe, &probe->again, AGAIN_USEC, on_again) < 0)
		fpd_probe_end(probe, FPD_VERDICT_PENDING, "out of memory");
}

/* Turns */

static bool may_start(const struct fpd_prober *prober, const struct fpd_probe *probe)
{
	const struct fpd_probe_device *device = probe->device;

	if (!probe->question->asks)
		return true;
	if (device->current)
		return false;
	if (device->hanging)
		return true; /* it ends at once */
	if (device->suspect && prober->nr_suspects >= (prober->max_parallel + 1) / 2)
		return false;
	return prober->nr_running < prober->max_parallel;
}

static struct fpd_probe *next_probe(struct fpd_prober *prober)
{
	struct fpd_probe *probe;

	TAILQ_FOREACH(probe, &prober->queue, link)
	if (may_start(prober, probe))
		return probe;
	return NULL;
}

static void run(struct fpd_probe *probe)
{
	struct fpd_probe_device *device = probe->device;
	struct fpd_prober *prober = device->prober;

	TAILQ_REMOVE(&prober->queue, probe, link);
	TAILQ_INSERT_TAIL(&prober->running, probe, link);
	prober->nr_running++;
	probe->running = true;
	probe->counted = device->suspect;
	prober->nr_suspects += probe->counted;
	device->current = probe;
	probe->started_usec = now_usec(prober);

	if (!fpd_device_ready(device, probe))
		return;
	if (add_timer(probe, &probe->timer, (uint64_t)probe->timeout_ms * 1000, on_limit) < 0)
		fpd_probe_end(probe, FPD_VERDICT_PENDING, "out of memory");
	else
		probe->question->begin(probe);
}

static int on_turn(sd_event_source *source, void *userdata)
{
	struct fpd_prober *prober = userdata;
	struct fpd_probe *probe = next_probe(prober);

	(void)source;
	if (!probe)
		return 0;
	fpd_prober_turn(prober);
	if (!probe->question->asks)
		probe->question->begin(probe);
	else if (probe->device->hanging)
		fpd_probe_end(probe, FPD_VERDICT_TIMEOUT,
			      "what was asked before has still not been answered");
	else
		run(probe);
	return 0;
}

/* Life */

int fpd_prober_new(sd_event *event, unsigned int max_parallel, struct fpd_prober **ret)
{
	struct fpd_prober *prober = calloc(1, sizeof(*prober));
	int r;

	if (!prober)
		return -ENOMEM;
	prober->event = sd_event_ref(event);
	prober->max_parallel = max_parallel ? max_parallel : 1;
	TAILQ_INIT(&prober->queue);
	TAILQ_INIT(&prober->running);
	TAILQ_INIT(&prober->devices);
	r = sd_event_add_defer(event, &prober->turn, on_turn, prober);
	if (r >= 0)
		r = fpd_opener_new(event, fpd_device_opened, prober, &prober->opener);
	if (r < 0) {
		fpd_prober_free(prober);
		return r;
	}
	*ret = prober;
	return 0;
}

struct fpd_prober *fpd_prober_free(struct fpd_prober *prober)
{
	if (!prober)
		return NULL;
	sd_event_source_disable_unref(prober->turn);
	fpd_opener_free(prober->opener);
	fpd_aio_free(prober->aio);
	sd_event_unref(prober->event);
	free(prober);
	return NULL;
}

void fpd_prober_count(const struct fpd_prober *prober, struct fpd_prober_counts *ret)
{
	const struct fpd_probe_device *device;
	const struct fpd_probe *probe;

	*ret = (struct fpd_prober_counts){ .running = prober->nr_running };
	TAILQ_FOREACH(probe, &prober->queue, link)
	ret->queued++;
	TAILQ_FOREACH(device, &prober->devices, link)
	ret->hanging += device->hanging;
}

int fpd_probe_start(struct fpd_probe_device *device, const struct fpd_probe_request *request,
		    fpd_probe_done_fn *done, void *userdata, struct fpd_probe **ret)
{
	struct fpd_probe *probe;

	if ((unsigned int)request->kind >= FPD_NR_PROBE_KINDS)
		return -EINVAL;
	probe = calloc(1, sizeof(*probe));
	if (!probe)
		return -ENOMEM;
	probe->device = device;
	probe->question = &fpd_questions[request->kind];
	probe->timeout_ms = request->timeout_ms ? request->timeout_ms : DEFAULT_TIMEOUT_MS;
	probe->exclusive_pref_bit = request->exclusive_pref_bit;
	probe->done = done;
	probe->userdata = userdata;
	probe->result.kind = request->kind;
	probe->result.port_group = -1;
	if (request->wwid && !(probe->wwid = strdup(request->wwid))) {
		free_probe(probe);
		return -ENOMEM;
	}
	TAILQ_INSERT_TAIL(&device->prober->queue, probe, link);
	fpd_prober_turn(device->prober);
	if (ret)
		*ret = probe;
	return 0;
}

/* One that runs goes on unheard until its answer or its limit: its command is out. */
struct fpd_probe *fpd_probe_cancel(struct fpd_probe *probe)
{
	if (!probe)
		return NULL;
	probe->done = NULL;
	if (!probe->running) {
		take_off(probe);
		free_probe(probe);
	}
	return NULL;
}

static void forget(struct fpd_probe_list *list, const struct fpd_probe_device *device)
{
	struct fpd_probe *probe = TAILQ_FIRST(list), *next;

	for (; probe; probe = next) {
		next = TAILQ_NEXT(probe, link);
		if (probe->device == device) {
			take_off(probe);
			free_probe(probe);
		}
	}
}

void fpd_prober_forget(struct fpd_probe_device *device)
{
	forget(&device->prober->queue, device);
	forget(&device->prober->running, device);
	fpd_prober_turn(device->prober);
}
