/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The target, as fair.c of the module has it, with virtual time for a clock: one
 * priority group of a core/map, core/select for the path, core/room for the place
 * there, core/fq for the order, core/depth for the window.
 */
#ifndef SIM_TARGET_H
#define SIM_TARGET_H

#include "array.h"
#include "depth.h"
#include "map.h"
#include "pace.h"
#include "room.h"

#define SIM_MAX_PATHS 8

struct sim_target {
	bool unfair; /* first come, first served, and no window */
	u64 now;

	struct fp_fq fq;
	struct fp_depth depth;
	struct fp_pace pace;
	u64 run_at;	   /* until when something was put off last */
	u64 put_off_since; /* 0: nothing is */
	struct fp_map map;
	struct fp_group group;
	struct fp_path paths[SIM_MAX_PATHS];
	u64 moved[SIM_MAX_PATHS];

	/* Of a path that is mute, what it was given. */
	bool mute[SIM_MAX_PATHS];
	struct sim_list stuck[SIM_MAX_PATHS];

	bool polls;
	struct sim_array *array;
	struct sim_events *events;

	u64 looks;	     /* after each event, */
	u64 idle_violations; /* and how often something waited beside a free place */
};

/* sim_target_init - @target is zero, but for what it was given */
void sim_target_init(struct sim_target *target, u32 nr_paths, u32 max_window);

/* sim_target_ask - a request arrives */
void sim_target_ask(struct sim_target *target, struct sim_request *request,
		    const struct fp_submitter *who, const struct fp_ask *ask);

/* sim_target_ended - the path has answered. Return: false if it did not, being mute. */
bool sim_target_ended(struct sim_target *target, struct sim_request *request);

/* sim_target_run - what waits and has a place goes */
void sim_target_run(struct sim_target *target);

void sim_target_poll(struct sim_target *target);

/* sim_target_mute - that path answers no more, or again */
void sim_target_mute(struct sim_target *target, u32 path, bool mute);

#endif
