// SPDX-License-Identifier: GPL-2.0
/* The law of fair queuing, done; see fair.h. */
#include <linux/blkdev.h>
#include <linux/ktime.h>
#include <linux/mm.h>
#include <linux/slab.h>

#include "core/depth.h"
#include "core/pace.h"
#include "core/room.h"
#include "dmfp.h"
#include "fair.h"

/* While requests wait, whether a path has become silent is looked at so often. */
#define DMFP_FAIR_POLL_MS 100

/* What a window can be at most: nobody gains by more. */
#define DMFP_FAIR_MOST 2048

/* Of a device. Under the live map's lock, but for the lot, which has its own. */
struct dmfp_fair {
	bool has_lot;
	struct dmfp_park lot; /* request mode */
	struct fp_fq fq;
	struct fp_depth depth;
	struct fp_pace pace;
	struct fp_fair_weights weights;
	struct fp_telling telling;
};

static struct fp_room dmfp_room(const struct dmfp_map *m, u64 now)
{
	return (struct fp_room){
		.map = &m->core,
		.depth = &m->fair.fair->depth,
		.moved = m->fair.moved,
		.now = now,
	};
}

/*
 * When it was sent, and under which window: the generation's last bits stand in the
 * place of nanoseconds that no selector looks at.
 */
#define DMFP_GENERATIONS 256

static u64 dmfp_sent(u32 generation, u64 now)
{
	return (now & ~(DMFP_GENERATIONS - 1ULL)) | generation % DMFP_GENERATIONS;
}

/* Of all generations with these last bits the last one is meant. */
static u32 dmfp_sent_generation(u64 sent, u32 now)
{
	return now - (u8)(now - (u32)sent);
}

/* Letting go. */

/* All of it is mapped again, and finds what there is to find. */
static void dmfp_fair_expel_locked(struct dmfp_map *m)
{
	struct fp_fq_item *item;

	while ((item = fp_fq_take_any(&m->fair.fair->fq)))
		m->fair.mode->expel_locked(m, item);
}

/* Return: true if the next may not go yet; it will when the timer has gone off. */
static bool dmfp_fair_put_off_locked(struct dmfp_map *m, const struct fp_room *room, int path)
{
	const struct dmfp_fair *fair = m->fair.fair;
	u32 in_flight = fp_room_in_flight(room, m->core.paths[path].group);
	u64 wait = fp_pace_wait_ns(&fair->pace, in_flight, fp_depth_now(&fair->depth), room->now);

	if (wait && !hrtimer_is_queued(&m->fair.pace))
		hrtimer_start(&m->fair.pace, ns_to_ktime(wait), HRTIMER_MODE_REL_SOFT);
	return wait;
}

void dmfp_fair_run_locked(struct dmfp_map *m)
{
	struct dmfp_fair *fair = m->fair.fair;
	u64 now;

	lockdep_assert_held(&m->lock);
	if (!fair || !m->live || !fair->fq.nr_waiting)
		return;
	now = ktime_get_ns();
	dmfp_moment_locked(m);
	while (fair->fq.nr_waiting) {
		struct fp_choice choice = fp_map_choose(&m->core, 0);
		struct fp_room room = dmfp_room(m, now);
		int path;

		if (choice.verdict != FP_USE) {
			dmfp_fair_expel_locked(m);
			return;
		}
		path = fp_room_find(&room, choice.path);
		if (path == FP_NONE || dmfp_fair_put_off_locked(m, &room, path))
			return;
		fp_pace_granted(&fair->pace, now);
		m->fair.mode->grant_locked(m, fp_fq_grant(&fair->fq, now), path);
	}
}

static enum hrtimer_restart dmfp_fair_pace(struct hrtimer *timer)
{
	struct dmfp_map *m = container_of(timer, struct dmfp_map, fair.pace);
	unsigned long flags;

	spin_lock_irqsave(&m->lock, flags);
	dmfp_fair_run_locked(m);
	spin_unlock_irqrestore(&m->lock, flags);
	return HRTIMER_NORESTART;
}

static void dmfp_fair_poll_locked(struct dmfp_map *m)
{
	m->fair.polls = m->fair.fair->fq.nr_waiting;
	if (m->fair.polls)
		queue_delayed_work(dmfp_workqueue, &m->fair.poll,
				   msecs_to_jiffies(DMFP_FAIR_POLL_MS));
}

static void dmfp_fair_poll(struct work_struct *work)
{
	struct dmfp_map *m = container_of(to_delayed_work(work), struct dmfp_map, fair.poll);
	unsigned long flags;

	spin_lock_irqsave(&m->lock, flags);
	dmfp_fair_run_locked(m);
	dmfp_fair_poll_locked(m);
	spin_unlock_irqrestore(&m->lock, flags);
}

