/* SPDX-License-Identifier: GPL-2.0 */
/* What all pages of vital product data have in common. */
#ifndef FAIRPATH_VPD_H
#define FAIRPATH_VPD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define VPD_HEADER 4

/* What follows a page's header, as far as it was received. Return: false if it is
 * another page.
 */
bool vpd_body(const void *data, size_t len, uint8_t page, const uint8_t **body, size_t *body_len);

#endif
