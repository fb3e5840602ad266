// SPDX-License-Identifier: GPL-2.0
/*
 * core/flush against a model of a LUN with a volatile cache: random sequences of
 * writes, flushes, failures, flips of the paths' caches, reloads. After each it
 * is asked whether everything that was acknowledged as durable is.
 *
 * The LUN's cache is volatile while any path says that there is one. A write
 * lands in it; a flush, or FUA, brings it to the medium. The model knows what is
 * durable; core/flush knows only what it is told, in the order in which the
 * kernel tells it: an application can see a write's end before it is accounted.
 */
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flush.h"
#include "map.h"

#define NR_PATHS  3
#define NR_WRITES 12
#define NR_STEPS  4000
#define NR_RUNS	  400

enum write_state {
	FREE,
	SENT,	 /* on its way */
	LANDED,	 /* the LUN has it */
	VISIBLE, /* the application has seen its end */
};

struct write {
	enum write_state state;
	enum fp_send send;
	bool cached;	 /* as core was told when it was sent */
	bool durable;	 /* on the medium */
	bool must;	 /* be durable when it ends */
	bool flush_due;	 /* sent durable: a flush follows before it ends */
	bool flip_since; /* a cache was flipped while it was on its way */
	bool accounted;	 /* visible, and core was told */
	bool unknowable; /* a cache came and went while it was on its way */
};

struct lun {
	unsigned int seed;
	struct fp_flush flush;
	struct fp_flush_policy policy;
	struct fp_path paths[NR_PATHS];
	struct fp_map map;
	struct fp_caps caps[NR_PATHS];
	struct fp_caps advertised;
	bool restacked; /* what is above sends flushes whenever they are advertised */
	struct write writes[NR_WRITES];

	/* The flush that is on its way, at most one. */
	bool flushing;
	bool flush_executed;
	u64 begun;
	bool covers[NR_WRITES];

	const char *wrong; /* what was found first, or NULL */
	unsigned int sent, voids, promised_writes;
};

static unsigned int below(struct lun *lun, unsigned int n)
{
	lun->seed = lun->seed * 1103515245 + 12345;
	return (lun->seed >> 16) % n;
}

static void found(struct lun *lun, const char *what)
{
	if (!lun->wrong)
		lun->wrong = what;
}

static bool has_wc(void *context, int path)
{
	return ((struct lun *)context)->caps[path].wc;
}

static bool some_wc(struct lun *lun, bool usable_only)
{
	for (int p = 0; p < NR_PATHS; p++)
		if (lun->caps[p].wc && (!usable_only || lun->paths[p].usable))
			return true;
	return false;
}

static int some_usable(struct lun *lun)
{
	int p = below(lun, NR_PATHS);

	while (!lun->paths[p].usable)
		p = (p + 1) % NR_PATHS;
	return p;
}

static void all_durable(struct lun *lun)
{
	for (int w = 0; w < NR_WRITES; w++)
		if (lun->writes[w].state >= LANDED)
			lun->writes[w].durable = true;
}

static struct write *write_in(struct lun *lun, enum write_state state)
{
	struct write *w = &lun->writes[below(lun, NR_WRITES)];

	return w->state == state && !w->accounted ? w : NULL;
}

static void step_send(struct lun *lun)
{
	/* A device that advertises no FUA is sent a flush instead, by the queue above. */
	bool fua = lun->advertised.fua && lun->restacked && !below(lun, 3);
	bool is_write = below(lun, 8); /* else a discard, which bears no FUA */
	struct write *w = &lun->writes[below(lun, NR_WRITES)];
	int path = some_usable(lun);

	if (w->state != FREE && !(w->state == VISIBLE && w->accounted))
		return;
	fua = fua && is_write;
	memset(w, 0, sizeof(*w));
	lun->covers[w - lun->writes] = false;
	w->must = fp_flush_must_be_durable(&lun->flush, &lun->policy, fua);
	w->cached = some_wc(lun, false);
	if (w->cached && w->must)
		path = fp_map_prefer(&lun->map, path, has_wc, lun);
	/* What the application needs, said without core's help. */
	w->must = fua || !lun->restacked;
	w->send = fp_flush_send(&lun->policy, lun->caps[path], w->cached,
				fp_flush_must_be_durable(&lun->flush, &lun->policy, fua), is_write);
	w->flush_due = w->send == FP_SEND_DURABLE;
	w->state = SENT;
	lun->promised_writes += !fua && w->send != FP_SEND_PLAIN;
	fp_flush_write_start(&lun->flush, w->cached);
	if (w->send == FP_SEND_FUA && !lun->caps[path].fua)
		found(lun, "S1: FUA was sent to a path that does not take it");
}

