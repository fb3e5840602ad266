// SPDX-License-Identifier: GPL-2.0
/*
 * The jobs of processes, signals, pipes and sockets: of AIM7's kind, in amounts of
 * our own choice.
 */
#include "job.h"

#include <arpa/inet.h>
#include <err.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

/* fork, and if there are words, execute them; the child must end well. */
static void run_child(char *const words[])
{
	pid_t pid = fork();
	int status;

	if (pid < 0)
		err(1, "cannot fork");
	if (!pid) {
		if (!words)
			_exit(0);
		execv(words[0], words);
		err(127, "cannot execute %s", words[0]);
	}
	if (waitpid(pid, &status, 0) < 0 || status)
		errx(1, "a child of a job failed");
}

static void run_children(struct task *task, unsigned int times, char *const words[])
{
	unsigned int n = job_times(task, times);

	while (n--)
		run_child(words);
}

static void fork_test(struct task *task)
{
	run_children(task, 100, NULL);
}

static void exec_test(struct task *task)
{
	char *words[] = { "/proc/self/exe", JOB_CHILD_WORD, NULL };

	run_children(task, 50, words);
}

static void shell_rtns_1(struct task *task)
{
	char *words[] = { "/bin/sh", "-c", "n=0; while [ $n -lt 20 ]; do n=$((n + 1)); done",
			  NULL };

	run_children(task, 50, words);
}

/* What the system is asked for without much work. */
static void misc_rtns_1(struct task *task)
{
	unsigned int n = job_times(task, 5000);
	struct rusage usage;
	struct timeval now;

	while (n--) {
		getppid();
		getuid();
		umask(077);
		gettimeofday(&now, NULL);
		getrusage(RUSAGE_SELF, &usage);
	}
}

static volatile sig_atomic_t caught;

static void on_signal(int number)
{
	(void)number;
	caught++;
}

static void signal_test(struct task *task)
{
	unsigned int n = job_times(task, 10000);
	struct sigaction action = { .sa_handler = on_signal }, before;

	sigaction(SIGUSR1, &action, &before);
	while (n--)
		raise(SIGUSR1);
	sigaction(SIGUSR1, &before, NULL);
}

/* Back and forth through two ends that this process has both of. */
static void talk(struct task *task, int to, int from)
{
	unsigned int n = job_times(task, 5000);

	while (n--) {
		if (write(to, task->block, JOB_BLOCK) != JOB_BLOCK)
			err(1, "cannot send");
		if (read(from, task->block, JOB_BLOCK) != JOB_BLOCK)
			err(1, "cannot receive");
	}
	close(to);
	close(from);
}

static void pipe_cpy(struct task *task)
{
	int ends[2];

	if (pipe(ends))
		err(1, "cannot make a pipe");
	talk(task, ends[1], ends[0]);
}

static void socket_pair(struct task *task, int type)
{
	int ends[2];

	if (socketpair(AF_UNIX, type, 0, ends))
		err(1, "cannot make a pair of sockets");
	talk(task, ends[0], ends[1]);
}

static void stream_pipe(struct task *task)
{
	socket_pair(task, SOCK_STREAM);
}

static void dgram_pipe(struct task *task)
{
	socket_pair(task, SOCK_DGRAM);
}

/* A socket on the loopback interface, and the address that it got. */
static int bound_socket(int type, struct sockaddr_in *address)
{
	socklen_t length = sizeof(*address);
	int fd = socket(AF_INET, type, 0);

	*address = (struct sockaddr_in){ .sin_family = AF_INET };
	address->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	if (fd < 0 || bind(fd, (struct sockaddr *)address, length) ||
	    getsockname(fd, (struct sockaddr *)address, &length))
		err(1, "cannot make a socket");
	return fd;
}

static int connected_to(int type, const struct sockaddr_in *address)
{
	int fd = socket(AF_INET, type, 0);

	if (fd < 0 || connect(fd, (const struct sockaddr *)address, sizeof(*address)))
		err(1, "cannot connect a socket");
	return fd;
}

static void tcp_test(struct task *task)
{
	struct sockaddr_in address;
	int listener = bound_socket(SOCK_STREAM, &address), client, server;

	if (listen(listener, 1))
		err(1, "cannot listen");
	client = connected_to(SOCK_STREAM, &address);
	server = accept(listener, NULL, NULL);
	if (server < 0)
		err(1, "cannot accept");
	close(listener);
	talk(task, client, server);
}

static void udp_test(struct task *task)
{
	struct sockaddr_in address;
	int server = bound_socket(SOCK_DGRAM, &address);

	talk(task, connected_to(SOCK_DGRAM, &address), server);
}

const struct job process_jobs[] = {
	{ "dgram_pipe", dgram_pipe },
	{ "exec_test", exec_test },
	{ "fork_test", fork_test },
	{ "misc_rtns_1", misc_rtns_1 },
	{ "pipe_cpy", pipe_cpy },
	{ "shell_rtns_1", shell_rtns_1 },
	{ "signal_test", signal_test },
	{ "stream_pipe", stream_pipe },
	{ "tcp_test", tcp_test },
	{ "udp_test", udp_test },
	{ 0 },
};
