// SPDX-License-Identifier: GPL-2.0
/*
 * fairpathd's prober, as far as it needs no device: what answers mean, and the three
 * ways to the kernel. A socket stands in for sg: the struct that is written there is
 * read, answered and written back as the driver does it. Real devices answer in the
 * VM, scenarios daemon-probe-*.
 */
#include "unit.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <scsi/sg.h>

#include "fairpathd/probe/aio.h"
#include "fairpathd/probe/opener.h"
#include "fairpathd/probe/probe.h"
#include "fairpathd/probe/sg.h"
#include "fairpathd/probe/verdict.h"

/* What answers mean */

struct judged {
	struct fpd_answer answer;
	enum fpd_hearing hearing;
	enum fpd_verdict verdict;
	const char *message;
};

static void judged(void **state)
{
	const struct judged *c = *state;
	enum fpd_verdict verdict;
	char message[100];

	assert_int_equal(fpd_judge(&c->answer, &verdict, message, sizeof(message)), c->hearing);
	assert_int_equal(verdict, c->verdict);
	assert_string_equal(message, c->message);
}

#define SENSE(key, asc, ascq)                                                                      \
	{                                                                                          \
		.kind = FPD_ANSWER_SENSE, .sense = { key, asc, ascq, false }                       \
	}
#define STATUS(byte)                                                                               \
	{                                                                                          \
		.kind = FPD_ANSWER_STATUS, .status = (byte)                                        \
	}
#define HOST(byte)                                                                                 \
	{                                                                                          \
		.kind = FPD_ANSWER_TRANSPORT, .host = (byte)                                       \
	}

static const struct judged good = {
	{ .kind = FPD_ANSWER_GOOD }, FPD_HEARING_ANSWER, FPD_VERDICT_UP, "ready"
};
static const struct judged standby = { SENSE(2, 0x04, 0x0b), FPD_HEARING_END, FPD_VERDICT_GHOST,
				       "the device says: standby (sense 2/04/0b)" };
static const struct judged transitioning = {
	SENSE(2, 0x04, 0x0a), FPD_HEARING_END, FPD_VERDICT_TRANSITIONING,
	"the device says: the access state is changing (sense 2/04/0a)"
};
static const struct judged unavailable = {
	SENSE(2, 0x04, 0x0c), FPD_HEARING_END, FPD_VERDICT_DOWN,
	"the device says: unavailable through this port (sense 2/04/0c)"
};
static const struct judged no_lun = { SENSE(5, 0x25, 0x00), FPD_HEARING_END, FPD_VERDICT_DOWN,
				      "the device says: no LUN under this number (sense 5/25/00)" };
static const struct judged attention = {
	SENSE(6, 0x2a, 0x01), FPD_HEARING_RETRY, FPD_VERDICT_PENDING,
	"the device says: mode parameters have changed (sense 6/2a/01)"
};
static const struct judged recovered = { SENSE(1, 0x17, 0x01), FPD_HEARING_ANSWER, FPD_VERDICT_UP,
					 "the device says: no error (sense 1/17/01)" };
static const struct judged aborted = { SENSE(0xb, 0x47, 0x03), FPD_HEARING_RETRY, FPD_VERDICT_DOWN,
				       "the device says: an error (sense b/47/03)" };
static const struct judged busy = { STATUS(0x08), FPD_HEARING_END, FPD_VERDICT_PENDING,
				    "the device says: busy" };
static const struct judged reserved = { STATUS(0x18), FPD_HEARING_END, FPD_VERDICT_UP,
					"the device says: reserved" };
static const struct judged no_connection = { HOST(0x01), FPD_HEARING_END, FPD_VERDICT_DOWN,
					     "the transport says: no connection (host byte 0x01)" };
static const struct judged timed_out = { HOST(0x03), FPD_HEARING_END, FPD_VERDICT_TIMEOUT,
					 "the transport says: timed out (host byte 0x03)" };
static const struct judged disrupted = {
	HOST(0x0e), FPD_HEARING_RETRY, FPD_VERDICT_DOWN,
	"the transport says: transport disrupted (host byte 0x0e)"
};
static const struct judged unknown_host = { HOST(0x99), FPD_HEARING_END, FPD_VERDICT_DOWN,
					    "the transport failed (host byte 0x99)" };

