# shellcheck shell=bash disable=SC2034
DESCRIPTION="a cache that comes on under a device that advertised none: every write is durable until confirmed"
LIMIT=180
CORE=yes

scenario() {
	local n
	array_up lio size=16 paths=2
	create fp "$(fairpath_table)"
	assert_each_write_is_flushed "without a cache" 0

	path_cache 1 on
	path_cache 2 on
	assert_each_write_is_flushed "once the cache is on" 1
	assert_fails message fp confirm_restacked

	# A refresh: the device advertises the cache now, but who is above may not know.
	reload fp "$(fairpath_table)" --noflush
	assert_eq "write_cache after a refresh" "write back" "$(<"$(queue_of fp)/write_cache")"
	assert_each_write_is_flushed "after a refresh" 1

	path_cache 1 on on
	path_cache 2 on on
	count_start
	write_one /dev/mapper/fp
	count_stop
	assert_eq "FUA writes where paths take FUA" 1 $(($(count 1 fua) + $(count 2 fua)))

	message fp confirm_restacked
	count_start
	write_one /dev/mapper/fp
	count_stop
	assert_eq "flushes and FUA once confirmed" 0 \
		$(($(count 1 flushes) + $(count 2 flushes) + $(count 1 fua) + $(count 2 fua)))
	remove fp
}

# assert_each_write_is_flushed WHAT FLUSHES_PER_WRITE
assert_each_write_is_flushed() {
	local i
	count_start
	for i in 1 2 3 4; do
		write_one /dev/mapper/fp
	done
	count_stop
	assert_eq "$1: flushes of four writes" $(($2 * 4)) $(($(count 1 flushes) + $(count 2 flushes)))
	assert_eq "$1: writes owed" 0 "$(status_key fp owed)"
}
