// SPDX-License-Identifier: GPL-2.0
/* The law of fair queuing; see fq.h. */
#include "fq.h"

/*
 * Virtual time: sectors of cost over weight, with room for a fraction. A flow of
 * weight 1 alone, with 100,000 requests a second, wears out 64 bits in 14 years.
 */
#define FP_FQ_SCALE FP_FQ_WEIGHT_MAX

void fp_fq_init(struct fp_fq *fq)
{
	memset(fq, 0, sizeof(*fq));
	fp_deadlines_init(&fq->deadlines);
	fq->run_flow = FP_NO_FLOW;
}

u32 fp_cost(u32 bytes)
{
	return bytes + FP_COST_FIXED;
}

static u64 fp_over_weight(const struct fp_flow *flow, u64 cost)
{
	return div_u64((cost >> 9) * FP_FQ_SCALE, flow->weight);
}

/* The heap: flows with backlog, those of the idle class last, then by start. */

static bool fp_flow_before(const struct fp_flow *a, const struct fp_flow *b)
{
	if (a->idle_class != b->idle_class)
		return b->idle_class;
	if (a->start != b->start)
		return a->start < b->start;
	return a->last_grant < b->last_grant;
}

static struct fp_flow *fp_heap_flow(struct fp_fq *fq, u32 place)
{
	return &fq->flows[fq->heap[place]];
}

static void fp_heap_swap(struct fp_fq *fq, u32 a, u32 b)
{
	u16 flow = fq->heap[a];

	fq->heap[a] = fq->heap[b];
	fq->heap[b] = flow;
	fp_heap_flow(fq, a)->heap_place = a;
	fp_heap_flow(fq, b)->heap_place = b;
}

static void fp_heap_up(struct fp_fq *fq, u32 place)
{
	while (place &&
	       fp_flow_before(fp_heap_flow(fq, place), fp_heap_flow(fq, (place - 1) / 2))) {
		fp_heap_swap(fq, place, (place - 1) / 2);
		place = (place - 1) / 2;
	}
}

static void fp_heap_down(struct fp_fq *fq, u32 place)
{
	for (;;) {
		u32 child = 2 * place + 1;

		if (child >= fq->nr_backlogged)
			return;
		if (child + 1 < fq->nr_backlogged &&
		    fp_flow_before(fp_heap_flow(fq, child + 1), fp_heap_flow(fq, child)))
			child++;
		if (!fp_flow_before(fp_heap_flow(fq, child), fp_heap_flow(fq, place)))
			return;
		fp_heap_swap(fq, place, child);
		place = child;
	}
}

/* Its start or class has changed. */
static void fp_heap_mend(struct fp_fq *fq, struct fp_flow *flow)
{
	fp_heap_up(fq, flow->heap_place);
	fp_heap_down(fq, flow->heap_place);
}

static void fp_heap_add(struct fp_fq *fq, struct fp_flow *flow)
{
	u32 place = fq->nr_backlogged++;

	fq->heap[place] = flow - fq->flows;
	flow->heap_place = place;
	fp_heap_up(fq, place);
}

static void fp_heap_remove(struct fp_fq *fq, struct fp_flow *flow)
{
	u32 place = flow->heap_place, last = --fq->nr_backlogged;
	struct fp_flow *moved;

	if (place == last)
		return;
	fp_heap_swap(fq, place, last);
	moved = fp_heap_flow(fq, place);
	fp_heap_mend(fq, moved);
}

/* Flows. */

static u32 fp_flow_hash(u64 key)
{
	/* The golden ratio's bits spread neighbouring numbers. */
	return (key * 0x9e3779b97f4a7c15ULL) >> 40;
}

static bool fp_flow_free(const struct fp_fq *fq, const struct fp_flow *flow)
{
	return !flow->in_use || (!flow->nr_waiting && flow->start <= fq->virtual_now);
}

static void fp_flow_begin(struct fp_flow *flow, u64 key)
{
	*flow = (struct fp_flow){ .key = key, .in_use = true };
}

/*
 * The submitter's slot: its own, else one that is free, else that of another,
 * with whom it shares from now on.
 */
static struct fp_flow *fp_flow_find(struct fp_fq *fq, const struct fp_submitter *who)
{
	u32 hash = fp_flow_hash(who->key), way;
	struct fp_flow *flow, *spare = NULL;

	for (way = 0; way < FP_FQ_WAYS; way++) {
		flow = &fq->flows[(hash + way) % FP_FQ_FLOWS];
		if (flow->in_use && flow->key == who->key)
			return flow;
		if (!spare && fp_flow_free(fq, flow))
			spare = flow;
	}
	if (!spare)
		return &fq->flows[hash % FP_FQ_FLOWS];
	fp_flow_begin(spare, who->key);
	return spare;
}

