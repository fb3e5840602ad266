// SPDX-License-Identifier: GPL-2.0
/* The window that tunes itself; see depth.h. */
#include "depth.h"

/* Nobody can tell rates apart that differ by less, in millionths. */
#define FP_DEPTH_BLUR 500

#define FP_DEPTH_MAX_STRIDE 2

/* W6: a standard error above which what seems no worse may well be. */
#define FP_DEPTH_VAGUE 30000

void fp_depth_init(struct fp_depth *depth, u32 max)
{
	*depth = (struct fp_depth){
		.window = max,
		.max = max,
		.stride = FP_DEPTH_MAX_STRIDE,
		.hurry = true,
		.settling = true,
	};
}

void fp_depth_set_max(struct fp_depth *depth, u32 max)
{
	u32 before = fp_depth_now(depth);
	bool open = depth->window == depth->max;

	depth->max = max;
	if (depth->fixed)
		return;
	if (open || depth->window > max)
		depth->window = max;
	if (depth->tried > max)
		depth->tried = max;
	if (fp_depth_now(depth) != before)
		depth->settling = true;
}

void fp_depth_fix(struct fp_depth *depth, u32 window)
{
	u32 max = depth->max, generation = depth->generation;

	fp_depth_init(depth, max);
	depth->generation = generation + 1;
	if (!window)
		return;
	depth->fixed = true;
	depth->window = window;
}

u32 fp_depth_now(const struct fp_depth *depth)
{
	return depth->state == FP_DEPTH_OTHER ? depth->tried : depth->window;
}

u32 fp_depth_of_path(const struct fp_depth *depth, u32 nr_usable)
{
	u32 now = fp_depth_now(depth);

	return nr_usable ? (now + nr_usable - 1) / nr_usable : now;
}

/* Turns. */

static struct fp_sample *fp_turn_sample(struct fp_depth *depth)
{
	return depth->state == FP_DEPTH_OTHER ? &depth->other : &depth->base;
}

/* Batches that the sample is to have. */
static u32 fp_turn_wanted(const struct fp_depth *depth)
{
	if (depth->state != FP_DEPTH_REST)
		return depth->turn;
	return depth->hurry ? FP_DEPTH_FIRST_TURN : FP_DEPTH_TURN;
}

/* Whatever is sent from now on is sampled, as far as it is wanted. */
static void fp_turn_begin(struct fp_depth *depth)
{
	const struct fp_sample *sample = fp_turn_sample(depth);
	u32 batches = fp_turn_wanted(depth) - sample->batches;

	depth->generation++;
	depth->to_send = batches * fp_sample_batch(fp_depth_now(depth)) - sample->batch_n;
	depth->strangers = depth->to_send + fp_depth_now(depth);
}

u32 fp_depth_sent(struct fp_depth *depth)
{
	if (depth->settling || !depth->to_send)
		return depth->generation - 1;
	depth->to_send--;
	return depth->generation;
}

u32 fp_depth_generation(const struct fp_depth *depth)
{
	return depth->generation;
}

static bool fp_turn_settles(struct fp_depth *depth, const struct fp_depth_end *end)
{
	u32 now = fp_depth_now(depth);

	if (end->in_flight + 1 == now || (end->in_flight < now && !end->waiting)) {
		depth->settling = false;
		fp_turn_begin(depth);
	}
	return !depth->settling;
}

/* Return: true if the turn is over. */
static bool fp_turn_ended(struct fp_depth *depth, const struct fp_depth_end *end)
{
	struct fp_sample *sample = fp_turn_sample(depth);
	struct fp_sample_of of = { .latency_ns = end->latency_ns,
				   .cost = end->cost,
				   .in_flight = end->in_flight + 1,
				   .waiting = end->waiting };

	if (end->sent != depth->generation)
		return !depth->to_send && !--depth->strangers;
	return fp_sample_add(sample, &of, fp_depth_now(depth)) &&
	       sample->batches >= fp_turn_wanted(depth);
}

/* Trials. */

enum fp_clear {
	FP_NOT_YET,
	FP_ACCEPTED,
	FP_REFUSED,
};

