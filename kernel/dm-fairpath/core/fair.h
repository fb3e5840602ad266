/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a table or a message says of fair queuing, and the words for it.
 *
 *   fair_queue                       on
 *   fair_flows auto|cgroup|ioprio|process|one
 *                                    how submitters are told apart
 *   fair_read_expiry_msecs MS        how long a read may wait (deadline.h)
 *   fair_write_expiry_msecs MS       the same of a write
 *   fair_depth N                     the window, if it is not to tune itself
 *   fair_weight ID:WEIGHT            of one flow; may be given again for others
 *
 * ID is what the flows go by: a cgroup's id (the inode number of its folder), a
 * process's number, or fp_ioprio_id() of a class and a level.
 *
 * Pure.
 */
#ifndef FP_CORE_FAIR_H
#define FP_CORE_FAIR_H

#include "fq.h"
#include "text.h"

#define FP_FAIR_MAX_EXPIRY_MS 3600000
#define FP_FAIR_MAX_DEPTH     65535

/* Weights that one device can have of its own. More is for a controller, not a table. */
#define FP_FAIR_MAX_WEIGHTS 64
/* And that a table line can bring, within its feature words. */
#define FP_FAIR_TABLE_WEIGHTS 16

enum fp_flows {
	/*
	 * By cgroup; those in the root's, where the io controller tells none apart, by
	 * process where that is known (bio mode), else they are one.
	 */
	FP_FLOWS_AUTO,
	FP_FLOWS_CGROUP,
	FP_FLOWS_IOPRIO,
	FP_FLOWS_PROCESS, /* bio mode only */
	FP_FLOWS_ONE,
};

struct fp_fair_weight {
	u64 id;
	u32 weight;
};

struct fp_fair_policy {
	bool on;
	bool has_flows;
	unsigned int flows_arg; /* of the last fair_flows, for an error */
	enum fp_flows flows;
	unsigned int expiry_ms[FP_NR_DIRECTIONS]; /* 0: not given */
	unsigned int depth;			  /* 0: not given */
	unsigned int nr_weights;
	struct fp_fair_weight weights[FP_FAIR_TABLE_WEIGHTS];
};

/* fp_fair_is_word - is this a feature of ours that takes a value? */
bool fp_fair_is_word(const char *name);

/* fp_fair_read - its value. Return: NULL, or what is wrong with it, a constant. */
const char *fp_fair_read(struct fp_fair_policy *policy, const char *name, const char *value);

/* fp_fair_nr_words, fp_fair_words - the features as a table has them */
unsigned int fp_fair_nr_words(const struct fp_fair_policy *policy);
void fp_fair_words(const struct fp_fair_policy *policy, struct fp_text *out);

const char *fp_flows_word(enum fp_flows flows);

/* fp_fair_read_weight - "ID:WEIGHT". Return as fp_fair_read(). */
const char *fp_fair_read_weight(const char *word, struct fp_fair_weight *ret);

/* Weights of a device, of those that are not the default. */
struct fp_fair_weights {
	unsigned int nr;
	struct fp_fair_weight of[FP_FAIR_MAX_WEIGHTS];
};

/* fp_fair_set_weight - one more, or another for the same. Return: false if there are too many. */
bool fp_fair_set_weight(struct fp_fair_weights *weights, struct fp_fair_weight weight);

/* fp_fair_weight_of - the flow's, or @otherwise */
u32 fp_fair_weight_of(const struct fp_fair_weights *weights, u64 id, u32 otherwise);

/* The root cgroup's id, and the process that all kernel threads count as. */
#define FP_CGROUP_ROOT 1
#define FP_KTHREADD    2

/* The flow of a process beside flows of cgroups: above all their ids. */
#define FP_FLOW_PROCESS (1ULL << 63)

/* Whom a request comes from. */
struct fp_origin {
	u64 cgroup;
	u32 process; /* 0: not known */
	u32 ioprio_class, ioprio_level;
};

/* What has told submitters apart so far. */
struct fp_telling {
	bool cgroup, process, ioprio;
};

/* fp_fair_submitter - whose flow it is of; @telling learns from it */
struct fp_submitter fp_fair_submitter(struct fp_telling *telling, enum fp_flows flows,
				      const struct fp_origin *origin);

/* fp_fair_told_by - "cgroup", "process", "cgroup+process", "ioprio" or "none" */
const char *fp_fair_told_by(const struct fp_telling *telling);

/* As the kernel numbers them. */
enum fp_ioprio_class {
	FP_IOPRIO_NONE,
	FP_IOPRIO_RT,
	FP_IOPRIO_BE,
	FP_IOPRIO_IDLE,
};

#define FP_IOPRIO_LEVELS 8

/* fp_ioprio_id - 8 to 15: real time, 16 to 23: best effort, 24: idle; none is best effort 4 */
u32 fp_ioprio_id(u32 class, u32 level);

/*
 * fp_ioprio_submitter - who submits, by its priority
 * Best effort 0 to 7 weighs 200 to 25, the usual level 4 as much as a cgroup that
 * was told nothing; real time eight times as much.
 */
struct fp_submitter fp_ioprio_submitter(u32 class, u32 level);

#endif
