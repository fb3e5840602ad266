# shellcheck shell=bash disable=SC2034
DESCRIPTION="while a map is suspended its paths are probed all the same, and are right as soon as it is resumed"
LIMIT=300
REQUIRES=stock

scenario() {
	array_up lio paths=3 size=16
	daemon_start
	wait_until 40 "a map of three paths" daemon_map_of 3
	fio_start "/dev/mapper/$MAP" rate_iops=50 time_based runtime=600 do_verify=1 verify_backlog=256
	path_fail 2
	wait_until 40 "path 2 is failed" map_paths_are "$MAP" F 1

	# An administrator's, so that the daemon leaves it alone.
	dm suspend --noflush --nolockfs "$MAP"
	path_restore 2
	path_fail 3
	wait_until 40 "path 2 is known to be back" path_column_is 2 state up
	wait_until 40 "path 3 is known to be gone" path_column_is 3 state down
	suspended || fail "somebody resumed the map"

	dm resume "$MAP"
	wait_until 40 "path 2 takes I/O again" dm_state_is 2 active
	wait_until 40 "path 3 takes none" dm_state_is 3 failed
	path_restore 3
	wait_until 40 "all paths are used" map_paths_are "$MAP" A 3

	fio_runs || fio_wait
	fio_stop
	daemon_stop
	remove "$MAP"
}

dm_state_is() {
	path_column_is "$1" dm "$2"
}

suspended() {
	[[ $(dmsetup info -c --noheadings -o suspended "$MAP") == Suspended ]]
}
