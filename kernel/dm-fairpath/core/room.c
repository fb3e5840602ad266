// SPDX-License-Identifier: GPL-2.0
/* Which path has room; see room.h. */
#include "room.h"

/* How the window is shared out in a group. */
struct fp_sharing {
	const struct fp_group *group;
	bool all_silent; /* then none is taken for that */
	u32 part;
	u32 in_flight;
};

static bool fp_is_silent(const struct fp_room *room, int path)
{
	return room->map->paths[path].in_flight && room->now > room->moved[path] + FP_SILENT_NS;
}

static bool fp_shares(const struct fp_room *room, const struct fp_sharing *sharing, int path)
{
	return room->map->paths[path].usable && (sharing->all_silent || !fp_is_silent(room, path));
}

static int fp_group_end(const struct fp_group *group)
{
	return group->first_path + (int)group->nr_paths;
}

static struct fp_sharing fp_share_out(const struct fp_room *room, int group)
{
	struct fp_sharing sharing = { .group = &room->map->groups[group] };
	int end = fp_group_end(sharing.group), i;
	u32 usable = 0, speaking = 0;

	for (i = sharing.group->first_path; i < end; i++) {
		usable += room->map->paths[i].usable;
		speaking += fp_shares(room, &sharing, i);
	}
	sharing.all_silent = !speaking;
	sharing.part = fp_depth_of_path(room->depth, speaking ? speaking : usable);
	for (i = sharing.group->first_path; i < end; i++) {
		u32 in_flight = room->map->paths[i].in_flight;

		if (fp_shares(room, &sharing, i))
			sharing.in_flight += in_flight < sharing.part ? in_flight : sharing.part;
	}
	return sharing;
}

u32 fp_room_in_flight(const struct fp_room *room, int group)
{
	return fp_share_out(room, group).in_flight;
}

/*
 * All paths together have fewer than any one's part, whoever shares. Then no path need
 * be looked at, which would cost as much as its choice.
 */
static bool fp_is_far_below(const struct fp_room *room, int group)
{
	return room->map->in_flight * room->map->groups[group].nr_paths < fp_depth_now(room->depth);
}

u32 fp_room_load(const struct fp_room *room, int group)
{
	return fp_is_far_below(room, group) ? room->map->in_flight : fp_room_in_flight(room, group);
}

static bool fp_has_room(const struct fp_room *room, const struct fp_sharing *sharing, int path)
{
	return fp_shares(room, sharing, path) && room->map->paths[path].in_flight < sharing->part;
}

static bool fp_path_freer(const struct fp_path *a, const struct fp_path *b)
{
	if (a->in_flight != b->in_flight)
		return a->in_flight < b->in_flight;
	return a->last_used < b->last_used;
}

int fp_room_find(const struct fp_room *room, int chosen)
{
	const struct fp_path *paths = room->map->paths;
	int best = FP_NONE, group = paths[chosen].group, end, i;
	struct fp_sharing sharing;

	if (fp_is_far_below(room, group) && !fp_is_silent(room, chosen))
		return chosen;
	sharing = fp_share_out(room, group);
	end = fp_group_end(sharing.group);
	if (sharing.in_flight >= fp_depth_now(room->depth))
		return FP_NONE;
	if (fp_has_room(room, &sharing, chosen))
		return chosen;
	for (i = sharing.group->first_path; i < end; i++)
		if (fp_has_room(room, &sharing, i) &&
		    (best == FP_NONE || fp_path_freer(&paths[i], &paths[best])))
			best = i;
	return best;
}
