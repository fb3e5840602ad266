// SPDX-License-Identifier: GPL-2.0
/*
 * fairpathctl top on a terminal: a real one, a pseudo-terminal, and a daemon that gives
 * the same answer each time.
 */
#include "unit.h"

#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "fairpathctl/top.h"

#define ANSWER                                                                                     \
	".{\"version\":1,\"code\":\"ok\",\"data\":{\"maps\":[{\"name\":\"eva\","                   \
	"\"clock_usecs\":1,\"paths\":[]}]}}"

struct world {
	char folder[32];
	struct sockaddr_un address;
	pid_t daemon;
	pid_t top;
	int terminal;
	char screen[8192];
	size_t length;
};

/* Until it is killed. */
static void serve(int listener)
{
	char request[4096];

	for (;;) {
		int fd = accept(listener, NULL, NULL);

		if (read(fd, request, sizeof(request)) > 0)
			(void)!write(fd, ANSWER, strlen(ANSWER));
		close(fd);
	}
}

static int set_up(void **state)
{
	struct world *world = calloc(1, sizeof(*world));
	int listener = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);

	strcpy(world->folder, "/tmp/fairpath-top-XXXXXX");
	assert_non_null(mkdtemp(world->folder));
	world->address.sun_family = AF_UNIX;
	snprintf(world->address.sun_path, sizeof(world->address.sun_path), "%s/control",
		 world->folder);
	assert_int_equal(bind(listener, (struct sockaddr *)&world->address, sizeof(world->address)),
			 0);
	assert_int_equal(listen(listener, 8), 0);
	world->daemon = fork();
	if (!world->daemon)
		serve(listener);
	close(listener);
	*state = world;
	return 0;
}

static void daemon_dies(struct world *world)
{
	kill(world->daemon, SIGKILL);
	waitpid(world->daemon, NULL, 0);
	world->daemon = 0;
}

static int tear_down(void **state)
{
	struct world *world = *state;

	if (world->daemon)
		daemon_dies(world);
	close(world->terminal);
	unlink(world->address.sun_path);
	rmdir(world->folder);
	free(world);
	return 0;
}

/* top on a terminal of 40 columns, with words of its own. */
static void top_begins(struct world *world, int argc, char **argv)
{
	struct winsize size = { .ws_row = 24, .ws_col = 40 };

	world->top = forkpty(&world->terminal, NULL, NULL, &size);
	assert_true(world->top >= 0);
	if (!world->top)
		exit(top(world->address.sun_path, false, argc, argv));
}

/* Read on until the screen has that. */
static void sees(struct world *world, const char *text)
{
	while (!memmem(world->screen, world->length, text, strlen(text))) {
		ssize_t n = read(world->terminal, world->screen + world->length,
				 sizeof(world->screen) - world->length);

		if (n <= 0)
			fail_msg("'%s' is not in '%.*s'", text, (int)world->length, world->screen);
		world->length += (size_t)n;
	}
}

static bool takes_lines(const struct world *world)
{
	struct termios now;

	assert_int_equal(tcgetattr(world->terminal, &now), 0);
	return (now.c_lflag & (ICANON | ECHO)) == (ICANON | ECHO);
}

static void ends_with(struct world *world, int status)
{
	int got;

	assert_int_equal(waitpid(world->top, &got, 0), world->top);
	assert_true(WIFEXITED(got));
	assert_int_equal(WEXITSTATUS(got), status);
}

#define BEGIN "\033[?1049h"
#define END   "\033[?1049l"

static char *patient[] = { (char *)"top", (char *)"-d", (char *)"3600", NULL };
static char *quick[] = { (char *)"top", (char *)"-d", (char *)"0.1", NULL };

static void a_key_ends_it(void **state)
{
	struct world *world = *state;

	top_begins(world, 3, patient);
	sees(world, BEGIN);
	assert_false(takes_lines(world));
	/* A key that means nothing, and the one that ends it. */
	assert_int_equal(write(world->terminal, "xq", 2), 2);
	sees(world, END);
	assert_true(takes_lines(world));
	ends_with(world, 0);
}

static void an_interrupt_ends_it(void **state)
{
	struct world *world = *state;

	top_begins(world, 3, patient);
	sees(world, BEGIN);
	assert_int_equal(write(world->terminal, "\003", 1), 1);
	sees(world, END);
	assert_true(takes_lines(world));
	ends_with(world, 0);
}

static void rounds_are_drawn(void **state)
{
	struct world *world = *state;

	top_begins(world, 3, quick);
	sees(world, "eva: no fair queue");
	world->length = 0;
	sees(world, "\033[H\033[J");
	sees(world, "eva: no fair queue");
	assert_int_equal(write(world->terminal, "q", 1), 1);
	sees(world, END);
	ends_with(world, 0);
}

static void the_daemon_ends_first(void **state)
{
	struct world *world = *state;

	top_begins(world, 3, quick);
	sees(world, "eva: no fair queue");
	daemon_dies(world);
	/* What is wrong is told after the screen is left, or nobody would read it. */
	sees(world, END);
	sees(world, "fairpathd");
	assert_true(takes_lines(world));
	ends_with(world, 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST_WITH("a key ends it, and the terminal is as it was", a_key_ends_it, set_up,
			  tear_down),
		TEST_WITH("so does Ctrl-C", an_interrupt_ends_it, set_up, tear_down),
		TEST_WITH("each round takes the place of the one before", rounds_are_drawn, set_up,
			  tear_down),
		TEST_WITH("when the daemon ends, so does it, and says why where that stays",
			  the_daemon_ends_first, set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
