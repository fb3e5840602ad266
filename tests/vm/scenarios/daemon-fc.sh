# shellcheck shell=bash disable=SC2034
DESCRIPTION="fairpathd on Fibre Channel: a link is down for less and for more than each timeout, under verified I/O"
REQUIRES="fc stock"
LIMIT=300

scenario() {
	local map
	array_up fc paths=2 size=16 fast=10 loss=60
	timeouts 60 90
	daemon_start
	wait_until 40 "a map of both paths" daemon_map_of 2
	map=$MAP
	wait_until 40 "the port has the timeouts of the configuration" timeouts_are 60 90
	assert_match "port of path 1" "0x$(wwpn_of t 1 | tr -d :) Online" "$(shown 1)"
	fio_start "/dev/mapper/$map" size=8m rate_iops=50 time_based runtime=600 verify_backlog=128

	# Shorter than fast_io_fail_tmo: nothing has failed yet, and the path is passed over.
	fc_unplug 2
	wait_until 40 "the path is passed over while its port is only blocked" map_paths_are "$map" F 1
	fc_state_is 2 blocked || fail "fast_io_fail_tmo ended it, not the state of the port"
	assert_match "port of path 2" "0x$(wwpn_of t 2 | tr -d :) Blocked" "$(shown 2)"
	back "$map"

	# Longer than fast_io_fail_tmo, shorter than dev_loss_tmo: the device stays.
	other_timeouts 3 90
	fc_unplug 2
	wait_until 40 "the transport gives the path up" fc_state_is 2 transport-offline
	map_paths_are "$map" F 1 || fail "the path is used"
	back "$map"

	# Longer than dev_loss_tmo: the device goes, and comes back as another.
	other_timeouts 3 6
	fc_unplug 2
	wait_until 40 "the device is gone" scsi_path_gone 2
	wait_until 40 "the map has one path left" map_has "$map" 1
	ip link set ft2 up
	wait_until 40 "the map has both paths again" map_has "$map" 2
	wait_until 40 "the new port has its timeouts too" timeouts_are 3 6

	fio_runs || fio_wait
	fio_stop
	daemon_stop
	remove "$map"
}

# timeouts FAST LOSS: the configuration
timeouts() {
	daemon_conf "overrides {
		no_path_retry 5
		protocol {
			type scsi:fcp
			fast_io_fail_tmo $1
			dev_loss_tmo $2
		}
	}"
}

other_timeouts() {
	timeouts "$@"
	fairpathctl reconfigure
	wait_until 40 "the port has the other timeouts" timeouts_are "$@"
}

# shown N: the path's line for an administrator
shown() {
	fairpathctl show paths | grep -w "$(block_of "$(address_of "$1")")"
}

timeouts_are() {
	local port
	port=$(fc_rport 2)
	[[ $(cat "$port/fast_io_fail_tmo" "$port/dev_loss_tmo" 2>/dev/null) == "$1"$'\n'"$2" ]]
}

# The link is up again: the path is used once it was asked who it is.
back() {
	local asked
	asked=$(times_identified)
	ip link set ft2 up
	wait_until 40 "the map uses both paths again" map_has "$1" 2
	(($(times_identified) > asked)) ||
		fail "the path is used without having been asked who it is"
	fio_runs || fio_wait
}

times_identified() {
	grep -c "checking -> .* by identity-same" "$DAEMON_LOG" || true
}

# map_has NAME N: all of its paths, and all are used
map_has() {
	map_paths_are "$1" A "$2" && map_paths_are "$1" F 0
}
