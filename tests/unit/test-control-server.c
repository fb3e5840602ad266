// SPDX-License-Identifier: GPL-2.0
/* fairpathd: the control socket, with clients that are slow, silent, rude or many. */
#include "unit.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <json-c/json.h>
#include <systemd/sd-event.h>

#include "fairpathd/control.h"

/* A server that answers with as many bytes as it is asked for, and where it is. */
struct server {
	char folder[64];
	char path[80];
	sd_event *event;
	struct fpd_control *control;
	unsigned int asked;
};

static void answer(const struct fairpath_request *request, bool root, struct fairpath_reply *reply,
		   void *userdata)
{
	struct server *server = userdata;
	size_t size = strtoul(request->verb, NULL, 10);
	char *text = calloc(1, size + 1);

	assert_true(root == (geteuid() == 0));
	memset(text, 'x', size);
	reply->data = json_object_new_string(text);
	free(text);
	server->asked++;
}

static int set_up(void **state)
{
	struct server *server = calloc(1, sizeof(*server));
	struct fairpath_error error;

	strcpy(server->folder, "/tmp/fairpath-unit.XXXXXX");
	assert_non_null(mkdtemp(server->folder));
	/* The folder of the socket is made by the server. */
	snprintf(server->path, sizeof(server->path), "%s/run/control", server->folder);
	assert_true(sd_event_new(&server->event) >= 0);
	assert_int_equal(fpd_control_new(server->event, 0, server->path, answer, server,
					 &server->control, &error),
			 0);
	*state = server;
	return 0;
}

static int tear_down(void **state)
{
	struct server *server = *state;
	char run[80];

	fpd_control_free(server->control);
	assert_int_equal(access(server->path, F_OK), -1);
	sd_event_unref(server->event);
	snprintf(run, sizeof(run), "%s/run", server->folder);
	rmdir(run);
	rmdir(server->folder);
	free(server);
	return 0;
}

static int connect_to(const struct server *server)
{
	struct fairpath_error error;
	int fd;

	if (fairpath_control_connect(server->path, &fd, &error))
		fail_msg("%s", error.text);
	return fd;
}

/* The loop runs until nothing happens for @quiet_ms. */
static void run(struct server *server, unsigned int quiet_ms)
{
	while (sd_event_run(server->event, quiet_ms * 1000ULL) > 0)
		;
}

static void ask(int fd, const char *verb)
{
	char *text;

	assert_int_equal(fairpath_request_format(verb, NULL, &text, NULL), 0);
	assert_int_equal(send(fd, text, strlen(text), 0), strlen(text));
	free(text);
}

/* Takes the packets of one reply that are there. Return: whether it is whole. */
static bool take(int fd, struct fairpath_reply_text *reply)
{
	char packet[FAIRPATH_CONTROL_PACKET_MAX];
	ssize_t len;

	while ((len = recv(fd, packet, sizeof(packet), MSG_DONTWAIT)) > 0)
		if (fairpath_reply_join(reply, packet, (size_t)len, NULL))
			return true;
	return false;
}

static void expect_reply(int fd, enum fairpath_control_code code, size_t size)
{
	struct fairpath_reply_text text = { 0 };
	struct fairpath_reply reply;

	assert_true(take(fd, &text));
	assert_int_equal(fairpath_reply_parse(text.text, text.len, &reply, NULL), 0);
	assert_int_equal(reply.code, code);
	if (code == FAIRPATH_CONTROL_OK)
		assert_int_equal(json_object_get_string_len(reply.data), size);
	fairpath_reply_clear(&reply);
	free(text.text);
}

static bool is_closed(int fd)
{
	char byte;

	return recv(fd, &byte, 1, MSG_DONTWAIT) == 0;
}

static void one_after_the_other(void **state)
{
	struct server *server = *state;
	int fd = connect_to(server);

	ask(fd, "10");
	ask(fd, "20");
	run(server, 10);
	expect_reply(fd, FAIRPATH_CONTROL_OK, 10);
	expect_reply(fd, FAIRPATH_CONTROL_OK, 20);
	close(fd);
	run(server, 10);
	assert_int_equal(fpd_control_clients(server->control), 0);
}

