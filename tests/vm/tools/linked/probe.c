// SPDX-License-Identifier: GPL-2.0
/*
 * Asks disks with the daemon's prober, and prints what it says: a line for each answer
 * as it comes.
 *
 *	probe KIND [limit=MS] [parallel=N] [wwid=WWID] [rounds=N] [pause=MS] DISK...
 *
 *	DISK VERDICT MS [priority=N] [attention="..."] MESSAGE
 *
 * All disks are asked at once; each is asked again, pause after its answer, until it
 * has answered as often as there are rounds. A line "DISK still out" at the end tells
 * of a command that the kernel has not given back.
 */
#include <err.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <fairpathd/probe/engine.h>

#define MAX_DISKS 1024

struct asked {
	const char *name;
	struct fpd_probe_device *device;
	struct fpd_probe_request request;
	unsigned int rounds;
	sd_event_source *pause;
};

static struct {
	sd_event *event;
	unsigned int open; /* disks that have not answered as often as wanted */
	unsigned int rounds;
	unsigned int pause_ms;
} run = { .rounds = 1, .pause_ms = 100 };

static void print_attentions(unsigned int attentions)
{
	unsigned int i;

	for (i = 0; i < 32; i++)
		if (attentions & 1U << i)
			printf(" attention=\"%s\"", fairpath_sense_meaning_text(i));
}

static void ask(struct asked *asked);

static int on_pause(sd_event_source *source, uint64_t usec, void *userdata)
{
	struct asked *asked = userdata;

	(void)source;
	(void)usec;
	asked->pause = sd_event_source_disable_unref(asked->pause);
	ask(asked);
	return 0;
}

static void done(const struct fpd_probe_result *result, void *userdata)
{
	struct asked *asked = userdata;

	printf("%s %s %u", asked->name, fpd_verdict_name(result->verdict), result->elapsed_ms);
	if (result->has_priority)
		printf(" priority=%d", result->priority);
	print_attentions(result->attentions);
	printf(" %s\n", result->message);
	if (++asked->rounds < run.rounds)
		sd_event_add_time_relative(run.event, &asked->pause, CLOCK_MONOTONIC,
					   (uint64_t)run.pause_ms * 1000, 1000, on_pause, asked);
	else if (!--run.open)
		sd_event_exit(run.event, 0);
}

static void ask(struct asked *asked)
{
	int r = fpd_probe_start(asked->device, &asked->request, done, asked, NULL);

	if (r)
		errx(1, "%s: %s", asked->name, strerror(-r));
}

static enum fpd_probe_kind kind_of(const char *name)
{
	unsigned int kind;

	for (kind = 0; kind < FPD_NR_PROBE_KINDS; kind++)
		if (!strcmp(fpd_questions[kind].name, name))
			return kind;
	errx(2, "no kind of probe '%s'", name);
}

static bool option(const char *word, const char *name, const char **value)
{
	size_t n = strlen(name);

	*value = word + n + 1;
	return !strncmp(word, name, n) && word[n] == '=';
}

static void add_disk(struct fpd_prober *prober, struct asked *asked, const char *name,
		     const struct fpd_probe_request *request)
{
	int r;

	asked->name = name;
	asked->request = *request;
	r = fpd_probe_device_new(prober, name, &asked->device);
	if (r)
		errx(1, "%s: %s", name, strerror(-r));
	run.open++;
}

int main(int argc, char **argv)
{
	static struct asked asked[MAX_DISKS];
	struct fpd_probe_request request = { 0 };
	struct fpd_prober *prober = NULL;
	unsigned int parallel = 64, nr = 0, i;
	const char *value;

	setvbuf(stdout, NULL, _IOLBF, 0);
	if (argc < 3)
		errx(2, "usage: probe KIND [limit=MS] [parallel=N] [wwid=WWID] [rounds=N] "
			"[pause=MS] DISK...");
	request.kind = kind_of(argv[1]);
	for (i = 2; i < (unsigned int)argc; i++) {
		if (option(argv[i], "limit", &value))
			request.timeout_ms = (unsigned int)atoi(value);
		else if (option(argv[i], "parallel", &value))
			parallel = (unsigned int)atoi(value);
		else if (option(argv[i], "wwid", &value))
			request.wwid = value;
		else if (option(argv[i], "rounds", &value))
			run.rounds = (unsigned int)atoi(value);
		else if (option(argv[i], "pause", &value))
			run.pause_ms = (unsigned int)atoi(value);
		else
			break;
	}
	if (sd_event_default(&run.event) < 0 || fpd_prober_new(run.event, parallel, &prober) < 0)
		errx(1, "no event loop");
	for (; i < (unsigned int)argc && nr < MAX_DISKS; i++)
		add_disk(prober, &asked[nr++], argv[i], &request);
	for (i = 0; i < nr; i++)
		ask(&asked[i]);
	sd_event_loop(run.event);

	for (i = 0; i < nr; i++) {
		if (fpd_device_out(asked[i].device))
			printf("%s still out\n", asked[i].name);
		fpd_probe_device_free(asked[i].device);
	}
	fpd_prober_free(prober);
	sd_event_unref(run.event);
	return 0;
}
