// SPDX-License-Identifier: GPL-2.0
/*
 * Fuzzing of everything that reads what a SCSI device has sent. The first byte chooses
 * the parser, the rest is the answer. Beside memory errors it looks for broken
 * promises: a failure leaves the result alone, a result lies within the answer, text
 * ends and is printable.
 */
#include <ctype.h>
#include <errno.h>
#include <stdint.h>
#include <string.h>

#include <fairpath/scsi.h>

#include "promise.h"

/* Is [data, data + len) within the answer? */
static void check_within(const uint8_t *data, size_t len, const uint8_t *answer, size_t size)
{
	PROMISE(data >= answer && len <= size && data + len <= answer + size);
}

static void check_text(const char *text, size_t size)
{
	size_t i, len = strnlen(text, size);

	PROMISE(len < size);
	for (i = 0; i < len; i++)
		PROMISE(isprint((unsigned char)text[i]));
}

static void check_result(int r, const void *result, const void *before, size_t size,
			 const struct fairpath_error *error)
{
	if (!r)
		return;
	PROMISE(r == -EINVAL || r == -ENODATA || r == -ENOSPC);
	PROMISE(!memcmp(result, before, size));
	PROMISE(strlen(error->text) > 10);
}

static void fuzz_inquiry(const uint8_t *data, size_t size)
{
	struct fairpath_inquiry inquiry, before;
	struct fairpath_error error = { "" };
	int r;

	memset(&before, 0x5a, sizeof(before));
	inquiry = before;
	r = fairpath_inquiry_parse(data, size, &inquiry, &error);
	check_result(r, &inquiry, &before, sizeof(before), &error);
	PROMISE(!r == (size >= 36));
	if (r)
		return;
	check_text(inquiry.vendor, sizeof(inquiry.vendor));
	check_text(inquiry.product, sizeof(inquiry.product));
	check_text(inquiry.revision, sizeof(inquiry.revision));
}

static void fuzz_pages(const uint8_t *data, size_t size)
{
	char serial[64], before[64];
	struct fairpath_error error = { "" };
	unsigned int page;
	int r;

	for (page = 0; page < 256; page++)
		if (fairpath_vpd_has_page(data, size, (uint8_t)page))
			PROMISE(size > 4 && !data[1]);
	memset(before, 0x5a, sizeof(before));
	memcpy(serial, before, sizeof(before));
	r = fairpath_vpd_serial(data, size, serial, sizeof(serial), &error);
	check_result(r, serial, before, sizeof(before), &error);
	if (r)
		return;
	check_text(serial, sizeof(serial));
	PROMISE(*serial && *serial != ' ');
}

static void fuzz_device_id(const uint8_t *data, size_t size)
{
	struct fairpath_device_id id, before;
	struct fairpath_error error = { "" };
	struct fairpath_designator designator;
	size_t pos = 0, last = 0;
	int r;

	while (fairpath_designator_next(data, size, &pos, &designator)) {
		check_within(designator.data, designator.len, data, size);
		PROMISE(pos > last);
		last = pos;
	}
	memset(&before, 0x5a, sizeof(before));
	id = before;
	r = fairpath_device_id_parse(data, size, &id, &error);
	check_result(r, &id, &before, sizeof(before), &error);
	if (r)
		return;
	check_text(id.wwid, sizeof(id.wwid));
	PROMISE(!*id.wwid || (strchr("1238", *id.wwid) && id.wwid[1] && !strchr(id.wwid, ' ')));
	PROMISE(id.relative_port >= -1 && id.relative_port <= 0xffff);
	PROMISE(id.port_group >= -1 && id.port_group <= 0xffff);
}

static void fuzz_port_groups(const uint8_t *data, size_t size)
{
	struct fairpath_port_group group, found;
	size_t pos = 0, last = 0;
	unsigned int i;

	while (fairpath_port_group_next(data, size, &pos, &group)) {
		PROMISE(pos > last);
		last = pos;
		check_within(group.ports, (size_t)group.nr_ports * 4, data, size);
		for (i = 0; i < group.nr_ports; i++)
			fairpath_port_group_port(&group, i);
		PROMISE(fairpath_port_group_find(data, size, group.id, &found));
		PROMISE(found.id == group.id);
		i = (unsigned int)fairpath_alua_priority(group.state, group.preferred, true);
		PROMISE(i <= 130);
		check_text(fairpath_alua_state_name(group.state), 32);
	}
}

static void fuzz_sense(const uint8_t *data, size_t size)
{
	struct fairpath_sense sense, before;
	struct fairpath_error error = { "" };
	int r;

	memset(&before, 0x5a, sizeof(before));
	sense = before;
	r = fairpath_sense_parse(data, size, &sense, &error);
	check_result(r, &sense, &before, sizeof(before), &error);
	if (!r)
		check_text(fairpath_sense_meaning_text(fairpath_sense_means(&sense)), 64);
}

static void fuzz_cache(const uint8_t *data, size_t size)
{
	struct fairpath_cache cache, before;
	struct fairpath_error error = { "" };
	int r;

	memset(&before, 0, sizeof(before));
	cache = before;
	r = fairpath_cache_parse(data, size, &cache, &error);
	check_result(r, &cache, &before, sizeof(before), &error);
	PROMISE(r || !cache.fua || (data[2] & 0x10));
}

static void (*const parsers[])(const uint8_t *data, size_t size) = {
	fuzz_inquiry, fuzz_pages, fuzz_device_id, fuzz_port_groups, fuzz_sense, fuzz_cache,
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint8_t *copy;

	if (!size || data[0] >= sizeof(parsers) / sizeof(parsers[0]))
		return 0;
	/* So that a byte before or behind the answer is not one that was received. */
	copy = malloc(size > 1 ? size - 1 : 1);
	memcpy(copy, data + 1, size - 1);
	parsers[data[0]](copy, size - 1);
	free(copy);
	return 0;
}
