// SPDX-License-Identifier: GPL-2.0
/* Which paths are left alone, and which rule says so. */
#include "unit.h"

#include "conf.h"
#include "fairpathd/config/blacklist.h"

static const char *const properties[] = { "DEVNAME", "ID_SERIAL", "ID_WWN", "SCSI_IDENT_LUN_T10",
					  NULL };
static const char *const of_a_stick[] = { "DEVNAME", "ID_SERIAL", "ID_USB_DRIVER", NULL };
static const char *const too_early[] = { "DEVNAME", NULL };

static const struct fpd_path_id disk = {
	.devnode = "sdb",
	.vendor = "HP",
	.product = "HSV200",
	.revision = "6220",
	.wwid = "3600508b4000c4a37",
	.protocol = "scsi:fcp",
	.properties = properties,
};

/* What is said of a path, with a text that is read for it. */
static void assert_verdict(const char *text, const struct fpd_path_id *id, bool excluded,
			   const char *sentence)
{
	struct fpd_verdict verdict;
	struct conf conf;
	char said[512];

	conf_read_silently(&conf, text);
	verdict = fpd_blacklist_judge(conf.config, id);
	assert_string_equal(fpd_verdict_text(&verdict, said, sizeof(said)), sentence);
	assert_int_equal(verdict.excluded, excluded);
	conf_free(&conf);
}

static void disks_are_ours(void **state)
{
	(void)state;
	assert_verdict("", &disk, false, "no rule excludes it");
}

static void no_disk(void **state)
{
	struct fpd_path_id id = disk;

	(void)state;
	id.devnode = "loop0";
	assert_verdict("", &id, true, "excluded by devnode '!^sd[a-z]' (built-in table)");
}

static void stick(void **state)
{
	struct fpd_path_id id = disk;

	(void)state;
	id.properties = of_a_stick;
	assert_verdict("", &id, true,
		       "excluded: none of its udev properties is a property of "
		       "blacklist_exceptions");
}

/* udev may just not have got to it: that is no reason to leave it alone for good. */
static void properties_not_there_yet(void **state)
{
	struct fpd_path_id id = disk;

	(void)state;
	id.properties = too_early;
	assert_verdict("", &id, false, "no rule excludes it");
	id.properties = NULL;
	assert_verdict("", &id, false, "no rule excludes it");
}

static void other_uid_attribute(void **state)
{
	struct fpd_path_id id = disk;

	(void)state;
	id.properties = of_a_stick;
	assert_verdict("defaults {\n uid_attribute \"\"\n}\n", &id, false, "no rule excludes it");
	assert_verdict("defaults {\n uid_attribute ID_UID\n}\n", &id, false, "no rule excludes it");
}

static void by_each_criterion(void **state)
{
	(void)state;
	assert_verdict(
		"blacklist {\n property ID_WWN\n}\nblacklist_exceptions {\n devnode sdz\n}\n",
		&disk, false,
		"kept, as an exception, by property '(SCSI_IDENT_|ID_WWN)' (built-in table)");
	assert_verdict("blacklist {\n devnode \"^sd[a-c]\"\n}\n", &disk, true,
		       "excluded by devnode '^sd[a-c]' (t.conf:2, blacklist)");
	assert_verdict("blacklist {\n protocol fcp\n}\n", &disk, true,
		       "excluded by protocol 'fcp' (t.conf:2, blacklist)");
	assert_verdict("blacklist {\n wwid ^3600508b4\n}\n", &disk, true,
		       "excluded by wwid '^3600508b4' (t.conf:2, blacklist)");
	assert_verdict("blacklist {\n device {\n vendor HP\n product HSV2\n}\n}\n", &disk, true,
		       "excluded by device 'HP' 'HSV2' (t.conf:2, blacklist)");
}

static void device_by_one_name(void **state)
{
	(void)state;
	assert_verdict("blacklist {\n device {\n vendor HP\n}\n}\n", &disk, true,
		       "excluded by device 'HP' '' (t.conf:2, blacklist)");
	assert_verdict("blacklist {\n device {\n product HSV\n}\n}\n", &disk, true,
		       "excluded by device '' 'HSV' (t.conf:2, blacklist)");
	assert_verdict("blacklist {\n device {\n vendor HP\n product HSV3\n}\n}\n", &disk, false,
		       "no rule excludes it");
}

