// SPDX-License-Identifier: GPL-2.0
/*
 * Reads the log of dm-log-writes: what was durable on the LUN, in that order,
 * with marks between. A plain write is in it only from the flush on that
 * followed its end, a FUA write from its own end on. So what precedes a mark is
 * what a power failure at that moment would have left.
 *
 *	crash-log check LOG LEAST
 *		at each mark "BLOCK=SEQUENCE" (see crash-write) the block must hold
 *		that sequence or a later one, whole. Prints the first mark where it
 *		does not, and fails; also if there are fewer than LEAST marks.
 *	crash-log replay LOG MARK DEVICE
 *		writes what precedes the first mark of this name to DEVICE, which
 *		must be as the LUN was when the log began.
 *
 * The log must have been ended: it is complete only then. Its format is told at
 * the head of the kernel's drivers/md/dm-log-writes.c.
 */
#include <endian.h>
#include <err.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "crash.h"

#define LOG_MAGIC   0x6a736677736872ULL
#define LOG_FUA	    (1 << 1)
#define LOG_DISCARD (1 << 2)
#define LOG_MARK    (1 << 3)
/* What dm-log-writes itself writes when it is taken away. */
#define LOG_END "dm-log-writes-end"

/* No LUN of the lab is larger; the image is memory that is there when touched. */
#define IMAGE_SIZE (1ULL << 30)

/* All little-endian; the sectors of an entry are of the super's sectorsize. */
struct log_super {
	uint64_t magic;
	uint64_t version;
	uint64_t nr_entries;
	uint32_t sectorsize;
};

struct log_entry {
	uint64_t sector;
	uint64_t nr_sectors;
	uint64_t flags;
	uint64_t data_len;
};

struct log {
	const char *name;
	int fd;
	uint64_t nr_entries;
	uint64_t sectorsize;
	uint64_t at; /* the next entry, in bytes */
	/* The entry that was read. */
	struct log_entry entry;
	char mark[512];
	char *data;
	uint64_t data_room;
};

static void log_read(struct log *log, void *to, uint64_t size, uint64_t offset)
{
	char *at = to;

	while (size) {
		ssize_t got = pread(log->fd, at, size, offset);

		if (got < 0)
			err(1, "%s", log->name);
		if (!got)
			errx(1, "%s: the log ends in the middle of an entry", log->name);
		at += got;
		offset += got;
		size -= got;
	}
}

static void log_open(struct log *log, const char *name)
{
	struct log_super super;

	memset(log, 0, sizeof(*log));
	log->name = name;
	log->fd = open(name, O_RDONLY);
	if (log->fd < 0)
		err(1, "%s", name);
	log_read(log, &super, sizeof(super), 0);
	if (le64toh(super.magic) != LOG_MAGIC || le64toh(super.version) != 1)
		errx(1, "%s: not a log of dm-log-writes, or one without an entry", name);
	log->nr_entries = le64toh(super.nr_entries);
	log->sectorsize = le32toh(super.sectorsize);
	log->at = log->sectorsize;
}

static bool is_mark(const struct log *log)
{
	return log->entry.flags & LOG_MARK;
}

/* log_next - read the next entry; false after the last one, which must be the end's mark */
static bool log_next(struct log *log)
{
	struct log_entry raw;
	uint64_t size;

	if (!log->nr_entries) {
		if (strcmp(log->mark, LOG_END) != 0)
			errx(1, "%s: the log was not ended, or has run out of room", log->name);
		return false;
	}
	log->nr_entries--;
	log_read(log, &raw, sizeof(raw), log->at);
	log->entry = (struct log_entry){ le64toh(raw.sector), le64toh(raw.nr_sectors),
					 le64toh(raw.flags), le64toh(raw.data_len) };
	memset(log->mark, 0, sizeof(log->mark));
	if (is_mark(log)) {
		if (log->entry.data_len >= sizeof(log->mark))
			errx(1, "%s: a mark of %llu bytes", log->name,
			     (unsigned long long)log->entry.data_len);
		log_read(log, log->mark, log->entry.data_len, log->at + sizeof(raw));
	}
	log->at += log->sectorsize;
	if (log->entry.flags & LOG_DISCARD)
		return true;
	size = log->entry.nr_sectors * log->sectorsize;
	if (size > log->data_room) {
		log->data = realloc(log->data, size);
		log->data_room = size;
		if (!log->data)
			err(1, "an entry of %llu bytes", (unsigned long long)size);
	}
	log_read(log, log->data, size, log->at);
	log->at += size;
	return true;
}

