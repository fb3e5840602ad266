# shellcheck shell=bash disable=SC2034
DESCRIPTION="a path that does not answer a debt's flush holds a suspend for a bounded time, and the module for as long as it takes"
LIMIT=240

# Seconds that the module waits for one path; 30 if not told.
PATIENCE=1

scenario() {
	local took
	owing_device
	path_silence 1
	took=$(milliseconds reload fp "$(fairpath_table)" --noflush --nolockfs)
	assert_between "milliseconds of a reload with the first path silent" \
		$((PATIENCE * 1000)) $((PATIENCE * 1000 + 25000)) "$took"
	assert_eq "writes owed: the second path has paid" 0 "$(status_key fp owed)"
	assert_eq "write_cache" "write through" "$(<"$(queue_of fp)/write_cache")"

	# The table is gone, its flush on the silent path is not: the module has to stay.
	remove fp
	rmmod dm_fairpath &
	sleep 1
	kill -0 $! 2>/dev/null || fail "the module went while a flush of its own was on its way"
	path_restore 1
	wait $! || fail "rmmod ended with status $?"
	array_down
	all_silent
}

# Nothing is forgotten when nobody pays.
all_silent() {
	local took
	owing_device
	path_silence 1
	path_silence 2
	took=$(milliseconds reload fp "$(fairpath_table)" --noflush --nolockfs)
	assert_between "milliseconds of a reload with both paths silent" \
		$((PATIENCE * 2000)) $((PATIENCE * 2000 + 25000)) "$took"
	assert_between "writes owed still" 1 1000 "$(status_key fp owed)"
	assert_eq "write_cache still" "write back" "$(<"$(queue_of fp)/write_cache")"
	path_restore 1
	path_restore 2
	flush /dev/mapper/fp
	assert_eq "writes owed after a flush" 0 "$(status_key fp owed)"
	remove fp
}

# Written while there was a cache, which is off now. The store has one of its own: a
# flush has to go all the way.
owing_device() {
	fairpath_module debt_flush_timeout_secs=$PATIENCE
	array_up eva size=16 paths=2 flush=1
	path_cache 1 on
	path_cache 2 on
	create fp "$(fairpath_table)"
	write_one /dev/mapper/fp
	path_cache 1 off
	path_cache 2 off
	assert_between "writes owed" 1 1000 "$(status_key fp owed)"
}
