// SPDX-License-Identifier: GPL-2.0
/* How close after one another what waits is let go; see pace.h. */
#include "pace.h"

/* A span so many times longer than expected tells of an interruption, not of the rate. */
#define FP_PACE_FAR 4

/* What a new span weighs beside all that were before: a quarter. */
static u64 fp_pace_mean(u64 before, u64 interval)
{
	if (!before)
		return interval;
	if (interval > before * FP_PACE_FAR)
		interval = before * FP_PACE_FAR;
	return (3 * before + interval) / 4;
}

/* The last ones count, so many about. */
#define FP_PACE_LAST 64

static u64 fp_pace_drift(u64 mean, u64 value)
{
	return mean + div_u64(value, FP_PACE_LAST) - div_u64(mean, FP_PACE_LAST);
}

static void fp_pace_latency(struct fp_pace *pace, u64 latency)
{
	u64 mean = pace->latency_ns ? pace->latency_ns : latency;
	u64 off = latency > mean ? latency - mean : mean - latency;

	pace->latency_ns = fp_pace_drift(mean, latency);
	pace->scatter_ns = fp_pace_drift(pace->scatter_ns, off);
}

void fp_pace_ended(struct fp_pace *pace, bool waiting, u64 latency_ns, u64 now)
{
	if (!waiting) {
		pace->span_began = 0;
		return;
	}
	fp_pace_latency(pace, latency_ns);
	if (!pace->span_began) {
		pace->span_began = now;
		pace->span_n = 0;
		return;
	}
	if (++pace->span_n < FP_PACE_SPAN)
		return;
	pace->interval_ns =
		fp_pace_mean(pace->interval_ns, div_u64(now - pace->span_began, FP_PACE_SPAN));
	pace->span_began = now;
	pace->span_n = 0;
}

void fp_pace_granted(struct fp_pace *pace, u64 now)
{
	pace->granted = now;
}

/* P1, P4 */
static u64 fp_pace_distance(const struct fp_pace *pace)
{
	u64 most = pace->interval_ns / 8 * FP_PACE_DISTANCE;
	u64 latency = pace->latency_ns >> 10, off = FP_PACE_MOST_SCATTER * pace->scatter_ns >> 10;

	return off < latency ? div64_u64(most * (latency - off), latency) : 0;
}

u64 fp_pace_wait_ns(const struct fp_pace *pace, u32 in_flight, u32 window, u64 now)
{
	u64 next = pace->granted + fp_pace_distance(pace);

	if (pace->interval_ns < FP_PACE_SHORTEST_NS || in_flight * 2 < window || next <= now)
		return 0;
	return next - now;
}