static void names(void **state)
{
	enum fpd_probe_kind kind;

	(void)state;
	assert_int_equal(fpd_checker_find("readsector0", &kind), 0);
	assert_int_equal(kind, FPD_PROBE_READSECTOR0);
	assert_int_equal(fpd_checker_find("alua", &kind), -ENOENT);
	assert_int_equal(fpd_prioritizer_find("sysfs", &kind), 0);
	assert_int_equal(kind, FPD_PROBE_PRIO_SYSFS);
	assert_int_equal(fpd_prioritizer_find("tur", &kind), -ENOENT);
	assert_int_equal(fpd_checker_find("", &kind), -ENOENT);
	assert_string_equal(fpd_verdict_name(FPD_VERDICT_GONE), "gone");
	assert_string_equal(fpd_verdict_name(99), "unknown");
}

/* sg */

struct fake_sg {
	int ours, drivers;
	struct fpd_sg_command command;
	struct sg_io_hdr hdr; /* as the driver got it */
};

static void fake_sg_open(struct fake_sg *sg)
{
	int pair[2];

	assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK, 0, pair), 0);
	sg->ours = pair[0];
	sg->drivers = pair[1];
}

static void fake_sg_take(struct fake_sg *sg)
{
	assert_int_equal(read(sg->drivers, &sg->hdr, sizeof(sg->hdr)), sizeof(sg->hdr));
	assert_int_equal(sg->hdr.interface_id, 'S');
}

static void fake_sg_answer(struct fake_sg *sg, struct fpd_answer *answer)
{
	assert_int_equal(write(sg->drivers, &sg->hdr, sizeof(sg->hdr)), sizeof(sg->hdr));
	assert_int_equal(fpd_sg_receive(sg->ours, &sg->command, answer), 0);
}

static void fake_sg_close(struct fake_sg *sg)
{
	close(sg->ours);
	close(sg->drivers);
}

static void command_and_data(void **state)
{
	struct fake_sg sg = { .command.cdb = fpd_cdb_vpd(0x83, 252) };
	struct fpd_answer answer;

	(void)state;
	fake_sg_open(&sg);
	assert_int_equal(fpd_sg_send(sg.ours, &sg.command, 1234), 0);
	assert_int_equal(fpd_sg_receive(sg.ours, &sg.command, &answer), -EAGAIN);
	fake_sg_take(&sg);
	assert_int_equal(sg.hdr.timeout, 1234);
	assert_int_equal(sg.hdr.dxfer_direction, SG_DXFER_FROM_DEV);
	assert_int_equal(sg.hdr.dxfer_len, 252);
	assert_memory_equal(sg.hdr.cmdp, ((uint8_t[]){ 0x12, 0x01, 0x83, 0x00, 252, 0 }), 6);

	memcpy(sg.hdr.dxferp, "12345", 5);
	sg.hdr.resid = 247;
	fake_sg_answer(&sg, &answer);
	assert_int_equal(answer.kind, FPD_ANSWER_GOOD);
	assert_int_equal(answer.len, 5);
	assert_memory_equal(answer.data, "12345", 5);
	fake_sg_close(&sg);
}

static void command_without_data(void **state)
{
	struct fake_sg sg = { .command.cdb = fpd_cdb_test_unit_ready() };
	struct fpd_answer answer;

	(void)state;
	fake_sg_open(&sg);
	assert_int_equal(fpd_sg_send(sg.ours, &sg.command, 1), 0);
	fake_sg_take(&sg);
	assert_int_equal(sg.hdr.dxfer_direction, SG_DXFER_NONE);
	sg.hdr.status = 0x02;
	sg.hdr.driver_status = 0x08;
	memcpy(sg.hdr.sbp, ((uint8_t[]){ 0x72, 0x02, 0x04, 0x0b }), 4);
	sg.hdr.sb_len_wr = 8;
	fake_sg_answer(&sg, &answer);
	assert_int_equal(answer.kind, FPD_ANSWER_SENSE);
	assert_int_equal(fairpath_sense_means(&answer.sense), FAIRPATH_MEANS_STANDBY);
	assert_int_equal(answer.len, 0);
	fake_sg_close(&sg);
}

