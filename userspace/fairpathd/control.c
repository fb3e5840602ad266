// SPDX-License-Identifier: GPL-2.0
/* The control socket: listening, and the connections there are; see control.h. */
#include "fairpathd/control.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "fairpathd/control-client.h"

/**
 * struct fpd_control - the socket
 * @fd: listens
 * @address: where
 * @bound: @address is ours to remove
 * @source: of connections that come
 * @owner: who answers
 * @clients: those that are connected, the oldest first
 * @nr_clients: how many
 */
struct fpd_control {
	int fd;
	struct sockaddr_un address;
	bool bound;
	sd_event *event;
	sd_event_source *source;
	struct fpd_client_owner owner;
	struct fpd_client *clients[FPD_CONTROL_CLIENTS_MAX];
	unsigned int nr_clients;
};

static void forget(struct fpd_client *client, void *userdata)
{
	struct fpd_control *control = userdata;
	unsigned int i;

	for (i = 0; control->clients[i] != client; i++)
		;
	control->nr_clients--;
	for (; i < control->nr_clients; i++)
		control->clients[i] = control->clients[i + 1];
	fpd_client_free(client);
}

static unsigned int count_others(const struct fpd_control *control)
{
	unsigned int i, others = 0;

	for (i = 0; i < control->nr_clients; i++)
		others += !fpd_client_is_root(control->clients[i]);
	return others;
}

/* Root is always let in: the one that has been there longest makes room. */
static bool admit(struct fpd_control *control, bool root)
{
	if (!root)
		return count_others(control) < FPD_CONTROL_CLIENTS_OTHERS &&
		       control->nr_clients < FPD_CONTROL_CLIENTS_MAX;
	if (control->nr_clients == FPD_CONTROL_CLIENTS_MAX)
		forget(control->clients[0], control);
	return true;
}

static bool peer_is_root(int fd)
{
	struct ucred peer;
	socklen_t size = sizeof(peer);

	return !getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) && peer.uid == 0;
}

static int on_connection(sd_event_source *source, int listening, uint32_t events, void *userdata)
{
	struct fpd_control *control = userdata;
	struct fpd_client *client;
	bool root;
	int fd;

	(void)source;
	(void)events;
	fd = accept4(listening, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
	if (fd < 0)
		return 0;
	root = peer_is_root(fd);
	if (!admit(control, root) ||
	    fpd_client_new(control->event, fd, root, &control->owner, &client))
		close(fd);
	else
		control->clients[control->nr_clients++] = client;
	return 0;
}

/* Does it still run a program, or has it been killed, and the kernel tidies up after it? */
static bool runs(pid_t pid)
{
	enum { EXITING = 0x4 /* PF_EXITING */ };
	char path[32], text[512], state = 'X';
	unsigned int flags = 0;
	const char *fields;
	FILE *stat;
	size_t len;

	snprintf(path, sizeof(path), "/proc/%d/stat", pid);
	stat = fopen(path, "re");
	if (!stat)
		return errno != ENOENT;
	len = fread(text, 1, sizeof(text) - 1, stat);
	fclose(stat);
	text[len] = '\0';
	/* Behind the name, which may have anything in it. */
	fields = strrchr(text, ')');
	if (!fields || sscanf(fields, ") %c %*d %*d %*d %*d %*d %u", &state, &flags) != 2)
		return len > 0;
	return state != 'Z' && state != 'X' && !(flags & EXITING);
}

/*
 * A daemon listens there. One that was killed does too, for as long as a process that it
 * had just forked, or a read that the kernel cannot take back, has its socket.
 */
static bool has_living_listener(int fd)
{
	struct ucred peer;
	socklen_t size = sizeof(peer);

	/* 0: in another namespace, and so nothing is known of it. */
	return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) || !peer.pid || runs(peer.pid);
}

