// SPDX-License-Identifier: GPL-2.0
/* libfairpath: the control protocol, its text, its packets, and a daemon that misbehaves. */
#include "unit.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <json-c/json.h>

#include <fairpath/control.h>

static void request_reads_as_written(void **state)
{
	struct json_object *args = json_tokener_parse("{\"path\": \"sd\\u00e4\"}");
	struct fairpath_request request;
	char *text;

	(void)state;
	assert_int_equal(fairpath_request_format("fail", args, &text, NULL), 0);
	assert_int_equal(fairpath_request_parse(text, strlen(text), &request, NULL), 0);
	assert_string_equal(request.verb, "fail");
	assert_true(json_object_equal(request.args, args));
	fairpath_request_clear(&request);
	json_object_put(args);
	free(text);
}

static void request_without_args(void **state)
{
	static const char text[] = "{\"version\":1,\"verb\":\"paths\"}";
	struct fairpath_request request;

	(void)state;
	assert_int_equal(fairpath_request_parse(text, strlen(text), &request, NULL), 0);
	assert_string_equal(request.verb, "paths");
	assert_int_equal(json_object_object_length(request.args), 0);
	fairpath_request_clear(&request);
}

struct refused {
	const char *text;
	int code;
	const char *error;
};

static const struct refused refused_requests[] = {
	{ "", -EINVAL, "the request ends in the middle" },
	{ "{\"version\":1,\"verb\":\"pa", -EINVAL, "the request ends in the middle" },
	{ "show paths", -EINVAL, "the request is not JSON: byte 0: unexpected character" },
	{ "{\"version\":1,\"verb\":\"paths\"}{}", -EINVAL,
	  "the request is not JSON: byte 28: unexpected character" },
	{ "[1]", -EINVAL, "the request is not a JSON object" },
	{ "{\"verb\":\"paths\"}", -EINVAL, "the request has no number \"version\"" },
	{ "{\"version\":\"1\",\"verb\":\"paths\"}", -EINVAL,
	  "the request has no number \"version\"" },
	{ "{\"version\":2,\"verb\":\"paths\"}", -EPROTONOSUPPORT,
	  "the request is of version 2 of the protocol, this is 1" },
	{ "{\"version\":1}", -EINVAL, "the request has no string \"verb\"" },
	{ "{\"version\":1,\"verb\":\"\"}", -EINVAL, "the request has no string \"verb\"" },
	{ "{\"version\":1,\"verb\":\"a\\u0000b\"}", -EINVAL, "the request has no string \"verb\"" },
	{ "{\"version\":1,\"verb\":\"paths\",\"args\":[]}", -EINVAL,
	  "the request's \"args\" is no object" },
	{ "{\"version\":1,\"verb\":\"\xff\"}", -EINVAL,
	  "the request is not JSON: byte 21: invalid utf-8 string" },
	{ "[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]", -EINVAL,
	  "the request is not JSON: byte 16: nesting too deep" },
};

static void refused_request(void **state)
{
	const struct refused *refused = *state;
	struct fairpath_request request = { 0 };
	struct fairpath_error error;

	assert_int_equal(
		fairpath_request_parse(refused->text, strlen(refused->text), &request, &error),
		refused->code);
	assert_string_equal(error.text, refused->error);
	assert_null(request.verb);
	assert_null(request.args);
}

static void all_refused_requests(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(refused_requests) / sizeof(refused_requests[0]); i++) {
		void *one = (void *)&refused_requests[i];

		refused_request(&one);
	}
}

static void long_request(void **state)
{
	char text[FAIRPATH_CONTROL_REQUEST_MAX + 1];
	struct fairpath_request request = { 0 };
	struct fairpath_error error;
	struct json_object *args = json_object_new_object();
	char *written = NULL;

	(void)state;
	memset(text, ' ', sizeof(text));
	assert_int_equal(fairpath_request_parse(text, sizeof(text), &request, &error), -EINVAL);
	assert_string_equal(error.text, "the request is longer than 4096 bytes");
	json_object_object_add(args, "path", json_object_new_string_len(text, sizeof(text)));
	assert_int_equal(fairpath_request_format("fail", args, &written, &error), -EMSGSIZE);
	assert_null(written);
	json_object_put(args);
}

static struct fairpath_reply parse_reply(const char *text)
{
	struct fairpath_reply reply = { 0 };
	struct fairpath_error error;

	if (fairpath_reply_parse(text, strlen(text), &reply, &error))
		fail_msg("refused: %s: %s", text, error.text);
	return reply;
}

static void replies(void **state)
{
	struct fairpath_reply reply;

	(void)state;
	reply = parse_reply("{\"version\":1,\"code\":\"ok\",\"data\":[1]}");
	assert_int_equal(reply.code, FAIRPATH_CONTROL_OK);
	assert_null(reply.error);
	assert_int_equal(json_object_array_length(reply.data), 1);
	fairpath_reply_clear(&reply);

	reply = parse_reply("{\"version\":1,\"code\":\"denied\",\"error\":\"only root may\"}");
	assert_int_equal(reply.code, FAIRPATH_CONTROL_DENIED);
	assert_string_equal(reply.error, "only root may");
	assert_null(reply.data);
	fairpath_reply_clear(&reply);

	/* An error without a reason is one nevertheless. */
	reply = parse_reply("{\"version\":1,\"code\":\"failed\"}");
	assert_int_equal(reply.code, FAIRPATH_CONTROL_FAILED);
	assert_string_equal(reply.error, "no reason is given");
	fairpath_reply_clear(&reply);
}

