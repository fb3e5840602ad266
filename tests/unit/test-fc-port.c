// SPDX-License-Identifier: GPL-2.0
/* Remote ports as sysfs tells of them. */
#include "unit.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fairpathd/fc/port.h"

#define SYSPATH                                                                                    \
	"/sys/devices/pci0000:00/0000:00:03.0/host2/rport-2:0-17/target2:0:3/2:0:3:1/block/sdq"

static void port_of_a_path(void **state)
{
	char name[FPD_FC_NAME_SIZE];

	(void)state;
	assert_true(fpd_fc_port_of(SYSPATH, name, sizeof(name)));
	assert_string_equal(name, "rport-2:0-17");
	assert_true(fpd_fc_host_of(name, name, sizeof(name)));
	assert_string_equal(name, "host2");
}

static void no_port(void **state)
{
	char name[FPD_FC_NAME_SIZE];

	(void)state;
	assert_false(fpd_fc_port_of("/sys/devices/platform/host3/session1/block/sdb", name,
				    sizeof(name)));
	assert_false(fpd_fc_port_of("/sys/devices/rport-/block/sdb", name, sizeof(name)));
	assert_false(fpd_fc_port_of("/sys/devices/rport-2:0-1x/block/sdb", name, sizeof(name)));
	assert_false(fpd_fc_port_of("/sys/rport-2:0-00000000000000000000000000000001/x", name,
				    sizeof(name)));
	assert_false(fpd_fc_port_of("", name, sizeof(name)));
	assert_false(fpd_fc_host_of("rport-:0-1", name, sizeof(name)));
	assert_false(fpd_fc_host_of("host2", name, sizeof(name)));
}

static void states_by_their_words(void **state)
{
	enum fpd_fc_state fc;

	(void)state;
	for (fc = 0; fc < FPD_NR_FC_STATES; fc++)
		assert_int_equal(fpd_fc_state_parse(fpd_fc_state_name(fc)), fc);
	assert_int_equal(fpd_fc_state_parse("Bypassed"), FPD_FC_UNKNOWN);
	assert_true(fpd_fc_state_usable(FPD_FC_ONLINE));
	assert_true(fpd_fc_state_usable(FPD_FC_UNKNOWN));
	assert_false(fpd_fc_state_usable(FPD_FC_BLOCKED));
	assert_false(fpd_fc_state_usable(FPD_FC_NOTPRESENT));
}

static void timeouts_by_their_words(void **state)
{
	int64_t value;

	(void)state;
	assert_true(fpd_fc_tmo_parse("off", &value));
	assert_int_equal(value, FPD_FC_OFF);
	assert_true(fpd_fc_tmo_parse("0", &value));
	assert_int_equal(value, 0);
	assert_true(fpd_fc_tmo_parse("4294967295", &value));
	assert_int_equal(value, FPD_FC_INFINITY);
	assert_false(fpd_fc_tmo_parse("4294967296", &value));
	assert_false(fpd_fc_tmo_parse("99999999999999999999999", &value));
	assert_false(fpd_fc_tmo_parse("-1", &value));
	assert_false(fpd_fc_tmo_parse("5s", &value));
	assert_false(fpd_fc_tmo_parse("", &value));
}

/* A folder like /sys/class/fc_remote_ports, with one port. */
static char class[64];

static void write_attribute(const char *attribute, const char *text)
{
	char path[160];
	FILE *file;

	snprintf(path, sizeof(path), "%s/rport-2:0-17/%s", class, attribute);
	file = fopen(path, "w");
	assert_non_null(file);
	fprintf(file, "%s\n", text);
	assert_int_equal(fclose(file), 0);
}

static int make_class(void **state)
{
	char path[128];

	(void)state;
	strcpy(class, "/tmp/fairpath-fc-XXXXXX");
	if (!mkdtemp(class))
		return -1;
	snprintf(path, sizeof(path), "%s/rport-2:0-17", class);
	return mkdir(path, 0755);
}

static int remove_class(void **state)
{
	char command[128];

	(void)state;
	snprintf(command, sizeof(command), "rm -rf '%s'", class);
	return system(command);
}

static void port_is_read(void **state)
{
	struct fpd_fc_port port;

	(void)state;
	write_attribute("port_state", "Blocked");
	write_attribute("fast_io_fail_tmo", "off");
	write_attribute("dev_loss_tmo", "30");
	write_attribute("port_name", "0x50001fe1500a8b1c");
	assert_int_equal(fpd_fc_port_read(class, "rport-2:0-17", &port), 0);
	assert_string_equal(port.name, "rport-2:0-17");
	assert_int_equal(port.state, FPD_FC_BLOCKED);
	assert_int_equal(port.fast_io_fail_tmo, FPD_FC_OFF);
	assert_int_equal(port.dev_loss_tmo, 30);
	assert_string_equal(port.port_name, "0x50001fe1500a8b1c");
	assert_string_equal(port.node_name, "");
	assert_int_equal(fpd_fc_port_read_state(class, "rport-2:0-17"), FPD_FC_BLOCKED);
}

static void port_that_is_gone(void **state)
{
	struct fpd_fc_port port;

	(void)state;
	assert_int_equal(fpd_fc_port_read(class, "rport-2:0-18", &port), -ENOENT);
	assert_int_equal(fpd_fc_port_read_state(class, "rport-2:0-18"), FPD_FC_NOTPRESENT);
}

static void nonsense(void **state)
{
	struct fpd_fc_port port = { .dev_loss_tmo = 7 };

	(void)state;
	write_attribute("port_state", "Online");
	write_attribute("fast_io_fail_tmo", "5");
	write_attribute("dev_loss_tmo", "soon");
	assert_int_equal(fpd_fc_port_read(class, "rport-2:0-17", &port), -EINVAL);
	assert_int_equal(port.dev_loss_tmo, 7);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST("a path's remote port and its host are found in sysfs", port_of_a_path),
		TEST("a path without remote port has none", no_port),
		TEST("states are known by the kernel's words", states_by_their_words),
		TEST("timeouts are known by the kernel's words", timeouts_by_their_words),
		TEST("a port is read with state, timeouts and names", port_is_read),
		TEST("a port that is gone is told", port_that_is_gone),
		TEST("a port that says nonsense is told, and nothing is filled", nonsense),
	};

	return cmocka_run_group_tests_name("Fibre Channel ports", tests, make_class, remove_class);
}
