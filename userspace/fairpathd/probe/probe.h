/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Asking devices without ever waiting for one.
 *
 * A prober belongs to an event loop and sends probes to devices. Each probe has a
 * time limit and ends with exactly one call of its function, from the loop, never
 * from within fpd_probe_start(); unless it is cancelled before: then with none.
 *
 * A command that is not answered within the limit ends its probe as
 * FPD_VERDICT_TIMEOUT, but stays out, and its buffer and file descriptor are kept
 * until the kernel gives it back, if ever. A device is sent nothing while a command
 * to it is out: its probes end as FPD_VERDICT_TIMEOUT at once, and the prober holds
 * at most one command for each device that hangs.
 *
 * No function here blocks. What may block in the kernel (open and close of a block
 * device) is done by a child process.
 */
#ifndef FPD_PROBE_H
#define FPD_PROBE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <systemd/sd-event.h>

#include <fairpath/scsi.h>

struct fpd_prober;
struct fpd_probe_device;
struct fpd_probe;

/* What a probe found out of the path. */
enum fpd_verdict {
	FPD_VERDICT_UP,		   /* takes I/O now */
	FPD_VERDICT_GHOST,	   /* alive, but takes I/O only after activation (standby) */
	FPD_VERDICT_DOWN,	   /* does not take I/O */
	FPD_VERDICT_TRANSITIONING, /* between two access states: ask again soon */
	FPD_VERDICT_PENDING,	   /* nothing is known: blocked by its transport, or too busy */
	FPD_VERDICT_TIMEOUT,	   /* no answer within the limit */
	FPD_VERDICT_WRONG,	   /* another LUN answers */
	FPD_VERDICT_GONE,	   /* the kernel has removed the device */
	FPD_NR_VERDICTS,
};

/* "up", "ghost", ... as in topology and logs */
const char *fpd_verdict_name(enum fpd_verdict verdict);

enum fpd_probe_kind {
	/* checkers: tell whether the path takes I/O */
	FPD_PROBE_TUR,
	FPD_PROBE_DIRECTIO,
	FPD_PROBE_READSECTOR0,
	FPD_PROBE_NONE, /* asks nobody: up as long as sysfs says that the device runs */
	/* prioritizers: tell the path's priority */
	FPD_PROBE_PRIO_ALUA, /* REPORT TARGET PORT GROUPS */
	FPD_PROBE_PRIO_SYSFS,
	FPD_PROBE_PRIO_CONST,
	/* facts */
	FPD_PROBE_IDENTITY, /* INQUIRY and VPD 0x83 of the device itself, not of sysfs */
	FPD_PROBE_CACHE,    /* MODE SENSE, caching page */
	FPD_NR_PROBE_KINDS,
};

/**
 * struct fpd_probe_request - what to ask
 * @kind: the question
 * @timeout_ms: the limit, from when the first command is sent; 0: 10 seconds. Waiting
 *	in the queue does not count: the probes before it have limits, too
 * @wwid: for FPD_PROBE_IDENTITY: who should answer; NULL: whoever it is
 * @exclusive_pref_bit: for the two ALUA priorities (prio_args)
 */
struct fpd_probe_request {
	enum fpd_probe_kind kind;
	unsigned int timeout_ms;
	const char *wwid;
	bool exclusive_pref_bit;
};

/**
 * struct fpd_probe_result - the answer; valid during the call of the function
 * @kind: what was asked
 * @verdict: for a prioritizer or a fact, FPD_VERDICT_UP: the device has answered; what it
 *	could tell has its has_ member set
 * @message: for a person, "tur: the device says: standby"; without a final stop
 * @elapsed_ms: from the sending of the first command
 * @has_sense: the next one is valid
 * @sense: what the last command that ended with sense data said
 * @attentions: unit attentions met on the way, 1 << enum fairpath_sense_meaning for
 *	each: the device tells each of them only once, so whoever gets it must pass it on
 * @has_priority: the next one is valid
 * @priority: of prioritizers
 * @has_access: the next three are valid (both ALUA prioritizers)
 * @access_state: of the path
 * @preferred: its group's preferred bit
 * @port_group: the group's number; -1: not told
 * @has_inquiry: the next two are valid (FPD_PROBE_IDENTITY)
 * @inquiry: who answers
 * @id: page 0x83; its wwid is "" if there is none
 * @has_cache: the next one is valid (FPD_PROBE_CACHE)
 * @cache: of the caching page
 */
