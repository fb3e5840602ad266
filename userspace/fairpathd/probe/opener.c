// SPDX-License-Identifier: GPL-2.0
/*
 * A helper process forks one child for each node to open or to close; the file
 * descriptors travel over a socket. A child that the kernel holds up is nobody's loss.
 * The helper ends when the daemon does, and is started again when it died.
 */
#include "opener.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

struct fpd_opener {
	sd_event *event;
	sd_event_source *io;
	sd_event_source *dead;
	int socket;
	int life; /* a pipe whose other end only the helper has: its end is the helper's */
	fpd_opened_fn *opened;
	void *userdata;
};

/* To the helper: open this node, or close the descriptor that comes along. And back. */
struct message {
	uint64_t id;
	int error;
	char node[64];
};

static int send_message(int socket, const struct message *message, int fd)
{
	union {
		struct cmsghdr header;
		char space[CMSG_SPACE(sizeof(int))];
	} control = { .header = { .cmsg_level = SOL_SOCKET,
				  .cmsg_type = SCM_RIGHTS,
				  .cmsg_len = CMSG_LEN(sizeof(int)) } };
	struct iovec iov = { .iov_base = (void *)message, .iov_len = sizeof(*message) };
	struct msghdr hdr = { .msg_iov = &iov, .msg_iovlen = 1 };

	if (fd >= 0) {
		memcpy(CMSG_DATA(&control.header), &fd, sizeof(fd));
		hdr.msg_control = &control;
		hdr.msg_controllen = sizeof(control);
	}
	return sendmsg(socket, &hdr, MSG_NOSIGNAL) < 0 ? -errno : 0;
}

/* Return: as recvmsg(); *fd is -1 if none came along. */
static ssize_t receive_message(int socket, struct message *message, int *fd, int flags)
{
	union {
		struct cmsghdr header;
		char space[CMSG_SPACE(sizeof(int))];
	} control;
	struct iovec iov = { .iov_base = message, .iov_len = sizeof(*message) };
	struct msghdr hdr = { .msg_iov = &iov,
			      .msg_iovlen = 1,
			      .msg_control = &control,
			      .msg_controllen = sizeof(control) };
	ssize_t n = recvmsg(socket, &hdr, flags | MSG_CMSG_CLOEXEC);
	struct cmsghdr *first = n > 0 ? CMSG_FIRSTHDR(&hdr) : NULL;

	*fd = -1;
	if (first && first->cmsg_type == SCM_RIGHTS && first->cmsg_len == CMSG_LEN(sizeof(int)))
		memcpy(fd, CMSG_DATA(first), sizeof(*fd));
	return n;
}

/* The helper */

enum { HELPER_SOCKET = 3, HELPER_LIFE };

_Noreturn static void open_node(struct message *message)
{
	int fd;

	close(HELPER_LIFE);
	fd = open(message->node, O_RDONLY | O_DIRECT | O_NONBLOCK | O_CLOEXEC);
	message->error = fd < 0 ? errno : 0;
	_exit(send_message(HELPER_SOCKET, message, fd) ? 1 : 0);
}

/* To be the last who has it, the child waits until the helper has closed its own. */
static void close_in_child(int fd)
{
	int gate[2];
	char nothing;

	if (!pipe2(gate, O_CLOEXEC)) {
		if (!fork()) {
			close(HELPER_LIFE);
			close(gate[1]);
			_exit(read(gate[0], &nothing, 1) ? 1 : 0);
		}
		close(fd);
		close(gate[0]);
		close(gate[1]);
	}
}

_Noreturn static void help(void)
{
	struct message message;
	int fd;

	while (receive_message(HELPER_SOCKET, &message, &fd, 0) == sizeof(message)) {
		if (fd >= 0)
			close_in_child(fd);
		else if (!fork())
			open_node(&message);
	}
	_exit(0);
}

/* To a low number, by way of one that is in nobody's way. Return: whether it went well. */
static bool move_fd(int fd, int to)
{
	int high = fcntl(fd, F_DUPFD_CLOEXEC, 16);

	return high >= 0 && dup2(high, to) == to;
}

