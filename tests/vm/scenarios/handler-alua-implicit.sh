# shellcheck shell=bash disable=SC2034
DESCRIPTION="implicit ALUA: I/O follows the array; a group that was unavailable is used again when it is back"
LIMIT=180
REQUIRES=stock
CORE=yes

scenario() {
	array_up lio size=16 groups=1,1,2,2 shared=on
	create fp "$(two_groups alua queue_if_no_path)"
	fio_start /dev/mapper/fp size=8m rate_iops=200 time_based runtime=600 verify_backlog=64
	wait_until 40 "I/O through group 1" ready
	group_state 1 unavailable
	wait_until 40 "group 2 is used" group_used 2
	wait_until 40 "the unavailable paths have failed" failed
	fio_runs || fail "the I/O ended by itself"
	assert_eq "activations sent to an array that takes none" 0 "$(activations)"

	# They are not lost for ever: whoever sees that they are back says so.
	group_state 1 optimized
	message fp reinstate_path "${PATHS[0]}"
	message fp reinstate_path "${PATHS[1]}"
	message fp switch_group 1
	wait_until 40 "group 1 is used again" group_used 1
	sleep 1
	assert_eq "current group" 1 "$(current_group fp)"
	assert_eq "states of the paths" AA "$(path_state fp 1)$(path_state fp 2)"
	fio_stop
	assert_eq "paths that are used" "1 2" "$(goes_to /dev/mapper/fp)"
	remove fp
}

ready() {
	[[ $(pg_init fp) == "0 1" ]]
}

group_used() {
	[[ $(current_group fp) == "$1" && $(pg_init fp) == "0 "* ]]
}

failed() {
	[[ $(path_state fp 1)$(path_state fp 2) == FF ]]
}

activations() {
	local n sum=0
	count_start
	message fp switch_group 2
	read_one /dev/mapper/fp
	count_stop
	for n in 1 2 3 4; do
		((sum += $(count $n activations))) || true
	done
	echo $sum
}
