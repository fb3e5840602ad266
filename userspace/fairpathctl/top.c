// SPDX-License-Identifier: GPL-2.0
/*
 * The loop of top; see top.h.
 *
 * On a terminal a round takes the place of the one before, on a screen of its own, and
 * q or Ctrl-C ends it. Anywhere else rounds follow each other as plain text.
 */
#include <err.h>
#include <errno.h>
#include <getopt.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include <json-c/json.h>

#include "ask.h"
#include "top.h"

#define LONGEST_DELAY  3600.0
#define SHORTEST_DELAY 0.1

/* The other screen of the terminal, no cursor, and long lines end at its edge. */
#define SCREEN_BEGIN "\033[?1049h\033[?25l\033[?7l"
#define SCREEN_END   "\033[?7h\033[?25h\033[?1049l"
#define SCREEN_HOME  "\033[H\033[J"

struct top {
	const char *socket;
	const char *map; /* NULL: all */
	bool json;
	bool screen;
	double delay; /* seconds */
	long rounds;  /* 0: until somebody ends it */
};

/* The terminal, as it was, for whatever way the program ends. */
static struct termios was;
static bool keys;
static bool on_screen;
static volatile sig_atomic_t ended;
static sigset_t while_waiting; /* signals that come at other times wait for that */

static void on_signal(int signal)
{
	(void)signal;
	ended = 1;
}

static void screen_end(void)
{
	if (keys)
		tcsetattr(STDIN_FILENO, TCSANOW, &was);
	if (on_screen && write(STDOUT_FILENO, SCREEN_END, strlen(SCREEN_END)) < 0)
		return; /* the terminal is gone */
	keys = on_screen = false;
}

/* Keys come one by one, unseen. Ctrl-Z would leave the terminal as it is now. */
static void keys_begin(void)
{
	struct termios now;

	if (!isatty(STDIN_FILENO) || tcgetattr(STDIN_FILENO, &was))
		return;
	now = was;
	now.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
	now.c_cc[VSUSP] = _POSIX_VDISABLE;
	keys = !tcsetattr(STDIN_FILENO, TCSANOW, &now);
}

static void screen_begin(void)
{
	static const int endings[] = { SIGINT, SIGTERM, SIGHUP };
	struct sigaction action = { .sa_handler = on_signal };
	sigset_t held;
	size_t i;

	sigemptyset(&held);
	for (i = 0; i < sizeof(endings) / sizeof(endings[0]); i++) {
		sigaction(endings[i], &action, NULL);
		sigaddset(&held, endings[i]);
	}
	sigprocmask(SIG_BLOCK, &held, &while_waiting);
	atexit(screen_end);
	keys_begin();
	on_screen = true;
	fputs(SCREEN_BEGIN, stdout);
	fflush(stdout);
}

static double now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
}

/* A key was hit, or the terminal is gone. Return: is that the end? */
static bool read_key(void)
{
	char key;

	return read(STDIN_FILENO, &key, 1) <= 0 || key == 'q' || key == 'Q';
}

/* Return: false if somebody ended it meanwhile. */
static bool wait_until(double when)
{
	struct pollfd in = { .fd = keys ? STDIN_FILENO : -1, .events = POLLIN };
	double left;

	while (!ended && (left = when - now()) > 0) {
		struct timespec timeout = { .tv_sec = (time_t)left };

		timeout.tv_nsec = (long)((left - (double)timeout.tv_sec) * 1e9);
		if (ppoll(&in, 1, &timeout, on_screen ? &while_waiting : NULL) > 0 && read_key())
			return false;
	}
	return !ended;
}

static struct json_object *look(const struct top *top)
{
	struct fairpath_reply reply = { 0 };
	struct fairpath_error error = { "" };
	struct json_object *data;
	int status = ask(top->socket, "flows", "map", top->map, &reply, &error);