static void step_land(struct lun *lun)
{
	struct write *w = write_in(lun, SENT);

	if (!w)
		return;
	w->state = LANDED;
	w->durable = w->send == FP_SEND_FUA || !some_wc(lun, false);
}

/* The end that the application sees comes first, core hears of it later. */
static void step_show(struct lun *lun)
{
	struct write *w = write_in(lun, LANDED);

	if (!w)
		return;
	if (w->flush_due) {
		all_durable(lun);
		w->flush_due = false;
		return;
	}
	w->state = VISIBLE;
	if (w->must && !w->durable && !w->flip_since)
		found(lun, "S2, S6: a write that had to be durable ended and is not");
}

static void account(struct lun *lun, struct write *w, bool ok)
{
	bool durable = w->send != FP_SEND_PLAIN && ok;

	fp_flush_write_end(&lun->flush, w->cached, w->cached || some_wc(lun, false), durable);
	w->accounted = true;
	if (!ok)
		w->state = FREE;
}

static void step_account(struct lun *lun)
{
	struct write *w = write_in(lun, VISIBLE);

	if (w)
		account(lun, w, true);
}

static void step_fail(struct lun *lun)
{
	struct write *w = write_in(lun, below(lun, 2) ? SENT : LANDED);

	if (w)
		account(lun, w, false);
}

/* Acknowledged, not on the medium, and core could have known. */
static bool lost(const struct write *w)
{
	return w->state == VISIBLE && !w->durable && !w->unknowable;
}

/* The application flushes: all whose end it has seen must be durable when that ends. */
static void check_covered(struct lun *lun, const bool *covers, const char *what)
{
	for (int i = 0; i < NR_WRITES; i++)
		if (covers[i] && lost(&lun->writes[i]))
			found(lun, what);
}

static void seen_by_application(struct lun *lun, bool *covers)
{
	for (int i = 0; i < NR_WRITES; i++)
		covers[i] = lun->writes[i].state == VISIBLE && !lun->writes[i].flip_since;
}

/* Without a cache advertised, or with layers above that never heard of it. */
static void flush_stripped_above(struct lun *lun)
{
	bool covers[NR_WRITES];

	seen_by_application(lun, covers);
	for (int i = 0; i < NR_WRITES; i++)
		covers[i] = covers[i] && lun->writes[i].must;
	check_covered(lun, covers, "S6: an fsync that was stripped above, and data not durable");
}

static void step_flush(struct lun *lun)
{
	int path;

	if (lun->flushing)
		return;
	if (!lun->advertised.wc || !lun->restacked) {
		flush_stripped_above(lun);
		return;
	}
	for (int i = 0; i < NR_WRITES; i++)
		lun->covers[i] = lun->writes[i].state == VISIBLE;
	if (!fp_flush_must_send(&lun->flush, &lun->policy, some_wc(lun, false))) {
		lun->voids++;
		check_covered(lun, lun->covers,
			      "S3: a flush ended without I/O, and data not durable");
		return;
	}
	lun->sent++;
	path = fp_map_prefer(&lun->map, some_usable(lun), has_wc, lun);
	if (!lun->caps[path].wc && some_wc(lun, true))
		found(lun, "S1: a flush went to a path without a cache, though one has it");
	lun->begun = fp_flush_begin(&lun->flush);
	lun->flushing = true;
	lun->flush_executed = false;
}

static void step_flush_goes_on(struct lun *lun)
{
	if (!lun->flushing)
		return;
	if (!lun->flush_executed) {
		if (below(lun, 6)) {
			all_durable(lun);
			lun->flush_executed = true;
		} else {
			lun->flushing = false; /* it failed, and says so */
		}
		return;
	}
	check_covered(lun, lun->covers, "S3: a flush succeeded, and data it covers is not durable");
	fp_flush_done(&lun->flush, lun->begun);
	lun->flushing = false;
}

