/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the daemon answers, as text for people. Pure: a reply's data in, text out;
 * docs/control.md has the data.
 */
#ifndef FPCTL_SHOW_H
#define FPCTL_SHOW_H

#include <stdbool.h>
#include <stdio.h>

struct columns;
struct json_object;

void print_topology(FILE *out, struct json_object *data);
void print_paths(FILE *out, struct json_object *data);
void print_maps(FILE *out, struct json_object *data);
void print_flushes(FILE *out, struct json_object *data);
void print_flows(FILE *out, struct json_object *data);
/*
 * "eva by cgroup" and the remark; and why its flows are not told of, if so: rows of one cell,
 * since a name must not steer a terminal. Return: they are told of.
 */
bool add_flows_head(struct columns *columns, struct json_object *map, const char *remark);
/* The first two cells of a flow: who it is, and its weight. */
void add_flow_name(struct columns *columns, bool by_ioprio, struct json_object *flow);

/* p50, p90, p99 of what flows waited and paths took. */
void print_latency(FILE *out, struct json_object *data);

void print_status(FILE *out, struct json_object *data);
void print_config(FILE *out, struct json_object *data);

/* What was done; nothing if the daemon has nothing to say of it. */
void print_done(FILE *out, struct json_object *data);

#endif
