# shellcheck shell=bash disable=SC2034
DESCRIPTION="in bio mode, flushes and FUA reach the LUN as the law of flushes says"
LIMIT=240
CORE=yes

scenario() {
	in_mode bio target-advertises flush-debt flush-late-cache
	durable_though_its_path_has_no_cache
}

# S2: the path that takes the write knows of no cache, and the one that does has failed.
durable_though_its_path_has_no_cache() {
	array_up lio size=16 paths=2
	path_cache 1 on
	create fp "$(MODE=bio fairpath_table)"
	message fp fail_path "${PATHS[0]}"
	count_start
	write_one /dev/mapper/fp dsync
	count_stop
	assert_between "flushes through the path without a cache" 1 2 "$(count 2 flushes)"
	assert_eq "writes owed" 0 "$(status_key fp owed)"
	remove fp
	array_down
}
