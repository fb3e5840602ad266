// SPDX-License-Identifier: GPL-2.0
/*
 * Who answers: standard INQUIRY data, and the pages of vital product data that
 * tell which pages there are and the serial number. Page 0x83: scsi-device-id.c.
 */
#include <errno.h>
#include <string.h>

#include <fairpath/scsi.h>

#include "bytes.h"
#include "vpd.h"
#include "words.h"

#define INQUIRY_MANDATORY 36

static bool printable(uint8_t c)
{
	return c >= 0x20 && c < 0x7f;
}

/* A field of fixed size, into a string of one byte more. */
static void copy_text(char *to, const uint8_t *from, size_t len)
{
	size_t i;

	while (len && (from[len - 1] == ' ' || !from[len - 1]))
		len--;
	for (i = 0; i < len; i++)
		to[i] = (char)(printable(from[i]) ? from[i] : '?');
	to[len] = '\0';
}

int fairpath_inquiry_parse(const void *data, size_t len, struct fairpath_inquiry *ret,
			   struct fairpath_error *error)
{
	const uint8_t *p = data;

	if (len < INQUIRY_MANDATORY)
		return fairpath_error_set(error, -EINVAL,
					  "INQUIRY data of %zu bytes, %d are mandatory", len,
					  INQUIRY_MANDATORY);

	*ret = (struct fairpath_inquiry){
		.qualifier = p[0] >> 5,
		.type = p[0] & 0x1f,
		.implicit_alua = p[5] & 0x10,
		.explicit_alua = p[5] & 0x20,
	};
	copy_text(ret->vendor, p + 8, 8);
	copy_text(ret->product, p + 16, 16);
	copy_text(ret->revision, p + 32, 4);
	return 0;
}

bool vpd_body(const void *data, size_t len, uint8_t page, const uint8_t **body, size_t *body_len)
{
	const uint8_t *p = data;

	if (len < VPD_HEADER || p[1] != page)
		return false;
	*body = p + VPD_HEADER;
	*body_len = min_size(be16(p + 2), len - VPD_HEADER);
	return true;
}

bool fairpath_vpd_has_page(const void *data, size_t len, uint8_t page)
{
	const uint8_t *body;
	size_t body_len;

	return vpd_body(data, len, FAIRPATH_VPD_PAGES, &body, &body_len) && body_len &&
	       memchr(body, page, body_len);
}

int fairpath_vpd_serial(const void *data, size_t len, char *ret, size_t size,
			struct fairpath_error *error)
{
	const uint8_t *body;
	size_t body_len;

	if (!vpd_body(data, len, FAIRPATH_VPD_SERIAL, &body, &body_len))
		return fairpath_error_set(error, -EINVAL, "not VPD page 0x80");
	while (body_len && (body[body_len - 1] == ' ' || !body[body_len - 1]))
		body_len--;
	while (body_len && *body == ' ') {
		body++;
		body_len--;
	}
	if (!body_len)
		return fairpath_error_set(error, -ENODATA, "the unit serial number is empty");
	if (body_len >= size)
		return fairpath_error_set(error, -ENOSPC,
					  "the unit serial number has %zu characters", body_len);
	copy_text(ret, body, body_len);
	return 0;
}