static void unknown_code(void **state)
{
	static const char text[] = "{\"version\":1,\"code\":\"fine\"}";
	struct fairpath_reply reply;
	struct fairpath_error error;

	(void)state;
	assert_int_equal(fairpath_reply_parse(text, strlen(text), &reply, &error), -EINVAL);
	assert_string_equal(error.text, "the reply has no \"code\" that is known");
}

/* Split and put together, for a length; the number of packets it took. */
static unsigned int through_packets(size_t len)
{
	char packet[FAIRPATH_CONTROL_PACKET_MAX];
	struct fairpath_reply_text got = { 0 };
	char *text = malloc(len + 1);
	unsigned int packets = 0;
	size_t i, offset = 0;
	int r;

	for (i = 0; i < len; i++)
		text[i] = (char)('a' + i % 23);
	do {
		size_t size = fairpath_reply_packet(text, len, &offset, packet);

		assert_in_range(size, 1, sizeof(packet));
		r = fairpath_reply_join(&got, packet, size, NULL);
		assert_in_range(r, 0, 1);
		assert_int_equal(r, offset == len);
		packets++;
	} while (!r);
	assert_int_equal(got.len, len);
	assert_memory_equal(got.text, text, len);
	free(got.text);
	free(text);
	return packets;
}

static void packets(void **state)
{
	(void)state;
	assert_int_equal(through_packets(0), 1);
	assert_int_equal(through_packets(1), 1);
	assert_int_equal(through_packets(FAIRPATH_CONTROL_PACKET_MAX - 1), 1);
	assert_int_equal(through_packets(FAIRPATH_CONTROL_PACKET_MAX), 2);
	assert_int_equal(through_packets(1000000), 31);
}

static void bad_packets(void **state)
{
	struct fairpath_reply_text reply = { 0 };

	(void)state;
	assert_int_equal(fairpath_reply_join(&reply, "", 0, NULL), -EINVAL);
	assert_int_equal(fairpath_reply_join(&reply, "+", 1, NULL), -EINVAL);
	assert_int_equal(fairpath_reply_join(&reply, "{}", 2, NULL), -EINVAL);
	reply.len = FAIRPATH_CONTROL_REPLY_MAX;
	assert_int_equal(fairpath_reply_join(&reply, ".x", 2, NULL), -EMSGSIZE);
	assert_null(reply.text);
}

/* A daemon that says all of @packets at once, and then nothing, or closes. */
static int call(const char *const *packets, bool close_it, struct fairpath_reply *reply,
		struct fairpath_error *error)
{
	int ends[2], r;

	assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends), 0);
	for (; *packets; packets++)
		assert_true(send(ends[1], *packets, strlen(*packets), 0) > 0);
	if (close_it)
		shutdown(ends[1], SHUT_WR);
	r = fairpath_control_call(ends[0], "paths", NULL, 50, reply, error);
	close(ends[0]);
	close(ends[1]);
	return r;
}

static void answer_of_two_packets(void **state)
{
	static const char *const said[] = { "+{\"version\":1,\"co", ".de\":\"ok\"}", NULL };
	struct fairpath_reply reply = { .code = FAIRPATH_CONTROL_FAILED };

	(void)state;
	assert_int_equal(call(said, false, &reply, NULL), 0);
	assert_int_equal(reply.code, FAIRPATH_CONTROL_OK);
	fairpath_reply_clear(&reply);
}

static void daemon_is_silent(void **state)
{
	static const char *const said[] = { "+{\"version\":1,\"co", NULL };
	struct fairpath_reply reply = { 0 };
	struct fairpath_error error;

	(void)state;
	assert_int_equal(call(said + 1, false, &reply, &error), -ETIMEDOUT);
	assert_string_equal(error.text, "fairpathd has not answered in time; see its log");
	assert_int_equal(call(said, false, &reply, &error), -ETIMEDOUT);
}

static void daemon_dies(void **state)
{
	static const char *const said[] = { "+{\"version\":1,\"co", NULL };
	struct fairpath_reply reply = { 0 };
	struct fairpath_error error;

	(void)state;
	assert_int_equal(call(said, true, &reply, &error), -ECONNRESET);
	assert_string_equal(error.text, "fairpathd closed the connection");
}

static void daemon_talks_nonsense(void **state)
{
	static const char *const said[] = { "hello", NULL };
	struct fairpath_reply reply = { 0 };
	struct fairpath_error error;

	(void)state;
	assert_int_equal(call(said, false, &reply, &error), -EINVAL);
	assert_string_equal(error.text, "a packet is not one of a reply");
}

static void no_daemon(void **state)
{
	struct fairpath_error error;
	int fd = -1;

	(void)state;
	assert_int_equal(fairpath_control_connect("/nowhere/control", &fd, &error), -ENOENT);
	assert_string_equal(error.text,
			    "fairpathd is not running: nobody listens on /nowhere/control "
			    "(systemctl start fairpathd)");
	assert_int_equal(fd, -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST("a request reads as it was written", request_reads_as_written),
		TEST("a request needs no arguments", request_without_args),
		TEST("what is no request is refused, and it is said why", all_refused_requests),
		TEST("a request that is too long is neither read nor written", long_request),
		TEST("a reply says whether it went well, and if not, why", replies),
		TEST("a reply of an unknown kind is refused", unknown_code),
		TEST("a reply of any length goes through packets", packets),
		TEST("what is no packet of a reply is refused", bad_packets),
		TEST("an answer may come in several packets", answer_of_two_packets),
		TEST("a daemon that does not answer is not waited for", daemon_is_silent),
		TEST("a daemon that dies in the middle of an answer is noticed", daemon_dies),
		TEST("a daemon that talks nonsense is not believed", daemon_talks_nonsense),
		TEST("without a daemon it is said what to do", no_daemon),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
