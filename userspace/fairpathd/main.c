// SPDX-License-Identifier: GPL-2.0
/* fairpathd: options, then the loop. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

#include "fairpathd/log.h"
#include "fairpathd/manager.h"

static void usage(FILE *out)
{
	fputs("usage: fairpathd [OPTION...]\n"
	      "\n"
	      "Makes one block device of the paths to a LUN, and keeps it well.\n"
	      "\n"
	      "  -c, --config FILE  read this file only\n"
	      "  -v, --verbose      say more; twice: all\n"
	      "      --once         end as soon as all maps are as they should be\n"
	      "  -h, --help         this\n",
	      out);
}

int main(int argc, char **argv)
{
	static const struct option options[] = {
		{ "config", required_argument, NULL, 'c' },
		{ "verbose", no_argument, NULL, 'v' },
		{ "once", no_argument, NULL, 'o' },
		{ "help", no_argument, NULL, 'h' },
		{ 0 },
	};
	struct fpd_manager_options chosen = { 0 };
	struct fpd_manager *manager;
	int level = LOG_NOTICE, option, r;

	while ((option = getopt_long(argc, argv, "c:vh", options, NULL)) != -1) {
		switch (option) {
		case 'c':
			chosen.config = optarg;
			break;
		case 'v':
			fpd_log_level(level < LOG_DEBUG ? ++level : level);
			chosen.verbose = true;
			break;
		case 'o':
			chosen.once = true;
			break;
		case 'h':
			usage(stdout);
			return EXIT_SUCCESS;
		default:
			usage(stderr);
			return 2;
		}
	}
	if (optind < argc) {
		usage(stderr);
		return 2;
	}
	if (fpd_manager_new(&chosen, &manager) < 0)
		return EXIT_FAILURE;
	r = fpd_manager_run(manager);
	fpd_manager_free(manager);
	return r < 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
