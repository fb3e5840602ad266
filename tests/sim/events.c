// SPDX-License-Identifier: GPL-2.0
/* What will happen in a simulation; see events.h. */
#include "events.h"

static bool before(const struct sim_event *a, const struct sim_event *b)
{
	return a->at != b->at ? a->at < b->at : a->order < b->order;
}

static void swap(struct sim_events *events, size_t a, size_t b)
{
	struct sim_event event = events->heap[a];

	events->heap[a] = events->heap[b];
	events->heap[b] = event;
}

void sim_events_add(struct sim_events *events, struct sim_event event)
{
	size_t i = events->nr++;

	if (i == events->max) {
		events->max = 2 * i + 64;
		events->heap = sim_must(realloc(events->heap, events->max * sizeof(event)));
	}
	event.order = events->order++;
	events->heap[i] = event;
	for (; i && before(&events->heap[i], &events->heap[(i - 1) / 2]); i = (i - 1) / 2)
		swap(events, i, (i - 1) / 2);
}

struct sim_event sim_events_take(struct sim_events *events)
{
	struct sim_event event = events->heap[0];
	size_t i = 0, child;

	swap(events, 0, --events->nr);
	for (; (child = 2 * i + 1) < events->nr; i = child) {
		if (child + 1 < events->nr &&
		    before(&events->heap[child + 1], &events->heap[child]))
			child++;
		if (!before(&events->heap[child], &events->heap[i]))
			break;
		swap(events, i, child);
	}
	return event;
}
