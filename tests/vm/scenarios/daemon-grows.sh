# shellcheck shell=bash disable=SC2034
DESCRIPTION="a LUN grows on the array: its map does so under verified I/O, and nobody has to ask for it"
LIMIT=240
REQUIRES=stock

GIB=2097152 # sectors

scenario() {
	array_up scsi_debug size=16
	daemon_start
	wait_until 60 "a map of four paths" daemon_map_of 4
	assert_eq "sectors of the map" 32768 "$(blockdev --getsz "/dev/mapper/$MAP")"
	fio_start "/dev/mapper/$MAP" rate_iops=200 time_based runtime=600 do_verify=1 verify_backlog=256

	# The next command of any kind is told that the capacity is another.
	echo 1 >/sys/bus/pseudo/drivers/scsi_debug/virtual_gb
	wait_until 90 "the map has the LUN's size" map_has_sectors $GIB
	wait_until 40 "all paths are used" map_paths_are "$MAP" A 4
	dd if="/dev/mapper/$MAP" of=/dev/null bs=4k count=1 skip=$((GIB / 8 - 1)) iflag=direct status=none
	fio_runs || fio_wait
	fio_stop
	daemon_stop
	remove "$MAP"
}

map_has_sectors() {
	[[ $(blockdev --getsz "/dev/mapper/$MAP") == "$1" ]]
}
