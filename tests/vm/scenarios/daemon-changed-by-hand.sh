# shellcheck shell=bash disable=SC2034
DESCRIPTION="a table changed by hand is set right under I/O, a map removed by hand stays away until it is wanted"
LIMIT=240
REQUIRES=stock

scenario() {
	array_up lio size=16
	daemon_start
	wait_until 40 "a map of four paths" daemon_map_of 4
	fio_start "/dev/mapper/$MAP" rate_iops=200 time_based runtime=600 do_verify=1 verify_backlog=256
	echo "a table without a path, and without queueing"
	# The daemon leaves a device alone that is suspended.
	dm suspend --noflush --nolockfs "$MAP"
	dm load "$MAP" --table "$(fairpath_table service-time "" "${PATHS[@]:0:3}")"
	dm resume "$MAP"
	wait_until 40 "the fourth path is back in it" table_is_whole
	echo "a path that is failed, though it is good"
	message "$MAP" fail_path "${PATHS[1]}"
	wait_until 40 "the path is used again" map_paths_are "$MAP" A 4
	echo "a table that is loaded and left"
	dm load "$MAP" --table "$(fairpath_table service-time "" "${PATHS[@]:0:1}")"
	wait_until 40 "it is dropped" nothing_is_loaded
	table_is_whole || fail "the table is another: $(dmsetup table "$MAP")"
	fio_runs || fio_wait
	fio_stop

	echo "the device removed"
	remove "$MAP"
	wait_until 40 "the daemon has noticed" daemon_said "somebody removed it"
	sleep 2
	[[ ! $(daemon_map) ]] || fail "what was removed was made again"
	fairpathctl reload "$MAP"
	wait_until 40 "it is there when it is asked for" daemon_map_of 4
	remove "$MAP"
	wait_until 40 "the daemon has noticed" has_noticed 2
	path_remove 4
	path_restore 4
	wait_until 40 "it is there when a path comes" daemon_map_of 4
	daemon_stop
	remove "$MAP"
}

table_is_whole() {
	map_paths_are "$MAP" A 4 && [[ $(dmsetup table "$MAP") == *" queue_if_no_path "* ]]
}

nothing_is_loaded() {
	[[ $(dmsetup info -c --noheadings -o tables_loaded "$MAP") == Live ]]
}

has_noticed() {
	(($(grep -c "somebody removed it" "$DAEMON_LOG") == $1))
}
