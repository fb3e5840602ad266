// SPDX-License-Identifier: GPL-2.0
/*
 * fairpathd: from a disk that udev tells of to a table, and back. sysfs and udev are
 * umockdev's, of a host with Fibre Channel; device-mapper is dm-mock.h's. Disks are not
 * asked (path_checker none): what answers is the business of test-probe.c and of the lab.
 */
#include "unit.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <syslog.h>

#include <libudev.h>
#include <umockdev.h>

#include "conf.h"
#include "dm-mock.h"
#include "fairpathd/discover.h"
#include "fairpathd/fc/watch.h"
#include "fairpathd/log.h"
#include "fairpathd/manager.h"
#include "fairpathd/probe/probe.h"
#include "fairpathd/sysfs.h"

#define LUN   "3600508b4000156d70001200000b00000"
#define OTHER "3600508b4000156d70001200000c00000"

#define TABLE(paths) "0 0 1 1 service-time 0 " paths

/* What takes longer does not come; microseconds. */
#define PATIENCE UINT64_C(60000000)

static const struct dm_command nothing[] = { { 0 } };

struct world {
	UMockdevTestbed *testbed;
	struct conf conf;
	struct fpd_manager manager;
};

/* Host N has the remote port N, behind which are all its disks. */
#define PORT "/sys/devices/pci0000:00/0000:00:0%u.0/host%u/rport-%u:0-1"
#define DISK PORT "/target%u:0:0/%u:0:0:%u/block/%s"

static void add(struct world *world, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* In umockdev's words: P the path, E properties, A attributes, H those in hexadecimal. */
static void add(struct world *world, const char *format, ...)
{
	GError *error = NULL;
	va_list arguments;
	char *text;

	va_start(arguments, format);
	assert_true(vasprintf(&text, format, arguments) > 0);
	va_end(arguments);
	if (!umockdev_testbed_add_from_string(world->testbed, text, &error))
		fail_msg("%s: %s", error->message, text);
	free(text);
}

/* Its timeouts have as many digits as those that are wanted: a file here is not cut. */
static void add_port(struct world *world, unsigned int host)
{
	add(world,
	    "P: /devices/pci0000:00/0000:00:0%u.0/host%u/fc_host/host%u\n"
	    "E: SUBSYSTEM=fc_host\nA: port_name=0x10000000c9000a0%u\n",
	    host, host, host, host);
	add(world,
	    "P: "
	    "/devices/pci0000:00/0000:00:0%u.0/host%u/rport-%u:0-1/fc_remote_ports/rport-%u:0-1\n"
	    "E: SUBSYSTEM=fc_remote_ports\n"
	    "A: port_state=Online\nA: port_name=0x50001fe1500a8b1%u\nA: "
	    "node_name=0x50001fe1500a8b10\n"
	    "A: fast_io_fail_tmo=2\nA: dev_loss_tmo=30\n",
	    host, host, host, host, host);
}

/* As an EVA shows it: ALUA by INQUIRY, its WWN in page 0x83. @serial: udev's, or NULL. */
static void add_disk(struct world *world, unsigned int host, unsigned int lun, const char *name,
		     unsigned int minor, const char *serial)
{
	char scsi[128];

	snprintf(scsi, sizeof(scsi),
		 "/devices/pci0000:00/0000:00:0%u.0/host%u/rport-%u:0-1/target%u:0:0/%u:0:0:%u",
		 host, host, host, host, host, lun);
	add(world,
	    "P: %s\nE: SUBSYSTEM=scsi\nE: DEVTYPE=scsi_device\n"
	    "A: vendor=HP      \nA: model=HSV200          \nA: rev=6200\nA: state=running\nA: "
	    "scsi_level=7\nA: rescan=0\n"
	    "H: inquiry=000005121f100002485020202020202048535632303020202020202020202020"
	    "36323030\n"
	    "H: vpd_pg83=0083001401030010600508b4000156d70001200000%s00000\n",
	    scsi, lun ? "c" : "b");
	add(world,
	    "P: %s/block/%s\nN: %s\nE: SUBSYSTEM=block\nE: DEVTYPE=disk\nE: DEVNAME=/dev/%s\n"
	    "E: MAJOR=8\nE: MINOR=%u\nE: ID_WWN=0x600508b4000156d7\n%s%s%s"
	    "A: dev=8:%u\nA: size=131072\nA: diskseq=%u\nL: device=../../../%u:0:0:%u\n",
	    scsi, name, name, name, minor, serial ? "E: ID_SERIAL=" : "", serial ? serial : "",
	    serial ? "\n" : "", minor, minor + 1, host, lun);
}

static char *syspath_of(unsigned int host, unsigned int lun, const char *name)
{
	char *path;

	assert_true(asprintf(&path, DISK, host, host, host, host, host, lun, name) > 0);
	return path;
}

static void set_port(struct world *world, unsigned int host, const char *attribute,
		     const char *value)
{
	char path[200];

	snprintf(path, sizeof(path), PORT "/fc_remote_ports/rport-%u:0-1", host, host, host, host);
	umockdev_testbed_set_attribute(world->testbed, path, attribute, value);
}

/* Two ports, and a disk behind each, of one LUN. */
static int begin(void **state)
{
	struct world *world = calloc(1, sizeof(*world));
	sigset_t set;

	if (!world)
		return -1;
	sigemptyset(&set);
	sigaddset(&set, SIGCHLD);
	sigprocmask(SIG_BLOCK, &set, NULL);
	fpd_log_level(LOG_CRIT);
	world->testbed = umockdev_testbed_new();
	conf_read_silently(&world->conf, "defaults {\n"
					 "find_multipaths yes\n"
					 "}\n"
					 "overrides {\n"
					 "path_checker none\n"
					 "detect_checker no\n"
					 "prio const\n"
					 "detect_prio no\n"
					 "path_grouping_policy multibus\n"
					 "no_path_retry fail\n"
					 "fast_io_fail_tmo 5\n"
					 "dev_loss_tmo 60\n"
					 "}\n");
	world->manager.config = world->conf.config;
	world->manager.dm_events = -1;
	assert_true(sd_event_new(&world->manager.event) >= 0);
	assert_int_equal(fpd_prober_new(world->manager.event, 8, &world->manager.prober), 0);
	dm_mock_begin();
	for (unsigned int host = 1; host <= 3; host++)
		add_port(world, host);
	add_disk(world, 1, 0, "sda", 0, LUN);
	add_disk(world, 2, 0, "sdb", 16, LUN);
	*state = world;
	return 0;
}

/* What a child was doing when the test ended is heard, or its memory would be lost. */
static void let_children_end(struct world *world)
{
	uint64_t begun = fpd_manager_now(&world->manager);
	siginfo_t info;

	while (!waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT)) {
		assert_true(sd_event_run(world->manager.event, 50000) >= 0);
		assert_true(fpd_manager_now(&world->manager) < begun + PATIENCE);
	}
}

