# shellcheck shell=bash disable=SC2034
DESCRIPTION="in bio mode, flushes and FUA reach the LUN as the law of flushes says"
LIMIT=600
CORE=yes

scenario() {
	array_up lio size=16 paths=2 cache=on
	create fp "$(MODE=bio fairpath_table)"
	advertises "write back"
	debt_is_paid_once
	late_cache
	durable_though_its_path_has_no_cache
	remove fp
}

advertises() {
	assert_eq "write_cache of the device" "$1" "$(<"$(queue_of fp)/write_cache")"
}

# flushes_are LEAST MOST COMMAND...: that reach the LUN while it runs
flushes_are() {
	count_start
	"${@:3}"
	count_stop
	assert_between "flushes during '${*:3}'" "$1" "$2" $(($(count 1 flushes) + $(count 2 flushes)))
}

both_caches() {
	path_cache 1 "$1"
	path_cache 2 "$1"
}

# S3: the paths' block layers would drop a flush by now, and it is owed all the same.
debt_is_paid_once() {
	write_one /dev/mapper/fp
	assert_eq "writes owed under the cache" 1 "$(status_key fp owed)"
	both_caches off
	flushes_are 1 1 flush /dev/mapper/fp
	assert_eq "writes owed after the flush" 0 "$(status_key fp owed)"
	flushes_are 0 0 write_and_flush
}

write_and_flush() {
	write_one /dev/mapper/fp
	flush /dev/mapper/fp
	write_one /dev/mapper/fp dsync
}

# S6: who is above may never flush, as long as nobody says otherwise.
late_cache() {
	reload fp "$(MODE=bio fairpath_table)" --noflush
	advertises "write through"
	both_caches on
	flushes_are 1 1 write_one /dev/mapper/fp
	reload fp "$(MODE=bio fairpath_table)" --noflush
	advertises "write back"
	message fp confirm_restacked
	flushes_are 0 0 write_one /dev/mapper/fp
}

# S2: the path that takes the write knows of no cache, and the one that does has failed.
durable_though_its_path_has_no_cache() {
	flush /dev/mapper/fp
	path_cache 2 off
	message fp fail_path "${PATHS[0]}"
	flushes_are 1 2 write_one /dev/mapper/fp dsync
	assert_eq "writes owed after a durable write" 0 "$(status_key fp owed)"
}
