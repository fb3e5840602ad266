# shellcheck shell=bash disable=SC2034
DESCRIPTION="wherever in a reload the last daemon died, the next one brings the map to an end of it under I/O"
LIMIT=300
REQUIRES=stock

scenario() {
	local table
	array_up lio size=16
	daemon_start
	wait_until 40 "a map of four paths" daemon_map_of 4
	daemon_kill
	table=$(dmsetup table "$MAP")

	echo "within the making of the device, before it had a table"
	remove "$MAP"
	dm create "$MAP" --uuid "mpath-$MAP" --notable
	daemon_start
	wait_until 40 "the map is up with 4 paths" map_is_well 4
	daemon_kill
	fio_start "/dev/mapper/$MAP" rate_iops=200 time_based runtime=600 do_verify=1 verify_backlog=256

	echo "after the load"
	dm load "$MAP" --table "$table"
	starts_again
	[[ $(dmsetup info -c --noheadings -o tables_loaded "$MAP") == Live ]] ||
		fail "the inactive table is still there"

	echo "within the suspend, with a table loaded"
	dm load "$MAP" --table "$table"
	dm suspend --noflush --nolockfs "$MAP"
	starts_again

	echo "within the suspend, before any load"
	dm suspend --noflush --nolockfs "$MAP"
	starts_again

	echo "after a reload, before the failed paths were failed again"
	path_fail 2
	wait_until 40 "I/O has failed path 2" map_paths_are "$MAP" F 1
	reload "$MAP" "$table" --noflush --nolockfs
	starts_again 3
	path_restore 2
	fio_stop
	remove "$MAP"
}

# starts_again [N]: a daemon, which makes the map whole, with N paths; then it dies
starts_again() {
	daemon_start
	wait_until 40 "the map is up with ${1:-4} paths" map_is_well "${1:-4}"
	wait_until 40 "I/O goes on" io_passes
	daemon_kill
}

map_is_well() {
	[[ $(dmsetup info -c --noheadings -o suspended "$MAP") == Active ]] &&
		map_paths_are "$MAP" A "$1" &&
		[[ $(dmsetup info -c --noheadings -o tables_loaded "$MAP") == Live ]]
}

# Reads and writes that have ended since the last call.
io_passes() {
	local ended
	fio_runs || fio_wait
	ended=$(awk '{ print $1 + $5 }' "/sys/dev/block/$(dmsetup info -c --noheadings --separator : \
		-o major,minor "$MAP")/stat")
	((ended > ${ENDED:-0})) || { ENDED=$ended; return 1; }
	ENDED=$ended
}
