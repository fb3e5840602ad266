# shellcheck shell=bash disable=SC2034
DESCRIPTION="O_DSYNC and FUA writes survive a crash, also once the paths have lost FUA (S2)"
LIMIT=180

scenario() {
	array_up lio log=on size=16 cache=on fua=on
	create fp "$(fairpath_table)"
	crash_write --how=dsync --count=20
	crash_write --how=fua --count=20 --round=10
	remove fp
	crash_check 40
	array_down

	crash_case_S2
	crash_check 50
}
