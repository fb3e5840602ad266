# shellcheck shell=bash disable=SC2034
DESCRIPTION="what was written under a cache is flushed once after the cache is switched off, and then nothing more"
LIMIT=180
CORE=yes

scenario() {
	local n
	array_up lio size=16 paths=2 cache=on
	create fp "$(fairpath_table)"
	verify_write /dev/mapper/fp
	assert_between "writes owed" 1 1000 "$(status_key fp owed)"
	for n in 1 2; do
		path_cache $n off
	done
	assert_eq "status" "none none" "$(path_caps fp 1) $(path_caps fp 2)"

	count_start
	flush /dev/mapper/fp
	count_stop
	assert_eq "flushes at the paths, for the debt" 1 $(($(count 1 flushes) + $(count 2 flushes)))
	assert_eq "writes owed after it" 0 "$(status_key fp owed)"

	count_start
	write_one /dev/mapper/fp
	flush /dev/mapper/fp
	write_one /dev/mapper/fp dsync
	count_stop
	assert_eq "flushes once the debt is paid" 0 $(($(count 1 flushes) + $(count 2 flushes)))
	assert_eq "FUA writes once the cache is off" 0 $(($(count 1 fua) + $(count 2 fua)))

	reload fp "$(fairpath_table)" --noflush
	assert_eq "write_cache after a reload" "write through" "$(<"$(queue_of fp)/write_cache")"
	remove fp
}