static void anybody_may_connect(void **state)
{
	struct server *server = *state;
	struct stat stat;

	assert_int_equal(lstat(server->path, &stat), 0);
	assert_int_equal(stat.st_mode & 0777, 0666);
}

static void nonsense(void **state)
{
	static char too_long[FAIRPATH_CONTROL_REQUEST_MAX + 1];
	struct server *server = *state;
	int fd = connect_to(server);

	assert_int_equal(send(fd, "show", 4, 0), 4);
	run(server, 10);
	expect_reply(fd, FAIRPATH_CONTROL_BAD_REQUEST, 0);
	memset(too_long, ' ', sizeof(too_long));
	assert_int_equal(send(fd, too_long, sizeof(too_long), 0), sizeof(too_long));
	run(server, 10);
	expect_reply(fd, FAIRPATH_CONTROL_BAD_REQUEST, 0);
	/* And it is listened to all the same. */
	ask(fd, "10");
	run(server, 10);
	expect_reply(fd, FAIRPATH_CONTROL_OK, 10);
	assert_int_equal(server->asked, 1);
	close(fd);
}

static void large_reply_to_a_slow_reader(void **state)
{
	struct server *server = *state;
	int slow = connect_to(server), quick = connect_to(server);
	struct fairpath_reply_text text = { 0 };
	int i;

	ask(slow, "5000000");
	run(server, 10);
	/* More than the socket holds is to come; others do not wait for that. */
	ask(quick, "10");
	run(server, 10);
	expect_reply(quick, FAIRPATH_CONTROL_OK, 10);
	for (i = 0; i < 1000 && !take(slow, &text); i++)
		run(server, 0);
	assert_in_range(text.len, 5000000, 5000100);
	free(text.text);
	close(slow);
	close(quick);
}

static void goes_away_in_the_middle(void **state)
{
	struct server *server = *state;
	int fd = connect_to(server);

	ask(fd, "5000000");
	run(server, 10);
	close(fd);
	run(server, 10);
	assert_int_equal(fpd_control_clients(server->control), 0);
}

static void silent_and_slow_are_closed(void **state)
{
	struct server *server = *state;
	int silent = connect_to(server), slow = connect_to(server);
	struct fairpath_reply_text text = { 0 };

	ask(slow, "5000000");
	run(server, FPD_CONTROL_PATIENCE_MS + 500);
	assert_int_equal(fpd_control_clients(server->control), 0);
	assert_true(is_closed(silent));
	assert_false(take(slow, &text));
	assert_true(is_closed(slow));
	free(text.text);
	close(silent);
	close(slow);
}

static void many(void **state)
{
	struct server *server = *state;
	int fds[FPD_CONTROL_CLIENTS_MAX + 1], i, most;

	/* The test may be run by anybody: others than root are fewer, and the last waits. */
	most = geteuid() ? FPD_CONTROL_CLIENTS_OTHERS : FPD_CONTROL_CLIENTS_MAX;
	for (i = 0; i <= most; i++) {
		fds[i] = connect_to(server);
		run(server, 0);
	}
	assert_int_equal(fpd_control_clients(server->control), most);
	/* Root is let in, and who was there longest makes room. */
	assert_true(is_closed(geteuid() ? fds[most] : fds[0]));
	i = geteuid() ? 0 : most;
	ask(fds[i], "10");
	run(server, 10);
	expect_reply(fds[i], FAIRPATH_CONTROL_OK, 10);
	for (i = 0; i <= most; i++)
		close(fds[i]);
}

static void second_daemon(void **state)
{
	struct server *server = *state;
	struct fpd_control *second = NULL;
	struct fairpath_error error;

	assert_int_equal(
		fpd_control_new(server->event, 0, server->path, answer, server, &second, &error),
		-EADDRINUSE);
	assert_non_null(strstr(error.text, "another fairpathd listens on "));
	assert_null(second);
	/* Whose socket it is has not lost it. */
	close(connect_to(server));
}

