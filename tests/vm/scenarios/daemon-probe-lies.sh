# shellcheck shell=bash disable=SC2034
DESCRIPTION="a path whose probes succeed and whose I/O fails is tried ever more rarely, until it is mended"
LIMIT=300
REQUIRES=stock

scenario() {
	local failed
	array_up lio paths=2 size=16
	daemon_start
	wait_until 40 "a map of both paths" daemon_map_of 2
	fio_start "/dev/mapper/$MAP" rate_iops=50 time_based runtime=600 do_verify=1 verify_backlog=256

	# The LUN's port answers TEST UNIT READY; what is behind it fails.
	cable_swap 2 error
	wait_until 40 "I/O has failed the path" daemon_said "by io-failed"
	wait_until 40 "its second failure costs a delay" delayed_after 2
	probe_ready
	probe tur 2
	assert_match "what a probe says meanwhile" " up " "$SAID"
	assert_eq "state of the path" delayed "$(path_column 2 state)"
	assert_eq "paths that take I/O" 1 "$(map_paths "$MAP" A)"
	wait_until 40 "its third costs more" delayed_after 3
	(($(delay_after 3) > $(delay_after 2))) ||
		fail "it was delayed for $(delay_after 2) s, and for $(delay_after 3) s after that"
	failed=$(path_column 2 failed)
	assert_eq "failures that I/O paid for" 3 "$failed"

	# Mended, it need not wait if an administrator knows that.
	cable_mend 2
	fairpathctl reinstate "$(basename "${PATHS[1]}")"
	wait_until 40 "the path is used at once" map_paths_are "$MAP" A 2
	sleep 2
	assert_eq "failures since" "$failed" "$(path_column 2 failed)"

	fio_runs || fio_wait
	fio_stop
	daemon_stop
	remove "$MAP"
}

# delay_after N: for how many seconds a path that has failed so often must stay good
delay_after() {
	sed -nE "s/.*has failed $1 times lately: used again if it stays good for ([0-9]+) s.*/\1/p" \
		"$DAEMON_LOG" | head -n 1
}

delayed_after() {
	[[ $(delay_after "$1") ]]
}