/* The way of a request. */

bool dmfp_fair_may_go_locked(struct dmfp_map *m, struct dmfp_io *io, bool weighed)
{
	int path = FP_NONE;

	lockdep_assert_held(&m->lock);
	if (!weighed || io->tries.granted)
		return true;
	if (!m->fair.fair->fq.nr_waiting) {
		struct fp_room room = dmfp_room(m, ktime_get_ns());

		path = fp_room_find(&room, io->path);
	}
	if (path == FP_NONE)
		return false;
	io->path = path;
	return true;
}

void dmfp_fair_wait_locked(struct dmfp_map *m, struct fp_fq_item *item, struct fp_submitter *who,
			   const struct fp_ask *ask)
{
	struct dmfp_fair *fair = m->fair.fair;

	lockdep_assert_held(&m->lock);
	who->weight = fp_fair_weight_of(&fair->weights, who->key, who->weight);
	fp_fq_add(&fair->fq, item, who, ask, ktime_get_ns());
	dmfp_fair_run_locked(m);
	if (!m->fair.polls)
		dmfp_fair_poll_locked(m);
}

void dmfp_fair_sent_locked(struct dmfp_map *m, struct dmfp_io *io, bool weighed)
{
	u64 now = ktime_get_ns();

	lockdep_assert_held(&m->lock);
	if (m->core.paths[io->path].in_flight == 1)
		m->fair.moved[io->path] = now;
	if (unlikely(!m->silence.watches))
		dmfp_silence_watch_locked(m);
	if (!weighed)
		return;
	io->tries.granted = true;
	io->counted = true;
	io->started = dmfp_sent(fp_depth_sent(&m->fair.fair->depth), now);
}

static void dmfp_fair_measure(struct dmfp_map *m, const struct dmfp_io *io, u64 now)
{
	struct dmfp_fair *fair = m->fair.fair;
	struct fp_room room = dmfp_room(m, now);
	const struct fp_depth_end end = {
		.sent = dmfp_sent_generation(io->started, fp_depth_generation(&fair->depth)),
		.cost = fp_cost(io->bytes),
		.latency_ns = now - io->started,
		.in_flight = fp_room_load(&room, m->core.paths[io->path].group),
		.waiting = fair->fq.nr_waiting,
		.now = now,
	};

	fp_depth_ended(&fair->depth, &end);
	fp_pace_ended(&fair->pace, end.waiting, end.latency_ns, now);
	fp_latency_record(&m->shared->latencies->of[io->path].below, end.latency_ns);
}

void dmfp_fair_ended_locked(struct dmfp_map *m, struct dmfp_io *io, bool ok)
{
	u64 now;

	lockdep_assert_held(&m->lock);
	if (ok) {
		now = ktime_get_ns();
		m->fair.moved[io->path] = now;
		if (io->counted)
			dmfp_fair_measure(m, io, now);
	}
	io->counted = false;
	dmfp_fair_run_locked(m);
}

/* The device's fair queue, and a map's part. */

struct request *dmfp_fair_clone(struct dmfp_map *m, struct dmfp_io *io, struct request *rq,
				blk_opf_t opf)
{
	return dmfp_lot_clone(&m->fair.fair->lot, m, io, rq, opf);
}

struct fp_telling *dmfp_fair_telling_locked(struct dmfp_map *m)
{
	return &m->fair.fair->telling;
}

struct dmfp_fair *dmfp_fair_new(bool has_lot)
{
	struct dmfp_fair *fair = kvzalloc(sizeof(*fair), GFP_KERNEL);
	int r;

	if (!fair)
		return ERR_PTR(-ENOMEM);
	r = has_lot ? dmfp_lot_init(&fair->lot) : 0;
	if (r) {
		kvfree(fair);
		return ERR_PTR(r);
	}
	fair->has_lot = has_lot;
	fp_fq_init(&fair->fq);
	return fair;
}

void dmfp_fair_free(struct dmfp_fair *fair)
{
	if (!fair)
		return;
	if (fair->has_lot)
		dmfp_park_exit(&fair->lot);
	kvfree(fair);
}

static int dmfp_fair_alloc(struct dmfp_map *m)
{
	m->fair.moved = kvcalloc(m->core.nr_paths + 1, sizeof(*m->fair.moved), GFP_KERNEL);
	if (!m->fair.moved)
		return -ENOMEM;
	if (!dmfp_is_bio_based(m))
		return 0;
	m->fair.lanes = dmfp_lanes_new(m);
	return m->fair.lanes ? 0 : -ENOMEM;
}

