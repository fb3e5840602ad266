/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Why a function of libfairpath failed, in a sentence for a person.
 *
 * Functions return 0 or a negative errno; the sentence says the rest. Each takes
 * a struct fairpath_error that may be NULL, and fills it only on failure.
 */
#ifndef FAIRPATH_ERROR_H
#define FAIRPATH_ERROR_H

#ifdef __cplusplus
extern "C" {
#endif

/**
 * struct fairpath_error - why a function failed
 * @text: a sentence without a final stop; what does not fit is cut off
 */
struct fairpath_error {
	char text[256];
};

#ifdef __cplusplus
}
#endif

#endif
