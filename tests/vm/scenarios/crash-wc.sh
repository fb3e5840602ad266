# shellcheck shell=bash disable=SC2034
DESCRIPTION="what was fsynced survives a crash: all paths with a cache"
LIMIT=180
CORE=yes

scenario() {
	array_up lio log=on size=16 cache=on
	create fp "$(fairpath_table)"
	crash_write --count=30
	crash_write --how=dsync --count=30 --round=10
	remove fp
	crash_check 60
}
