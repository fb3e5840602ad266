# shellcheck shell=bash disable=SC2034
DESCRIPTION="requests wait while a group is in transition, then go on, and no path fails"
LIMIT=240
REQUIRES=stock

scenario() {
	local array ms
	array_up lio size=16 groups=1,1,2,2 shared=on
	create fp "$(two_groups alua)"
	read_one /dev/mapper/fp
	group_state 2 standby
	group_transition 2 optimized 3000 &
	array=$!
	sleep 0.5
	message fp switch_group 2
	ms=$(milliseconds read_one /dev/mapper/fp)
	assert_between "ms that the read waited" 1500 15000 "$ms"
	wait $array
	assert_eq "fields of the status: queue_io, group" "0 2" "$(pg_init fp | cut -c1) $(current_group fp)"
	assert_match "status without a failure" "A 0 .* A 0 .* A 0 .* A 0 " "$(status fp)"
	remove fp
}