/* Of the other rate over the base's. */
static struct fp_evidence fp_trial_seen(const struct fp_depth *depth)
{
	u64 base = fp_sample_rate(&depth->base), other = fp_sample_rate(&depth->other);
	struct fp_evidence seen = {
		.gain = 7 * (s64)FP_MILLION,
		.variance = fp_sample_variance(&depth->base) + fp_sample_variance(&depth->other) +
			    (u64)FP_DEPTH_BLUR * FP_DEPTH_BLUR,
	};

	if (base && other <= base * 8)
		seen.gain = (s64)div64_u64(other * FP_MILLION, base) - FP_MILLION;
	return seen;
}

/* W6: @seen, with what was seen of these windows before. */
static const struct fp_evidence *fp_trial_seen_in_all(struct fp_depth *depth,
						      const struct fp_evidence *seen)
{
	struct fp_depth_record *record = &depth->seen[depth->down];

	if (record->window != depth->window || record->tried != depth->tried)
		*record =
			(struct fp_depth_record){ .window = depth->window, .tried = depth->tried };
	fp_evidence_join(&record->evidence, seen);
	return &record->evidence;
}

static bool fp_trial_is_over(const struct fp_depth *depth, u64 now)
{
	return now >= depth->trial_end && depth->other.n >= FP_DEPTH_MIN_REQUESTS;
}

/*
 * To refuse costs little when it was wrong, so two standard errors do; to accept takes
 * three. The first turn is short, and what it tells of its own error is vague.
 */
#define FP_REFUSE_ERRORS 2

static u32 fp_accept_errors(const struct fp_depth *depth)
{
	return depth->other.batches < FP_DEPTH_TURN ? 4 : 3;
}

/* W1: in millionths, and below 0. */
static s64 fp_trial_may_lose(const struct fp_depth *depth)
{
	return depth->stride ? -(s64)FP_DEPTH_COARSE_TOLERANCE * depth->stride
			     : (s64)depth->lost - FP_DEPTH_TOLERANCE;
}

/* W1, W6: the trial is over. A coarse step that was wrong is mended by the steps up. */
static enum fp_clear fp_trial_down_ends(struct fp_depth *depth, const struct fp_evidence *seen)
{
	const struct fp_evidence *all = fp_trial_seen_in_all(depth, seen);
	bool vague = all->variance > (u64)FP_DEPTH_VAGUE * FP_DEPTH_VAGUE;

	if (vague && !depth->stride)
		return FP_REFUSED;
	return fp_evidence_above(all, fp_trial_may_lose(depth), 0) ? FP_ACCEPTED : FP_REFUSED;
}

/* W1 */
static enum fp_clear fp_trial_down_clear(struct fp_depth *depth, u64 now)
{
	struct fp_evidence seen = fp_trial_seen(depth);
	s64 may_lose = fp_trial_may_lose(depth);

	if (fp_evidence_above(&seen, may_lose, fp_accept_errors(depth)))
		return FP_ACCEPTED;
	if (fp_evidence_below(&seen, may_lose, FP_REFUSE_ERRORS))
		return FP_REFUSED;
	return fp_trial_is_over(depth, now) ? fp_trial_down_ends(depth, &seen) : FP_NOT_YET;
}

/* W2, W6: the trial is over. */
static enum fp_clear fp_trial_up_ends(struct fp_depth *depth, const struct fp_evidence *seen)
{
	return fp_evidence_above(fp_trial_seen_in_all(depth, seen), FP_DEPTH_TOLERANCE / 2, 2)
		       ? FP_ACCEPTED
		       : FP_REFUSED;
}

/* W2 */
static enum fp_clear fp_trial_up_clear(struct fp_depth *depth, u64 now)
{
	struct fp_evidence seen = fp_trial_seen(depth);

