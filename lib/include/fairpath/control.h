/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How fairpathd is asked and told things: JSON over a UNIX seqpacket socket.
 * docs/control.md has the verbs and what they answer.
 *
 * A request is one packet, and is answered by one reply before the next request
 * is looked at. A reply may be longer than a packet: each of its packets begins
 * with a byte, '+' (more follows) or '.' (the last), and the rest, put together
 * in order, is the reply's text.
 *
 *	request  {"version": 1, "verb": "fail", "args": {"path": "sdb"}}
 *	reply    {"version": 1, "code": "ok", "data": ...}
 *		 {"version": 1, "code": "not-found", "error": "there is no path sdb"}
 *
 * The first half of this is pure; the second speaks to a daemon.
 */
#ifndef FAIRPATH_CONTROL_H
#define FAIRPATH_CONTROL_H

#include <stdbool.h>
#include <stddef.h>

#include <fairpath/error.h>

#ifdef __cplusplus
extern "C" {
#endif

struct json_object;

/* Where fairpathd listens. */
#define FAIRPATH_CONTROL_SOCKET "/run/fairpath/control"

enum {
	/* Goes up when a reader of the old one would misunderstand. */
	FAIRPATH_CONTROL_VERSION = 1,
	/* Bytes of a request: a verb and a few names. */
	FAIRPATH_CONTROL_REQUEST_MAX = 4096,
	/* Bytes of a packet of a reply; well below what a socket buffers by default (208 KiB). */
	FAIRPATH_CONTROL_PACKET_MAX = 32768,
	/* Bytes of a whole reply: some 100,000 paths. */
	FAIRPATH_CONTROL_REPLY_MAX = 64 << 20,
	/* How deep objects may be nested; ours reach 6. */
	FAIRPATH_CONTROL_DEPTH_MAX = 16,
};

enum fairpath_control_code {
	FAIRPATH_CONTROL_OK,
	FAIRPATH_CONTROL_BAD_REQUEST, /* "bad-request": not a request, or an argument is wrong */
	FAIRPATH_CONTROL_DENIED,      /* "denied": only root may */
	FAIRPATH_CONTROL_NOT_FOUND,   /* "not-found": there is no such path or map */
	FAIRPATH_CONTROL_FAILED,      /* "failed": it was tried in vain */
};

/**
 * struct fairpath_request - what is asked
 * @verb: one word
 * @args: an object, never NULL after fairpath_request_parse()
 */
struct fairpath_request {
	char *verb;
	struct json_object *args;
};

/**
 * struct fairpath_reply - what is answered
 * @code: whether it went well
 * @error: a sentence if it did not, else NULL
 * @data: what the verb answers, or NULL
 */
struct fairpath_reply {
	enum fairpath_control_code code;
	char *error;
	struct json_object *data;
};

/**
 * fairpath_control_code_name - a code as replies have it
 * @code: one of the enum
 *
 * Return: its name, "ok".
 */
const char *fairpath_control_code_name(enum fairpath_control_code code);

/**
 * fairpath_request_parse - read a request
 * @text: the packet, without a terminating zero
 * @len:  its bytes
 * @ret:  out: to be cleared by fairpath_request_clear(); untouched on failure
 * @error: out: what is wrong with it; may be NULL
 *
 * Return: 0; -EINVAL if it is not a request; -EPROTONOSUPPORT if it is of a version
 * that is not ours; -ENOMEM.
 */
int fairpath_request_parse(const char *text, size_t len, struct fairpath_request *ret,
			   struct fairpath_error *error);

/**
 * fairpath_request_clear - release what fairpath_request_parse() returned
 * @request: all zero is fine
 */
void fairpath_request_clear(struct fairpath_request *request);

/**
 * fairpath_request_format - write a request
 * @verb: one word
 * @args: an object, or NULL for none; stays the caller's
 * @ret:  out: the text, to be freed by free(); untouched on failure
 * @error: out: why it cannot be sent; may be NULL
 *
 * Return: 0; -EMSGSIZE if it is longer than a request may be; -ENOMEM.
 */
int fairpath_request_format(const char *verb, struct json_object *args, char **ret,
			    struct fairpath_error *error);

/**
 * fairpath_reply_parse - read a reply
 * @text: its text, put together, without a terminating zero
 * @len:  its bytes
 * @ret:  out: to be cleared by fairpath_reply_clear(); untouched on failure
 * @error: out: what is wrong with it; may be NULL
 *
 * Return: 0, also for a reply that says that something failed; -EINVAL if it is not a
 * reply; -EPROTONOSUPPORT if it is of a version that is not ours; -ENOMEM.
 */
int fairpath_reply_parse(const char *text, size_t len, struct fairpath_reply *ret,
			 struct fairpath_error *error);

/**
 * fairpath_reply_clear - release what a reply holds
 * @reply: all zero is fine
 */
void fairpath_reply_clear(struct fairpath_reply *reply);

/**
 * fairpath_reply_format - write a reply
 * @reply: what it shall say; stays the caller's
 * @ret:   out: the text, to be freed by free(); untouched on failure
 * @len:   out: its bytes
 *
 * Return: 0; -EMSGSIZE if it is longer than a reply may be; -ENOMEM.
 */
int fairpath_reply_format(const struct fairpath_reply *reply, char **ret, size_t *len);

/**
 * fairpath_reply_packet - the packet of a reply that begins at an offset
 * @text: the reply
 * @len:  its bytes
 * @offset: in and out: how much of it has been put into packets; done at @len
 * @packet: out: FAIRPATH_CONTROL_PACKET_MAX bytes
 *
 * Return: the packet's bytes.
 */
size_t fairpath_reply_packet(const char *text, size_t len, size_t *offset, char *packet);

/**
 * struct fairpath_reply_text - a reply as its packets come in; begins all zero
 * @text: what has come; to be freed by free()
 * @len:  its bytes
 */
struct fairpath_reply_text {
	char *text;
	size_t len;
};

/**
 * fairpath_reply_join - add a packet to a reply
 * @reply: what has come before
 * @packet: the packet
 * @len:  its bytes
 * @error: out: what is wrong with it; may be NULL
 *
 * Return: 1 if the reply is whole, 0 if more must come; -EINVAL if it is not a packet of
 * a reply; -EMSGSIZE if it would become longer than a reply may be; -ENOMEM.
 */
int fairpath_reply_join(struct fairpath_reply_text *reply, const char *packet, size_t len,
			struct fairpath_error *error);

/**
 * fairpath_control_connect - reach the daemon
 * @socket: path of its socket; NULL: FAIRPATH_CONTROL_SOCKET
 * @ret:   out: a file descriptor; untouched on failure
 * @error: out: why it cannot be reached, and what to do; may be NULL
 *
 * Return: 0 or a negative errno: -ENOENT and -ECONNREFUSED if no daemon is running.
 */
int fairpath_control_connect(const char *socket, int *ret, struct fairpath_error *error);

/**
 * fairpath_control_call - ask, and wait for the answer
 * @fd:   from fairpath_control_connect()
 * @verb: one word
 * @args: an object, or NULL for none; stays the caller's
 * @timeout_ms: how long the whole may take, in milliseconds
 * @ret:  out: to be cleared by fairpath_reply_clear(); untouched on failure
 * @error: out: why there is no answer; may be NULL
 *
 * Return: 0 if there is an answer, whatever it says; -ETIMEDOUT; -ECONNRESET if the
 * daemon closed the connection; -EINVAL if its answer is not a reply; another errno.
 * After a failure the descriptor is of no use but to be closed.
 */
int fairpath_control_call(int fd, const char *verb, struct json_object *args,
			  unsigned int timeout_ms, struct fairpath_reply *ret,
			  struct fairpath_error *error);

#ifdef __cplusplus
}
#endif

#endif
