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
#include <unistd.h>

#include <json-c/json.h>

#include <fairpath/control.h>

#include "show.h"

/* Exit status; as fairpathctl(8) tells it. */
enum {
	EXIT_DONE,
	EXIT_REFUSED,	  /* the daemon says no: there is no such path, it failed */
	EXIT_USAGE,	  /* the command line makes no sense */
	EXIT_NO_DAEMON,	  /* no daemon, or no answer from it */
	EXIT_NOT_ALLOWED, /* only root may */
};

/* Whatever the storage does: the daemon answers from memory, mostly in milliseconds. */
enum { ANSWER_WITHIN_MS = 5000 };

/**
 * struct command - one thing that can be said to the daemon
 * @words: what the user says
 * @verb:  what the daemon is asked
 * @arg:   the name of its argument, "" for none
 * @needs_arg: without it the command makes no sense
 * @print: how its answer is printed
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
	{ "show status", "status", "", false, print_status, "how the daemon itself is" },
	{ "show config", "config", "", false, print_config, "the configuration in force" },
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
	fputs("\n  --json         what the daemon answers, as it is\n"
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

static void ask(const char *socket, const struct command *command, const char *arg,
		struct fairpath_reply *reply)
{
	struct json_object *args = json_object_new_object();
	struct fairpath_error error;
	int fd;

	if (arg)
		json_object_object_add(args, command->arg, json_object_new_string(arg));
	if (fairpath_control_connect(socket, &fd, &error) ||
	    fairpath_control_call(fd, command->verb, args, ANSWER_WITHIN_MS, reply, &error))
		errx(EXIT_NO_DAEMON, "%s", error.text);
	close(fd);
	json_object_put(args);
}

static int tell(const struct command *command, const struct fairpath_reply *reply, bool json)
{
	switch (reply->code) {
	case FAIRPATH_CONTROL_OK:
		if (json)
			puts(json_object_to_json_string_ext(reply->data, JSON_C_TO_STRING_PRETTY));
		else
			command->print(stdout, reply->data);
		return EXIT_DONE;
	case FAIRPATH_CONTROL_DENIED:
		warnx("%s", reply->error);
		return EXIT_NOT_ALLOWED;
	default:
		warnx("%s", reply->error);
		return EXIT_REFUSED;
	}
}

int main(int argc, char **argv)
{
	static const struct option options[] = { { "json", no_argument, NULL, 'j' },
						 { "socket", required_argument, NULL, 's' },
						 { "help", no_argument, NULL, 'h' },
						 { "version", no_argument, NULL, 'V' },
						 { 0 } };
	const char *socket = NULL, *arg;
	const struct command *command;
	struct fairpath_reply reply = { 0 };
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
	ask(socket, command, arg, &reply);
	status = tell(command, &reply, json);
	fairpath_reply_clear(&reply);
	if (fflush(stdout) || ferror(stdout))
		err(EXIT_REFUSED, "what was answered could not be printed");
	return status;
}
