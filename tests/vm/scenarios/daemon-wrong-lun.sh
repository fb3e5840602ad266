# shellcheck shell=bash disable=SC2034
DESCRIPTION="a path that is another LUN now, under the same address, is not used any more, and loudly"
LIMIT=240
REQUIRES=stock

scenario() {
	array_up scsi_debug size=16
	[[ $(address_of 1) == 0:* ]] || fail "path 1 is not of host 0: $(address_of 1)"
	daemon_start
	wait_until 40 "a map of four paths" daemon_map_of 4
	fio_start "/dev/mapper/$MAP" rate_iops=200 time_based runtime=600 do_verify=1 verify_backlog=256
	path_fail 2
	wait_until 40 "path 2 is failed" map_paths_are "$MAP" F 1
	# From now on page 0x83 tells another number for each host adapter but the first.
	echo 1 >/sys/bus/pseudo/drivers/scsi_debug/vpd_use_hostno
	path_restore 2
	wait_until 40 "path 2 has left the map" has_left 2
	# The others were up all the time, and nobody told of it.
	wait_until 40 "path 3 has left the map" has_left 3
	wait_until 40 "path 4 has left the map" has_left 4
	assert_eq "usable paths" 1 "$(map_paths "$MAP" A)"
	assert_eq "paths in the map" 1 "$(map_paths "$MAP" '[AF]')"
	fio_runs || fio_wait
	fio_stop
	daemon_stop
	remove "$MAP"
}

# has_left N: and somebody was alarmed
has_left() {
	daemon_said "${PATHS[$1 - 1]#/dev/}: ANOTHER LUN ANSWERS: it was a path of $MAP" &&
		[[ $(dmsetup table "$MAP") != *" $(stat -Lc %Hr:%Lr "${PATHS[$1 - 1]}") "* ]]
}
