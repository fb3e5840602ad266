# shellcheck shell=bash disable=SC2034
DESCRIPTION="what was fsynced survives a crash: paths fail and return in the middle"
LIMIT=180

scenario() {
	local n
	array_up lio log=on paths=3 size=16 cache=on
	create fp "$(fairpath_table)"
	crash_start
	for n in 1 2; do
		path_fail $n
		wait_until 40 "path $n has failed" path_is fp $n F
		crash_goes_on 10
		path_restore $n
		message fp reinstate_path "${PATHS[n - 1]}"
		crash_goes_on 10
	done
	crash_stop
	remove fp
	crash_check 50
}
