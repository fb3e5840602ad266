// SPDX-License-Identifier: GPL-2.0
/* What requests under one window tell of it; see sample.h. */
#include "sample.h"

/* A batch's latency that is further from the first's, in millionths, is not more different. */
#define FP_SAMPLE_FAR ((s64)8 * FP_MILLION)

u32 fp_sample_batch(u32 window)
{
	if (window < FP_SAMPLE_MIN_BATCH)
		return FP_SAMPLE_MIN_BATCH;
	return window > FP_SAMPLE_MAX_BATCH ? FP_SAMPLE_MAX_BATCH : window;
}

/* By how much this batch's latency differs from the first's, for the same cost. */
static s64 fp_batch_differs(struct fp_sample *sample)
{
	u64 latency = div64_u64(sample->batch_latency_ns << 8, (sample->batch_cost >> 9) + 1) + 1;

	if (!sample->batches)
		sample->first = latency;
	if (latency > sample->first * (FP_SAMPLE_FAR / FP_MILLION))
		return FP_SAMPLE_FAR;
	return (s64)div64_u64(latency * FP_MILLION, sample->first) - FP_MILLION;
}

static void fp_batch_ends(struct fp_sample *sample)
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

bool fp_sample_add(struct fp_sample *sample, const struct fp_sample_of *of, u32 window)
{
	sample->in_flight += of->in_flight;
	sample->not_full += !of->waiting;
	sample->batch_latency_ns += of->latency_ns;
	sample->batch_cost += of->cost;
	if (++sample->batch_n < fp_sample_batch(window))
		return false;
	fp_batch_ends(sample);
	return true;
}

u64 fp_sample_latency(const struct fp_sample *sample)
{
	return sample->n ? div_u64(sample->latency_ns, sample->n) : 0;
}

u32 fp_sample_in_flight(const struct fp_sample *sample)
{
	u32 n = sample->n + sample->batch_n;

	return n ? (u32)div_u64(sample->in_flight + n / 2, n) : 0;
}

u64 fp_sample_rate(const struct fp_sample *sample)
{
	u32 n = sample->n + sample->batch_n;
	u64 load = n ? div_u64(sample->in_flight << 8, n) : 0;

	return div64_u64(load * sample->cost, (sample->latency_ns >> 10) + 1);
}

/* Batches differ by parts of the first; what is wanted is parts of their mean. */
static u64 fp_of_the_mean(const struct fp_sample *sample, u64 variance)
{
	u64 all = (u64)((s64)sample->batches * FP_MILLION + sample->sum);
	u64 thousandths = div_u64(all, sample->batches * 1000) + 1;

	return div64_u64(div64_u64(variance * 1000, thousandths) * 1000, thousandths);
}

u64 fp_sample_variance(const struct fp_sample *sample)
{
	u32 batches = sample->batches;
	u64 mean, of_mean;

	if (batches < 2)
		return 0;
	mean = div_u64(sample->sum < 0 ? -sample->sum : sample->sum, batches);
	of_mean = mean * mean * batches;
	if (sample->squares <= of_mean)
		return 0;
	return fp_of_the_mean(sample, div_u64(sample->squares - of_mean, batches * (batches - 1)));
}

bool fp_sample_full(const struct fp_sample *sample)
{
	return sample->not_full * 4 <= sample->n;
}
