/* SPDX-License-Identifier: GPL-2.0 */
/*
 * SCSI facts: what a device's answers say, as structs. Every function reads bytes
 * that a device has sent and trusts none of them: lengths within the answer are
 * checked against the length that was received.
 *
 * No function allocates, keeps what it was given, or talks to a device. A page
 * that sysfs shows (vpd_pg83) and one that was asked for are read alike.
 */
#ifndef FAIRPATH_SCSI_H
#define FAIRPATH_SCSI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <fairpath/error.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Standard INQUIRY (SPC-5, 6.7) */

enum fairpath_scsi_qualifier {
	FAIRPATH_LUN_CONNECTED = 0,   /* a logical unit answers here */
	FAIRPATH_LUN_UNCONNECTED = 1, /* there could be one, now there is none */
	FAIRPATH_LUN_IMPOSSIBLE = 3,  /* there can be none under this number */
};

/**
 * struct fairpath_inquiry - who answers
 * @qualifier: whether a logical unit is there; other values are reserved
 * @type: peripheral device type: 0 disk, 0x0c RAID controller, 0x1f none
 * @implicit_alua: the array changes access states by itself (TPGS)
 * @explicit_alua: it does so when it is told (TPGS)
 * @vendor: without the spaces at its end, like the next two; what is not printable
 *	ASCII is shown as '?'
 * @product: "HSV200"
 * @revision: of the product
 */
struct fairpath_inquiry {
	enum fairpath_scsi_qualifier qualifier;
	uint8_t type;
	bool implicit_alua;
	bool explicit_alua;
	char vendor[9];
	char product[17];
	char revision[5];
};

/**
 * fairpath_inquiry_parse - read standard INQUIRY data
 * @data:  what the device answered
 * @len:   its length in bytes
 * @ret:   out: untouched on failure
 * @error: out: may be NULL
 *
 * Return: 0; -EINVAL if it is shorter than the 36 bytes that are mandatory.
 */
int fairpath_inquiry_parse(const void *data, size_t len, struct fairpath_inquiry *ret,
			   struct fairpath_error *error);

/* Vital product data */

enum fairpath_vpd_page {
	FAIRPATH_VPD_PAGES = 0x00,     /* which pages there are */
	FAIRPATH_VPD_SERIAL = 0x80,    /* unit serial number */
	FAIRPATH_VPD_DEVICE_ID = 0x83, /* designators */
};

/**
 * fairpath_vpd_has_page - is a page in the list of page 0x00?
 * @data: page 0x00
 * @len:  its length in bytes
 * @page: the page's number
 *
 * Return: false also if @data is not page 0x00.
 */
bool fairpath_vpd_has_page(const void *data, size_t len, uint8_t page);

/**
 * fairpath_vpd_serial - read the unit serial number, page 0x80
 * @data:  the page
 * @len:   its length in bytes
 * @ret:   out: the number without the spaces around it; untouched on failure
 * @size:  of @ret; 256 is enough for every serial number
 * @error: out: may be NULL
 *
 * Return: 0; -EINVAL if it is not page 0x80; -ENODATA if the number is empty;
 * -ENOSPC.
 */
int fairpath_vpd_serial(const void *data, size_t len, char *ret, size_t size,
			struct fairpath_error *error);

enum fairpath_association {
	FAIRPATH_ASSOCIATION_LUN = 0,
	FAIRPATH_ASSOCIATION_PORT = 1,
	FAIRPATH_ASSOCIATION_TARGET = 2,
};

enum fairpath_designator_type {
	FAIRPATH_DESIGNATOR_VENDOR = 0, /* without any guarantee */
	FAIRPATH_DESIGNATOR_T10 = 1,
	FAIRPATH_DESIGNATOR_EUI64 = 2,
	FAIRPATH_DESIGNATOR_NAA = 3,
	FAIRPATH_DESIGNATOR_RELATIVE_PORT = 4,
	FAIRPATH_DESIGNATOR_PORT_GROUP = 5,
	FAIRPATH_DESIGNATOR_LUN_GROUP = 6,
	FAIRPATH_DESIGNATOR_MD5 = 7,
	FAIRPATH_DESIGNATOR_NAME = 8, /* SCSI name string */
	FAIRPATH_DESIGNATOR_PROTOCOL = 9,
	FAIRPATH_DESIGNATOR_UUID = 10,
};

/**
 * struct fairpath_designator - one designator of page 0x83
 * @association: of what it is the name
 * @type: how it is made
 * @code_set: 1 binary, 2 ASCII, 3 UTF-8
 * @data: its bytes, within the page
 * @len: their number
 */
struct fairpath_designator {
	enum fairpath_association association;
	enum fairpath_designator_type type;
	uint8_t code_set;
	const uint8_t *data;
	size_t len;
};

/**
 * fairpath_designator_next - the designators of page 0x83, one by one
 * @data: the page
 * @len:  its length in bytes
 * @pos:  0 at first; where the next one begins
 * @ret:  out: the designator
 *
 * A designator that does not end within the page, and all after it, is left out.
 *
 * Return: false if there are no more.
 */
