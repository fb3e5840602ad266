// SPDX-License-Identifier: GPL-2.0
/*
 * Asking fairpathd; see fairpath/control.h. Every wait has the caller's time as
 * its bound: a daemon that does not answer is an error like another.
 */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include <json-c/json.h>

#include <fairpath/control.h>

#include "words.h"

static int connect_failed(int code, const char *path, struct fairpath_error *error)
{
	switch (code) {
	case -ENOENT:
	case -ECONNREFUSED:
		return fairpath_error_set(error, code,
					  "fairpathd is not running: nobody listens on %s "
					  "(systemctl start fairpathd)",
					  path);
	case -EAGAIN:
		return fairpath_error_set(
			error, code, "fairpathd has too many to answer on %s; try again", path);
	default:
		return fairpath_error_set(error, code, "cannot connect to %s: %s", path,
					  strerror(-code));
	}
}

/*
 * json-c hashes the first name with a random number, for which a machine that has just
 * booted may let it wait for seconds; nobody who is connected may be that slow.
 */
static void begin_json(void)
{
	struct json_object *object = json_object_new_object();

	json_object_object_get_ex(object, "", NULL);
	json_object_put(object);
}

int fairpath_control_connect(const char *path, int *ret, struct fairpath_error *error)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int fd, r = 0;

	path = path ? path : FAIRPATH_CONTROL_SOCKET;
	if (strlen(path) >= sizeof(address.sun_path))
		return fairpath_error_set(error, -ENAMETOOLONG, "%s: too long for a socket", path);
	strcpy(address.sun_path, path);
	begin_json();
	/* Not blocking: a daemon that does not accept must not hold us either. */
	fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (fd < 0)
		return fairpath_error_set(error, -errno, "no socket: %s", strerror(errno));
	if (connect(fd, (struct sockaddr *)&address, sizeof(address)))
		r = -errno;
	if (r) {
		close(fd);
		return connect_failed(r, path, error);
	}
	*ret = fd;
	return 0;
}

static long long now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

/* Wait for @events until @deadline. Return: 0, -ETIMEDOUT, or an errno. */
static int wait_for(int fd, short events, long long deadline, struct fairpath_error *error)
{
	struct pollfd pollfd = { .fd = fd, .events = events };
	long long left;
	int r;

	do {
		left = deadline - now_ms();
		r = poll(&pollfd, 1, left > 0 ? (int)left : 0);
	} while (r < 0 && errno == EINTR);
	if (r < 0)
		return fairpath_error_set(error, -errno, "poll: %s", strerror(errno));
	if (!r)
		return fairpath_error_set(error, -ETIMEDOUT,
					  "fairpathd has not answered in time; see its log");
	return 0;
}

static int closed(struct fairpath_error *error)
{
	return fairpath_error_set(error, -ECONNRESET, "fairpathd closed the connection");
}

static int send_request(int fd, const char *text, long long deadline, struct fairpath_error *error)
{
	for (;;) {
		if (send(fd, text, strlen(text), MSG_NOSIGNAL) >= 0)
			return 0;
		if (errno == EPIPE || errno == ECONNRESET)
			return closed(error);
		if (errno != EAGAIN && errno != EINTR)
			return fairpath_error_set(error, -errno, "send: %s", strerror(errno));
		if (wait_for(fd, POLLOUT, deadline, error))
			return -ETIMEDOUT;
	}
}

/* Return: as fairpath_reply_join(). */
static int receive_packet(int fd, struct fairpath_reply_text *reply, struct fairpath_error *error)
{
	static const int flags = MSG_DONTWAIT | MSG_TRUNC;
	char packet[FAIRPATH_CONTROL_PACKET_MAX];
	ssize_t len = recv(fd, packet, sizeof(packet), flags);

	if (len < 0 && (errno == EAGAIN || errno == EINTR))
		return 0;
	if (len == 0 || (len < 0 && errno == ECONNRESET))
		return closed(error);
	if (len < 0)
		return fairpath_error_set(error, -errno, "recv: %s", strerror(errno));
	if ((size_t)len > sizeof(packet))
		return fairpath_error_set(error, -EINVAL, "a packet is not one of a reply");
	return fairpath_reply_join(reply, packet, (size_t)len, error);
}

static int receive_reply(int fd, long long deadline, struct fairpath_reply_text *reply,
			 struct fairpath_error *error)
{
	int r;

	do {
		r = wait_for(fd, POLLIN, deadline, error);
		if (!r)
			r = receive_packet(fd, reply, error);
	} while (!r);
	return r < 0 ? r : 0;
}

int fairpath_control_call(int fd, const char *verb, struct json_object *args,
			  unsigned int timeout_ms, struct fairpath_reply *ret,
			  struct fairpath_error *error)
{
	long long deadline = now_ms() + timeout_ms;
	struct fairpath_reply_text reply = { 0 };
	char *request = NULL;
	int r;

	r = fairpath_request_format(verb, args, &request, error);
	if (!r)
		r = send_request(fd, request, deadline, error);
	if (!r)
		r = receive_reply(fd, deadline, &reply, error);
	if (!r)
		r = fairpath_reply_parse(reply.text, reply.len, ret, error);
	free(reply.text);
	free(request);
	return r;
}
