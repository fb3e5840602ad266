// SPDX-License-Identifier: GPL-2.0
/*
 * fairpathctl: asks fairpathd, and tells it. What it can is the table below; see
 * fairpathctl(8).
 */
#include <err.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <json-c/json.h>

#include "ask.h"
#include "show.h"
#include "top.h"

/**
 * struct command - one thing that can be said to the daemon
 * @words: what the user says
 * @verb:  what the daemon is asked
 * @arg:   the name of its argument, "" for none
 * @needs_arg: without it the command makes no sense
 * @print: how its answer is printed; NULL: it is top, which reads its own words
 * @help:  half a sentence
 */
struct command {
	const char *words;
	const char *verb;
	const char *arg;
	bool needs_arg;
	void (*print)(FILE *out, struct json_object *data);
	const char *help;
};

static const struct command commands[] = {
	{ "show topology", "topology", "map", false, print_topology,
	  "maps, their groups and paths, as multipath -ll shows them" },
	{ "show paths", "paths", "", false, print_paths, "all paths, also those in no map" },
	{ "show maps", "maps", "", false, print_maps, "a line for each map" },
	{ "show flushes", "flushes", "map", false, print_flushes,
	  "what paths declare, maps advertise, and is owed" },
	{ "show flows", "flows", "map", false, print_flows,
	  "who waits in the fair queue, and what each was granted" },
	{ "show latency", "flows", "map", false, print_latency,
	  "how long requests waited, by flow, and took, by path" },
	{ "show status", "status", "", false, print_status, "how the daemon itself is" },
	{ "show config", "config", "", false, print_config, "the configuration in force" },
	{ "top", "flows", "map", false, NULL,
	  "each second: who waits, how long, and what each path does" },
	{ "fail", "fail", "path", true, print_done,
	  "take a path out of use until it is reinstated" },
	{ "reinstate", "reinstate", "path", true, print_done, "put a path into use again" },
	{ "reload", "reload", "map", false, print_done,
	  "load the table of a map, or of all, anew" },
	{ "reconfigure", "reconfigure", "", false, print_done, "read the configuration again" },
};

enum { NR_COMMANDS = sizeof(commands) / sizeof(commands[0]) };

static void usage(FILE *out)
{
	const struct command *command;
	char words[64], arg[16];

	fputs("usage: fairpathctl [--json] [--socket PATH] COMMAND\n\n", out);
	for (command = commands; command < commands + NR_COMMANDS; command++) {
		size_t i;

		for (i = 0; command->arg[i]; i++)
			arg[i] = (char)(command->arg[i] - 'a' + 'A');
		arg[i] = '\0';
		snprintf(words, sizeof(words),
			 command->needs_arg ? "%s %s"
			 : *arg		    ? "%s [%s]"
					    : "%s%s",
			 command->words, arg);
		fprintf(out, "  %-22s %s\n", words, command->help);
	}
	fputs("\n  top takes -d SECONDS between looks, and -n ROUNDS after which it ends\n"
	      "\n  --json         what the daemon answers, as it is\n"
	      "  --socket PATH  where it listens, if not on " FAIRPATH_CONTROL_SOCKET "\n"
	      "  --version      the version of fairpathctl\n",
	      out);
}

/* How many words of argv the command's name takes; 0: it is another one. */
static int match(const struct command *command, int argc, char **argv)
{
	const char *space = strchr(command->words, ' ');
	size_t len = space ? (size_t)(space - command->words) : strlen(command->words);

	if (argc < (space ? 2 : 1) || strlen(argv[0]) != len ||
	    strncmp(argv[0], command->words, len) != 0)
		return 0;
	if (!space)
		return 1;
	return strcmp(argv[1], space + 1) ? 0 : 2;
}

static const struct command *find(int argc, char **argv, const char **ret_arg)
{
	const struct command *command;
	int words;

	for (command = commands; command < commands + NR_COMMANDS; command++) {
		words = match(command, argc, argv);
		if (!words)
			continue;
		if (!command->print)
			return command;
		*ret_arg = argc > words ? argv[words] : NULL;
		if (argc > words + !!*command->arg)
			errx(EXIT_USAGE, "'%s' is one word too many (see --help)",
			     argv[words + !!*command->arg]);
		if (command->needs_arg && !*ret_arg)
			errx(EXIT_USAGE, "%s: which %s?", command->words, command->arg);
		return command;
	}
	if (!argc)
		usage(stderr);
	else
		warnx("there is no command '%s%s%s' (see --help)", argv[0], argc > 1 ? " " : "",
		      argc > 1 ? argv[1] : "");
	exit(EXIT_USAGE);
}

static int tell(const struct command *command, const struct fairpath_reply *reply, bool json)
{
	if (reply->code != FAIRPATH_CONTROL_OK)
		return refused(reply);
	if (json)
		puts(json_object_to_json_string_ext(reply->data, JSON_C_TO_STRING_PRETTY));
	else
		command->print(stdout, reply->data);
	return EXIT_DONE;
}

static int ask_and_tell(const char *socket, const struct command *command, const char *arg,
			bool json)
{
	struct fairpath_reply reply = { 0 };
	struct fairpath_error error = { "" };
	int status = ask(socket, command->verb, command->arg, arg, &reply, &error);

	if (status)
		errx(status, "%s", error.text);
	status = tell(command, &reply, json);
	fairpath_reply_clear(&reply);
	return status;
}

int main(int argc, char **argv)
{
	static const struct option options[] = { { "json", no_argument, NULL, 'j' },
						 { "socket", required_argument, NULL, 's' },
						 { "help", no_argument, NULL, 'h' },
						 { "version", no_argument, NULL, 'V' },
						 { 0 } };
	const char *socket = NULL, *arg = NULL;
	const struct command *command;
	bool json = false;
	int option, status;

	while ((option = getopt_long(argc, argv, "+js:hV", options, NULL)) != -1) {
		switch (option) {
		case 'j':
			json = true;
			break;
		case 's':
			socket = optarg;
			break;
		case 'h':
			usage(stdout);
			return EXIT_DONE;
		case 'V':
			puts("fairpathctl " FAIRPATH_VERSION);
			return EXIT_DONE;
		default:
			return EXIT_USAGE;
		}
	}
	command = find(argc - optind, argv + optind, &arg);
	if (!command->print)
		status = top(socket, json, argc - optind, argv + optind);
	else
		status = ask_and_tell(socket, command, arg, json);
	if (fflush(stdout) || ferror(stdout))
		err(EXIT_REFUSED, "what was answered could not be printed");
	return status;
}