/* Q7 */
static void fp_flow_set_weight(const struct fp_fq *fq, struct fp_flow *flow, u32 weight)
{
	if (flow->start > fq->virtual_now)
		flow->start = fq->virtual_now +
			      div_u64((flow->start - fq->virtual_now) * flow->weight, weight);
	flow->weight = weight;
}

/* Submitters that share a slot share it on the terms of the first. */
static void fp_flow_terms(struct fp_fq *fq, struct fp_flow *flow, const struct fp_submitter *who)
{
	if (flow->key != who->key ||
	    (flow->weight == who->weight && flow->idle_class == who->idle_class))
		return;
	fp_flow_set_weight(fq, flow, who->weight);
	flow->idle_class = who->idle_class;
	if (flow->nr_waiting)
		fp_heap_mend(fq, flow);
}

/* Q3 */
static enum fp_direction fp_flow_direction(const struct fp_flow *flow)
{
	const struct fp_fq_item *read = flow->waiting[FP_READ].first;
	const struct fp_fq_item *write = flow->waiting[FP_WRITE].first;

	if (!read || !write)
		return read ? FP_READ : FP_WRITE;
	return write->deadline < read->deadline ? FP_WRITE : FP_READ;
}

static struct fp_fq_item *fp_flow_head(const struct fp_flow *flow)
{
	return flow->waiting[fp_flow_direction(flow)].first;
}

static void fp_flow_has_one_more(struct fp_fq *fq, struct fp_flow *flow)
{
	fq->nr_waiting++;
	if (flow->nr_waiting++)
		return;
	if (flow->start < fq->virtual_now) /* Q2 */
		flow->start = fq->virtual_now;
	fp_heap_add(fq, flow);
}

void fp_fq_add(struct fp_fq *fq, struct fp_fq_item *item, const struct fp_submitter *who,
	       const struct fp_ask *ask, u64 now)
{
	struct fp_flow *flow = fp_flow_find(fq, who);
	struct fp_fq_list *list = &flow->waiting[ask->direction];

	fp_flow_terms(fq, flow, who);
	*item = (struct fp_fq_item){
		.arrived = now,
		.deadline = fp_deadline_add(&fq->deadlines, ask->direction, now),
		.sector = ask->sector,
		.end_sector = ask->sector + (ask->bytes >> 9),
		.virtual_arrived = fq->virtual_now,
		.had = flow->had,
		.cost = fp_cost(ask->bytes),
		.flow = flow - fq->flows,
		.direction = ask->direction,
	};
	if (list->last)
		list->last->next = item;
	else
		list->first = item;
	list->last = item;
	fp_flow_has_one_more(fq, flow);
}

/* Into its list by arrival. What is put back is old: its place is near the front. */
static void fp_list_insert(struct fp_fq_list *list, struct fp_fq_item *item)
{
	struct fp_fq_item **link = &list->first;

	while (*link && (*link)->arrived < item->arrived)
		link = &(*link)->next;
	item->next = *link;
	*link = item;
	if (!item->next)
		list->last = item;
}

void fp_fq_put_back(struct fp_fq *fq, struct fp_fq_item *item)
{
	struct fp_flow *flow = &fq->flows[item->flow];
	u64 charge = fp_over_weight(flow, item->cost);

	fp_list_insert(&flow->waiting[item->direction], item);
	fp_deadline_add_again(&fq->deadlines, item->deadline);
	flow->had -= charge < flow->had ? charge : flow->had;
	flow->start -= charge < flow->start ? charge : flow->start;
	if (flow->start < fq->virtual_now)
		flow->start = fq->virtual_now;
	fp_flow_has_one_more(fq, flow);
	fp_heap_mend(fq, flow);
}

static struct fp_fq_item *fp_flow_take(struct fp_fq *fq, struct fp_flow *flow)
{
	struct fp_fq_list *list = &flow->waiting[fp_flow_direction(flow)];
	struct fp_fq_item *item = list->first;

	list->first = item->next;
	if (!list->first)
		list->last = NULL;
	item->next = NULL;
	fq->nr_waiting--;
	if (!--flow->nr_waiting)
		fp_heap_remove(fq, flow);
	return item;
}

/* Q5, Q6: the flow whose request goes before its turn, or NULL. */
static struct fp_flow *fp_find_overdue(struct fp_fq *fq, u64 now)
{
	struct fp_deadline_look look;
	u32 place;
	int best;