	/* What goes wrong is told where it stays. */
	if (status || reply.code != FAIRPATH_CONTROL_OK)
		screen_end();
	if (status)
		errx(status, "%s", error.text);
	if (reply.code != FAIRPATH_CONTROL_OK)
		exit(refused(&reply));
	data = json_object_get(reply.data);
	fairpath_reply_clear(&reply);
	return data;
}

static void show_on_screen(struct json_object *round)
{
	struct winsize size = { 0 };
	char *text = NULL;
	size_t length;
	FILE *memory = open_memstream(&text, &length);

	if (!memory)
		err(EXIT_REFUSED, NULL);
	print_round(memory, round);
	if (fclose(memory))
		err(EXIT_REFUSED, NULL);
	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) || !size.ws_row || !size.ws_col)
		size = (struct winsize){ .ws_row = 24, .ws_col = 80 };
	fputs(SCREEN_HOME, stdout);
	print_cut(stdout, text, size.ws_row, size.ws_col);
	free(text);
}

static void show(const struct top *top, struct json_object *round, bool first)
{
	json_object_object_add(round, "time", json_object_new_int64(time(NULL)));
	if (top->json) {
		puts(json_object_to_json_string_ext(round, JSON_C_TO_STRING_PLAIN));
	} else if (top->screen) {
		show_on_screen(round);
	} else {
		if (!first)
			putchar('\n');
		print_round(stdout, round);
	}
	/* Who reads it wants it now. */
	fflush(stdout);
}

static void run(const struct top *top)
{
	struct json_object *before = look(top), *after, *round;
	double due = now();
	long i;

	if (top->screen)
		screen_begin();

	for (i = 0; !top->rounds || i < top->rounds; i++) {
		/* A round that is late is not made up for. */
		due = due + top->delay > now() ? due + top->delay : now() + top->delay;
		if (!wait_until(due))
			break;
		after = look(top);
		round = top_round(before, after);
		show(top, round, !i);
		json_object_put(round);
		json_object_put(before);
		before = after;
		if (ferror(stdout))
			break;
	}
	json_object_put(before);
}

static double delay_of(const char *text)
{
	char *end;
	double delay = strtod(text, &end);

	if (end == text || *end || !(delay >= SHORTEST_DELAY && delay <= LONGEST_DELAY))
		errx(EXIT_USAGE, "top: the delay '%s' is no number of seconds (%.1f to %.0f)", text,
		     SHORTEST_DELAY, LONGEST_DELAY);
	return delay;
}

static long rounds_of(const char *text)
{
	char *end;
	long rounds;

	errno = 0;
	rounds = strtol(text, &end, 10);
	if (end == text || *end || errno || rounds < 1)
		errx(EXIT_USAGE, "top: '%s' is no number of rounds (1 or more)", text);
	return rounds;
}

static void read_options(struct top *top, int argc, char **argv)
{
	static const struct option options[] = { { "delay", required_argument, NULL, 'd' },
						 { "rounds", required_argument, NULL, 'n' },
						 { "json", no_argument, NULL, 'j' },
						 { 0 } };
	int option;

	optind = 0;
	while ((option = getopt_long(argc, argv, "+d:n:j", options, NULL)) != -1) {
		switch (option) {
		case 'd':
			top->delay = delay_of(optarg);
			break;
		case 'n':
			top->rounds = rounds_of(optarg);
			break;
		case 'j':
			top->json = true;
			break;
		default:
			exit(EXIT_USAGE);
		}
	}
	if (argc - optind > 1)
		errx(EXIT_USAGE, "'%s' is one word too many (see --help)", argv[optind + 1]);
	top->map = argv[optind];
}

int top(const char *socket, bool json, int argc, char **argv)
{
	struct top top = { .socket = socket, .json = json, .delay = 1 };

	read_options(&top, argc, argv);
	top.screen = !top.json && isatty(STDOUT_FILENO);
	run(&top);
	return EXIT_DONE;
}