/* Nothing of the daemon's may stay open or blocked here. */
_Noreturn static void become_helper(int socket, int life)
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);
	sigset_t none;

	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	signal(SIGTERM, SIG_DFL);
	signal(SIGINT, SIG_IGN);
	signal(SIGCHLD, SIG_IGN); /* no zombies */
	prctl(PR_SET_NAME, "fpd-opener");

	socket = fcntl(socket, F_DUPFD_CLOEXEC, 16);
	life = fcntl(life, F_DUPFD_CLOEXEC, 16);
	if (!move_fd(null, 0) || !move_fd(null, 1) || !move_fd(null, 2) ||
	    !move_fd(socket, HELPER_SOCKET) || !move_fd(life, HELPER_LIFE))
		_exit(1);
	close_range(HELPER_LIFE + 1, ~0U, 0);
	help();
}

/* The daemon's side */

/* Forked twice, so that the helper is nobody's child to be waited for. */
static int start_helper(int socket, int life)
{
	pid_t pid = fork();

	if (pid < 0)
		return -errno;
	if (!pid) {
		pid = fork();
		if (pid)
			_exit(pid < 0);
		become_helper(socket, life);
	}
	while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
		;
	return 0;
}

static void disconnect(struct fpd_opener *opener)
{
	opener->io = sd_event_source_disable_unref(opener->io);
	opener->dead = sd_event_source_disable_unref(opener->dead);
	if (opener->socket >= 0)
		close(opener->socket);
	if (opener->life >= 0)
		close(opener->life);
	opener->socket = -1;
	opener->life = -1;
}

static int on_message(sd_event_source *source, int socket, uint32_t events, void *userdata)
{
	struct fpd_opener *opener = userdata;
	struct message message;
	int fd;

	(void)source;
	(void)events;
	if (receive_message(socket, &message, &fd, MSG_DONTWAIT) == sizeof(message))
		opener->opened(message.id, fd >= 0 ? fd : -(message.error ? message.error : EIO),
			       opener->userdata);
	return 0;
}

/* A child that hangs may hold the socket still, so this tells it, not the socket's end. */
static int on_dead(sd_event_source *source, int life, uint32_t events, void *userdata)
{
	struct fpd_opener *opener = userdata;

	(void)source;
	(void)life;
	(void)events;
	disconnect(opener); /* the next node starts another */
	opener->opened(FPD_OPENER_ALL, -EPIPE, opener->userdata);
	return 0;
}

static int listen_to_helper(struct fpd_opener *opener)
{
	int r = sd_event_add_io(opener->event, &opener->io, opener->socket, EPOLLIN, on_message,
				opener);

	return r < 0 ? r
		     : sd_event_add_io(opener->event, &opener->dead, opener->life, 0, on_dead,
				       opener);
}

static int connect_helper(struct fpd_opener *opener)
{
	int sockets[2], life[2], r;

	if (opener->socket >= 0)
		return 0;
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets))
		return -errno;
	opener->socket = sockets[0];
	if (pipe2(life, O_CLOEXEC)) {
		r = -errno;
	} else {
		opener->life = life[0];
		r = start_helper(sockets[1], life[1]);
		close(life[1]);
	}
	close(sockets[1]);
	if (!r)
		r = fcntl(opener->socket, F_SETFL, O_NONBLOCK) ? -errno : listen_to_helper(opener);
	if (r < 0)
		disconnect(opener);
	return r < 0 ? r : 0;
}

int fpd_opener_new(sd_event *event, fpd_opened_fn *opened, void *userdata, struct fpd_opener **ret)
{
	struct fpd_opener *opener = calloc(1, sizeof(*opener));

	if (!opener)
		return -ENOMEM;
	*opener = (struct fpd_opener){
		.event = sd_event_ref(event),
		.socket = -1,
		.life = -1,
		.opened = opened,
		.userdata = userdata,
	};
	*ret = opener;
	return 0;
}

struct fpd_opener *fpd_opener_free(struct fpd_opener *opener)
{
	if (!opener)
		return NULL;
	disconnect(opener);
	sd_event_unref(opener->event);
	free(opener);
	return NULL;
}

int fpd_opener_open(struct fpd_opener *opener, const char *node, uint64_t id)
{
	struct message message = { .id = id };
	int r;

	if (strlen(node) >= sizeof(message.node))
		return -ENAMETOOLONG;
	strcpy(message.node, node);
	r = connect_helper(opener);
	return r ? r : send_message(opener->socket, &message, -1);
}

int fpd_opener_close(struct fpd_opener *opener, int fd)
{
	struct message message = { 0 };

	if (fd < 0)
		return -1;
	if (!connect_helper(opener))
		send_message(opener->socket, &message, fd);
	close(fd); /* not the last, if the message is on its way */
	return -1;
}
