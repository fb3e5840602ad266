/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The paths and priority groups of one map: which are usable, which one takes
 * the next request, and what becomes of a request when a path fails it.
 *
 * Words
 *   path            one way to the LUN; usable until it fails, again once reinstated
 *   priority group  paths that are used together, in the order a selector gives
 *   current group   the group that requests go to; kept until it has no usable path
 *   next group      the group that the table or a message asked for, tried first
 *   bypassed        a group that is used only when no other has a usable path
 *
 * Invariants
 *   nr_usable is the number of paths whose usable is true.
 *   A path that came back and is activated first (pg-init.h) is valid, not usable.
 *   A path's in_flight and bytes_in_flight count what fp_path_start() added and
 *   fp_path_end() has not yet taken off.
 *
 * All functions are pure: the caller holds the lock of the map (struct
 * dmfp_map's, in the kernel) over every call, in any context.
 */
#ifndef FP_CORE_MAP_H
#define FP_CORE_MAP_H

#include "env.h"
#include "pg-init.h"
#include "select.h"
#include "table.h"

#define FP_NONE (-1)

/* What a path is taken to be before its first request has ended: 1 ns. */
#define FP_FIRST_SERVICE_TIME 1024

struct fp_path {
	const char *name; /* "major:minor", the caller's, for status */
	bool usable;
	bool silent;	/* silence.h */
	u32 fail_count; /* times it went from usable to failed */
	int group;	/* index into the map's groups */
	struct fp_path_args args;
	u32 in_flight;	     /* requests */
	u64 bytes_in_flight; /* their sizes, for service-time */
	u64 last_used;	     /* the map's tick when it was last chosen; 0: never */

	/* pg-init.h */
	enum fp_activation activation;
	bool joining;
	unsigned int tries; /* to join */

	/* For historical-service-time; see there. */
	u64 service_time; /* a moving average, in 1024ths of a ns */
	u64 stale_after;  /* ns */
	u64 last_end;	  /* ns */
};

struct fp_group {
	const struct fp_selector *selector;
	struct fp_path *paths; /* nr_paths of the map's array */
	unsigned int nr_paths;
	int first_path; /* the first one's index in the map's array */
	bool bypassed;
	struct fp_group_args args;
	struct fp_affinity *affinity; /* io-affinity: cpus.h; the caller's */
};

struct fp_map {
	struct fp_group *groups;
	unsigned int nr_groups;
	struct fp_path *paths;
	unsigned int nr_paths;
	unsigned int nr_usable;
	u32 in_flight;		 /* of all paths */
	int current_group;	 /* its index, or FP_NONE */
	int next_group;		 /* its index, or FP_NONE */
	u64 tick;		 /* requests given a path; orders last_used */
	unsigned int wants;	 /* FP_WANTS_* of any group's selector */
	struct fp_moment moment; /* of the next request: the caller's, as far as wanted */
	struct fp_pg_init pg_init;

	/* What happens while no path is usable; fp_map_queues() combines them. */
	bool queue_if_no_path; /* the table's or the last message's wish */
	bool draining;	       /* an ordinary suspend waits for all I/O to end */
	bool expired;	       /* queueing lasted its time; until a path is back */
};

/**
 * fp_map_init - a map as its table line says, all paths usable
 * @map:    out; groups and paths set by the caller, with room for the table's
 * @table:  as fp_table_parse() left it
 */
void fp_map_init(struct fp_map *map, const struct fp_table *table);

/* What to do with a request that wants a path. */
enum fp_verdict {
	FP_USE,	 /* the path that was chosen */
	FP_INIT, /* hold it, and initialise the group first: fp_pg_init_start() */
	FP_HOLD, /* until a path is usable */
	FP_FAIL, /* it: no path is usable, and nobody wants to wait */
};

struct fp_choice {
	enum fp_verdict verdict;
	int path; /* index into the map's paths if FP_USE or FP_INIT, else FP_NONE */
};

/**
 * fp_map_choose - the path for a request of @bytes
 *
 * The next group first, then the current one, then every other in the table's
 * order, bypassed ones last. The group that a path was found in is current from
 * now on. What is chosen is not yet charged: fp_path_start() does that.
 */
static inline struct fp_choice fp_map_choose(struct fp_map *map, u64 bytes);

/**
 * fp_map_prefer - a path that has some property, if there is one
 * @chosen: the path that fp_map_choose() gave
 * @has:    the property, of each path by its index
 *
 * Return: @chosen if it has it; else, of the paths that have and could take a
 * request now, the one used least recently, from the current group if that has
 * any; else @chosen.
 */
int fp_map_prefer(const struct fp_map *map, int chosen, bool (*has)(void *context, int path),
		  void *context);

/* Each request pays for what follows, so it costs no call. */

static inline int fp_map_try_current(const struct fp_map *map, u64 bytes)
{
	const struct fp_group *g = &map->groups[map->current_group];
	int i = g->selector->select(g, bytes, &map->moment);

	return i == FP_NONE ? FP_NONE : (int)(g->first_path + i);
}

/* fp_map_choose() where not all is as it was for the last request. */
struct fp_choice fp_map_choose_anew(struct fp_map *map, u64 bytes);

static inline struct fp_choice fp_map_choose(struct fp_map *map, u64 bytes)
{
	int path;

	if (map->next_group == FP_NONE && map->current_group != FP_NONE && !map->pg_init.queue_io) {
		path = fp_map_try_current(map, bytes);
		if (path != FP_NONE)
			return (struct fp_choice){ .verdict = FP_USE, .path = path };
	}
	return fp_map_choose_anew(map, bytes);
}

static inline void fp_path_start(struct fp_map *map, int path, u64 bytes)
{
	struct fp_path *p = &map->paths[path];

	p->last_used = ++map->tick;
	map->in_flight++;
	p->in_flight++;
	p->bytes_in_flight += bytes;
}

static inline void fp_path_end(struct fp_map *map, int path, u64 bytes)
{
	struct fp_path *p = &map->paths[path];

	map->in_flight--;
	p->in_flight--;
	p->bytes_in_flight -= bytes;
}

/*
 * fp_map_could_take - could this path take a request now?
 * Where a handler initialises groups, only those of the current one can.
 */
bool fp_map_could_take(const struct fp_map *map, int path);

/*
 * fp_path_took - a request has ended well that was sent at @started; it is now
 * map->moment.now. After fp_path_end(), and only if map->wants FP_WANTS_NOW.
 */
void fp_path_took(struct fp_map *map, int path, u64 started);

/* Whose fault an error is. */
enum fp_blame {
	FP_BLAME_PATH,	 /* another path may do better (blk_path_error()) */
	FP_BLAME_DOUBT,	 /* the path's or the LUN's: a plain I/O error says no more */
	FP_BLAME_NOBODY, /* busy, out of a resource: the same again, later */
	FP_BLAME_FORM,	 /* how it was sent: again now, in another form */
	FP_BLAME_TARGET, /* the LUN's own answer: it would be the same on each path */
};

/*
 * How often a request of doubt may take the last usable path. Whoever reinstated
 * paths in between found that they work, so the next time it is the request.
 */
#define FP_MAX_OUTAGES 2

/* What is remembered of a request from one try to the next. */
struct fp_tries {
	bool fua_refused : 1;
	bool granted : 1; /* by the fair queue: it need not wait there again */
	u8 outages : 2;	  /* how often an error of doubt took the last usable path */
};

enum fp_after {
	FP_DONE,	/* hand the error to whoever sent the request */
	FP_RETRY,	/* map it again now */
	FP_RETRY_LATER, /* map it again after a pause, or when a path is back */
};

struct fp_outcome {
	enum fp_after after;
	bool path_failed; /* the path was usable and no longer is: an event is due */
	bool given_up;	  /* an error of doubt is taken for the LUN's own */
};

/**
 * fp_map_error - what follows from an error of a request that was on @path
 * @tries:     what is remembered of the request; changed
 * @push_back: device-mapper takes requests back (a noflush suspend)
 */
struct fp_outcome fp_map_error(struct fp_map *map, int path, enum fp_blame blame,
			       struct fp_tries *tries, bool push_back);

/*
 * Return: true if the path was in the other state: an event is due. A path that is
 * reinstated may have to be activated first: it is then FP_ACT_DUE.
 */
bool fp_map_fail_path(struct fp_map *map, int path);
bool fp_map_reinstate_path(struct fp_map *map, int path);

/* What status and events call active: usable, or about to be. */
static inline bool fp_path_is_valid(const struct fp_path *path)
{
	return path->usable || path->joining;
}

static inline unsigned int fp_map_nr_valid(const struct fp_map *map)
{
	return map->nr_usable + map->pg_init.nr_joining;
}

/**
 * fp_map_switch_group - go to the group of that number, counted from 1, next
 * Lifts the bypass of all groups, as dm-multipath does. Return: false if there
 * is no such group.
 */
bool fp_map_switch_group(struct fp_map *map, unsigned int number);

/* fp_map_bypass_group - use the group last, or as any other; return as above. */
bool fp_map_bypass_group(struct fp_map *map, unsigned int number, bool bypassed);

/* Does a request wait when no path is usable? Else it fails. */
bool fp_map_queues(const struct fp_map *map);

/* Is it time for the clock that bounds queueing to run? */
bool fp_map_waits_for_path(const struct fp_map *map);

/* The wish: queue_if_no_path, or fail_if_no_path. Either ends an expiry. */
void fp_map_set_queueing(struct fp_map *map, bool queue);

/* fp_map_group_in_status - the number of the group that status names, from 1; 0 without groups. */
unsigned int fp_map_group_in_status(const struct fp_map *map);

#endif
