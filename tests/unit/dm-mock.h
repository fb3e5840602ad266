/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Device-mapper as a test wants it: the commands that are expected, in order, each with
 * how it ends; and one device, on which they have the effect that the kernel's would.
 * What is not expected fails the test, as does what was expected and did not come.
 *
 * It takes the place of libfairpath's fairpath_dm_*() in a program that is linked with
 * DM_MOCK_WRAPS (build.mk). It lies in shared memory: commands are given by children.
 */
#ifndef FAIRPATH_UNIT_DM_MOCK_H
#define FAIRPATH_UNIT_DM_MOCK_H

#include <stdbool.h>
#include <stddef.h>

/* At which step of a resume the kernel fails, which decides what it leaves. */
enum dm_mock_failure {
	DM_MOCK_AT_ONCE, /* all is as it was; a loaded table still waits */
	DM_MOCK_AT_SWAP, /* suspended, with the old table; the loaded one is gone */
};

/**
 * struct dm_command - a command that is expected
 * @verb: "create", "load", "resume", "clear", "message", "rename", "remove", or "claim",
 *	which is the note that udev's rules find; NULL: the end of the list
 * @text: table, message or name; NULL: any
 * @result: how it ends: 0 or a negative errno
 * @failure: of a resume that fails: where
 * @flush: of a resume: it must flush, which it must not otherwise
 */
struct dm_command {
	const char *verb;
	const char *text;
	int result;
	enum dm_mock_failure failure;
	bool flush;
};

#define DM_GOES(verb_, text_)                                                                      \
	{                                                                                          \
		.verb = (verb_), .text = (text_)                                                   \
	}

#define DM_FAILS(verb_, text_, result_)                                                            \
	{                                                                                          \
		.verb = (verb_), .text = (text_), .result = (result_)                              \
	}

#define DM_FAILS_AT_SWAP(result_)                                                                  \
	{                                                                                          \
		.verb = "resume", .result = (result_), .failure = DM_MOCK_AT_SWAP                  \
	}

/* What the kernel has. */
struct dm_mock_device {
	bool exists;
	bool suspended;
	char name[128];
	char uuid[129];
	unsigned long long sectors;
	char live[512];
	char inactive[512];
};

/* No device, nothing expected. */
void dm_mock_begin(void);
void dm_mock_end(void);

/* From now on these, up to the one without a verb. All that was expected before must have come. */
void dm_mock_expect(const struct dm_command *commands);

/* Has all come that was expected, or something else? */
bool dm_mock_idle(void);

/* All that was expected has come, and nothing else. */
void dm_mock_assert_done(void);

/* For a test to change, and to look at. */
struct dm_mock_device *dm_mock_device(void);

#endif