static void socket_of_a_dead_daemon(void **state)
{
	struct server *server = *state;
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	struct fpd_control *control = NULL;
	struct fairpath_error error;
	int fd = socket(AF_UNIX, SOCK_SEQPACKET, 0);

	snprintf(address.sun_path, sizeof(address.sun_path), "%s/dead", server->folder);
	assert_int_equal(bind(fd, (struct sockaddr *)&address, sizeof(address)), 0);
	close(fd);
	assert_int_equal(fpd_control_new(server->event, 0, address.sun_path, answer, server,
					 &control, &error),
			 0);
	fpd_control_free(control);
}

/* A daemon that has just forked a child. Return: its process; *child is the child. */
static pid_t daemon_with_a_child(struct server *server, const char *path, pid_t *child)
{
	struct fpd_control *control;
	struct fairpath_error error;
	sd_event *event;
	int told[2];
	pid_t daemon;

	assert_int_equal(pipe(told), 0);
	daemon = fork();
	if (!daemon) {
		if (sd_event_new(&event) < 0 ||
		    fpd_control_new(event, 0, path, answer, server, &control, &error))
			_exit(1);
		*child = fork();
		if (*child && write(told[1], child, sizeof(*child)) < 0)
			_exit(1);
		for (;;)
			pause();
	}
	assert_true(daemon > 0);
	close(told[1]);
	assert_int_equal(read(told[0], child, sizeof(*child)), sizeof(*child));
	close(told[0]);
	return daemon;
}

static void socket_that_a_child_of_a_dead_daemon_has(void **state)
{
	struct server *server = *state;
	struct fpd_control *control = NULL;
	struct fairpath_error error;
	char path[100];
	pid_t daemon, child;

	snprintf(path, sizeof(path), "%s/killed", server->folder);
	daemon = daemon_with_a_child(server, path, &child);
	assert_int_equal(fpd_control_new(server->event, 0, path, answer, server, &control, &error),
			 -EADDRINUSE);
	/* Dead, and nobody has taken note of it yet; the child lives on. */
	kill(daemon, SIGKILL);
	assert_int_equal(waitid(P_PID, (id_t)daemon, &(siginfo_t){ 0 }, WEXITED | WNOWAIT), 0);
	if (fpd_control_new(server->event, 0, path, answer, server, &control, &error))
		fail_msg("%s", error.text);
	fpd_control_free(control);
	kill(child, SIGKILL);
	assert_int_equal(waitpid(daemon, NULL, 0), daemon);
}

static void file_in_the_way(void **state)
{
	struct server *server = *state;
	struct fpd_control *control = NULL;
	struct fairpath_error error;
	char path[100];

	snprintf(path, sizeof(path), "%s/file", server->folder);
	fclose(fopen(path, "w"));
	assert_int_equal(fpd_control_new(server->event, 0, path, answer, server, &control, &error),
			 -EEXIST);
	assert_non_null(strstr(error.text, "is there, and no socket"));
	assert_int_equal(unlink(path), 0);
}

#define SERVER_TEST(sentence, function)                                                            \
	{                                                                                          \
		.name = (sentence), .test_func = (function), .setup_func = set_up,                 \
		.teardown_func = tear_down                                                         \
	}

int main(void)
{
	const struct CMUnitTest tests[] = {
		SERVER_TEST("requests are answered one after the other", one_after_the_other),
		SERVER_TEST("anybody may connect", anybody_may_connect),
		SERVER_TEST("nonsense is answered, and what follows is listened to", nonsense),
		SERVER_TEST("a slow reader gets a large reply, and nobody waits for him",
			    large_reply_to_a_slow_reader),
		SERVER_TEST("who goes in the middle of a reply is forgotten",
			    goes_away_in_the_middle),
		SERVER_TEST("the silent and the slow are closed after a while",
			    silent_and_slow_are_closed),
		SERVER_TEST("many connections do not keep root out", many),
		SERVER_TEST("a second daemon does not take the socket of the first", second_daemon),
		SERVER_TEST("what a dead daemon left is taken over", socket_of_a_dead_daemon),
		SERVER_TEST("even while a child of it has the socket",
			    socket_that_a_child_of_a_dead_daemon_has),
		SERVER_TEST("a file in the way is not removed", file_in_the_way),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
