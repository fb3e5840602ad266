/* SPDX-License-Identifier: GPL-2.0 */
/* A question to the daemon, and how the program ends when that was in vain. */
#ifndef FPCTL_ASK_H
#define FPCTL_ASK_H

#include <fairpath/control.h>

/* Exit status; as fairpathctl(8) tells it. */
enum {
	EXIT_DONE,
	EXIT_REFUSED,	  /* the daemon says no: there is no such path, it failed */
	EXIT_USAGE,	  /* the command line makes no sense */
	EXIT_NO_DAEMON,	  /* no daemon, or no answer from it */
	EXIT_NOT_ALLOWED, /* only root may */
};

/**
 * ask - ask the daemon
 * @socket: where it listens; NULL: where it usually does
 * @verb:   what is asked
 * @key:    the name of the argument
 * @value:  the argument; NULL: none
 * @reply:  out: the answer, to be cleared
 * @error:  out: why there is none
 *
 * Return: 0, or EXIT_NO_DAEMON.
 */
int ask(const char *socket, const char *verb, const char *key, const char *value,
	struct fairpath_reply *reply, struct fairpath_error *error);

/* What the daemon refused, to standard error. Return: the exit status. */
int refused(const struct fairpath_reply *reply);

#endif
