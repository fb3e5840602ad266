// SPDX-License-Identifier: GPL-2.0
/* The target in a simulation; see target.h. */
#include "target.h"

/* As often as the module looks. */
#define POLL_NS (100 * 1000000ULL)

void sim_target_init(struct sim_target *target, u32 nr_paths, u32 max_window)
{
	const struct fp_selector *selector = fp_selector_find("service-time");
	struct fp_table_path paths[SIM_MAX_PATHS] = { 0 };
	struct fp_table_group group = { .selector = selector, .nr_paths = nr_paths };
	struct fp_table table = { .initial_group = 1,
				  .nr_groups = 1,
				  .nr_paths = nr_paths,
				  .groups = &group,
				  .paths = paths };

	for (u32 p = 0; p < nr_paths; p++)
		paths[p].args.relative_throughput = 1;
	target->map.groups = &target->group;
	target->map.paths = target->paths;
	fp_map_init(&target->map, &table);
	fp_fq_init(&target->fq);
	fp_depth_init(&target->depth, max_window);
}

static struct fp_room room_of(const struct sim_target *target)
{
	return (struct fp_room){ .map = &target->map,
				 .depth = &target->depth,
				 .moved = target->moved,
				 .now = target->now };
}

static int find_path(struct sim_target *target, u32 bytes)
{
	struct fp_choice choice = fp_map_choose(&target->map, bytes);
	struct fp_room room = room_of(target);

	return target->unfair ? choice.path : fp_room_find(&room, choice.path);
}

static void send(struct sim_target *target, struct sim_request *request, int path)
{
	fp_path_start(&target->map, path, request->bytes);
	if (target->paths[path].in_flight == 1)
		target->moved[path] = target->now;
	request->path = path;
	request->granted = target->now;
	request->sent = fp_depth_sent(&target->depth);
	if (target->mute[path])
		sim_list_add(&target->stuck[path], request);
	else
		sim_array_receive(target->array, request, target->now);
}

/*
 * By the words of the law, not by core/room: fewer are in flight than the window has
 * room for. What a silent path holds does not count, unless all are silent.
 */
static bool has_place(const struct sim_target *target)
{
	u32 speaking = 0, sent = 0, all = 0, p;

	for (p = 0; p < target->map.nr_paths; p++) {
		u32 in_flight = target->paths[p].in_flight;

		all += in_flight;
		if (in_flight && target->now - target->moved[p] > FP_SILENT_NS)
			continue;
		speaking++;
		sent += in_flight;
	}
	return (speaking ? sent : all) < fp_depth_now(&target->depth);
}

/* A place may be free beside what is put off, but for less than an interval (core/pace). */
static bool is_put_off(struct sim_target *target)
{
	struct fp_room room = room_of(target);
	u64 wait = fp_pace_wait_ns(&target->pace, fp_room_in_flight(&room, 0),
				   fp_depth_now(&target->depth), target->now);

	if (!wait) {
		target->put_off_since = 0;
		return false;
	}
	if (!target->put_off_since)
		target->put_off_since = target->now;
	if (target->now - target->put_off_since > target->pace.interval_ns)
		target->idle_violations++;
	if (target->run_at <= target->now) {
		target->run_at = target->now + wait;
		sim_events_add(target->events,
			       (struct sim_event){ .at = target->run_at, .kind = SIM_RUN });
	}
	return true;
}

void sim_target_run(struct sim_target *target)
{
	while (target->fq.nr_waiting) {
		int path = find_path(target, 0);

		if (path == FP_NONE)
			break;
		if (is_put_off(target))
			return;
		fp_pace_granted(&target->pace, target->now);
		send(target, (struct sim_request *)fp_fq_grant(&target->fq, target->now), path);
	}
	target->put_off_since = 0;
	target->looks++;
	target->idle_violations += target->fq.nr_waiting && has_place(target);
}

static void poll_later(struct sim_target *target)
{
	target->polls = target->fq.nr_waiting;
	if (target->polls)
		sim_events_add(target->events,
			       (struct sim_event){ .at = target->now + POLL_NS, .kind = SIM_POLL });
}

void sim_target_poll(struct sim_target *target)
{
	sim_target_run(target);
	poll_later(target);
}

void sim_target_ask(struct sim_target *target, struct sim_request *request,
		    const struct fp_submitter *who, const struct fp_ask *ask)
{
	int path = target->fq.nr_waiting ? FP_NONE : find_path(target, ask->bytes);

	request->bytes = ask->bytes;
	if (path != FP_NONE) {
		send(target, request, path);
		return;
	}
	fp_fq_add(&target->fq, &request->item, who, ask, target->now);
	sim_target_run(target);
	if (!target->polls)
		poll_later(target);
}

static void measure(struct sim_target *target, const struct sim_request *request)
{
	struct fp_room room = room_of(target);
	struct fp_depth_end end = { .sent = request->sent,
				    .cost = fp_cost(request->bytes),
				    .latency_ns = target->now - request->granted,
				    .in_flight = fp_room_load(&room, 0),
				    .waiting = target->fq.nr_waiting,
				    .now = target->now };

	fp_depth_ended(&target->depth, &end);
	fp_pace_ended(&target->pace, end.waiting, end.latency_ns, target->now);
}

bool sim_target_ended(struct sim_target *target, struct sim_request *request)
{
	if (target->mute[request->path]) {
		sim_list_add(&target->stuck[request->path], request);
		return false;
	}
	fp_path_end(&target->map, request->path, request->bytes);
	target->moved[request->path] = target->now;
	measure(target, request);
	return true;
}

void sim_target_mute(struct sim_target *target, u32 path, bool mute)
{
	struct sim_request *request;

	target->mute[path] = mute;
	while (!mute && (request = sim_list_take(&target->stuck[path])))
		sim_array_receive(target->array, request, target->now);
}
