// SPDX-License-Identifier: GPL-2.0
/* The law of flushes; see flush.h. */
#include "flush.h"

struct fp_caps fp_flush_stack(struct fp_caps all, struct fp_caps path)
{
	if (!path.wc)
		return all;
	return (struct fp_caps){ .wc = true, .fua = all.fua && path.fua };
}

struct fp_caps fp_flush_advertise(const struct fp_flush *flush,
				  const struct fp_flush_policy *policy, struct fp_caps all)
{
	if (policy->as_in_2011)
		return (struct fp_caps){ .wc = true, .fua = true };
	/* A1, A2. FUA would spare flushes; while some are owed, they must come. */
	return (struct fp_caps){
		.wc = all.wc || fp_flush_owed(flush),
		.fua = all.wc && all.fua,
	};
}

void fp_flush_live(struct fp_flush *flush, struct fp_caps advertised)
{
	if (!advertised.wc)
		flush->promised = true;
}

bool fp_flush_confirm(struct fp_flush *flush, struct fp_caps advertised)
{
	if (!advertised.wc)
		return false;
	flush->promised = false;
	return true;
}

u64 fp_flush_owed(const struct fp_flush *flush)
{
	if (FP_TEST_WITHOUT == 3)
		return 0;
	return flush->ended - flush->covered + flush->cached_in_flight + flush->passthrough;
}

bool fp_flush_must_send(const struct fp_flush *flush, const struct fp_flush_policy *policy,
			bool some_wc)
{
	if (policy->as_in_2011)
		return true;
	/* Elided or not: the cache may have come on while a write was on its way. */
	if (some_wc && (!policy->elide || flush->in_flight))
		return true;
	return fp_flush_owed(flush);
}

bool fp_flush_must_be_durable(const struct fp_flush *flush, const struct fp_flush_policy *policy,
			      bool fua_asked)
{
	if (fua_asked)
		return true;
	return flush->promised && !policy->as_in_2011 && FP_TEST_WITHOUT != 6;
}

enum fp_send fp_flush_send(const struct fp_flush_policy *policy, struct fp_caps path, bool cached,
			   bool durable, bool fua_works)
{
	if (policy->as_in_2011)
		return durable ? FP_SEND_FUA : FP_SEND_PLAIN;
	if (fp_flush_is_plain(policy, cached) || !durable)
		return FP_SEND_PLAIN;
	if (path.wc && path.fua && fua_works)
		return FP_SEND_FUA;
	return FP_TEST_WITHOUT == 2 ? FP_SEND_PLAIN : FP_SEND_DURABLE;
}

void fp_flush_passthrough(struct fp_flush *flush, bool cached)
{
	flush->passthrough |= cached;
}

void fp_flush_settle(struct fp_flush *flush)
{
	flush->ended += flush->passthrough;
	flush->passthrough = false;
}

u64 fp_flush_begin(const struct fp_flush *flush)
{
	return flush->ended;
}

void fp_flush_done(struct fp_flush *flush, u64 begun)
{
	if (begun > flush->covered)
		flush->covered = begun;
}
