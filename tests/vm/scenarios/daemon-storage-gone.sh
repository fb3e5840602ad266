# shellcheck shell=bash disable=SC2034
DESCRIPTION="storage that goes while it is asked holds up neither the daemon nor what queues for it, and is found again"
LIMIT=300
REQUIRES="fc stock"

scenario() {
	local n
	array_up fc paths=2 size=16
	daemon_conf "overrides {
		no_path_retry 3
		protocol {
			type scsi:fcp
			fast_io_fail_tmo 2
			dev_loss_tmo 5
		}
	}"
	daemon_start
	wait_until 40 "a map of both paths" daemon_map_of 2

	# Nothing answers, and nothing says why: commands are out, and stay so.
	path_silence 1
	path_silence 2
	wait_until 40 "no probe is answered" map_paths_are "$MAP" F 2
	assert_between "ms, an answer of the daemon" 0 4000 "$(milliseconds fairpathctl show status)"
	assert_io_error write_one "/dev/mapper/$MAP"

	# Then it is gone altogether.
	ip link set ft1 down
	ip link set ft2 down
	for n in 1 2; do
		wait_until 40 "the device of path $n is gone" scsi_path_gone "$n"
	done
	wait_until 40 "its paths are forgotten" no_paths
	assert_between "ms, an answer of the daemon" 0 4000 "$(milliseconds fairpathctl show status)"
	daemon_runs || fail "the daemon has ended: $(tail -n 5 "$DAEMON_LOG")"

	for n in 1 2; do
		tc qdisc del dev "ft$n" root
		ip link set "ft$n" up
	done
	wait_until 60 "the map has both paths again" daemon_map_of 2
	verify_write "/dev/mapper/$MAP"
	daemon_stop
	remove "$MAP"
}

no_paths() {
	[[ $(fairpathctl show status) == *$'\n'"paths   0, "* ]]
}