bool fairpath_designator_next(const void *data, size_t len, size_t *pos,
			      struct fairpath_designator *ret);

/* A WWID and the 0 at its end: with a prefix of 8 it still fits into a dm UUID. */
#define FAIRPATH_WWID_SIZE 121

/**
 * struct fairpath_device_id - what page 0x83 says
 * @wwid: the LUN's name as multipath-tools and udev (ID_SERIAL) write it, the type's
 *	digit first: "3600508b4000156d70001200000b00000"; "": none is good enough
 * @relative_port: number of the target port that answered; -1: not told
 * @port_group: its target port group; -1: not told
 */
struct fairpath_device_id {
	char wwid[FAIRPATH_WWID_SIZE];
	int relative_port;
	int port_group;
};

/**
 * fairpath_device_id_parse - read page 0x83
 * @data:  the page
 * @len:   its length in bytes
 * @ret:   out: untouched on failure
 * @error: out: may be NULL
 *
 * Of several names of the LUN the best is taken: NAA 6, NAA 5, NAA 2, EUI-64, SCSI
 * name string, T10 vendor, NAA 3. One that does not fit into @ret is passed over: cut
 * off, two LUNs could have the same.
 *
 * Return: 0, also if no designator names the LUN; -EINVAL if it is not page 0x83.
 */
int fairpath_device_id_parse(const void *data, size_t len, struct fairpath_device_id *ret,
			     struct fairpath_error *error);

/* Asymmetric logical unit access */

enum fairpath_alua_state {
	FAIRPATH_ALUA_OPTIMIZED = 0x0,
	FAIRPATH_ALUA_NON_OPTIMIZED = 0x1,
	FAIRPATH_ALUA_STANDBY = 0x2,
	FAIRPATH_ALUA_UNAVAILABLE = 0x3,
	FAIRPATH_ALUA_LBA_DEPENDENT = 0x4,
	FAIRPATH_ALUA_OFFLINE = 0xe,
	FAIRPATH_ALUA_TRANSITIONING = 0xf,
};

/**
 * struct fairpath_port_group - one target port group
 * @id: its number, as page 0x83 tells it of each port
 * @state: how its ports reach the LUN; values that the enum has not are reserved
 * @preferred: the array would rather be reached here
 * @supported: states that it can have: bit 0 optimized, 1 non-optimized, 2 standby,
 *	3 unavailable, 4 LBA dependent, 6 offline, 7 transitioning
 * @nr_ports: number of its ports
 * @ports: four bytes for each; fairpath_port_group_port() reads them
 */
struct fairpath_port_group {
	uint16_t id;
	enum fairpath_alua_state state;
	bool preferred;
	uint8_t supported;
	unsigned int nr_ports;
	const uint8_t *ports;
};

/**
 * fairpath_port_group_next - the groups that REPORT TARGET PORT GROUPS tells, one by one
 * @data: the answer, with either form of header
 * @len:  its length in bytes
 * @pos:  0 at first; where the next one begins
 * @ret:  out: the group
 *
 * A group that does not end within the answer, and all after it, is left out.
 *
 * Return: false if there are no more.
 */
bool fairpath_port_group_next(const void *data, size_t len, size_t *pos,
			      struct fairpath_port_group *ret);

/**
 * fairpath_port_group_port - number of one of the ports of a group
 * @group: the group
 * @i:     which port, less than @group->nr_ports
 *
 * Return: the port's relative number.
 */
uint16_t fairpath_port_group_port(const struct fairpath_port_group *group, unsigned int i);

/**
 * fairpath_port_group_find - find a group by its number
 * @data: the answer of REPORT TARGET PORT GROUPS
 * @len:  its length in bytes
 * @id:   the group's number
 * @ret:  out: the group; untouched if it is not there
 *
 * Return: whether it is there.
 */
bool fairpath_port_group_find(const void *data, size_t len, uint16_t id,
			      struct fairpath_port_group *ret);

/**
 * fairpath_port_groups_len - how long the whole answer of REPORT TARGET PORT GROUPS is
 * @data: at least its first four bytes
 * @len:  how many there are
 *
 * Return: its length in bytes, header included; 0 if @len is less than 4.
 */
size_t fairpath_port_groups_len(const void *data, size_t len);

/**
 * fairpath_alua_state_name - a state in the words of the kernel's sysfs
 * @state: the state
 *
 * Return: "active/optimized", ...; "reserved" for a value that is none.
 */
const char *fairpath_alua_state_name(enum fairpath_alua_state state);

/**
 * fairpath_alua_state_from_name - what the attribute access_state says
 * @name: its text; white space at its end is no part of it
 * @ret:  out: untouched on failure
 *
 * Return: 0; -EINVAL.
 */
int fairpath_alua_state_from_name(const char *name, enum fairpath_alua_state *ret);

