// SPDX-License-Identifier: GPL-2.0
/* The status lines of a map; see status.h. */
#include "status.h"

static char fp_group_state(const struct fp_map *map, unsigned int group)
{
	if (map->groups[group].bypassed)
		return 'D';
	return map->current_group == (int)group ? 'A' : 'E';
}

static void fp_group_words(const struct fp_group *g, struct fp_text *out)
{
	if (g->selector->group_words)
		g->selector->group_words(g, out);
	else
		fp_text_add(out, "0 ");
}

static void fp_info_group(const struct fp_map *map, unsigned int group, struct fp_text *out)
{
	const struct fp_group *g = &map->groups[group];
	unsigned int i;

	fp_text_add(out, "%c ", fp_group_state(map, group));
	fp_group_words(g, out);
	fp_text_add(out, "%u %u ", g->nr_paths, g->selector->info_args);
	for (i = 0; i < g->nr_paths; i++) {
		const struct fp_path *path = &g->paths[i];

		fp_text_add(out, "%s %c %u ", path->name, fp_path_is_valid(path) ? 'A' : 'F',
			    path->fail_count);
		g->selector->info_words(g, path, out);
	}
}

static void fp_info_counters(const struct fp_counters *counters, struct fp_text *out)
{
#define FP_COUNTER_WORDS(name) fp_text_add(out, #name " %llu ", (unsigned long long)counters->name);
	FP_COUNTERS(FP_COUNTER_WORDS)
#undef FP_COUNTER_WORDS
}

static const char *fp_policy_word(const struct fp_flush_policy *policy)
{
	if (policy->as_in_2011)
		return "as_in_2011";
	return policy->elide ? "elide" : "law";
}

static const char *fp_caps_word(struct fp_caps caps)
{
	if (!caps.wc)
		return "none";
	return caps.fua ? "wc+fua" : "wc";
}

static void fp_info_silent(const struct fp_map *map, struct fp_text *out)
{
	const char *before = "fair_silent ";
	unsigned int i;

	for (i = 0; i < map->nr_paths; i++) {
		if (!map->paths[i].silent)
			continue;
		fp_text_add(out, "%s%s", before, map->paths[i].name);
		before = ",";
	}
	fp_text_add(out, "%s ", *before == ',' ? "" : "fair_silent none");
}

#define FP_NR_FAIR_PAIRS 9
static void fp_info_fair(const struct fp_fair_view *fair, struct fp_text *out)
{
	const struct fp_fq *fq = fair->fq;

	fp_text_add(out, "fair_flows %s fair_told_by %s ", fp_flows_word(fair->flows),
		    fair->told_by);
	fp_text_add(out, "fair_window %u fair_in_flight %u fair_waiting %u ",
		    fp_depth_now(fair->depth), fair->in_flight, fq->nr_waiting);
	fp_text_add(out, "fair_granted %llu fair_granted_overdue %llu fair_worst_wait_usecs %llu ",
		    (unsigned long long)fq->granted_fair, (unsigned long long)fq->granted_overdue,
		    (unsigned long long)div_u64(fq->worst_wait_ns, 1000));
}

/* What follows dm-multipath's words: pairs, and before them how many words they are. */
#define FP_NR_FLUSH_PAIRS 3
static void fp_info_ours(const struct fp_status_view *view, struct fp_text *out)
{
	const struct fp_map *map = view->map;
	unsigned int i;

	fp_text_add(out, "%u ",
		    2 * (FP_NR_COUNTERS + FP_NR_FLUSH_PAIRS + map->nr_paths +
			 (view->fair.fq ? FP_NR_FAIR_PAIRS : 0)));
	fp_info_counters(view->counters, out);
	fp_text_add(out, "flush_policy %s owed %llu promised %u ",
		    fp_policy_word(&view->features->flush),
		    (unsigned long long)fp_flush_owed(view->flush), view->flush->promised);
	for (i = 0; i < map->nr_paths; i++)
		fp_text_add(out, "%s %s ", map->paths[i].name,
			    fp_caps_word(view->caps(view->context, i)));
	if (view->fair.fq) {
		fp_info_fair(&view->fair, out);
		fp_info_silent(map, out);
	}
}