static void command_that_failed(void **state)
{
	struct fake_sg sg = { .command.cdb = fpd_cdb_inquiry() };
	struct fpd_answer answer;

	(void)state;
	fake_sg_open(&sg);
	assert_int_equal(fpd_sg_send(sg.ours, &sg.command, 1), 0);
	fake_sg_take(&sg);
	sg.hdr.host_status = 1;
	sg.hdr.resid = 5000; /* nonsense is not believed */
	fake_sg_answer(&sg, &answer);
	assert_int_equal(answer.kind, FPD_ANSWER_TRANSPORT);
	assert_int_equal(answer.host, 1);
	assert_true(answer.len <= 96);
	sg.hdr.host_status = 0;
	sg.hdr.status = 0x28;
	fake_sg_answer(&sg, &answer);
	assert_int_equal(answer.kind, FPD_ANSWER_STATUS);
	assert_int_equal(answer.status, 0x28);
	fake_sg_close(&sg);
	assert_int_equal(fpd_sg_send(-1, &sg.command, 1), -EBADF);
}

/* Reads, and the nodes for them: of a file in /tmp */

struct heard {
	sd_event *event;
	uint64_t id;
	long value;
	unsigned int times;
};

static void on_opened(uint64_t id, int fd, void *userdata)
{
	struct heard *heard = userdata;

	heard->id = id;
	heard->value = fd;
	heard->times++;
}

static void on_read(long res, void *userdata)
{
	struct heard *heard = userdata;

	heard->value = res;
	heard->times++;
}

static void wait_for(struct heard *heard, unsigned int times)
{
	while (heard->times < times)
		assert_true(sd_event_run(heard->event, 60000000) > 0); /* it hangs */
}

static void make_file(char *path, int size)
{
	int fd;

	strcpy(path, "/tmp/fairpath-unit-XXXXXX");
	fd = mkstemp(path);
	assert_true(fd >= 0);
	assert_int_equal(ftruncate(fd, size), 0);
	close(fd);
}

static long open_node(const char *path, uint64_t id)
{
	struct heard heard = { 0 };
	struct fpd_opener *opener;

	assert_true(sd_event_new(&heard.event) >= 0);
	assert_int_equal(fpd_opener_new(heard.event, on_opened, &heard, &opener), 0);
	assert_int_equal(fpd_opener_open(opener, path, id), 0);
	wait_for(&heard, 1);
	assert_int_equal(heard.id, id);
	assert_int_equal(heard.times, 1);
	fpd_opener_free(opener);
	sd_event_unref(heard.event);
	return heard.value;
}

static void opened_elsewhere(void **state)
{
	char path[64];
	long fd;

	(void)state;
	make_file(path, 8192);
	fd = open_node(path, 77);
	assert_true(fd >= 0);
	assert_true(fcntl((int)fd, F_GETFD) & FD_CLOEXEC);
	assert_true(fcntl((int)fd, F_GETFL) & O_DIRECT);
	close((int)fd);
	unlink(path);
	assert_int_equal(open_node(path, 78), -ENOENT);
}

/* Orphans come to this process, and the helper is the only one. */
/* Told first and killed then: the children of one that died become ours, too. */
static void kill_helper(void)
{
	FILE *children = fopen("/proc/thread-self/children", "r");
	int helper, other;

	assert_non_null(children);
	assert_int_equal(fscanf(children, "%d %d", &helper, &other), 1);
	fclose(children);
	assert_int_equal(kill(helper, SIGKILL), 0);
}