static int end(void **state)
{
	struct world *world = *state;
	struct fpd_manager *manager = &world->manager;

	fpd_fc_watch_free(manager->fc);
	while (manager->nr_paths)
		fpd_discover_forget(manager->paths[0]);
	while (manager->nr_maps)
		fpd_map_free(manager->maps[0]);
	free(manager->paths);
	free(manager->maps);
	fpd_prober_free(manager->prober);
	let_children_end(world);
	sd_event_source_disable_unref(manager->refresh_timer);
	sd_event_unref(manager->event);
	udev_monitor_unref(manager->monitor);
	udev_unref(manager->udev);
	conf_free(&world->conf);
	dm_mock_end();
	g_object_unref(world->testbed);
	free(world);
	return 0;
}

static void discover(struct world *world)
{
	assert_int_equal(fpd_discover_begin(&world->manager), 0);
}

/* The loop runs until @done says so, or all patience is at its end. */
static void run_until(struct world *world, bool (*done)(const struct world *world))
{
	uint64_t begun = fpd_manager_now(&world->manager);

	while (!done(world)) {
		assert_true(sd_event_run(world->manager.event, 50000) >= 0);
		assert_true(fpd_manager_now(&world->manager) < begun + PATIENCE);
	}
}

static bool busy(const struct world *world)
{
	for (size_t i = 0; i < world->manager.nr_maps; i++)
		if (world->manager.maps[i]->job)
			return true;
	return false;
}

static bool all_came(const struct world *world)
{
	return !busy(world) && dm_mock_idle();
}

static void let_it(struct world *world, const struct dm_command *commands)
{
	dm_mock_expect(commands);
	run_until(world, all_came);
	dm_mock_assert_done();
}

/* Longer than anything is put off. */
static void assert_nothing_happens(struct world *world)
{
	dm_mock_expect(nothing);
	for (unsigned int i = 0; i < 6; i++)
		assert_true(sd_event_run(world->manager.event, 50000) >= 0);
	dm_mock_assert_done();
}

static const struct dm_command both[] = {
	DM_GOES("create", TABLE("2 1 8:0 1 8:16 1")),
	DM_GOES("claim", LUN),
	{ 0 },
};

static struct fpd_path *path(const struct world *world, const char *name)
{
	struct fpd_path *found = fpd_manager_find_path(&world->manager, name);

	assert_non_null(found);
	return found;
}

/* Facts */

