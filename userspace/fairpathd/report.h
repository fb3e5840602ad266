/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the daemon knows, as JSON; docs/control.md tells what the fields mean. From
 * memory, and from files in sysfs that never wait for a device.
 *
 * Each returns an object that the caller releases. Without memory something is
 * missing in it.
 */
#ifndef FPD_REPORT_H
#define FPD_REPORT_H

struct fpd_manager;
struct fpd_map;
struct fpd_path;
struct json_object;

/* A path, wherever it is listed. */
struct json_object *fpd_report_path(const struct fpd_path *path);

/* A map in a line. */
struct json_object *fpd_report_map(const struct fpd_map *map);

/* A mapped device as the kernel has it: its groups, and their paths. */
struct json_object *fpd_report_topology(const struct fpd_map *map);

/* What its paths declare, what it advertises, what is owed. */
struct json_object *fpd_report_flushes(const struct fpd_map *map);

/* Its fair queue and who waits there; asks the kernel, which answers from memory. */
struct json_object *fpd_report_flows(const struct fpd_map *map);

/* The daemon itself. */
struct json_object *fpd_report_status(const struct fpd_manager *manager);

#endif