int dmfp_fair_map_init(struct dmfp_map *m)
{
	struct dmfp_fair *fair;
	int r;

	INIT_DELAYED_WORK(&m->fair.poll, dmfp_fair_poll);
	hrtimer_init(&m->fair.pace, CLOCK_MONOTONIC, HRTIMER_MODE_REL_SOFT);
	m->fair.pace.function = dmfp_fair_pace;
	dmfp_silence_init(m);
	if (!m->features.fair.on)
		return 0;
	r = dmfp_fair_alloc(m);
	if (r)
		return r;
	fair = dmfp_shared_fair(m->shared, !dmfp_is_bio_based(m));
	if (IS_ERR(fair))
		return PTR_ERR(fair);
	m->fair.mode = dmfp_is_bio_based(m) ? &dmfp_fair_bio : &dmfp_fair_rq;
	m->fair.fair = fair;
	return dmfp_latency_init(m);
}

/* Nothing waits any more. May sleep. */
static void dmfp_fair_stop(struct dmfp_map *m)
{
	cancel_delayed_work_sync(&m->fair.poll);
	m->fair.polls = false;
	hrtimer_cancel(&m->fair.pace);
	dmfp_silence_stop(m);
}

void dmfp_fair_map_exit(struct dmfp_map *m)
{
	if (m->fair.fair)
		dmfp_fair_stop(m);
	dmfp_lanes_free(m);
	kvfree(m->fair.moved);
	dmfp_latency_exit(m);
}

/* As many requests as the paths take. */
static u32 dmfp_fair_most(const struct dmfp_map *m)
{
	unsigned int i;
	u32 most = 0;

	for (i = 0; i < m->nr_devices; i++)
		most += m->queues[i]->nr_requests;
	return clamp_t(u32, most, 1, DMFP_FAIR_MOST);
}

/* What was found out of the LUN outlives the table, unless that sets it. */
static void dmfp_fair_resume_depth(struct dmfp_fair *fair, u32 most, u32 fixed)
{
	if (fair->depth.max)
		fp_depth_set_max(&fair->depth, most);
	else
		fp_depth_init(&fair->depth, most);
	if (fixed || fair->depth.fixed)
		fp_depth_fix(&fair->depth, fixed);
}

void dmfp_fair_resume_locked(struct dmfp_map *m)
{
	const struct fp_fair_policy *policy = &m->features.fair;
	struct dmfp_fair *fair = m->fair.fair;
	unsigned int i;

	if (!fair)
		return;
	fp_deadlines_init(&fair->fq.deadlines);
	for (i = 0; i < FP_NR_DIRECTIONS; i++)
		if (policy->expiry_ms[i])
			fair->fq.deadlines.expiry_ns[i] = policy->expiry_ms[i] * 1000000ULL;
	for (i = 0; i < policy->nr_weights; i++)
		fp_fair_set_weight(&fair->weights, policy->weights[i]);
	dmfp_latency_resume_locked(m);
	dmfp_fair_resume_depth(fair, dmfp_fair_most(m), policy->depth);
}

void dmfp_fair_postsuspend(struct dmfp_map *m)
{
	if (!m->fair.fair)
		return;
	WARN_ON_ONCE(m->fair.fair->fq.nr_waiting);
	dmfp_fair_stop(m);
}

struct fp_fair_view dmfp_fair_view_locked(struct dmfp_map *m)
{
	struct dmfp_fair *fair = m->fair.fair;
	struct fp_room room;
	int group;

	if (!fair)
		return (struct fp_fair_view){};
	room = dmfp_room(m, ktime_get_ns());
	group = (int)fp_map_group_in_status(&m->core) - 1;
	return (struct fp_fair_view){
		.flows = m->features.fair.flows,
		.told_by = fp_fair_told_by(&fair->telling),
		.fq = &fair->fq,
		.depth = &fair->depth,
		.latencies = m->shared->latencies,
		.in_flight = group < 0 ? 0 : fp_room_in_flight(&room, group),
	};
}

bool dmfp_fair_weight_locked(struct dmfp_map *m, struct fp_fair_weight weight)
{
	return m->fair.fair && fp_fair_set_weight(&m->fair.fair->weights, weight);
}

void dmfp_fair_reset_locked(struct dmfp_map *m)
{
	if (!m->fair.fair)
		return;
	fp_fq_reset_counts(&m->fair.fair->fq);
	fp_latencies_reset(m->shared->latencies);
	m->fair.fair->telling = (struct fp_telling){};
}
