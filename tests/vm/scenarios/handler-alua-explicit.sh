# shellcheck shell=bash disable=SC2034
DESCRIPTION="explicit ALUA: the array is told to activate a group before it is used, once for each change"
LIMIT=240
REQUIRES=stock
CORE=yes

scenario() {
	array_up lio size=16 groups=1,1,2,2 alua=explicit shared=on
	group_state 2 standby
	create fp "$(two_groups alua)"
	assert_eq "handler in the table" "1 alua" "$(dmsetup table fp | cut -d' ' -f5,6)"
	assert_eq "queue_io and pg_init_count before the first request" "1 0" "$(pg_init fp)"
	assert_eq "paths that are used" "1 2" "$(goes_to /dev/mapper/fp)"
	assert_eq "queue_io and pg_init_count after it" "0 1" "$(pg_init fp)"

	count_start
	message fp switch_group 2
	read_one /dev/mapper/fp
	count_stop
	assert_eq "activations that the array was sent" 1 "$(($(count 3 activations) + $(count 4 activations)))"
	assert_eq "group 2 at the array" optimized "$(group_is 2)"
	assert_eq "paths that are used" "3 4" "$(goes_to /dev/mapper/fp)"

	# The way back, because all paths of the group are gone.
	group_state 1 standby
	fio_start /dev/mapper/fp size=8m rate_iops=200 time_based runtime=600 verify_backlog=64
	path_fail 3
	path_fail 4
	wait_until 40 "the other group is used" group_used 1
	fio_stop
	assert_eq "current group" 1 "$(current_group fp)"
	assert_eq "states of the paths" AAFF "$(states)"
	assert_eq "group 1 at the array" optimized "$(group_is 1)"
	path_restore 3
	path_restore 4
	remove fp
	assert_eq "handler of path 1 when the device is gone" alua "$(handler_of 1)"
}

group_used() {
	[[ $(current_group fp) == "$1" && $(pg_init fp) == "0 "* ]]
}

states() {
	local n
	for n in 1 2 3 4; do
		path_state fp $n
	done | tr -d '\n'
}
