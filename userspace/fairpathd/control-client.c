// SPDX-License-Identifier: GPL-2.0
/* One connection to the control socket; see control-client.h. */
#include "fairpathd/control-client.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* Packets that are sent before others have their turn. */
#define BURST 8

/**
 * struct fpd_client - a connection
 * @fd: the connection
 * @root: the other end is root
 * @owner: whose
 * @io: the connection on the loop
 * @timer: the end of our patience; moves with each request and each packet that is taken
 * @reply: what is being sent; NULL: a request is waited for
 * @len: its bytes
 * @sent: how many of them
 */
struct fpd_client {
	int fd;
	bool root;
	const struct fpd_client_owner *owner;
	sd_event_source *io;
	sd_event_source *timer;
	char *reply;
	size_t len;
	size_t sent;
};

static void gone(struct fpd_client *client)
{
	client->owner->gone(client, client->owner->gone_userdata);
}

static void be_patient(struct fpd_client *client)
{
	sd_event_source_set_time_relative(client->timer, FPD_CONTROL_PATIENCE_MS * 1000ULL);
	sd_event_source_set_enabled(client->timer, SD_EVENT_ONESHOT);
}

static int on_timer(sd_event_source *source, uint64_t now, void *userdata)
{
	(void)source;
	(void)now;
	gone(userdata);
	return 0;
}

/* Send what the other end takes. Return: false if the connection is of no more use. */
static bool send_some(struct fpd_client *client)
{
	char packet[FAIRPATH_CONTROL_PACKET_MAX];
	size_t size, offset;
	int i;

	for (i = 0; i < BURST && client->reply; i++) {
		offset = client->sent;
		size = fairpath_reply_packet(client->reply, client->len, &offset, packet);
		if (send(client->fd, packet, size, MSG_DONTWAIT | MSG_NOSIGNAL) < 0)
			return errno == EAGAIN || errno == EINTR || errno == ENOBUFS;
		be_patient(client);
		client->sent = offset;
		if (client->sent == client->len) {
			free(client->reply);
			client->reply = NULL;
		}
	}
	return true;
}

static bool answer(struct fpd_client *client, struct fairpath_reply *reply)
{
	int r = fairpath_reply_format(reply, &client->reply, &client->len);

	client->sent = 0;
	fairpath_reply_clear(reply);
	return !r;
}

static bool refuse(struct fpd_client *client, const char *why)
{
	struct fairpath_reply reply = { .code = FAIRPATH_CONTROL_BAD_REQUEST,
					.error = strdup(why) };

	return reply.error && answer(client, &reply);
}

/* Read a request and have it answered. Return: false if the connection is of no more use. */
static bool receive(struct fpd_client *client)
{
	static const int flags = MSG_DONTWAIT | MSG_TRUNC;
	const struct fpd_client_owner *owner = client->owner;
	char packet[FAIRPATH_CONTROL_REQUEST_MAX];
	struct fairpath_request request = { 0 };
	struct fairpath_reply reply = { 0 };
	struct fairpath_error error;
	ssize_t len = recv(client->fd, packet, sizeof(packet), flags);

	if (len < 0)
		return errno == EAGAIN || errno == EINTR;
	if (!len)
		return false;
	/* Longer than what was kept of it: the parser says so before it reads. */
	if (fairpath_request_parse(packet, (size_t)len, &request, &error))
		return refuse(client, error.text);
	owner->answer(&request, client->root, &reply, owner->answer_userdata);
	fairpath_request_clear(&request);
	return answer(client, &reply);
}

static int on_io(sd_event_source *source, int fd, uint32_t events, void *userdata)
{
	struct fpd_client *client = userdata;
	bool good = true;

	(void)source;
	(void)fd;
	if (client->reply)
		good = !(events & (EPOLLHUP | EPOLLERR));
	else if (events & (EPOLLIN | EPOLLHUP | EPOLLERR))
		good = receive(client);
	good = good && send_some(client);
	/* The next request waits in the socket until this one is answered. */
	if (good)
		sd_event_source_set_io_events(client->io, client->reply ? EPOLLOUT : EPOLLIN);
	else
		gone(client);
	return 0;
}

int fpd_client_new(sd_event *event, int fd, bool root, const struct fpd_client_owner *owner,
		   struct fpd_client **ret)
{
	struct fpd_client *client = calloc(1, sizeof(*client));
	int r;

	if (!client)
		return -ENOMEM;
	client->fd = -1;
	client->root = root;
	client->owner = owner;
	r = sd_event_add_io(event, &client->io, fd, EPOLLIN, on_io, client);
	if (r >= 0)
		r = sd_event_add_time_relative(event, &client->timer, CLOCK_MONOTONIC,
					       FPD_CONTROL_PATIENCE_MS * 1000ULL, 0, on_timer,
					       client);
	if (r >= 0)
		r = sd_event_source_set_priority(client->io, owner->priority);
	if (r < 0) {
		fpd_client_free(client);
		return r;
	}
	client->fd = fd;
	*ret = client;
	return 0;
}

void fpd_client_free(struct fpd_client *client)
{
	sd_event_source_disable_unref(client->io);
	sd_event_source_disable_unref(client->timer);
	if (client->fd >= 0)
		close(client->fd);
	free(client->reply);
	free(client);
}

bool fpd_client_is_root(const struct fpd_client *client)
{
	return client->root;
}