struct fpd_probe_result {
	enum fpd_probe_kind kind;
	enum fpd_verdict verdict;
	char message[160];
	unsigned int elapsed_ms;
	bool has_sense;
	struct fairpath_sense sense;
	unsigned int attentions;
	bool has_priority;
	int priority;
	bool has_access;
	enum fairpath_alua_state access_state;
	bool preferred;
	int port_group;
	bool has_inquiry;
	struct fairpath_inquiry inquiry;
	struct fairpath_device_id id;
	bool has_cache;
	struct fairpath_cache cache;
};

typedef void fpd_probe_done_fn(const struct fpd_probe_result *result, void *userdata);

/**
 * fpd_prober_new - a prober
 * @event: the loop
 * @max_parallel: how many commands may be out at once, those that hang not counted; what
 *	is more waits in a queue, in order
 * @ret: out: untouched on failure
 *
 * Return: 0 or a negative errno.
 */
int fpd_prober_new(sd_event *event, unsigned int max_parallel, struct fpd_prober **ret);

/**
 * fpd_prober_free - end all probes without calling their functions
 *
 * All its devices must have been freed. What still hangs is left to the kernel until the
 * process ends. Return: NULL.
 */
struct fpd_prober *fpd_prober_free(struct fpd_prober *prober);

/**
 * struct fpd_prober_counts - for `status`
 * @running: probes with a command out
 * @queued: probes that wait for their turn
 * @hanging: commands that are out beyond their limit
 */
struct fpd_prober_counts {
	unsigned int running;
	unsigned int queued;
	unsigned int hanging;
};

void fpd_prober_count(const struct fpd_prober *prober, struct fpd_prober_counts *ret);

/**
 * fpd_probe_device_new - a device to send probes to
 * @prober: by whom
 * @name: the kernel's name of the disk, "sdb"
 * @ret: out: untouched on failure
 *
 * What answers later is this very disk or nobody, also when its name is given to another.
 * Its nodes are opened at the first probe. Free it when the disk is removed: as long as
 * its nodes are open its drivers cannot be unloaded.
 *
 * Return: 0; -ENODEV if it is not a SCSI disk or is gone; -ENOMEM.
 */
int fpd_probe_device_new(struct fpd_prober *prober, const char *name,
			 struct fpd_probe_device **ret);

/**
 * fpd_probe_device_free - let it go
 *
 * Its probes are cancelled; may be called from a probe's function. Return: NULL.
 */
struct fpd_probe_device *fpd_probe_device_free(struct fpd_probe_device *device);

/**
 * fpd_probe_start - ask a device
 * @device: whom
 * @request: what; copied
 * @done: called once with the answer
 * @userdata: for @done
 * @ret: out: for fpd_probe_cancel(), valid until @done was called; may be NULL
 *
 * Several probes of one device run one after the other.
 *
 * Return: 0; -EINVAL; -ENOMEM.
 */
int fpd_probe_start(struct fpd_probe_device *device, const struct fpd_probe_request *request,
		    fpd_probe_done_fn *done, void *userdata, struct fpd_probe **ret);

/**
 * fpd_probe_cancel - the answer is not wanted any more
 *
 * Its function will not be called. NULL is fine. Return: NULL.
 */
struct fpd_probe *fpd_probe_cancel(struct fpd_probe *probe);

/**
 * fpd_checker_find - a checker by its name in multipath.conf (path_checker)
 * @ret: out: untouched on failure
 *
 * Return: 0; -ENOENT.
 */
int fpd_checker_find(const char *name, enum fpd_probe_kind *ret);

/* The same for prioritizers (prio). */
int fpd_prioritizer_find(const char *name, enum fpd_probe_kind *ret);

#endif
