// SPDX-License-Identifier: GPL-2.0
/* What the configuration says of a path, and whether it is ours at all. */
#include "fairpathd/claim.h"
#include "fairpathd/config/blacklist.h"
#include "fairpathd/log.h"
#include "fairpathd/manager.h"

bool fpd_path_configure(struct fpd_path *path)
{
	struct fpd_path_id id = {
		.devnode = path->name,
		.vendor = path->vendor,
		.product = path->product,
		.revision = path->revision,
		.wwid = path->wwid[0] ? path->wwid : NULL,
		.protocol = path->protocol,
		.properties = (const char *const *)path->properties,
	};
	struct fpd_verdict verdict = fpd_blacklist_judge(path->manager->config, &id);
	bool before = path->excluded;

	fpd_config_resolve(path->manager->config, &id, &path->settings);
	path->excluded = verdict.excluded;
	if (!verdict.excluded)
		return true;
	fpd_verdict_text(&verdict, path->message, sizeof(path->message));
	if (!before) {
		fpd_info("%s: left alone: %s", path->name, path->message);
		fpd_claim_release(path);
	}
	if (path->map)
		fpd_map_leave(path);
	return false;
}
