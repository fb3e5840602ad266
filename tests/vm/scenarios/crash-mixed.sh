# shellcheck shell=bash disable=SC2034
DESCRIPTION="what was fsynced survives a crash: one path with a cache, three whose writes are durable"
LIMIT=120

scenario() {
	array_up lio log=on size=16 durable=2,3,4
	path_cache 1 on
	create fp "$(fairpath_table)"
	assert_eq "status" "wc none" "$(path_caps fp 1) $(path_caps fp 2)"
	crash_write --count=32
	crash_write --how=fua --count=16 --round=10
	remove fp
	crash_check 48
}
