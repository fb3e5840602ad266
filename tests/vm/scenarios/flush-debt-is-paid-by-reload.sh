# shellcheck shell=bash disable=SC2034
DESCRIPTION="a reload after the cache was switched off flushes what is owed before it stops advertising a cache"
LIMIT=180
CORE=yes

scenario() {
	array_up eva size=16 paths=2 flush=1 cache=on
	create fp "$(fairpath_table)"
	verify_write /dev/mapper/fp
	path_cache 1 off
	path_cache 2 off
	count_start
	reload fp "$(fairpath_table)" --noflush --nolockfs
	count_stop
	assert_eq "flushes that the reload sent" 1 $(($(count 1 flushes) + $(count 2 flushes)))
	assert_eq "flushes that arrived below" 1 "$(count below flushes)"
	assert_eq "write_cache after it" "write through" "$(<"$(queue_of fp)/write_cache")"
	assert_eq "writes owed" 0 "$(status_key fp owed)"
	remove fp
}