	if (!fp_deadline_is_due(&fq->deadlines, now))
		return NULL;
	fp_deadline_look(&look, now);
	for (place = 0; place < fq->nr_backlogged; place++) {
		const struct fp_flow *flow = fp_heap_flow(fq, place);
		const struct fp_fq_item *head = fp_flow_head(flow);

		fp_deadline_see(
			&look, fq->heap[place],
			&(struct fp_deadline_case){
				.deadline = head->deadline,
				.had = flow->had - head->had + fp_over_weight(flow, head->cost),
				.share = fq->virtual_now - head->virtual_arrived,
				.idle_class = flow->idle_class,
				.idle_after = flow->idle_after,
			});
	}
	best = fp_deadline_looked(&fq->deadlines, &look);
	return best == FP_NO_FLOW ? NULL : &fq->flows[best];
}

/* Q4: the last grant's flow, if it goes on where that ended, or NULL. */
static struct fp_flow *fp_find_run(struct fp_fq *fq)
{
	struct fp_flow *flow;

	if (fq->run_flow == FP_NO_FLOW)
		return NULL;
	flow = &fq->flows[fq->run_flow];
	if (!flow->nr_waiting || fp_flow_head(flow)->sector != fq->run_sector ||
	    flow->idle_class != fp_heap_flow(fq, 0)->idle_class)
		return NULL;
	if (flow->start > fq->virtual_now + fp_over_weight(flow, FP_FQ_RUN))
		return NULL;
	return flow;
}

static void fp_note_wait(struct fp_fq *fq, struct fp_flow *flow, u64 wait)
{
	flow->waited_ns += wait;
	fp_latency_record(&flow->waits, wait);
	if (wait > flow->worst_wait_ns)
		flow->worst_wait_ns = wait;
	if (wait > fq->worst_wait_ns)
		fq->worst_wait_ns = wait;
}

/* What division leaves is kept: small requests of a large weight are mostly that. */
static u64 fp_charge_exactly(struct fp_flow *flow, u64 cost)
{
	u64 scaled = (cost >> 9) * FP_FQ_SCALE + flow->remainder;
	u64 charge = div_u64(scaled, flow->weight);

	flow->remainder = scaled - charge * flow->weight;
	return charge;
}

/* Q1: the flow's start moves on, and the present with it if it was its turn. */
static void fp_charge(struct fp_fq *fq, struct fp_flow *flow, const struct fp_fq_item *item,
		      bool in_turn)
{
	u64 charge = fp_charge_exactly(flow, item->cost);

	if (in_turn && flow->start > fq->virtual_now)
		fq->virtual_now = flow->start;
	flow->start += charge;
	flow->had += charge;
	flow->granted++;
	flow->granted_cost += item->cost;
	flow->last_grant = fq->granted_fair + fq->granted_overdue;
	if (flow->nr_waiting)
		fp_heap_mend(fq, flow);
}

struct fp_fq_item *fp_fq_grant(struct fp_fq *fq, u64 now)
{
	struct fp_flow *overdue, *run, *flow;
	struct fp_fq_item *item;

	if (!fq->nr_waiting)
		return NULL;
	overdue = fp_find_overdue(fq, now);
	run = overdue ? NULL : fp_find_run(fq);
	flow = overdue ? overdue : run ? run : fp_heap_flow(fq, 0);

	/* Counted first: who goes for the first time is not like who never went. */
	if (overdue)
		fq->granted_overdue++;
	else
		fq->granted_fair++;
	fp_deadline_granted(&fq->deadlines, overdue);

	item = fp_flow_take(fq, flow);
	fp_charge(fq, flow, item, !overdue && !run);
	if (flow->idle_class)
		flow->idle_after = fp_deadline_idle_after(&fq->deadlines, item->direction, now);
	fp_note_wait(fq, flow, now - item->arrived);
	fq->run_flow = flow - fq->flows;
	fq->run_sector = item->end_sector;
	return item;
}

struct fp_fq_item *fp_fq_take_any(struct fp_fq *fq)
{
	return fq->nr_waiting ? fp_flow_take(fq, fp_heap_flow(fq, 0)) : NULL;
}

void fp_fq_reset_counts(struct fp_fq *fq)
{
	struct fp_flow *flow;

	fq->granted_fair = fq->granted_overdue = fq->worst_wait_ns = 0;
	for (flow = fq->flows; flow < fq->flows + FP_FQ_FLOWS; flow++) {
		flow->granted = flow->granted_cost = 0;
		flow->waited_ns = flow->worst_wait_ns = 0;
		memset(&flow->waits, 0, sizeof(flow->waits));
		flow->last_grant = 0;
	}
}