static void exception_lifts(void **state)
{
	(void)state;
	assert_verdict("blacklist {\n wwid \".*\"\n}\n"
		       "blacklist_exceptions {\n wwid ^3600508b4000c4a37$\n}\n",
		       &disk, false,
		       "kept, as an exception, by wwid '^3600508b4000c4a37$' (t.conf:5, "
		       "blacklist_exceptions)");
}

static void exception_of_another_kind(void **state)
{
	(void)state;
	assert_verdict("blacklist {\n devnode \"*\"\n}\n"
		       "blacklist_exceptions {\n wwid ^3600508b4000c4a37$\n}\n",
		       &disk, true, "excluded by devnode '*' (t.conf:2, blacklist)");
}

static void inverted(void **state)
{
	struct fpd_path_id id = disk;

	(void)state;
	assert_verdict("blacklist {\n protocol \"!scsi:fcp\"\n}\n", &disk, false,
		       "no rule excludes it");
	id.protocol = "scsi:ata";
	assert_verdict("blacklist {\n protocol \"!scsi:fcp\"\n}\n", &id, true,
		       "excluded by protocol '!scsi:fcp' (t.conf:2, blacklist)");
	id.wwid = "!odd";
	assert_verdict("blacklist {\n wwid \"\\!odd\"\n}\n", &id, true,
		       "excluded by wwid '\\!odd' (t.conf:2, blacklist)");
}

static void wwid_not_known_yet(void **state)
{
	struct fpd_path_id id = disk;

	(void)state;
	id.wwid = NULL;
	assert_verdict("blacklist {\n wwid \"*\"\n}\n", &id, false, "no rule excludes it");
	assert_verdict("blacklist {\n wwid \"!^3600\"\n}\n", &id, false, "no rule excludes it");
}

static void controller_of_an_array(void **state)
{
	struct fpd_path_id id = disk;

	(void)state;
	id.vendor = "DGC";
	id.product = "LUNZ";
	assert_verdict("", &id, true,
		       "excluded by device '^DGC$' 'LUNZ' (hardware table: ^DGC$ .*)");
	id.product = "VRAID";
	assert_verdict("", &id, false, "no rule excludes it");
}

static void product_blacklist_of_a_file(void **state)
{
	(void)state;
	assert_verdict(
		"devices {\n device {\n vendor HP\n product X\n product_blacklist HSV\n}\n}\n",
		&disk, true, "excluded by device 'HP' 'HSV' (t.conf:2, devices)");
}

static void usb(void **state)
{
	struct fpd_path_id id = disk;

	(void)state;
	id.protocol = "scsi:usb";
	assert_verdict("", &id, true, "excluded by protocol 'scsi:usb' (built-in default)");
	assert_verdict("defaults {\n allow_usb_devices yes\n}\n", &id, false,
		       "no rule excludes it");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST("a disk of an array is ours", disks_are_ours),
		TEST("what is no SCSI disk is left alone", no_disk),
		TEST("a disk without identity by udev is left alone", stick),
		TEST("a disk that udev has not read is not judged by that",
		     properties_not_there_yet),
		TEST("where the WWID is not udev's its properties do not count",
		     other_uid_attribute),
		TEST("each criterion excludes, and says where it is written", by_each_criterion),
		TEST("a device may be named by vendor or product alone", device_by_one_name),
		TEST("an exception lifts a rule of its kind", exception_lifts),
		TEST("an exception lifts no rule of another kind", exception_of_another_kind),
		TEST("'!' turns a rule, '\\!' is a letter", inverted),
		TEST("a WWID that is not known yet excludes nothing", wwid_not_known_yet),
		TEST("an array's own LUN is no disk", controller_of_an_array),
		TEST("a disk on USB is left alone, unless it is allowed", usb),
		TEST("product_blacklist works in a file as well", product_blacklist_of_a_file),
	};

	return cmocka_run_group_tests_name("blacklist", tests, NULL, NULL);
}