static void helper_dies(void **state)
{
	struct fpd_opener *opener;
	struct heard heard = { 0 };

	(void)state;
	assert_int_equal(prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
	assert_true(sd_event_new(&heard.event) >= 0);
	assert_int_equal(fpd_opener_new(heard.event, on_opened, &heard, &opener), 0);
	assert_int_equal(fpd_opener_open(opener, "/no/such/node", 1), 0);
	wait_for(&heard, 1);
	assert_int_equal(heard.value, -ENOENT);

	kill_helper();
	wait_for(&heard, 2);
	assert_int_equal(heard.id, FPD_OPENER_ALL);
	assert_int_equal(heard.value, -EPIPE);

	assert_int_equal(fpd_opener_open(opener, "/no/such/node", 3), 0);
	wait_for(&heard, 3);
	assert_int_equal(heard.id, 3);
	fpd_opener_free(opener);
	sd_event_unref(heard.event);
	assert_int_equal(prctl(PR_SET_CHILD_SUBREAPER, 0), 0);
}

/* The child is the last who has it: a pipe's other end sees the end only then. */
static void closed_elsewhere(void **state)
{
	struct fpd_opener *opener;
	struct heard heard = { 0 };
	int ends[2];
	char byte;

	(void)state;
	assert_true(sd_event_new(&heard.event) >= 0);
	assert_int_equal(fpd_opener_new(heard.event, on_opened, &heard, &opener), 0);
	assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
	assert_int_equal(fpd_opener_close(opener, ends[1]), -1);
	assert_int_equal(fcntl(ends[1], F_GETFD), -1);
	assert_int_equal(read(ends[0], &byte, 1), 0);
	close(ends[0]);
	assert_int_equal(fpd_opener_close(opener, -1), -1);
	fpd_opener_free(opener);
	sd_event_unref(heard.event);
}

static long read_file(const char *path)
{
	struct heard heard = { 0 };
	struct fpd_read *read;
	struct fpd_aio *aio;
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	assert_true(fd >= 0);
	assert_true(sd_event_new(&heard.event) >= 0);
	assert_int_equal(fpd_aio_new(heard.event, &aio), 0);
	assert_int_equal(fpd_aio_read(aio, fd, on_read, &heard, &read), 0);
	wait_for(&heard, 1);
	assert_int_equal(heard.times, 1);
	fpd_aio_free(aio);
	sd_event_unref(heard.event);
	close(fd);
	return heard.value;
}

static void reads(void **state)
{
	char path[64];

	(void)state;
	make_file(path, 8192);
	/* what is not in memory would have to be waited for: it is told instead */
	assert_true(read_file(path) == 4096 || read_file(path) == -EAGAIN);
	assert_int_equal(truncate(path, 0), 0);
	assert_int_equal(read_file(path), 0);
	unlink(path);
}

static void no_such_disk(void **state)
{
	struct fpd_probe_device *device = NULL;
	struct fpd_prober *prober;
	sd_event *event;

	(void)state;
	assert_true(sd_event_new(&event) >= 0);
	assert_int_equal(fpd_prober_new(event, 4, &prober), 0);
	assert_int_equal(fpd_probe_device_new(prober, "no-such-disk", &device), -ENODEV);
	assert_int_equal(fpd_probe_device_new(prober, "../../etc", &device), -ENODEV);
	assert_int_equal(fpd_probe_device_new(prober, "", &device), -ENODEV);
	assert_null(device);
	fpd_prober_free(prober);
	sd_event_unref(event);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST_OF("a good answer: up", judged, &good),
		TEST_OF("standby: alive, but a ghost", judged, &standby),
		TEST_OF("transitioning is told as such", judged, &transitioning),
		TEST_OF("unavailable: down", judged, &unavailable),
		TEST_OF("no LUN: down", judged, &no_lun),
		TEST_OF("a unit attention: ask again", judged, &attention),
		TEST_OF("a recovered error: up", judged, &recovered),
		TEST_OF("an aborted command: ask again", judged, &aborted),
		TEST_OF("busy: nothing is known", judged, &busy),
		TEST_OF("reserved by another host: up", judged, &reserved),
		TEST_OF("no connection: down", judged, &no_connection),
		TEST_OF("a timeout in the transport is one", judged, &timed_out),
		TEST_OF("the transport is disrupted: ask again", judged, &disrupted),
		TEST_OF("a host byte that nobody knows: down", judged, &unknown_host),
		TEST("checkers and prioritizers by their names", names),
		TEST("sg: a command goes out, data comes back", command_and_data),
		TEST("sg: a command without data, answered with sense", command_without_data),
		TEST("sg: transport errors and other status", command_that_failed),
		TEST("a node is opened by another process", opened_elsewhere),
		TEST("and closed by one that is the last to have it", closed_elsewhere),
		TEST("when the helper dies that is told, and another takes its place", helper_dies),
		TEST("a read tells how much it has read", reads),
		TEST("what is no disk is refused", no_such_disk),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