void fp_status_info(const struct fp_status_view *view, struct fp_text *out)
{
	const struct fp_map *map = view->map;
	unsigned int g;

	fp_text_add(out, "2 %u %u 0 %u %u ", map->pg_init.queue_io, map->pg_init.count,
		    map->nr_groups, fp_map_group_in_status(map));
	for (g = 0; g < map->nr_groups; g++)
		fp_info_group(map, g, out);
	fp_info_ours(view, out);
}

static void fp_table_features(const struct fp_status_view *view, struct fp_text *out)
{
	const struct fp_features *f = view->features;
	bool queues = view->map->queue_if_no_path;
	bool bio = f->queue_mode == FP_QUEUE_MODE_BIO;

	fp_text_add(out, "%u ",
		    queues + 2 * !!f->pg_init_retries + 2 * f->has_pg_init_delay +
			    f->retain_attached_hw_handler + 2 * bio + 2 * f->has_no_path_timeout +
			    f->flush.elide + f->flush.as_in_2011 + fp_fair_nr_words(&f->fair));
	if (queues)
		fp_text_add(out, "queue_if_no_path ");
	if (f->pg_init_retries)
		fp_text_add(out, "pg_init_retries %u ", f->pg_init_retries);
	if (f->has_pg_init_delay)
		fp_text_add(out, "pg_init_delay_msecs %u ", f->pg_init_delay_msecs);
	if (f->retain_attached_hw_handler)
		fp_text_add(out, "retain_attached_hw_handler ");
	if (bio)
		fp_text_add(out, "queue_mode bio ");
	if (f->has_no_path_timeout)
		fp_text_add(out, "queue_if_no_path_timeout_secs %u ", f->no_path_timeout_secs);
	if (f->flush.elide)
		fp_text_add(out, "elide_flushes ");
	if (f->flush.as_in_2011)
		fp_text_add(out, "flush_as_in_2011 ");
	fp_fair_words(&f->fair, out);
}

static void fp_table_group(const struct fp_group *g, struct fp_text *out)
{
	unsigned int i;

	fp_text_add(out, "%s ", g->selector->name);
	fp_group_words(g, out);
	fp_text_add(out, "%u %u ", g->nr_paths, g->selector->table_args);
	for (i = 0; i < g->nr_paths; i++) {
		fp_text_add(out, "%s ", g->paths[i].name);
		g->selector->table_words(g, &g->paths[i], out);
	}
}

void fp_status_table(const struct fp_status_view *view, struct fp_text *out)
{
	const struct fp_map *map = view->map;
	unsigned int g;

	fp_table_features(view, out);
	fp_handler_words(view->handler, out);
	fp_text_add(out, "%u %u ", map->nr_groups, fp_map_group_in_status(map));
	for (g = 0; g < map->nr_groups; g++)
		fp_table_group(&map->groups[g], out);
}

void fp_status_ima(const struct fp_status_view *view, struct fp_text *out)
{
	const struct fp_map *map = view->map;
	unsigned int g, p;

	fp_text_add(out, ",nr_priority_groups=%u", map->nr_groups);
	for (g = 0; g < map->nr_groups; g++) {
		const struct fp_group *group = &map->groups[g];

		fp_text_add(out, ",pg_state_%u=%c,nr_pgpaths_%u=%u,path_selector_name_%u=%s", g,
			    fp_group_state(map, g), g, group->nr_paths, g, group->selector->name);
		for (p = 0; p < group->nr_paths; p++) {
			const struct fp_path *path = &group->paths[p];

			fp_text_add(out,
				    ",path_name_%u_%u=%s,is_active_%u_%u=%c,fail_count_%u_%u=%u"
				    ",path_selector_status_%u_%u=",
				    g, p, path->name, g, p, fp_path_is_valid(path) ? 'A' : 'F', g,
				    p, path->fail_count, g, p);
		}
	}
	fp_text_add(out, ";");
}
