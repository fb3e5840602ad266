# shellcheck shell=bash disable=SC2034
DESCRIPTION="fairpathd finds a LUN of four paths, builds its map, and follows a path that fails and returns"
LIMIT=180
REQUIRES=stock

scenario() {
	local map
	array_up lio size=16
	daemon_start
	wait_until 40 "a map of four paths" daemon_map_of 4
	map=$(daemon_map)
	assert_eq "UUID" "mpath-$map" "$(dmsetup info -c --noheadings -o uuid "$map")"
	fio_start "/dev/mapper/$map" rate_iops=200 time_based runtime=600 do_verify=1 verify_backlog=256
	path_fail 2
	wait_until 40 "I/O has failed path 2" map_paths_are "$map" F 1
	path_restore 2
	wait_until 40 "a probe has brought it back" map_paths_are "$map" F 0
	fio_runs || fio_wait
	fio_stop
	daemon_stop
	map_paths_are "$map" A 4 || fail "the map did not stay up as it was"
	remove "$map"
}