/**
 * fairpath_alua_priority - the priority of a path in a state
 * @state:	   the state
 * @preferred:	   the group's preferred bit
 * @exclusive_pref: a preferred path is above all others, also if it is optimized and
 *	so would be a group of its own (multipath.conf: exclusive_pref_bit)
 *
 * Return: as multipath-tools: optimized 50, non-optimized 10, LBA dependent 5, standby
 * 1, any other 0; and 80 more if it is preferred, unless it is optimized and
 * @exclusive_pref is false.
 */
int fairpath_alua_priority(enum fairpath_alua_state state, bool preferred, bool exclusive_pref);

/* Sense data */

enum fairpath_sense_key {
	FAIRPATH_SENSE_NONE = 0x0,
	FAIRPATH_SENSE_RECOVERED = 0x1,
	FAIRPATH_SENSE_NOT_READY = 0x2,
	FAIRPATH_SENSE_MEDIUM_ERROR = 0x3,
	FAIRPATH_SENSE_HARDWARE_ERROR = 0x4,
	FAIRPATH_SENSE_ILLEGAL_REQUEST = 0x5,
	FAIRPATH_SENSE_UNIT_ATTENTION = 0x6,
	FAIRPATH_SENSE_DATA_PROTECT = 0x7,
	FAIRPATH_SENSE_ABORTED = 0xb,
};

/**
 * struct fairpath_sense - sense data, of either format
 * @key: sense key
 * @asc: additional sense code
 * @ascq: and its qualifier
 * @deferred: it tells of an earlier command
 */
struct fairpath_sense {
	enum fairpath_sense_key key;
	uint8_t asc;
	uint8_t ascq;
	bool deferred;
};

/* What sense data means for a path. */
enum fairpath_sense_meaning {
	FAIRPATH_MEANS_NOTHING,		 /* no sense, or recovered */
	FAIRPATH_MEANS_OTHER,		 /* nothing that is told here */
	FAIRPATH_MEANS_TRANSITIONING,	 /* 2/04/0a: between two access states */
	FAIRPATH_MEANS_STANDBY,		 /* 2/04/0b */
	FAIRPATH_MEANS_UNAVAILABLE,	 /* 2/04/0c */
	FAIRPATH_MEANS_BECOMING_READY,	 /* 2/04/01 */
	FAIRPATH_MEANS_NEEDS_START,	 /* 2/04/02 */
	FAIRPATH_MEANS_NOT_READY,	 /* 2, any other */
	FAIRPATH_MEANS_NO_LUN,		 /* 5/25/00: no LUN under this number */
	FAIRPATH_MEANS_NOT_SUPPORTED,	 /* 5/20/00, 5/24/00: the command, or a field of it */
	FAIRPATH_MEANS_MODE_CHANGED,	 /* 6/2a/01: a mode page, as that of the cache */
	FAIRPATH_MEANS_ALUA_CHANGED,	 /* 6/2a/06, 6/2a/07: asymmetric access */
	FAIRPATH_MEANS_CAPACITY_CHANGED, /* 6/2a/09 */
	FAIRPATH_MEANS_INQUIRY_CHANGED,	 /* 6/3f/03: maybe another LUN */
	FAIRPATH_MEANS_LUNS_CHANGED,	 /* 6/3f/0e: the list of LUNs */
	FAIRPATH_MEANS_RESET,		 /* 6/29/xx: power on, reset, nexus loss */
	FAIRPATH_MEANS_OTHER_ATTENTION,	 /* 6, any other */
};

/**
 * fairpath_sense_parse - read sense data, fixed or descriptor format
 * @data:  the sense buffer
 * @len:   how many bytes of it are valid
 * @ret:   out: untouched on failure
 * @error: out: may be NULL
 *
 * Return: 0; -EINVAL if it is no sense data.
 */
int fairpath_sense_parse(const void *data, size_t len, struct fairpath_sense *ret,
			 struct fairpath_error *error);

/**
 * fairpath_sense_means - what sense data means for a path
 * @sense: the sense data
 *
 * Return: the meaning.
 */
enum fairpath_sense_meaning fairpath_sense_means(const struct fairpath_sense *sense);

/**
 * fairpath_sense_meaning_text - a meaning in words
 * @meaning: the meaning
 *
 * Return: words that continue "the device says: ".
 */
const char *fairpath_sense_meaning_text(enum fairpath_sense_meaning meaning);

/* MODE SENSE(6), caching page */

/**
 * struct fairpath_cache - what the caching mode page says
 * @write_cache: a volatile write cache is on (WCE)
 * @fua: the device takes FUA (DPOFUA)
 * @write_protected: it takes no writes (WP)
 */
struct fairpath_cache {
	bool write_cache;
	bool fua;
	bool write_protected;
};

/**
 * fairpath_cache_parse - read the answer of MODE SENSE(6) for page 8
 * @data:  the answer
 * @len:   its length in bytes
 * @ret:   out: untouched on failure
 * @error: out: may be NULL
 *
 * Return: 0; -EINVAL if it is cut off; -ENODATA if page 8 is not in it.
 */
int fairpath_cache_parse(const void *data, size_t len, struct fairpath_cache *ret,
			 struct fairpath_error *error);

#ifdef __cplusplus
}
#endif

#endif
