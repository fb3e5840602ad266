# shellcheck shell=bash disable=SC2034
DESCRIPTION="what was fsynced survives a crash: paths with a cache, with and without FUA, and such whose writes are durable"
LIMIT=180

scenario() {
	one_with_a_cache
	array_down
	one_with_fua_one_without
}

one_with_a_cache() {
	array_up lio log=on size=16 durable=2,3,4
	path_cache 1 on
	create fp "$(fairpath_table)"
	assert_eq "status" "wc none" "$(path_caps fp 1) $(path_caps fp 2)"
	crash_write --count=32
	crash_write --how=fua --count=16 --round=10
	remove fp
	crash_check 48
}

# FUA that a path takes is durable by itself; on the other one a flush has to follow.
one_with_fua_one_without() {
	array_up lio log=on paths=2 size=16 cache=on
	path_cache 1 on on
	create fp "$(fairpath_table)"
	assert_eq "status" "wc+fua wc" "$(path_caps fp 1) $(path_caps fp 2)"
	assert_eq "fua that the device advertises" 0 "$(<"$(queue_of fp)/fua")"
	crash_write --count=24
	crash_write --how=dsync --count=12 --round=10
	# Under a device that advertises FUA, one path loses it.
	path_cache 2 on on
	reload fp "$(fairpath_table)" --noflush
	path_cache 2 on
	assert_eq "fua that the device advertises now" 1 "$(<"$(queue_of fp)/fua")"
	crash_write --how=fua --count=24 --round=20
	remove fp
	crash_check 60
}
