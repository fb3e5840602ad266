# shellcheck shell=bash disable=SC2034
DESCRIPTION="a path that stays silent holds only what is in flight on it"
LIMIT=180

scenario() {
	local held
	array_up lio size=16
	create fp "$(fairpath_table service-time)"
	fio_start /dev/mapper/fp size=8m iodepth=16 verify=0 rw=randread time_based runtime=600
	sleep 1
	path_silence 2
	wait_until 40 "requests wait there" waits_on_path_2
	held=$(in_flight "${PATHS[1]}")
	assert_between "requests that the silent path holds" 1 15 "$held"
	count_start
	sleep 2
	count_stop
	assert_between "reads on path 1 while path 2 is silent" 20 1000000 "$(count 1 reads)"
	# With service-time, no more than its even share of the 16 stays there.
	assert_between "requests that it holds two seconds later" 1 8 "$(in_flight "${PATHS[1]}")"
	path_restore 2
	fio_stop
	wait_until 40 "the silent path has answered" in_flight_is "${PATHS[1]}" 0
	remove fp
}

waits_on_path_2() {
	! in_flight_is "${PATHS[1]}" 0
}