static void facts_of_a_path(void **state)
{
	struct world *world = *state;
	const struct fpd_path *sda;

	discover(world);
	sda = path(world, "sda");
	assert_string_equal(sda->dev, "8:0");
	assert_string_equal(sda->address, "1:0:0:0");
	assert_string_equal(sda->vendor, "HP");
	assert_string_equal(sda->product, "HSV200");
	assert_string_equal(sda->revision, "6200");
	assert_string_equal(sda->protocol, "scsi:fcp");
	assert_string_equal(sda->wwid, LUN);
	assert_string_equal(sda->device_wwid, LUN);
	assert_int_equal(sda->sectors, 131072);
	assert_true(sda->has_tpgs);
	assert_string_equal(sda->port, "rport-1:0-1");
	assert_string_equal(sda->port_name, "0x50001fe1500a8b11");
	assert_string_equal(sda->host_port_name, "0x10000000c9000a01");
	assert_string_equal(sda->port_state, "Online");
}

static void what_is_no_path_is_left_alone(void **state)
{
	struct world *world = *state;

	add(world, "P: /devices/virtual/block/loop0\nE: SUBSYSTEM=block\nE: DEVTYPE=disk\n"
		   "E: MAJOR=7\nE: MINOR=0\nA: dev=7:0\n");
	add(world, "P: /devices/pci0000:00/0000:00:01.0/host1/rport-1:0-1/target1:0:0/1:0:0:0/"
		   "block/sda/sda1\nE: SUBSYSTEM=block\nE: DEVTYPE=partition\n"
		   "E: MAJOR=8\nE: MINOR=1\nA: dev=8:1\n");
	discover(world);
	assert_int_equal(world->manager.nr_paths, 2);
}

static void udev_need_not_know_the_lun(void **state)
{
	struct world *world = *state;

	add_disk(world, 3, 0, "sdc", 32, NULL);
	discover(world);
	assert_string_equal(path(world, "sdc")->wwid, LUN);
	assert_ptr_equal(path(world, "sdc")->map, path(world, "sda")->map);
}

/* Tables */

static void paths_of_a_lun_become_a_table(void **state)
{
	struct world *world = *state;

	add_disk(world, 3, 1, "sdc", 32, OTHER);
	discover(world);
	let_it(world, both);
	assert_string_equal(dm_mock_device()->name, LUN);
	assert_string_equal(dm_mock_device()->uuid, "mpath-" LUN);
	assert_int_equal(dm_mock_device()->sectors, 131072);
	/* The single path of the other LUN is none of ours. */
	assert_nothing_happens(world);
}

static void disk_that_comes_enters_the_table(void **state)
{
	static const struct dm_command loaded[] = {
		DM_GOES("load", TABLE("3 1 8:0 1 8:16 1 8:32 1")),
		DM_GOES("resume", NULL),
		{ 0 },
	};
	struct world *world = *state;
	char *syspath = syspath_of(3, 0, "sdc");

	discover(world);
	let_it(world, both);
	add_disk(world, 3, 0, "sdc", 32, LUN);
	umockdev_testbed_uevent(world->testbed, syspath, "add");
	let_it(world, loaded);
	free(syspath);
}

static void disk_that_goes_leaves_the_table(void **state)
{
	static const struct dm_command loaded[] = {
		DM_GOES("message", "fail_path 8:16"),
		DM_GOES("load", TABLE("1 1 8:0 1")),
		DM_GOES("resume", NULL),
		{ 0 },
	};
	struct world *world = *state;
	char *syspath = syspath_of(2, 0, "sdb");

	discover(world);
	let_it(world, both);
	umockdev_testbed_uevent(world->testbed, syspath, "remove");
	let_it(world, loaded);
	assert_null(fpd_manager_find_path(&world->manager, "sdb"));
	free(syspath);
}

/* The kernel gives a number again at once; that its old disk went was not heard. */
static void number_of_another_disk_is_another_path(void **state)
{
	static const struct dm_command left[] = {
		DM_GOES("message", "fail_path 8:16"),
		DM_GOES("load", TABLE("1 1 8:0 1")),
		DM_GOES("resume", NULL),
		{ 0 },
	};
	struct world *world = *state;
	char *old = syspath_of(2, 0, "sdb"), *syspath = syspath_of(3, 1, "sdd");

	discover(world);
	let_it(world, both);
	umockdev_testbed_remove_device(world->testbed, old);
	add_disk(world, 3, 1, "sdd", 16, OTHER);
	umockdev_testbed_uevent(world->testbed, syspath, "add");
	let_it(world, left);
	assert_null(fpd_manager_find_path(&world->manager, "sdb"));
	assert_string_equal(path(world, "sdd")->wwid, OTHER);
	free(old);
	free(syspath);
}

static bool sda_has_grown(const struct world *world)
{
	return path(world, "sda")->sectors == 262144;
}

static void change_is_read(void **state)
{
	struct world *world = *state;
	char *syspath = syspath_of(1, 0, "sda");

	discover(world);
	umockdev_testbed_set_attribute(world->testbed, syspath, "size", "262144");
	umockdev_testbed_uevent(world->testbed, syspath, "change");
	run_until(world, sda_has_grown);
	free(syspath);
}

