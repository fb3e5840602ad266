// SPDX-License-Identifier: GPL-2.0
/* The deadline fallback; see deadline.h. */
#include "deadline.h"

void fp_deadlines_init(struct fp_deadlines *deadlines)
{
	*deadlines = (struct fp_deadlines){
		.expiry_ns = { [FP_READ] = FP_READ_EXPIRY_NS, [FP_WRITE] = FP_WRITE_EXPIRY_NS },
	};
}

u64 fp_deadline_add(struct fp_deadlines *deadlines, enum fp_direction direction, u64 now)
{
	u64 deadline = now + deadlines->expiry_ns[direction];

	fp_deadline_add_again(deadlines, deadline);
	return deadline;
}

void fp_deadline_add_again(struct fp_deadlines *deadlines, u64 deadline)
{
	if (!deadlines->next || deadline < deadlines->next)
		deadlines->next = deadline;
}

bool fp_deadline_is_due(const struct fp_deadlines *deadlines, u64 now)
{
	return !deadlines->last_by_deadline && now >= deadlines->next;
}

void fp_deadline_look(struct fp_deadline_look *look, u64 now)
{
	*look = (struct fp_deadline_look){ .now = now, .best = FP_NO_FLOW };
}

static bool fp_may_go_early(const struct fp_deadline_case *of, u64 now)
{
	if (of->idle_class)
		return now >= of->idle_after;
	return of->had <= of->share;
}

void fp_deadline_see(struct fp_deadline_look *look, int flow, const struct fp_deadline_case *of)
{
	if (!look->next || of->deadline < look->next)
		look->next = of->deadline;
	if (look->now < of->deadline || !fp_may_go_early(of, look->now))
		return;
	if (look->best == FP_NO_FLOW || of->deadline < look->earliest) {
		look->best = flow;
		look->earliest = of->deadline;
	}
}

int fp_deadline_looked(struct fp_deadlines *deadlines, const struct fp_deadline_look *look)
{
	deadlines->next = look->next;
	return look->best;
}

void fp_deadline_granted(struct fp_deadlines *deadlines, bool by_deadline)
{
	deadlines->last_by_deadline = by_deadline;
}

u64 fp_deadline_idle_after(const struct fp_deadlines *deadlines, enum fp_direction direction,
			   u64 now)
{
	return now + deadlines->expiry_ns[direction];
}
