// SPDX-License-Identifier: GPL-2.0
/* How long a path that failed must stay good before it is used again. */
#include "fairpathd/backoff.h"

uint64_t fpd_backoff_delay(const struct fpd_backoff *backoff)
{
	uint64_t delay = FPD_BACKOFF_FIRST_USEC;

	if (backoff->failures < 2)
		return 0;
	for (unsigned int i = 2; i < backoff->failures && delay < FPD_BACKOFF_MAX_USEC; i++)
		delay *= 2;
	return delay < FPD_BACKOFF_MAX_USEC ? delay : FPD_BACKOFF_MAX_USEC;
}

static uint64_t memory(const struct fpd_backoff *backoff)
{
	uint64_t four = 4 * fpd_backoff_delay(backoff);

	return four > FPD_BACKOFF_MEMORY_USEC ? four : FPD_BACKOFF_MEMORY_USEC;
}

static int forgotten(const struct fpd_backoff *backoff, uint64_t now)
{
	return now > backoff->last && now - backoff->last > memory(backoff);
}

void fpd_backoff_failed(struct fpd_backoff *backoff, uint64_t now)
{
	if (forgotten(backoff, now))
		backoff->failures = 0;
	if (backoff->failures < UINT32_MAX)
		backoff->failures++;
	backoff->last = now;
}

void fpd_backoff_forgive(struct fpd_backoff *backoff)
{
	backoff->failures = 0;
}

uint64_t fpd_backoff_ready(const struct fpd_backoff *backoff, uint64_t now)
{
	if (forgotten(backoff, now))
		return now;
	return now + fpd_backoff_delay(backoff);
}
