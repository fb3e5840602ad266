// SPDX-License-Identifier: GPL-2.0
/*
 * Who a LUN is: the designators of VPD page 0x83, and the WWID made of the best of
 * them. The order and the text are those of multipath-tools and of udev's scsi_id, so
 * that a WWID in an existing multipath.conf or wwids file remains true.
 */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <fairpath/scsi.h>

#include "bytes.h"
#include "vpd.h"
#include "words.h"

#define DESIGNATOR_HEADER 4

bool fairpath_designator_next(const void *data, size_t len, size_t *pos,
			      struct fairpath_designator *ret)
{
	const uint8_t *body, *p;
	size_t body_len;

	if (!vpd_body(data, len, FAIRPATH_VPD_DEVICE_ID, &body, &body_len))
		return false;
	if (*pos > body_len || body_len - *pos < DESIGNATOR_HEADER)
		return false;
	p = body + *pos;
	if (body_len - *pos - DESIGNATOR_HEADER < p[3])
		return false;

	*ret = (struct fairpath_designator){
		.association = p[1] >> 4 & 0x3,
		.type = p[1] & 0xf,
		.code_set = p[0] & 0xf,
		.data = p + DESIGNATOR_HEADER,
		.len = p[3],
	};
	*pos += DESIGNATOR_HEADER + ret->len;
	return true;
}

/* How good a name of the LUN is; 0: not to be used. */
enum name_rank {
	RANK_NONE,
	RANK_NAA_LOCAL, /* an administrator's choice: unique within his site at best */
	RANK_T10,
	RANK_NAME_STRING,
	RANK_EUI64,
	RANK_NAA_EXTENDED,
	RANK_NAA_REGISTERED,
	RANK_NAA_REGISTERED_EXTENDED,
};

static enum name_rank rank_of_naa(const struct fairpath_designator *d)
{
	if (!d->len)
		return RANK_NONE;
	switch (d->data[0] >> 4) {
	case 2:
		return d->len == 8 ? RANK_NAA_EXTENDED : RANK_NONE;
	case 3:
		return d->len == 8 ? RANK_NAA_LOCAL : RANK_NONE;
	case 5:
		return d->len == 8 ? RANK_NAA_REGISTERED : RANK_NONE;
	case 6:
		return d->len == 16 ? RANK_NAA_REGISTERED_EXTENDED : RANK_NONE;
	default:
		return RANK_NONE;
	}
}

static bool begins_with(const struct fairpath_designator *d, const char *prefix)
{
	return d->len > strlen(prefix) && !memcmp(d->data, prefix, strlen(prefix));
}

static enum name_rank rank_of(const struct fairpath_designator *d)
{
	if (d->association != FAIRPATH_ASSOCIATION_LUN)
		return RANK_NONE;
	switch (d->type) {
	case FAIRPATH_DESIGNATOR_NAA:
		return rank_of_naa(d);
	case FAIRPATH_DESIGNATOR_EUI64:
		return d->len == 8 || d->len == 12 || d->len == 16 ? RANK_EUI64 : RANK_NONE;
	case FAIRPATH_DESIGNATOR_NAME:
		return begins_with(d, "naa.") || begins_with(d, "eui.") || begins_with(d, "iqn.")
			       ? RANK_NAME_STRING
			       : RANK_NONE;
	case FAIRPATH_DESIGNATOR_T10: /* the vendor's 8 characters are not yet a name */
		return d->len > 8 ? RANK_T10 : RANK_NONE;
	default:
		return RANK_NONE;
	}
}

static bool format_hex(const struct fairpath_designator *d, char *to)
{
	size_t i;

	if (2 * d->len + 2 > FAIRPATH_WWID_SIZE)
		return false;
	*to++ = (char)('0' + d->type);
	for (i = 0; i < d->len; i++, to += 2)
		sprintf(to, "%02x", d->data[i]);
	return true;
}

/* The prefix decides the digit and is left out, as by multipath-tools. */
static bool format_name_string(const struct fairpath_designator *d, char *to)
{
	bool hex = !begins_with(d, "iqn.");
	size_t i, len = strnlen((const char *)d->data, d->len);

	if (len < 5 || len - 4 + 2 > FAIRPATH_WWID_SIZE)
		return false;
	*to++ = begins_with(d, "eui.") ? '2' : hex ? '3' : '8';
	for (i = 4; i < len; i++) {
		if (!isgraph(d->data[i]))
			return false;
		*to++ = (char)(hex ? tolower(d->data[i]) : d->data[i]);
	}
	*to = '\0';
	return true;
}

/* White space, and what cannot be in the name of a file, becomes one '_'. */
static bool format_t10(const struct fairpath_designator *d, char *to)
{
	size_t i, n = 0, len = d->len;

	while (len && (d->data[len - 1] == ' ' || !d->data[len - 1]))
		len--;
	if (len <= 8)
		return false;
	to[n++] = '1';
	for (i = 0; i < len; i++) {
		bool space = !isgraph(d->data[i]);

		if (space && to[n - 1] == '_' && !isgraph(d->data[i - 1]))
			continue;
		if (n + 1 >= FAIRPATH_WWID_SIZE)
			return false;
		to[n++] = (char)(space ? '_' : d->data[i]);
	}
	to[n] = '\0';
	return true;
}

static bool format_name(const struct fairpath_designator *d, char *to)
{
	switch (d->type) {
	case FAIRPATH_DESIGNATOR_NAME:
		return format_name_string(d, to);
	case FAIRPATH_DESIGNATOR_T10:
		return format_t10(d, to);
	default:
		return format_hex(d, to);
	}
}

static void take_port(const struct fairpath_designator *d, struct fairpath_device_id *id)
{
	if (d->association != FAIRPATH_ASSOCIATION_PORT || d->len != 4)
		return;
	if (d->type == FAIRPATH_DESIGNATOR_RELATIVE_PORT)
		id->relative_port = be16(d->data + 2);
	if (d->type == FAIRPATH_DESIGNATOR_PORT_GROUP)
		id->port_group = be16(d->data + 2);
}

int fairpath_device_id_parse(const void *data, size_t len, struct fairpath_device_id *ret,
			     struct fairpath_error *error)
{
	struct fairpath_device_id id = { .relative_port = -1, .port_group = -1 };
	char wwid[FAIRPATH_WWID_SIZE];
	struct fairpath_designator d;
	enum name_rank best = RANK_NONE;
	const uint8_t *body;
	size_t pos = 0;

	if (!vpd_body(data, len, FAIRPATH_VPD_DEVICE_ID, &body, &(size_t){ 0 }))
		return fairpath_error_set(error, -EINVAL, "not VPD page 0x83");

	while (fairpath_designator_next(data, len, &pos, &d)) {
		take_port(&d, &id);
		if (rank_of(&d) > best && format_name(&d, wwid)) {
			best = rank_of(&d);
			strcpy(id.wwid, wwid);
		}
	}
	*ret = id;
	return 0;
}
