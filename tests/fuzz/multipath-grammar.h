/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Would dm-multipath accept these words? A second opinion on the grammar, made
 * from what multipath_ctr() of Linux 6.1 does and not from core/table. It knows no
 * error but "no".
 */
#ifndef FAIRPATH_FUZZ_MULTIPATH_GRAMMAR_H
#define FAIRPATH_FUZZ_MULTIPATH_GRAMMAR_H

enum multipath_verdict {
	MULTIPATH_REFUSES,
	MULTIPATH_ACCEPTS,
	/* One of the documented differences is in it: either answer of ours is right. */
	MULTIPATH_DIFFERS,
};

enum multipath_verdict multipath_accepts(unsigned int argc, char *const *argv);

#endif
