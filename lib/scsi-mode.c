// SPDX-License-Identifier: GPL-2.0
/* The caching mode page, as MODE SENSE(6) returns it (SBC-4, 6.5.6). */
#include <errno.h>

#include <fairpath/scsi.h>

#include "bytes.h"
#include "words.h"

#define MODE_HEADER  4
#define PAGE_CACHING 0x08

enum { PARAMETER_WP = 0x80, PARAMETER_DPOFUA = 0x10, PAGE_SUBPAGE = 0x40, CACHING_WCE = 0x04 };

/* The next page within [*pos, end); *pos is then behind it. NULL: no more. */
static const uint8_t *next_page(const uint8_t *data, size_t end, size_t *pos)
{
	const uint8_t *page = data + *pos;
	size_t left = end - *pos, len;

	if (left < 2)
		return NULL;
	if (!(page[0] & PAGE_SUBPAGE))
		len = (size_t)page[1] + 2;
	else if (left >= 4)
		len = (size_t)be16(page + 2) + 4;
	else
		return NULL;
	if (left < len)
		return NULL;
	*pos += len;
	return page;
}

int fairpath_cache_parse(const void *data, size_t len, struct fairpath_cache *ret,
			 struct fairpath_error *error)
{
	const uint8_t *p = data, *page;
	size_t pos, end;

	if (len < MODE_HEADER)
		return fairpath_error_set(error, -EINVAL, "MODE SENSE data of %zu bytes", len);
	end = min_size((size_t)p[0] + 1, len);
	pos = MODE_HEADER + (size_t)p[3];
	if (pos > end)
		return fairpath_error_set(error, -EINVAL, "MODE SENSE data is cut off");

	do {
		page = next_page(p, end, &pos);
		if (!page)
			return fairpath_error_set(error, -ENODATA, "no caching mode page");
	} while ((page[0] & 0x7f) != PAGE_CACHING || page[1] < 1);

	*ret = (struct fairpath_cache){
		.write_cache = page[2] & CACHING_WCE,
		.fua = p[2] & PARAMETER_DPOFUA,
		.write_protected = p[2] & PARAMETER_WP,
	};
	return 0;
}
