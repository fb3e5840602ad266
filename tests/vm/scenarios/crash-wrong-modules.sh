# shellcheck shell=bash disable=SC2034
DESCRIPTION="modules that know no rule S2, S3 or S6 do lose what was fsynced, and the checker sees it"
LIMIT=180
REQUIRES=stock
CORE=yes
VARIANTS="without-2 without-3 without-6"

scenario() {
	local rule
	for rule in 2 3 6; do
		VARIANT=without-$rule
		crash_case_S$rule
		crash_check_finds
		array_down
		rmmod dm_fairpath
	done
}
