/* SPDX-License-Identifier: GPL-2.0 */
/* How long requests of flows waited and took on paths, for report-flows.c. */
#ifndef FPD_REPORT_LATENCY_H
#define FPD_REPORT_LATENCY_H

#include <fairpath/flow.h>
#include <fairpath/latency.h>

struct json_object;

struct fpd_latencies {
	struct fairpath_latency *of;
	size_t nr;
};

/* As the kernel tells them now, from memory; none if it does not, as a module of before. */
void fpd_latencies_read(struct fpd_latencies *latencies, const char *device);
void fpd_latencies_clear(struct fpd_latencies *latencies);

/* "waits" of a flow, and "latency" of a path; nothing if they are not known. */
void fpd_report_waits(struct json_object *object, const struct fpd_latencies *latencies,
		      const struct fairpath_flow *flow);
void fpd_report_latency(struct json_object *object, const struct fpd_latencies *latencies,
			const char *dev);

#endif
