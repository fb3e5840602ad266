# shellcheck shell=bash disable=SC2034
DESCRIPTION="with all paths down I/O fails, waits for a while or waits for ever, as no_path_retry says"
LIMIT=360
REQUIRES=stock

scenario() {
	array_up lio size=16 paths=2
	with no_path_retry fail
	assert_io_error read_one "/dev/mapper/$MAP"
	ends

	# So many times the polling interval of a second, some of which have passed already.
	with no_path_retry 15
	assert_between "milliseconds until a read fails" 500 60000 "$(milliseconds reads_in_vain)"
	ends

	# The kernel's own clock would end it after nine seconds; the daemon winds it up.
	with no_path_retry queue queue_if_no_path_timeout_secs 9
	reads_later
	sleep 14
	kill -0 "$READER" || fail "a read did not wait for a path: $(cat "$STATE/read")"
	path_restore 1
	wait "$READER" || fail "a read that waited has failed: $(cat "$STATE/read")"
	ends

	# With the daemon dead the kernel's clock rings.
	with no_path_retry queue queue_if_no_path_timeout_secs 6
	daemon_kill
	assert_between "milliseconds until a read fails" 0 60000 "$(milliseconds reads_in_vain)"
	ends
}

# with KEYWORD VALUE...: a daemon with these, its map, and all paths down
with() {
	daemon_conf "overrides {" "$(printf '%s %s\n' "$@")" "}"
	daemon_start
	wait_until 40 "a map of two paths" daemon_map_of 2
	MAP=$(daemon_map)
	path_fail 1
	path_fail 2
	wait_until 40 "both paths are failed" map_paths_are "$MAP" F 2
}

reads_in_vain() {
	assert_io_error read_one "/dev/mapper/$MAP"
}

reads_later() {
	read_one "/dev/mapper/$MAP" >"$STATE/read" 2>&1 &
	READER=$!
}

# A daemon that is up notices the paths' return.
ends() {
	path_restore 1
	path_restore 2
	if daemon_runs; then
		wait_until 40 "both paths are back" map_paths_are "$MAP" A 2
		daemon_stop
	fi
	remove "$MAP"
}