/* The LUN in memory. */

static void image_apply(char *image, const struct log *log)
{
	uint64_t offset = log->entry.sector * log->sectorsize;
	uint64_t size = log->entry.nr_sectors * log->sectorsize;

	if (offset > IMAGE_SIZE || size > IMAGE_SIZE - offset)
		errx(1, "%s: a write beyond the largest LUN", log->name);
	if (log->entry.flags & LOG_DISCARD)
		memset(image + offset, 0, size);
	else if (size)
		memcpy(image + offset, log->data, size);
}

/* at_mark - fails if the block is not what the mark says */
static void at_mark(const char *image, const char *mark, uint64_t block, uint64_t sequence)
{
	const struct crash_word *words = (const void *)(image + block * CRASH_BLOCK);

	if (block >= IMAGE_SIZE / CRASH_BLOCK)
		errx(1, "mark %s: a block beyond the largest LUN", mark);
	for (size_t i = 1; i < CRASH_WORDS; i++)
		if (memcmp(&words[i], &words[0], sizeof(words[0])) != 0)
			errx(1, "mark %s: LOST: block %llu is torn", mark,
			     (unsigned long long)block);
	if (words->sequence < sequence || words->block != block)
		errx(1,
		     "mark %s: LOST: block %llu was acknowledged with sequence %llu, and holds "
		     "%llu",
		     mark, (unsigned long long)block, (unsigned long long)sequence,
		     (unsigned long long)words->sequence);
}

static int check(const char *name, uint64_t least)
{
	unsigned long long block, sequence, marks = 0, writes = 0, fua = 0;
	char *image = mmap(NULL, IMAGE_SIZE, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	struct log log;
	int end;

	if (image == MAP_FAILED)
		err(1, "memory for the LUN");
	log_open(&log, name);
	while (log_next(&log)) {
		if (!is_mark(&log)) {
			image_apply(image, &log);
			writes += log.entry.nr_sectors > 0;
			fua += !!(log.entry.flags & LOG_FUA);
		} else if (sscanf(log.mark, "%llu=%llu%n", &block, &sequence, &end) == 2 &&
			   !log.mark[end]) {
			at_mark(image, log.mark, block, sequence);
			marks++;
		}
	}
	printf("%llu acknowledged, all durable when they were; the log has %llu writes, %llu of "
	       "them FUA\n",
	       marks, writes, fua);
	if (marks < least)
		errx(1, "%s: %llu marks, expected at least %llu", name, marks,
		     (unsigned long long)least);
	return 0;
}

static void replay_entry(int to, const char *device, const struct log *log)
{
	uint64_t size = log->entry.nr_sectors * log->sectorsize;
	uint64_t offset = log->entry.sector * log->sectorsize;

	if (log->entry.flags & LOG_DISCARD)
		errx(1, "%s: a discard: replay knows only writes", log->name);
	if (pwrite(to, log->data, size, offset) != (ssize_t)size)
		err(1, "%s: write at %llu", device, (unsigned long long)offset);
}

static int replay(const char *name, const char *mark, const char *device)
{
	int to = open(device, O_WRONLY);
	struct log log;

	if (to < 0)
		err(1, "%s", device);
	log_open(&log, name);
	while (log_next(&log)) {
		if (is_mark(&log) && !strcmp(log.mark, mark)) {
			if (fsync(to))
				err(1, "%s", device);
			return 0;
		}
		if (!is_mark(&log))
			replay_entry(to, device, &log);
	}
	errx(1, "%s: there is no mark '%s'", name, mark);
}

int main(int argc, char **argv)
{
	if (argc == 4 && !strcmp(argv[1], "check"))
		return check(argv[2], strtoull(argv[3], NULL, 10));
	if (argc == 5 && !strcmp(argv[1], "replay"))
		return replay(argv[2], argv[3], argv[4]);
	errx(2, "usage: crash-log check LOG LEAST, or crash-log replay LOG MARK DEVICE");
}