	if (fp_evidence_above(&seen, FP_DEPTH_TOLERANCE / 2, fp_accept_errors(depth)))
		return FP_ACCEPTED;
	if (fp_evidence_below(&seen, FP_DEPTH_TOLERANCE, FP_REFUSE_ERRORS))
		return FP_REFUSED;
	if (fp_trial_is_over(depth, now) || (depth->other.n >= FP_DEPTH_PROMISE &&
					     !fp_evidence_above(&seen, FP_DEPTH_TOLERANCE / 2, 1)))
		return fp_trial_up_ends(depth, &seen);
	return FP_NOT_YET;
}

static enum fp_clear fp_trial_clear(struct fp_depth *depth, u64 now)
{
	if (!depth->down)
		return fp_trial_up_clear(depth, now);
	/* A smaller window that was not full was not tried. */
	return fp_sample_full(&depth->other) ? fp_trial_down_clear(depth, now) : FP_REFUSED;
}

static void fp_depth_state(struct fp_depth *depth, enum fp_depth_state state)
{
	u32 before = fp_depth_now(depth);

	depth->state = state;
	if (fp_depth_now(depth) != before)
		depth->settling = true;
	else
		fp_turn_begin(depth);
}

static u32 fp_step_down(u32 from, u32 stride)
{
	static const u32 sixteenths[] = { 15, 12, 8 };
	u32 to = from * sixteenths[stride] / 16;

	/* Finest: from 16 on down, by one. */
	if (stride == 0 && from <= 16)
		to = from - 1;
	return to ? to : 1;
}

static u32 fp_step_up(u32 from, u32 stride, u32 max)
{
	static const u32 eighths[] = { 9, 11, 14 };
	u32 to = from * eighths[stride] / 8;

	if (to == from)
		to++;
	return to < max ? to : max;
}

/* W5 */
static u32 fp_trial_from(const struct fp_depth *depth)
{
	u32 in_flight = fp_sample_in_flight(&depth->base);

	return depth->down && in_flight < depth->window ? in_flight : depth->window;
}

/* Return: false if there is nothing to try. */
static bool fp_trial_begin(struct fp_depth *depth, u64 now)
{
	u32 from = fp_trial_from(depth);

	if (depth->down && from <= 1)
		return false;
	depth->tried = depth->down ? fp_step_down(from, depth->stride)
				   : fp_step_up(from, depth->stride, depth->max);
	if (depth->tried == from)
		return false;
	depth->hurry = false;
	depth->trial_end = now + FP_DEPTH_REST_NS;
	depth->turn = FP_DEPTH_FIRST_TURN;
	depth->other = (struct fp_sample){ 0 };
	fp_depth_state(depth, FP_DEPTH_OTHER);
	return true;
}

static void fp_depth_rest(struct fp_depth *depth)
{
	depth->lost -= depth->lost / 8;
	depth->stride = 0;
	depth->base = (struct fp_sample){ 0 };
	fp_depth_state(depth, FP_DEPTH_REST);
}

static void fp_note_loss(struct fp_depth *depth)
{
	s64 lost = (s64)depth->lost - fp_trial_seen(depth).gain;

	if (!depth->down || (!depth->stride && lost > depth->lost))
		depth->lost = lost > 0 ? lost : 0;
}

static void fp_trial_accepted(struct fp_depth *depth, u64 now)
{
	fp_note_loss(depth);
	depth->patience = 0;
	depth->next_down = 0;
	depth->settled_ns = 0;
	/* Its window is in force already; only the name changes. */
	depth->window = depth->tried;
	depth->base = depth->other;
	depth->state = FP_DEPTH_REST;
	if (depth->stride < FP_DEPTH_MAX_STRIDE)
		depth->stride++;
	if (!fp_trial_begin(depth, now))
		fp_depth_rest(depth);
}

/* W4: when the next of its kind may begin. */
static void fp_trial_put_off(struct fp_depth *depth, u64 now)
{
	if (!depth->down) {
		depth->next_up = now + FP_DEPTH_REST_NS;
		return;
	}
	depth->next_down = now + (FP_DEPTH_REST_NS << depth->patience);
	depth->patience += depth->patience < FP_DEPTH_MAX_PATIENCE;
}

