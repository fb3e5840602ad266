// SPDX-License-Identifier: GPL-2.0
/*
 * dm-multipath's grammar, as a recogniser; see multipath-grammar.h.
 *
 * Where fairpath differs and is right to:
 *   a number that does not fit into 32 bits (wraps there, refused here)
 *   an initial group above the number of groups (accepted there, refused here)
 *   more than 8 feature words, and the feature of ours (refused there)
 * Where the recogniser does not look: at a number that begins with a Latin-1
 * no-break space, which is a blank to the kernel only.
 */
#include "multipath-grammar.h"

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct args {
	unsigned int argc;
	char *const *argv;
	bool differs;
};

static const char *shift(struct args *as)
{
	if (!as->argc)
		return NULL;
	as->argc--;
	return *as->argv++;
}

static void consume(struct args *as, unsigned int nr)
{
	as->argc -= nr;
	as->argv += nr;
}

/* "%u%c" of the kernel, which knows no sign: one number and nothing after it. */
static bool scan(struct args *as, const char *word, unsigned int *value)
{
	unsigned long long wide;
	char *end;

	if (strchr(word, '\xa0'))
		as->differs = true;
	word += strspn(word, " \t\n\v\f\r");
	if (*word < '0' || *word > '9')
		return false;
	wide = strtoull(word, &end, 10);
	if (*end)
		return false;
	if (wide > UINT_MAX)
		as->differs = true;
	*value = (unsigned int)wide;
	return true;
}

static bool read_arg(struct args *as, unsigned int min, unsigned int max, unsigned int *value)
{
	const char *word = shift(as);

	return word && scan(as, word, value) && *value >= min && *value <= max;
}

static bool read_arg_group(struct args *as, unsigned int max, unsigned int *value)
{
	return read_arg(as, 0, max, value) && *value <= as->argc;
}

static bool feature(struct args *as, unsigned int *argc, bool *bio)
{
	const char *name = shift(as);
	unsigned int value;

	--*argc;
	if (!strcasecmp(name, "queue_if_no_path") ||
	    !strcasecmp(name, "retain_attached_hw_handler"))
		return true;
	if (!*argc)
		return false;
	if (!strcasecmp(name, "pg_init_retries") && (*argc)--)
		return read_arg(as, 1, 50, &value);
	if (!strcasecmp(name, "pg_init_delay_msecs") && (*argc)--)
		return read_arg(as, 0, 60000, &value);
	if (!strcasecmp(name, "queue_if_no_path_timeout_secs") && (*argc)--) {
		as->differs = true;
		return read_arg(as, 0, 86400, &value);
	}
	if (!strcasecmp(name, "queue_mode") && (*argc)--) {
		const char *mode = shift(as);

		*bio = !strcasecmp(mode, "bio");
		return *bio || !strcasecmp(mode, "rq") || !strcasecmp(mode, "mq");
	}
	return false;
}

static bool features(struct args *as)
{
	unsigned int argc;
	bool bio = false;

	if (!read_arg_group(as, 64, &argc))
		return false;
	if (argc > 8)
		as->differs = true;
	while (argc)
		if (!feature(as, &argc, &bio))
			return false;
	return true;
}

/* A mask with a part of more than 32 bits, or with anything else than parts, is none. */
static bool mask(struct args *as, const char *word)
{
	const char *border = ", \t\n\v\f\r", *digits = "0123456789abcdefABCDEF";
	bool any = false;

	/* Which CPUs there are, and so how many parts there may be, only a kernel knows. */
	if (strchr(word, '\xa0') || strlen(word) > 8)
		as->differs = true;
	for (word += strspn(word, border); *word; word += strspn(word, border)) {
		size_t length = strspn(word, digits);

		if (!length || length > 8 || (word[length] && !strchr(border, word[length])))
			return false;
		any |= strspn(word, "0") < length;
		word += length;
	}
	return any;
}

/* A selector: its name, how many words of itself it reads, and of a path. */
static const struct selector {
	const char *name;
	bool reads; /* its own words */
	bool mask;  /* a path's one word is a mask of CPUs */
	unsigned int path_words;
} selectors[] = {
	{ .name = "round-robin", .path_words = 1 },
	{ .name = "service-time", .path_words = 2 },
	{ .name = "queue-length", .path_words = 1 },
	{ .name = "historical-service-time", .path_words = 1, .reads = true },
	{ .name = "io-affinity", .path_words = 1, .mask = true },
};

static const struct selector *find_selector(const char *name)
{
	for (size_t i = 0; i < sizeof(selectors) / sizeof(selectors[0]); i++)
		if (!strcmp(name, selectors[i].name))
			return &selectors[i];
	return NULL;
}

static bool path(struct args *as, unsigned int nr_args, const struct selector *selector)
{
	unsigned int value;

	if (as->argc < nr_args || nr_args - 1 > selector->path_words)
		return false;
	if (selector->mask && (nr_args != 2 || !mask(as, as->argv[1])))
		return false;
	if (!selector->mask && nr_args > 1 && !scan(as, as->argv[1], &value))
		return false;
	if (nr_args > 2 && (!scan(as, as->argv[2], &value) || value > 100))
		return false;
	consume(as, nr_args);
	return true;
}

/* Of itself, which only one selector reads. */
static bool own_words(struct args *as, unsigned int nr, const struct selector *selector)
{
	unsigned int value;

	if (selector->reads) {
		if (nr > 2 || (nr > 0 && (!scan(as, as->argv[0], &value) || value > 1023)) ||
		    (nr > 1 && !scan(as, as->argv[1], &value)))
			return false;
	}
	consume(as, nr);
	return true;
}

static bool group(struct args *as)
{
	unsigned int nr_selector, nr_paths, nr_words;
	const struct selector *selector;

	if (as->argc < 2)
		return false;
	selector = find_selector(shift(as));
	if (!selector || !read_arg_group(as, 1024, &nr_selector) ||
	    !own_words(as, nr_selector, selector))
		return false;
	if (!read_arg(as, 1, 1024, &nr_paths) || !read_arg(as, 0, 1024, &nr_words))
		return false;
	while (nr_paths--)
		if (!path(as, 1 + nr_words, selector))
			return false;
	return true;
}

static bool table(struct args *as)
{
	unsigned int handler, groups, initial, count = 0;

	if (!features(as) || !read_arg_group(as, 1024, &handler))
		return false;
	consume(as, handler);
	if (!read_arg(as, 0, 1024, &groups) || !read_arg(as, 0, 1024, &initial))
		return false;
	if (!groups != !initial)
		return false;
	if (initial > groups)
		as->differs = true;
	for (; as->argc; count++)
		if (!group(as))
			return false;
	return count == groups;
}

enum multipath_verdict multipath_accepts(unsigned int argc, char *const *argv)
{
	struct args as = { .argc = argc, .argv = argv };
	bool accepts = table(&as);

	if (as.differs)
		return MULTIPATH_DIFFERS;
	return accepts ? MULTIPATH_ACCEPTS : MULTIPATH_REFUSES;
}
