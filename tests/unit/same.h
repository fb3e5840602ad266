/* SPDX-License-Identifier: GPL-2.0 */
/* Do libfairpath's struct and core's mean the same table? */
#ifndef FAIRPATH_UNIT_SAME_H
#define FAIRPATH_UNIT_SAME_H

#include <fairpath/table.h>

#include "table.h"

/* Return: NULL if they do, else the field that differs. */
const char *same_table(const struct fairpath_table *lib, const struct fp_table *core);

#endif
