// SPDX-License-Identifier: GPL-2.0
/* The window that tunes itself; see depth.h. */
#include "depth.h"

#define FP_MILLION 1000000

/* Nobody can tell rates apart that differ by less, in millionths. */
#define FP_DEPTH_BLUR 500

/* A batch's latency that is further from the first's, in millionths, is not more different. */
#define FP_DEPTH_FAR ((s64)8 * FP_MILLION)

#define FP_DEPTH_MAX_STRIDE 2

void fp_depth_init(struct fp_depth *depth, u32 max)
{
	*depth = (struct fp_depth){
		.window = max,
		.max = max,
		.down = true,
		.stride = FP_DEPTH_MAX_STRIDE,
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
	if (fp_depth_now(depth) != before) {
		depth->generation++;
		depth->settling = true;
	}
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

u32 fp_depth_sent(const struct fp_depth *depth)
{
	return depth->generation;
}

/* Samples. */

static u32 fp_batch_size(u32 window)
{
	if (window < FP_DEPTH_MIN_BATCH)
		return FP_DEPTH_MIN_BATCH;
	return window > FP_DEPTH_MAX_BATCH ? FP_DEPTH_MAX_BATCH : window;
}

/* By how much this batch's latency differs from the first's, for the same cost. */
static s64 fp_batch_differs(struct fp_depth_sample *sample)
{
	u64 latency = div64_u64(sample->batch_latency_ns << 8, (sample->batch_cost >> 9) + 1) + 1;
	s64 differs;

	if (!sample->batches)
		sample->first = latency;
	if (latency > sample->first * (FP_DEPTH_FAR / FP_MILLION))
		return FP_DEPTH_FAR;
	differs = (s64)div64_u64(latency * FP_MILLION, sample->first) - FP_MILLION;
	return differs;
}

static void fp_batch_ends(struct fp_depth_sample *sample)
{
	s64 differs = fp_batch_differs(sample);

	sample->sum += differs;
	sample->squares += (u64)(differs * differs);
	sample->batches++;
	sample->n += sample->batch_n;
	sample->latency_ns += sample->batch_latency_ns;
	sample->cost += sample->batch_cost;
	sample->batch_n = 0;
	sample->batch_latency_ns = 0;
	sample->batch_cost = 0;
}

/* Return: true if a batch is whole with this one. */
static bool fp_sample_add(struct fp_depth_sample *sample, const struct fp_depth_end *end,
			  u32 batch_size)
{
	sample->in_flight += end->in_flight + 1;
	sample->not_full += !end->waiting;
	sample->batch_latency_ns += end->latency_ns;
	sample->batch_cost += end->cost;
	if (++sample->batch_n < batch_size)
		return false;
	fp_batch_ends(sample);
	return true;
}

static u64 fp_sample_latency(const struct fp_depth_sample *sample)
{
	return sample->n ? div_u64(sample->latency_ns, sample->n) : 0;
}

static u32 fp_sample_in_flight(const struct fp_depth_sample *sample)
{
	u32 n = sample->n + sample->batch_n;

	return n ? (u32)div_u64(sample->in_flight + n / 2, n) : 0;
}

/* Little's law; the unit is of no matter, since rates are only compared. */
static u64 fp_sample_rate(const struct fp_depth_sample *sample)
{
	u64 load = div_u64(sample->in_flight << 8, sample->n + sample->batch_n);

	return div64_u64(load * sample->cost, (sample->latency_ns >> 10) + 1);
}

/* Of the mean of all batches: its variance, in millionths squared. */
static u64 fp_sample_variance(const struct fp_depth_sample *sample)
{
	u64 sum = sample->sum < 0 ? -sample->sum : sample->sum;
	u64 of_mean = div_u64(sum * sum, sample->batches);

	if (sample->squares <= of_mean)
		return 0;
	return div_u64(sample->squares - of_mean, sample->batches * (sample->batches - 1));
}

/* Trials. */

enum fp_clear {
	FP_NOT_YET,
	FP_ACCEPTED,
	FP_REFUSED,
};

/* By how much the other rate is better, in millionths of the base's. */
static s64 fp_trial_gain(const struct fp_depth *depth)
{
	u64 base = fp_sample_rate(&depth->base), other = fp_sample_rate(&depth->other);

	if (!base || other > base * 8)
		return (s64)7 * FP_MILLION;
	return (s64)div64_u64(other * FP_MILLION, base) - FP_MILLION;
}

/* W1 */
static s64 fp_trial_must_gain(const struct fp_depth *depth)
{
	if (depth->down && depth->stride)
		return -(s64)FP_DEPTH_COARSE_TOLERANCE * depth->stride;
	if (depth->down)
		return (s64)depth->lost - FP_DEPTH_TOLERANCE;
	return FP_DEPTH_TOLERANCE / 2;
}

static u32 fp_trial_max(const struct fp_depth *depth)
{
	return depth->down && !depth->stride ? FP_DEPTH_MAX_FINE_SAMPLE : FP_DEPTH_MAX_SAMPLE;
}

static enum fp_clear fp_trial_clear(const struct fp_depth *depth)
{
	s64 margin = fp_trial_gain(depth) - fp_trial_must_gain(depth);
	u64 variance = fp_sample_variance(&depth->base) + fp_sample_variance(&depth->other) +
		       (u64)FP_DEPTH_BLUR * FP_DEPTH_BLUR;

	/* A smaller window that was not full was not tried. */
	if (depth->other.not_full * 4 > depth->other.n)
		return FP_REFUSED;
	/* Two standard deviations; a step up, which is tried for ever, needs three. */
	if (!depth->down && margin >= 0)
		variance += variance + variance / 4;
	if ((u64)(margin * margin) >= 4 * variance)
		return margin >= 0 ? FP_ACCEPTED : FP_REFUSED;
	return depth->other.n * 2 <= fp_trial_max(depth) ? FP_NOT_YET : FP_REFUSED;
}

static void fp_depth_state(struct fp_depth *depth, enum fp_depth_state state)
{
	u32 before = fp_depth_now(depth);

	depth->state = state;
	if (fp_depth_now(depth) != before) {
		depth->generation++;
		depth->settling = true;
	}
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
	static const u32 quarters[] = { 5, 6, 8 };
	u32 to = from * quarters[stride] / 4;

	if (to == from)
		to++;
	return to < max ? to : max;
}

/* W4 */
static u32 fp_trial_from(const struct fp_depth *depth)
{
	u32 in_flight = fp_sample_in_flight(&depth->base);

	return depth->down && in_flight < depth->window ? in_flight : depth->window;
}

static bool fp_is_noisy(u64 latency_ns, u64 than_ns)
{
	return latency_ns * 100 > than_ns * FP_DEPTH_NOISY;
}

/*
 * What would be in flight without waiting in the LUN, and an eighth: a better guess
 * than any step, where the quiet latency is known.
 */
static u32 fp_guess_down(struct fp_depth *depth, u32 from)
{
	u64 latency = fp_sample_latency(&depth->base);

	if (!depth->quiet_ns || !fp_is_noisy(latency, depth->quiet_ns))
		return fp_step_down(from, depth->stride);
	if (!depth->stride)
		depth->stride = 1;
	return (u32)div64_u64((u64)from * depth->quiet_ns * 9, latency * 8) + 1;
}

/* Return: false if there is nothing to try. */
static bool fp_trial_begin(struct fp_depth *depth)
{
	u32 from = fp_trial_from(depth);

	if (depth->down && from <= 1)
		return false;
	depth->tried = depth->down ? fp_guess_down(depth, from)
				   : fp_step_up(from, depth->stride, depth->max);
	if (depth->tried == from)
		return false;
	depth->batches = FP_DEPTH_BATCHES;
	depth->other = (struct fp_depth_sample){ 0 };
	fp_depth_state(depth, FP_DEPTH_OTHER);
	return true;
}

static void fp_depth_rest(struct fp_depth *depth, u64 now)
{
	depth->settled_ns = fp_sample_latency(&depth->base);
	depth->lost -= depth->lost / 8;
	depth->stride = 0;
	depth->next_try = now + FP_DEPTH_REST_NS;
	depth->base = (struct fp_depth_sample){ 0 };
	fp_depth_state(depth, FP_DEPTH_REST);
}

static void fp_note_quiet(struct fp_depth *depth, u64 latency_ns)
{
	if (!depth->quiet_ns || latency_ns < depth->quiet_ns)
		depth->quiet_ns = latency_ns;
}

static void fp_trial_accepted(struct fp_depth *depth, u64 now)
{
	s64 lost = (s64)depth->lost - fp_trial_gain(depth);

	if (!depth->down || (!depth->stride && lost > depth->lost))
		depth->lost = lost > 0 ? lost : 0;
	fp_note_quiet(depth, fp_sample_latency(&depth->other));
	depth->patience = 0;
	/* Its window is in force already; only the name changes. */
	depth->window = depth->tried;
	depth->base = depth->other;
	depth->state = FP_DEPTH_REST;
	if (depth->stride < FP_DEPTH_MAX_STRIDE)
		depth->stride++;
	if (!fp_trial_begin(depth))
		fp_depth_rest(depth, now);
}

static void fp_trial_refused(struct fp_depth *depth, u64 now)
{
	/* With so much lost for want of requests, none can have waited long. */
	if (depth->down && fp_trial_gain(depth) < (s64)-2 * FP_DEPTH_COARSE_TOLERANCE)
		depth->quiet_ns = fp_sample_latency(&depth->other);
	fp_depth_state(depth, FP_DEPTH_BASE);
	if (!depth->stride) {
		if (depth->down) {
			depth->next_down = now + (FP_DEPTH_REST_NS << depth->patience);
			depth->patience += depth->patience < FP_DEPTH_MAX_PATIENCE;
		}
		depth->down = !depth->down;
		fp_depth_rest(depth, now);
		return;
	}
	depth->stride--;
	if (!fp_trial_begin(depth))
		fp_depth_rest(depth, now);
}

static void fp_trial_judge(struct fp_depth *depth, u64 now)
{
	switch (fp_trial_clear(depth)) {
	case FP_NOT_YET:
		depth->batches *= 2;
		depth->base = depth->other = (struct fp_depth_sample){ 0 };
		fp_depth_state(depth, FP_DEPTH_BASE);
		return;
	case FP_ACCEPTED:
		fp_trial_accepted(depth, now);
		return;
	case FP_REFUSED:
		fp_trial_refused(depth, now);
		return;
	}
}

/* W3 */

/* Has the latency become another since the rest began? */
static bool fp_rest_is_disturbed(const struct fp_depth *depth, u64 latency)
{
	return depth->settled_ns &&
	       (fp_is_noisy(latency, depth->settled_ns) || fp_is_noisy(depth->settled_ns, latency));
}

static bool fp_rest_wants_down(const struct fp_depth *depth, u64 latency, u64 now)
{
	if (now < depth->next_down)
		return false;
	return !depth->quiet_ns || fp_is_noisy(latency, depth->quiet_ns);
}

static bool fp_rest_wants_up(const struct fp_depth *depth)
{
	return depth->base.not_full * 4 <= depth->base.n && depth->window < depth->max;
}

static void fp_rest_try(struct fp_depth *depth, u64 latency, u64 now)
{
	bool down = fp_rest_wants_down(depth, latency, now), up = fp_rest_wants_up(depth);

	if (!(depth->down ? down : up))
		depth->down = !depth->down;
	if (!(depth->down ? down : up) || !fp_trial_begin(depth))
		fp_depth_rest(depth, now);
}

static void fp_rest_look(struct fp_depth *depth, u64 now)
{
	u64 latency = fp_sample_latency(&depth->base);

	if (fp_rest_is_disturbed(depth, latency)) {
		depth->patience = 0;
		depth->next_down = 0;
		depth->next_try = 0;
	}
	if (now >= depth->next_try)
		fp_rest_try(depth, latency, now);
	else
		depth->base = (struct fp_depth_sample){ 0 };
	if (depth->quiet_ns)
		fp_note_quiet(depth, latency);
}

static bool fp_depth_settles(struct fp_depth *depth, const struct fp_depth_end *end)
{
	u32 now = fp_depth_now(depth);

	if (end->in_flight + 1 == now || (end->in_flight < now && !end->waiting)) {
		depth->settling = false;
		depth->generation++;
	}
	return !depth->settling;
}

static u32 fp_depth_wanted(const struct fp_depth *depth)
{
	if (depth->state != FP_DEPTH_REST)
		return depth->batches;
	/* Nothing is known yet: begin. */
	return depth->settled_ns ? FP_DEPTH_REST_BATCHES : FP_DEPTH_BATCHES;
}

void fp_depth_ended(struct fp_depth *depth, const struct fp_depth_end *end)
{
	struct fp_depth_sample *sample =
		depth->state == FP_DEPTH_OTHER ? &depth->other : &depth->base;

	if (depth->fixed)
		return;
	if (depth->settling && !fp_depth_settles(depth, end))
		return;
	if (end->sent != depth->generation)
		return;
	if (!fp_sample_add(sample, end, fp_batch_size(fp_depth_now(depth))) ||
	    sample->batches < fp_depth_wanted(depth))
		return;
	switch (depth->state) {
	case FP_DEPTH_REST:
		fp_rest_look(depth, end->now);
		return;
	case FP_DEPTH_BASE:
		fp_depth_state(depth, FP_DEPTH_OTHER);
		return;
	case FP_DEPTH_OTHER:
		fp_trial_judge(depth, end->now);
		return;
	}
}