/* Is nobody behind what is bound there? Return: or a negative errno. */
static int is_stale(const struct sockaddr_un *address)
{
	int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	bool stale;

	if (fd < 0)
		return -errno;
	if (connect(fd, (const struct sockaddr *)address, sizeof(*address)))
		stale = errno == ECONNREFUSED;
	else
		stale = !has_living_listener(fd);
	close(fd);
	return stale;
}

/* What a daemon left that died. */
static int remove_stale(const struct sockaddr_un *address, struct fairpath_error *error)
{
	struct stat stat;
	int r;

	if (lstat(address->sun_path, &stat))
		return 0;
	if (!S_ISSOCK(stat.st_mode)) {
		snprintf(error->text, sizeof(error->text), "%s is there, and no socket",
			 address->sun_path);
		return -EEXIST;
	}
	r = is_stale(address);
	if (r < 0)
		return r;
	if (!r) {
		snprintf(error->text, sizeof(error->text),
			 "another fairpathd listens on %s already", address->sun_path);
		return -EADDRINUSE;
	}
	return unlink(address->sun_path) ? -errno : 0;
}

static void make_folder(const char *path)
{
	char folder[PATH_MAX];
	char *slash;

	snprintf(folder, sizeof(folder), "%s", path);
	slash = strrchr(folder, '/');
	if (!slash || slash == folder)
		return;
	*slash = '\0';
	/* If it cannot be made, bind() tells. */
	(void)mkdir(folder, 0755);
}

static int open_socket(struct fpd_control *control, const char *path, struct fairpath_error *error)
{
	struct sockaddr_un *address = &control->address;
	int r;

	address->sun_family = AF_UNIX;
	if (strlen(path) >= sizeof(address->sun_path))
		return -ENAMETOOLONG;
	strcpy(address->sun_path, path);
	make_folder(path);
	r = remove_stale(address, error);
	if (r)
		return r;
	control->fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (control->fd < 0)
		return -errno;
	if (bind(control->fd, (struct sockaddr *)address, sizeof(*address)))
		return -errno;
	control->bound = true;
	/* Anybody may look; who may change things is decided by who he is. */
	if (chmod(path, 0666) || listen(control->fd, SOMAXCONN))
		return -errno;
	return 0;
}

static int start(struct fpd_control *control, int64_t priority, const char *path,
		 struct fairpath_error *error)
{
	int r = open_socket(control, path, error);

	if (!r)
		r = sd_event_add_io(control->event, &control->source, control->fd, EPOLLIN,
				    on_connection, control);
	if (r >= 0)
		r = sd_event_source_set_priority(control->source, priority);
	if (r < 0 && !*error->text)
		snprintf(error->text, sizeof(error->text), "cannot listen on %s: %s", path,
			 strerror(-r));
	return r < 0 ? r : 0;
}

int fpd_control_new(sd_event *event, int64_t priority, const char *path,
		    fpd_control_answer_fn *answer, void *userdata, struct fpd_control **ret,
		    struct fairpath_error *error)
{
	struct fpd_control *control = calloc(1, sizeof(*control));
	int r;

	*error = (struct fairpath_error){ "out of memory" };
	if (!control)
		return -ENOMEM;
	control->fd = -1;
	control->event = sd_event_ref(event);
	control->owner = (struct fpd_client_owner){
		.priority = priority,
		.answer = answer,
		.answer_userdata = userdata,
		.gone = forget,
		.gone_userdata = control,
	};
	*error = (struct fairpath_error){ "" };
	r = start(control, priority, path ? path : FAIRPATH_CONTROL_SOCKET, error);
	if (r)
		fpd_control_free(control);
	else
		*ret = control;
	return r;
}

struct fpd_control *fpd_control_free(struct fpd_control *control)
{
	if (!control)
		return NULL;
	while (control->nr_clients)
		forget(control->clients[0], control);
	sd_event_source_disable_unref(control->source);
	sd_event_unref(control->event);
	if (control->fd >= 0)
		close(control->fd);
	if (control->bound)
		unlink(control->address.sun_path);
	free(control);
	return NULL;
}

unsigned int fpd_control_clients(const struct fpd_control *control)
{
	return control->nr_clients;
}