static void fp_trial_refused(struct fp_depth *depth, u64 now)
{
	fp_depth_state(depth, FP_DEPTH_BASE);
	if (depth->stride) {
		depth->stride--;
		if (fp_trial_begin(depth, now))
			return;
	}
	fp_trial_put_off(depth, now);
	fp_depth_rest(depth);
	/* Of large steps up, the last one may have gone too far by as much. */
	if (!depth->down && !depth->next_down)
		depth->stride = 1;
}

/* Turns grow as what is asked turns out to be hard to tell. */
static u32 fp_next_turn(u32 batches)
{
	if (batches < FP_DEPTH_FIRST_TURN)
		return FP_DEPTH_FIRST_TURN;
	return batches < FP_DEPTH_TURN ? batches : FP_DEPTH_TURN;
}

/* The turn of the one of which less is known. */
static void fp_trial_goes_on(struct fp_depth *depth)
{
	bool other = depth->other.batches < depth->base.batches;
	struct fp_sample *sample = other ? &depth->other : &depth->base;

	depth->turn = sample->batches + fp_next_turn(sample->batches);
	fp_depth_state(depth, other ? FP_DEPTH_OTHER : FP_DEPTH_BASE);
}

static void fp_trial_judge(struct fp_depth *depth, u64 now)
{
	switch (fp_trial_clear(depth, now)) {
	case FP_NOT_YET:
		fp_trial_goes_on(depth);
		return;
	case FP_ACCEPTED:
		fp_trial_accepted(depth, now);
		return;
	case FP_REFUSED:
		fp_trial_refused(depth, now);
		return;
	}
}

/* W4 */

/*
 * Has the latency become another since the rest began, more than by chance? How much
 * that is was seen then: a sample in which it changes scatters with that.
 */
static bool fp_rest_is_disturbed(const struct fp_depth *depth, u64 latency)
{
	u64 low = latency < depth->settled_ns ? latency : depth->settled_ns;
	u64 high = latency < depth->settled_ns ? depth->settled_ns : latency;
	struct fp_evidence change = { .variance = 2 * depth->settled_variance };

	if (!low || high * 100 <= low * FP_DEPTH_CHANGED)
		return false;
	change.gain = (s64)div64_u64(high * FP_MILLION, low) - FP_MILLION;
	return fp_evidence_above(&change, 0, 3);
}

static bool fp_rest_try(struct fp_depth *depth, bool down, u64 now)
{
	if (now < (down ? depth->next_down : depth->next_up))
		return false;
	if (!down && !fp_sample_full(&depth->base))
		return false;
	depth->down = down;
	return fp_trial_begin(depth, now);
}

/* All that was known is of another array; and this sample is half of the one, half of the other. */
static void fp_rest_ends(struct fp_depth *depth)
{
	depth->seen[0].window = 0;
	depth->seen[1].window = 0;
	depth->patience = 0;
	depth->next_down = 0;
	depth->next_up = 0;
	depth->stride = 1;
	depth->hurry = true;
	depth->base = (struct fp_sample){ 0 };
	fp_turn_begin(depth);
}

static void fp_rest_look(struct fp_depth *depth, u64 now)
{
	u64 latency = fp_sample_latency(&depth->base);
	bool slower = latency > depth->settled_ns;

	if (!depth->hurry && fp_rest_is_disturbed(depth, latency)) {
		fp_rest_ends(depth);
		return;
	}
	if (depth->hurry || !depth->settled_ns) {
		depth->settled_ns = latency;
		depth->settled_variance = fp_sample_variance(&depth->base);
	}
	if (!fp_rest_try(depth, slower, now) && !fp_rest_try(depth, !slower, now))
		fp_depth_rest(depth);
}

void fp_depth_ended(struct fp_depth *depth, const struct fp_depth_end *end)
{
	if (depth->fixed)
		return;
	if (depth->settling && !fp_turn_settles(depth, end))
		return;
	if (!fp_turn_ended(depth, end))
		return;
	if (depth->state == FP_DEPTH_REST)
		fp_rest_look(depth, end->now);
	else
		fp_trial_judge(depth, end->now);
}
