/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the parts of the prober share. The way of a probe:
 *
 *	prober.c   waits for its turn, starts it, ends it, keeps its time
 *	kinds.c    what it asks: a struct fpd_question for each kind
 *	scsi.c, read.c, local.c   the questions: begin() asks, heard() hears the answer
 *	device.c   the disk: its nodes, its state in sysfs, one command at a time
 *	sg.c, aio.c, opener.c     the three ways to the kernel
 *	verdict.c  pure: what an answer means
 */
#ifndef FPD_PROBE_ENGINE_H
#define FPD_PROBE_ENGINE_H

#include <sys/queue.h>

#include "aio.h"
#include "opener.h"
#include "probe.h"
#include "sg.h"

/* A command is sent again after a unit attention; arrays queue several. */
#define FPD_MAX_RETRIES 5

/**
 * struct fpd_question - a kind of probe
 * @name: as in multipath.conf and logs
 * @asks: it talks to the device, so that it must wait for its turn
 * @begin: send the first command, or end the probe
 * @heard: a SCSI command was answered; send the next one, or end the probe. Unit
 *	attentions and whatever does not reach the device are dealt with before
 */
struct fpd_question {
	const char *name;
	bool asks;
	void (*begin)(struct fpd_probe *probe);
	void (*heard)(struct fpd_probe *probe, const struct fpd_answer *answer);
};

extern const struct fpd_question fpd_questions[FPD_NR_PROBE_KINDS];

struct fpd_probe {
	TAILQ_ENTRY(fpd_probe) link; /* in the prober's queue or in its running ones */
	struct fpd_probe_device *device;
	const struct fpd_question *question;
	unsigned int timeout_ms;
	bool exclusive_pref_bit;
	char *wwid;
	fpd_probe_done_fn *done;
	void *userdata;
	bool running;
	bool counted; /* among the suspects that run */
	uint64_t started_usec;
	sd_event_source *timer; /* its limit */
	sd_event_source *again; /* until a full queue is tried once more */
	void (*retry)(struct fpd_probe *probe);
	struct fpd_cdb cdb; /* what was sent last */
	unsigned int step;
	unsigned int retries;
	struct fpd_probe_result result;
};

struct fpd_probe_device {
	TAILQ_ENTRY(fpd_probe_device) link;
	struct fpd_prober *prober;
	uint64_t id;
	char name[32];
	uint64_t diskseq;
	struct fpd_probe *current; /* the probe that runs */
	bool suspect;		   /* the last one got no answer */
	bool hanging;		   /* and what it sent is still out */
	int sg_fd;
	sd_event_source *sg_io;
	bool sg_out;
	struct fpd_sg_command sg;
	int block_fd;
	bool opening;
	struct fpd_read *read;
};

TAILQ_HEAD(fpd_probe_list, fpd_probe);
TAILQ_HEAD(fpd_probe_device_list, fpd_probe_device);

struct fpd_prober {
	sd_event *event;
	sd_event_source *turn; /* starts what waits, one at a time */
	struct fpd_aio *aio;
	struct fpd_opener *opener;
	unsigned int max_parallel;
	unsigned int nr_running;
	unsigned int nr_suspects; /* of those that run */
	uint64_t last_id;
	struct fpd_probe_list queue;
	struct fpd_probe_list running;
	struct fpd_probe_device_list devices;
};

/* prober.c */

/* End a probe: its function is called and it is freed. */
__attribute__((format(printf, 3, 4))) void
fpd_probe_end(struct fpd_probe *probe, enum fpd_verdict verdict, const char *fmt, ...);

/* Try the probe's question again in a moment, because a queue is full. */
void fpd_probe_again(struct fpd_probe *probe, void (*what)(struct fpd_probe *probe));

/* Free all probes of a device without calling their functions. */
void fpd_prober_forget(struct fpd_probe_device *device);

/* A device has got back what it was sent: others may have their turn. */
void fpd_prober_turn(struct fpd_prober *prober);

/* scsi.c */

/* A command that fpd_device_send() sent was answered. */
void fpd_probe_heard(struct fpd_probe *probe, const struct fpd_answer *answer);

/* read.c */

/* The node is open (or a negative errno), the read has ended. */
void fpd_probe_opened(struct fpd_probe *probe, int r);
void fpd_probe_read(struct fpd_probe *probe, long res);

/* device.c */

/* Is something out that no probe waits for? */
static inline bool fpd_device_out(const struct fpd_probe_device *device)
{
	return device->sg_out || device->opening || device->read;
}

/* An attribute of the disk, "device/state", without the line's end. Return: 0 or a
 * negative errno.
 */
int fpd_device_attribute(const struct fpd_probe_device *device, const char *name, char *ret,
			 size_t size);

/* Is it there, does it run? Else the probe is ended with what it is. */
bool fpd_device_ready(struct fpd_probe_device *device, struct fpd_probe *probe);

/* Would sending have to wait for a request of its queue? */
bool fpd_device_full(const struct fpd_probe_device *device);

/* Send a command; its answer goes to the current probe. Return: 0 or a negative errno. */
int fpd_device_send(struct fpd_probe_device *device, struct fpd_cdb cdb, unsigned int timeout_ms);

/* Open the disk's own node; the answer goes to fpd_probe_opened(). */
int fpd_device_open(struct fpd_probe_device *device);
void fpd_device_opened(uint64_t id, int fd, void *prober);

/* Read the first block; the answer goes to fpd_probe_read(). */
int fpd_device_read(struct fpd_probe_device *device);

#endif
