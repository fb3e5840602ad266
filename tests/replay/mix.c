// SPDX-License-Identifier: GPL-2.0
/* The four mixes, and the arithmetic over them; see mix.h. */
#include "mix.h"

#include <string.h>

const char *const mix_names[NR_MIXES] = {
	[MIX_DBASE] = "dbase",
	[MIX_FSERVER] = "fserver",
	[MIX_SHARED] = "shared",
	[MIX_COMPUTE] = "compute",
};

/* FILESIZE and POOLSIZE of each, in KiB. */
static const unsigned int filesize[NR_MIXES] = { 1024, 10240, 1024, 100 };
static const unsigned int poolsize[NR_MIXES] = { 25600, 20480, 10240, 256000 };

/* Weights in the order dbase, fserver, shared, compute. */
const struct mix_test mix_tests[] = {
	/* arithmetic */
	{ "add_double", { 0, 0, 30, 50 } },
	{ "add_float", { 0, 0, 30, 0 } },
	{ "add_int", { 20, 20, 30, 30 } },
	{ "add_long", { 20, 20, 30, 30 } },
	{ "add_short", { 20, 20, 30, 0 } },
	{ "div_double", { 0, 0, 10, 40 } },
	{ "div_float", { 0, 0, 10, 0 } },
	{ "div_int", { 10, 10, 10, 30 } },
	{ "div_long", { 10, 10, 10, 0 } },
	{ "div_short", { 10, 10, 10, 0 } },
	{ "mul_double", { 0, 0, 20, 50 } },
	{ "mul_float", { 0, 0, 20, 0 } },
	{ "mul_int", { 10, 10, 20, 30 } },
	{ "mul_long", { 10, 10, 20, 30 } },
	{ "mul_short", { 10, 10, 20, 0 } },
	{ "array_rtns", { 0, 0, 10, 10 } },
	{ "jmp_test", { 10, 10, 10, 0 } },
	{ "matrix_rtns", { 0, 0, 10, 50 } },
	{ "new_raph", { 0, 0, 10, 40 } },
	{ "num_rtns_1", { 0, 0, 10, 40 } },
	{ "series_1", { 0, 0, 10, 40 } },
	{ "sieve", { 30, 0, 10, 30 } },
	{ "sort_rtns_1", { 30, 30, 10, 0 } },
	{ "string_rtns", { 30, 30, 30, 30 } },
	{ "trig_rtns", { 0, 0, 10, 40 } },
	/* memory */
	{ "brk_test", { 0, 0, 10, 0 } },
	{ "mem_rtns_1", { 40, 40, 10, 40 } },
	{ "mem_rtns_2", { 40, 10, 10, 40 } },
	{ "page_test", { 40, 0, 10, 50 } },
	{ "ram_copy", { 20, 20, 10, 0 } },
	{ "shared_memory", { 40, 0, 10, 10 } },
	/* processes and what they talk through */
	{ "dgram_pipe", { 0, 0, 10, 0 } },
	{ "exec_test", { 0, 0, 20, 0 } },
	{ "fork_test", { 0, 0, 10, 0 } },
	{ "misc_rtns_1", { 0, 20, 10, 0 } },
	{ "pipe_cpy", { 0, 0, 10, 0 } },
	{ "shell_rtns_1", { 0, 0, 20, 0 } },
	{ "signal_test", { 0, 10, 10, 0 } },
	{ "stream_pipe", { 10, 0, 10, 20 } },
	{ "tcp_test", { 0, 10, 10, 0 } },
	{ "udp_test", { 0, 40, 10, 20 } },
	/* disk */
	{ "creat-clo", { 0, 20, 10, 0 } },
	{ "dir_rtns_1", { 0, 20, 10, 0 } },
	{ "disk_cp", { 0, 30, 20, 10 } },
	{ "disk_rd", { 40, 30, 20, 30 } },
	{ "disk_rr", { 40, 30, 20, 0 } },
	{ "disk_rw", { 0, 30, 20, 0 } },
	{ "disk_src", { 0, 30, 20, 10 } },
	{ "disk_wrt", { 0, 30, 20, 20 } },
	{ "link_test", { 0, 20, 10, 0 } },
	{ "sync_disk_cp", { 0, 5, 10, 0 } },
	{ "sync_disk_rw", { 30, 5, 10, 0 } },
	{ "sync_disk_update", { 30, 0, 0, 0 } },
	{ "sync_disk_wrt", { 0, 5, 10, 0 } },
};

const unsigned int mix_nr_tests = sizeof(mix_tests) / sizeof(mix_tests[0]);

enum mix mix_by_name(const char *name)
{
	enum mix mix;

	for (mix = 0; mix < NR_MIXES; mix++) {
		if (!strcmp(mix_names[mix], name))
			break;
	}
	return mix;
}

unsigned int mix_total_weight(enum mix mix)
{
	unsigned int test, total = 0;

	for (test = 0; test < mix_nr_tests; test++)
		total += mix_tests[test].weight[mix];
	return total;
}

/* Its per cent of the total, rounded half up; what has any weight runs once. */
unsigned int mix_jobs(enum mix mix, unsigned int test)
{
	unsigned int weight = mix_tests[test].weight[mix], total = mix_total_weight(mix), jobs;

	jobs = (2 * 100 * weight + total) / (2 * total);
	return jobs || !weight ? jobs : 1;
}

unsigned int mix_jobs_per_task(enum mix mix)
{
	unsigned int test, jobs = 0;

	for (test = 0; test < mix_nr_tests; test++)
		jobs += mix_jobs(mix, test);
	return jobs;
}

unsigned int mix_dic(enum mix mix, unsigned int tasks, unsigned int divisor)
{
	unsigned int dic = (filesize[mix] + poolsize[mix] / tasks) / divisor;

	/* Half of it is what a synchronous job writes. */
	return dic < 2 ? 2 : dic;
}

unsigned int mix_draw(enum mix mix, unsigned int task, unsigned int *order)
{
	unsigned int test, copy, n = 0, i, other, swap;
	uint64_t state = mix_seed(task);

	for (test = 0; test < mix_nr_tests; test++) {
		for (copy = mix_jobs(mix, test); copy && n < MIX_MAX_JOBS; copy--)
			order[n++] = test;
	}
	for (i = n; i > 1; i--) {
		other = mix_random(&state, i);
		swap = order[i - 1];
		order[i - 1] = order[other];
		order[other] = swap;
	}
	return n;
}

/* Knuth's linear congruential generator of 64 bits; its upper half is random. */
unsigned int mix_random(uint64_t *state, unsigned int bound)
{
	*state = *state * 6364136223846793005ull + 1442695040888963407ull;
	return (*state >> 32) * bound >> 32;
}

/* Neighbours must not begin alike: an odd constant far from any small multiple. */
uint64_t mix_seed(unsigned int task)
{
	uint64_t state = (task + 1ull) * 0x9e3779b97f4a7c15ull;

	mix_random(&state, 1);
	return state;
}
