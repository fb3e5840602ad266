# shellcheck shell=bash disable=SC2034
DESCRIPTION="fairpathd on Fibre Channel: a link is down for less and for more than each timeout, under verified I/O"
REQUIRES="fc"
LIMIT=150

FAST=5
LOSS=10

scenario() {
	local map
	array_up fc paths=2 size=16 fast=10 loss=60
	daemon_conf "overrides {
		no_path_retry 5
		protocol {
			type scsi:fcp
			fast_io_fail_tmo $FAST
			dev_loss_tmo $LOSS
		}
	}"
	daemon_start
	wait_until 30 "a map of both paths" map_has 2
	map=$(daemon_map)
	wait_until 10 "the port has the timeouts of the configuration" timeouts_are "$FAST" "$LOSS"
	fio_start "/dev/mapper/$map" size=8m time_based runtime=600 verify_backlog=128

	# Shorter than fast_io_fail_tmo: nothing has failed yet, and the path is passed over.
	ip link set ft2 down
	wait_until 10 "the kernel has blocked the port" port_is Blocked
	wait_until 4 "the path is passed over while its port is only blocked" map_paths_are "$map" F 1
	fc_state_is 2 blocked || fail "fast_io_fail_tmo ended it, not the state of the port"
	back "$map"

	# Longer than fast_io_fail_tmo, shorter than dev_loss_tmo: the device stays.
	ip link set ft2 down
	wait_until 20 "the transport gives the path up" fc_state_is 2 transport-offline
	map_paths_are "$map" F 1 || fail "the path is used"
	back "$map"

	# Longer than dev_loss_tmo: the device goes, and comes back as another.
	ip link set ft2 down
	wait_until 30 "the device is gone" scsi_path_gone 2
	wait_until 10 "the map has one path left" map_has 1
	back "$map"
	wait_until 10 "the new port has its timeouts too" timeouts_are "$FAST" "$LOSS"

	fio_runs || fio_wait
	fio_stop
	daemon_stop
	remove "$map"
}

port_is() {
	[[ $(cat "$(fc_rport 2)/port_state" 2>/dev/null) == "$1" ]]
}

timeouts_are() {
	local port
	port=$(fc_rport 2)
	[[ $(cat "$port/fast_io_fail_tmo" "$port/dev_loss_tmo" 2>/dev/null) == "$1"$'\n'"$2" ]]
}

# The link is up again: the path is used once it was asked who it is.
back() {
	ip link set ft2 up
	wait_until 30 "the map uses both paths again" map_paths_are "$1" A 2
	daemon_said "checking.*identity|identity.*same" ||
		fail "the path is used without having been asked who it is"
	fio_runs || fio_wait
}

map_has() {
	local map
	map=$(daemon_map)
	[[ $map ]] && map_paths_are "$map" A "$1" && map_paths_are "$map" F 0
}