static void step_flip(struct lun *lun)
{
	struct fp_caps *caps = &lun->caps[below(lun, NR_PATHS)];

	bool had = some_wc(lun, false);

	caps->wc = below(lun, 2);
	caps->fua = caps->wc && below(lun, 2);
	for (int i = 0; i < NR_WRITES; i++) {
		struct write *w = &lun->writes[i];

		if (w->state == SENT || w->state == LANDED)
			w->flip_since = true;
		if (w->state != FREE && !w->accounted && !w->cached && had && !some_wc(lun, false))
			w->unknowable = true;
	}
}

static void step_path(struct lun *lun)
{
	int path = below(lun, NR_PATHS);

	if (!lun->paths[path].usable)
		fp_map_reinstate_path(&lun->map, path);
	else if (lun->map.nr_usable > 1)
		fp_map_fail_path(&lun->map, path);
}

static void drain(struct lun *lun)
{
	for (int i = 0; i < NR_WRITES; i++) {
		struct write *w = &lun->writes[i];

		if (w->state != FREE && !w->accounted)
			account(lun, w, w->state == VISIBLE);
	}
	lun->flushing = false;
}

/* As the target does: what is owed is paid at suspend, if flushes may stop coming. */
static void step_reload(struct lun *lun)
{
	struct fp_caps all = FP_CAPS_OF_NO_PATH;

	drain(lun);
	if (fp_flush_owed(&lun->flush) && !some_wc(lun, false) && below(lun, 4)) {
		u64 begun = fp_flush_begin(&lun->flush);

		all_durable(lun);
		fp_flush_done(&lun->flush, begun);
	}
	if (below(lun, 4) == 0)
		step_flip(lun);
	for (int p = 0; p < NR_PATHS; p++)
		all = fp_flush_stack(all, lun->caps[p]);
	lun->advertised = fp_flush_advertise(&lun->flush, &lun->policy, all);
	fp_flush_live(&lun->flush, lun->advertised);
	if (lun->advertised.wc)
		return;
	lun->restacked = false;
	for (int i = 0; i < NR_WRITES; i++)
		if (lost(&lun->writes[i]))
			found(lun, "S3: a cache is no longer advertised, and data not durable");
}

static void step_confirm(struct lun *lun)
{
	if (fp_flush_confirm(&lun->flush, lun->advertised))
		lun->restacked = true;
}

static void step(struct lun *lun)
{
	static void (*const steps[])(struct lun * lun) = {
		step_send,    step_send,  step_send,	      step_land,	  step_land,
		step_land,    step_show,  step_show,	      step_show,	  step_account,
		step_account, step_flush, step_flush_goes_on, step_flush_goes_on, step_fail,
	};
	unsigned int rare = below(lun, 200);

	if (rare < 3)
		step_flip(lun);
	else if (rare < 6)
		step_path(lun);
	else if (rare < 8)
		step_reload(lun);
	else if (rare < 10)
		step_confirm(lun);
	else
		steps[below(lun, sizeof(steps) / sizeof(steps[0]))](lun);
}

static void run(struct lun *lun, unsigned int seed, bool elide)
{
	memset(lun, 0, sizeof(*lun));
	lun->seed = seed;
	lun->policy.elide = elide;
	lun->restacked = true;
	lun->map =
		(struct fp_map){ .paths = lun->paths, .nr_paths = NR_PATHS, .nr_usable = NR_PATHS };
	for (int p = 0; p < NR_PATHS; p++) {
		lun->paths[p].usable = true;
		lun->caps[p].wc = below(lun, 2);
		lun->caps[p].fua = lun->caps[p].wc && below(lun, 2);
	}
	step_reload(lun);
	for (int i = 0; i < NR_STEPS && !lun->wrong; i++)
		step(lun);
}

static void nothing_is_lost(void **state)
{
	bool elide = *state != NULL;
	unsigned int sent = 0, voids = 0, promised = 0;

	for (unsigned int seed = 1; seed <= NR_RUNS; seed++) {
		struct lun lun;

		run(&lun, seed * 7919, elide);
		if (lun.wrong)
			fail_msg("seed %u: %s", seed, lun.wrong);
		sent += lun.sent;
		voids += lun.voids;
		promised += lun.promised_writes;
	}
	/* Else the model would not have looked. */
	assert_true(sent > 1000 && voids > 100 && promised > 1000);
}

static const struct CMUnitTest tests[] = {
	TEST("no flush ends while something that it covers is not durable", nothing_is_lost),
	TEST_OF("nor where flushes are elided", nothing_is_lost, "elide"),
};

int main(void)
{
	return cmocka_run_group_tests_name("flush model", tests, NULL, NULL);
}
