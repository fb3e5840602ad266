// SPDX-License-Identifier: GPL-2.0
/* Configurations, and what is read off them; see figures.h. */
#include "figures.h"

struct sim_config sim_eight_servers(enum sim_service service)
{
	return (struct sim_config){
		.seed = 1,
		.servers = 8,
		.service = service,
		.service_ns = 4 * SIM_MS,
		.paths = 4,
		.max_window = 512,
	};
}

void sim_add(struct sim_config *config, u32 flows, struct sim_flow_config flow)
{
	while (flows--)
		config->flows[config->nr_flows++] = flow;
}

void sim_add_readers(struct sim_config *config, u32 depth)
{
	sim_add(config, 1,
		(struct sim_flow_config){ .depth = 1, .bytes = 4096, .think_ns = SIM_MS / 50 });
	sim_add(config, SIM_DEEP_READERS,
		(struct sim_flow_config){ .depth = depth, .bytes = 4096 });
}

struct sim_figures sim_figures(struct sim *sim, u64 from, u64 to)
{
	const struct sim_flow_result *first = sim_flow(sim, 0);

	sim_run(sim, from);
	sim_measure(sim);
	sim_run(sim, to);
	return (struct sim_figures){
		.per_second = (double)sim_ended(sim) * (double)SIM_SEC / (double)(to - from),
		.mean_ms = (double)first->latency_ns / (double)first->ended / (double)SIM_MS,
		.p99_ms = (double)sim_p99_ns(sim, 0) / (double)SIM_MS,
		.window = sim_window(sim),
		.idle_violations = sim_idle_violations(sim),
	};
}

struct sim_figures sim_figures_of(const struct sim_config *config, u64 from, u64 to)
{
	struct sim *sim = sim_new(config);
	struct sim_figures figures = sim_figures(sim, from, to);

	sim_free(sim);
	return figures;
}

struct sim_figures sim_figures_alone(const struct sim_config *config)
{
	struct sim_config alone = *config;

	alone.nr_flows = 1;
	return sim_figures_of(&alone, SIM_SEC, 41 * SIM_SEC);
}

struct sim_figures sim_figures_unfair(const struct sim_config *config, u64 from, u64 to)
{
	struct sim_config unfair = *config;

	unfair.unfair = true;
	return sim_figures_of(&unfair, from, to);
}

double sim_jain(const double *got, const double *ideal, u32 n)
{
	double sum = 0, squares = 0;

	for (u32 i = 0; i < n; i++) {
		sum += got[i] / ideal[i];
		squares += got[i] / ideal[i] * (got[i] / ideal[i]);
	}
	return sum * sum / (n * squares);
}
