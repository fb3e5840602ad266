# shellcheck shell=bash disable=SC2034
DESCRIPTION="a daemon that ends while a map queues without a path ends soon, and what waits does not wait for ever"
LIMIT=180
REQUIRES=stock

scenario() {
	array_up lio size=16 paths=2
	echo "with the kernel's clock"
	without_path 5
	ends
	echo "with no clock at all"
	without_path 0
	sleep 5
	kill -0 "$READER" || fail "a read did not wait for ever: $(cat "$STATE/read")"
	ends

	echo "and the next daemon has it queue again"
	daemon_start
	wait_until 40 "it queues" table_says queue_if_no_path
	path_restore 1
	path_restore 2
	wait_until 40 "both paths are back" map_paths_are "$MAP" A 2
	daemon_stop
	remove "$MAP"
}

# without_path SECONDS: a map whose clock is that, all paths down, and a read that waits
without_path() {
	daemon_conf "overrides {" "no_path_retry queue" "queue_if_no_path_timeout_secs $1" "}"
	path_restore 1
	path_restore 2
	daemon_start
	wait_until 40 "a map of two paths" daemon_map_of 2
	wait_until 40 "its clock is $1" table_says "queue_if_no_path_timeout_secs $1"
	path_fail 1
	path_fail 2
	wait_until 40 "both paths are failed" map_paths_are "$MAP" F 2
	read_one "/dev/mapper/$MAP" >"$STATE/read" 2>&1 &
	READER=$!
}

ends() {
	local start=$SECONDS
	daemon_stop
	assert_between "seconds until the daemon has ended" 0 15 $((SECONDS - start))
	! wait "$READER" || fail "a read was done without a path"
	grep -q "Input/output error" "$STATE/read" || fail "not an I/O error: $(cat "$STATE/read")"
}

table_says() {
	[[ $(dmsetup table "$MAP") == *" $1 "* ]]
}
