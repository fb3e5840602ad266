// SPDX-License-Identifier: GPL-2.0
/*
 * Sense data: key and codes out of either format (SPC-5, 4.4), and what they mean
 * for a path. The codes are in a table; what is not in it falls back to its key.
 */
#include <errno.h>

#include <fairpath/scsi.h>

#include "bytes.h"
#include "words.h"

/* Current and deferred, of fixed and of descriptor format. */
enum { FIXED_CURRENT = 0x70, FIXED_DEFERRED, DESCRIPTOR_CURRENT, DESCRIPTOR_DEFERRED };

static struct fairpath_sense from_descriptor(const uint8_t *p, size_t len)
{
	return (struct fairpath_sense){
		.key = p[1] & 0xf,
		.asc = len > 2 ? p[2] : 0,
		.ascq = len > 3 ? p[3] : 0,
	};
}

static struct fairpath_sense from_fixed(const uint8_t *p, size_t len)
{
	if (len > 7)
		len = min_size(len, (size_t)p[7] + 8);
	return (struct fairpath_sense){
		.key = p[2] & 0xf,
		.asc = len > 12 ? p[12] : 0,
		.ascq = len > 13 ? p[13] : 0,
	};
}

int fairpath_sense_parse(const void *data, size_t len, struct fairpath_sense *ret,
			 struct fairpath_error *error)
{
	const uint8_t *p = data;
	uint8_t code = len ? p[0] & 0x7f : 0;

	if (len < 2 || code < FIXED_CURRENT || code > DESCRIPTOR_DEFERRED)
		return fairpath_error_set(error, -EINVAL,
					  "not sense data (%zu bytes, response code 0x%02x)", len,
					  code);
	if (code >= DESCRIPTOR_CURRENT)
		*ret = from_descriptor(p, len);
	else if (len > 2)
		*ret = from_fixed(p, len);
	else
		return fairpath_error_set(error, -EINVAL, "sense data ends before its key");
	ret->deferred = code == FIXED_DEFERRED || code == DESCRIPTOR_DEFERRED;
	return 0;
}

#define ANY (-1)

static const struct {
	uint8_t key;
	short asc;
	short ascq;
	enum fairpath_sense_meaning means;
} meanings[] = {
	{ FAIRPATH_SENSE_NONE, ANY, ANY, FAIRPATH_MEANS_NOTHING },
	{ FAIRPATH_SENSE_RECOVERED, ANY, ANY, FAIRPATH_MEANS_NOTHING },
	{ FAIRPATH_SENSE_NOT_READY, 0x04, 0x01, FAIRPATH_MEANS_BECOMING_READY },
	{ FAIRPATH_SENSE_NOT_READY, 0x04, 0x02, FAIRPATH_MEANS_NEEDS_START },
	{ FAIRPATH_SENSE_NOT_READY, 0x04, 0x0a, FAIRPATH_MEANS_TRANSITIONING },
	{ FAIRPATH_SENSE_NOT_READY, 0x04, 0x0b, FAIRPATH_MEANS_STANDBY },
	{ FAIRPATH_SENSE_NOT_READY, 0x04, 0x0c, FAIRPATH_MEANS_UNAVAILABLE },
	{ FAIRPATH_SENSE_NOT_READY, ANY, ANY, FAIRPATH_MEANS_NOT_READY },
	{ FAIRPATH_SENSE_ILLEGAL_REQUEST, 0x20, 0x00, FAIRPATH_MEANS_NOT_SUPPORTED },
	{ FAIRPATH_SENSE_ILLEGAL_REQUEST, 0x24, 0x00, FAIRPATH_MEANS_NOT_SUPPORTED },
	{ FAIRPATH_SENSE_ILLEGAL_REQUEST, 0x25, ANY, FAIRPATH_MEANS_NO_LUN },
	{ FAIRPATH_SENSE_UNIT_ATTENTION, 0x29, ANY, FAIRPATH_MEANS_RESET },
	{ FAIRPATH_SENSE_UNIT_ATTENTION, 0x2a, 0x01, FAIRPATH_MEANS_MODE_CHANGED },
	{ FAIRPATH_SENSE_UNIT_ATTENTION, 0x2a, 0x06, FAIRPATH_MEANS_ALUA_CHANGED },
	{ FAIRPATH_SENSE_UNIT_ATTENTION, 0x2a, 0x07, FAIRPATH_MEANS_ALUA_CHANGED },
	{ FAIRPATH_SENSE_UNIT_ATTENTION, 0x2a, 0x09, FAIRPATH_MEANS_CAPACITY_CHANGED },
	{ FAIRPATH_SENSE_UNIT_ATTENTION, 0x3f, 0x03, FAIRPATH_MEANS_INQUIRY_CHANGED },
	{ FAIRPATH_SENSE_UNIT_ATTENTION, 0x3f, 0x0e, FAIRPATH_MEANS_LUNS_CHANGED },
	{ FAIRPATH_SENSE_UNIT_ATTENTION, ANY, ANY, FAIRPATH_MEANS_OTHER_ATTENTION },
};

enum fairpath_sense_meaning fairpath_sense_means(const struct fairpath_sense *sense)
{
	size_t i;

	for (i = 0; i < sizeof(meanings) / sizeof(meanings[0]); i++)
		if (meanings[i].key == sense->key &&
		    (meanings[i].asc == ANY || meanings[i].asc == sense->asc) &&
		    (meanings[i].ascq == ANY || meanings[i].ascq == sense->ascq))
			return meanings[i].means;
	return FAIRPATH_MEANS_OTHER;
}

static const char *const texts[] = {
	[FAIRPATH_MEANS_NOTHING] = "no error",
	[FAIRPATH_MEANS_OTHER] = "an error",
	[FAIRPATH_MEANS_TRANSITIONING] = "the access state is changing",
	[FAIRPATH_MEANS_STANDBY] = "standby",
	[FAIRPATH_MEANS_UNAVAILABLE] = "unavailable through this port",
	[FAIRPATH_MEANS_BECOMING_READY] = "becoming ready",
	[FAIRPATH_MEANS_NEEDS_START] = "not started",
	[FAIRPATH_MEANS_NOT_READY] = "not ready",
	[FAIRPATH_MEANS_NO_LUN] = "no LUN under this number",
	[FAIRPATH_MEANS_NOT_SUPPORTED] = "command not supported",
	[FAIRPATH_MEANS_MODE_CHANGED] = "mode parameters have changed",
	[FAIRPATH_MEANS_ALUA_CHANGED] = "asymmetric access state has changed",
	[FAIRPATH_MEANS_CAPACITY_CHANGED] = "capacity has changed",
	[FAIRPATH_MEANS_INQUIRY_CHANGED] = "INQUIRY data has changed",
	[FAIRPATH_MEANS_LUNS_CHANGED] = "the list of LUNs has changed",
	[FAIRPATH_MEANS_RESET] = "power on or reset",
	[FAIRPATH_MEANS_OTHER_ATTENTION] = "unit attention",
};

const char *fairpath_sense_meaning_text(enum fairpath_sense_meaning meaning)
{
	if ((size_t)meaning >= sizeof(texts) / sizeof(texts[0]))
		return "an error";
	return texts[meaning];
}
