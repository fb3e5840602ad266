// SPDX-License-Identifier: GPL-2.0
/*
 * The data of the plots, in columns for gnuplot:
 *
 *   plots control   seconds, window, servers, the shallow reader's mean latency in ms and
 *                   what it would be alone, requests a second over what the array can
 *   plots windows   window, requests a second over what the array can, the shallow
 *                   reader's mean latency over what it is alone; then, in a second block,
 *                   the same of the window that tunes itself, some seeds
 */
#include <stdio.h>

#include "figures.h"

/* The array of the first plot: from when on, so many servers, so slow. */
static const struct stage {
	u64 from;
	u32 servers;
	u64 service_ns;
} stages[] = {
	{ 0, 8, 4 * SIM_MS },
	{ 10 * SIM_SEC, 4, 4 * SIM_MS },
	{ 20 * SIM_SEC, 8, 4 * SIM_MS },
	{ 30 * SIM_SEC, 8, 8 * SIM_MS },
	{ 40 * SIM_SEC, 8, 4 * SIM_MS },
	{ 50 * SIM_SEC, 32, 4 * SIM_MS },
	{ 60 * SIM_SEC, 0, 0 },
};

#define TICK (100 * SIM_MS)

static void print_tick(struct sim *sim, const struct stage *stage, u64 now)
{
	const struct sim_flow_result *shallow = sim_flow(sim, 0);
	double most = (double)stage->servers * (double)TICK / (double)stage->service_ns;

	printf("%.1f %u %u", (double)now / (double)SIM_SEC, sim_window(sim), stage->servers);
	if (shallow->ended)
		printf(" %.3f",
		       (double)shallow->latency_ns / (double)shallow->ended / (double)SIM_MS);
	else
		printf(" NaN");
	printf(" %.3f %.3f\n", (double)stage->service_ns / (double)SIM_MS,
	       (double)sim_ended(sim) / most);
}

static void plot_control(void)
{
	struct sim_config config = sim_eight_servers(SIM_SEEK);
	struct sim *sim;

	sim_add_readers(&config, 64);
	sim = sim_new(&config);
	for (const struct stage *stage = stages; stage->servers; stage++) {
		sim_array(sim, stage->servers, stage->service_ns);
		for (u64 t = stage->from + TICK; t <= stage[1].from; t += TICK) {
			sim_measure(sim);
			sim_run(sim, t);
			print_tick(sim, stage, t);
		}
	}
	sim_free(sim);
}

static void print_window(const struct sim_config *config, double alone_ms)
{
	struct sim_figures figures = sim_figures_of(config, 20 * SIM_SEC, 60 * SIM_SEC);

	printf("%u %.4f %.4f\n", figures.window, figures.per_second / 2000,
	       figures.mean_ms / alone_ms);
}

static void plot_windows(void)
{
	struct sim_config config = sim_eight_servers(SIM_SEEK);
	double alone_ms;

	sim_add_readers(&config, 64);
	alone_ms = sim_figures_alone(&config).mean_ms;
	for (config.fixed_window = 1; config.fixed_window <= 24; config.fixed_window++)
		print_window(&config, alone_ms);
	printf("\n\n");
	config.fixed_window = 0;
	for (config.seed = 1; config.seed <= 5; config.seed++)
		print_window(&config, alone_ms);
}

int main(int argc, char **argv)
{
	if (argc == 2 && !strcmp(argv[1], "control"))
		plot_control();
	else if (argc == 2 && !strcmp(argv[1], "windows"))
		plot_windows();
	else
		return fprintf(stderr, "usage: plots control|windows\n"), 2;
	return ferror(stdout) ? 1 : 0;
}
