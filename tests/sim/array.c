// SPDX-License-Identifier: GPL-2.0
/* The simulated array; see array.h. */
#include "array.h"

#include <math.h>

void sim_list_add(struct sim_list *list, struct sim_request *request)
{
	request->next = NULL;
	if (list->last)
		list->last->next = request;
	else
		list->first = request;
	list->last = request;
}

struct sim_request *sim_list_take(struct sim_list *list)
{
	struct sim_request *request = list->first;

	if (!request)
		return NULL;
	list->first = request->next;
	if (!list->first)
		list->last = NULL;
	return request;
}

double sim_random(u64 *state)
{
	*state = *state * 6364136223846793005ULL + 1442695040888963407ULL;
	return (double)((*state >> 11) + 1) / (double)(1ULL << 53);
}

static u64 service_time(struct sim_array *array)
{
	double mean = (double)array->service_ns;

	switch (array->service) {
	case SIM_EXPONENTIAL:
		return (u64)(-log(sim_random(&array->random)) * mean) + 1;
	case SIM_SEEK:
		return (u64)(mean * (0.5 + sim_random(&array->random)));
	case SIM_NEARLY_FIXED:
		return (u64)(mean * (0.95 + sim_random(&array->random) / 10));
	default:
		return (u64)mean;
	}
}

static void serve(struct sim_array *array, u64 now)
{
	struct sim_request *request;

	while (array->busy < array->servers && (request = sim_list_take(&array->waiting))) {
		array->busy++;
		sim_events_add(array->events, (struct sim_event){ .at = now + service_time(array),
								  .kind = SIM_SERVED,
								  .request = request });
	}
}

void sim_array_receive(struct sim_array *array, struct sim_request *request, u64 now)
{
	sim_list_add(&array->waiting, request);
	serve(array, now);
}

void sim_array_served(struct sim_array *array, u64 now)
{
	array->busy--;
	serve(array, now);
}

void sim_array_change(struct sim_array *array, u32 servers, u64 service_ns, u64 now)
{
	array->servers = servers;
	array->service_ns = service_ns;
	serve(array, now);
}