static void map_grows_when_all_paths_have(void **state)
{
	static const struct dm_command grown[] = {
		DM_GOES("load", TABLE("2 1 8:0 1 8:16 1")),
		{ .verb = "resume", .flush = true },
		{ 0 },
	};
	struct world *world = *state;
	char *sda = syspath_of(1, 0, "sda"), *sdb = syspath_of(2, 0, "sdb");

	discover(world);
	let_it(world, both);
	umockdev_testbed_set_attribute(world->testbed, sda, "size", "262144");
	umockdev_testbed_uevent(world->testbed, sda, "change");
	run_until(world, sda_has_grown);
	assert_nothing_happens(world);
	umockdev_testbed_set_attribute(world->testbed, sdb, "size", "262144");
	umockdev_testbed_uevent(world->testbed, sdb, "change");
	let_it(world, grown);
	assert_int_equal(dm_mock_device()->sectors, 262144);
	/* A LUN that is smaller is not followed. */
	umockdev_testbed_set_attribute(world->testbed, sdb, "size", "131072");
	umockdev_testbed_uevent(world->testbed, sdb, "change");
	assert_nothing_happens(world);
	free(sda);
	free(sdb);
}

static bool both_are_rescanned(const struct world *world)
{
	char a[8], b[8];

	return !fpd_sysfs_read(path(world, "sda")->syspath, "device/rescan", a, sizeof(a)) &&
	       !fpd_sysfs_read(path(world, "sdb")->syspath, "device/rescan", b, sizeof(b)) &&
	       a[0] == '1' && b[0] == '1' && !path(world, "sda")->map->rescan;
}

/* I/O met it, and so no probe ever will. */
static void unit_attention_that_the_kernel_was_told_counts(void **state)
{
	struct world *world = *state;
	char *syspath = syspath_of(1, 0, "sda");

	/* The SCSI device, which the disk is of. */
	syspath[strlen(syspath) - strlen("/block/sda")] = '\0';
	discover(world);
	let_it(world, both);
	umockdev_testbed_set_property(world->testbed, syspath, "SDEV_UA",
				      "MODE_PARAMETERS_CHANGED");
	umockdev_testbed_uevent(world->testbed, syspath, "change");
	run_until(world, both_are_rescanned);
	free(syspath);
}

/* Ports */

static bool port_is_settled(const struct world *world)
{
	struct fpd_fc_port port;

	(void)world;
	return !fpd_fc_port_read("/sys/class/fc_remote_ports", "rport-1:0-1", &port) &&
	       port.fast_io_fail_tmo == 5 && port.dev_loss_tmo == 60;
}

static void port_gets_the_timeouts_of_the_configuration(void **state)
{
	struct world *world = *state;

	discover(world);
	assert_int_equal(fpd_fc_watch_new(&world->manager, &world->manager.fc), 0);
	let_it(world, both);
	run_until(world, port_is_settled);
}

static void path_behind_a_blocked_port_is_passed_over(void **state)
{
	static const struct dm_command passed[] = {
		DM_GOES("message", "fail_path 8:16"),
		{ 0 },
	};
	struct world *world = *state;

	discover(world);
	assert_int_equal(fpd_fc_watch_new(&world->manager, &world->manager.fc), 0);
	let_it(world, both);
	set_port(world, 2, "port_state", "Blocked");
	let_it(world, passed);
	assert_int_equal(path(world, "sdb")->state, FPD_PATH_BLOCKED);
	assert_string_equal(path(world, "sdb")->message, "its port rport-2:0-1 is Blocked");
}

#define T(sentence, function) TEST_WITH(sentence, function, begin, end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		T("what sysfs and udev say of a path is what is known of it", facts_of_a_path),
		T("what is no SCSI disk is left alone", what_is_no_path_is_left_alone),
		T("a LUN is known by page 0x83 where udev says nothing",
		  udev_need_not_know_the_lun),
		T("paths of one LUN become a table", paths_of_a_lun_become_a_table),
		T("a disk that comes enters the table", disk_that_comes_enters_the_table),
		T("a disk that goes leaves the table", disk_that_goes_leaves_the_table),
		T("a number that another disk has now is another path",
		  number_of_another_disk_is_another_path),
		T("what changed of a disk is read again", change_is_read),
		T("a map grows when all of its paths have, and never shrinks",
		  map_grows_when_all_paths_have),
		T("a unit attention that I/O met, and the kernel tells, counts",
		  unit_attention_that_the_kernel_was_told_counts),
		T("a remote port gets the timeouts of the configuration",
		  port_gets_the_timeouts_of_the_configuration),
		T("a path behind a blocked port is passed over",
		  path_behind_a_blocked_port_is_passed_over),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
