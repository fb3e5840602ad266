# shellcheck shell=bash disable=SC2034
DESCRIPTION="fairpathd follows each ALUA state live; unavailable is asked again and no failure for ever"
LIMIT=300
REQUIRES=stock

scenario() {
	array_up lio groups=1,1,2,2 size=16
	daemon_conf "overrides {
		path_grouping_policy group_by_prio
		failback immediate
		no_path_retry 60
	}"
	group_state 1 optimized
	group_state 2 optimized
	daemon_start
	wait_until 40 "a map of four paths" daemon_map_of 4
	fio_start "/dev/mapper/$MAP" rate_iops=50 time_based runtime=600 do_verify=1 verify_backlog=256
	wait_until 40 "all are equal" groups_are 50:AAAA

	group_state 2 nonoptimized
	wait_until 40 "the others are a group of their own" groups_are "50:AA 10:AA"
	group_state 2 standby
	wait_until 40 "those in standby are kept for need" groups_are "50:AA 1:AA"
	assert_eq "the daemon calls it" ghost "$(path_column 3 state)"
	port_offline 4 1
	wait_until 40 "one that is offline alone gets no I/O" groups_are "50:AA 1:AF"
	port_offline 4 0
	wait_until 40 "it is kept again" groups_are "50:AA 1:AA"

	# Where I/O is changes sides.
	group_state 2 optimized
	group_state 1 nonoptimized
	wait_until 40 "I/O has moved to the better group" current_is "50:AA 10:AA"
	group_state 1 unavailable
	wait_until 40 "who is unavailable gets no I/O" map_paths_are "$MAP" F 2
	assert_match "why" "unavailable" "$(path_column 1 remarks)"

	# Nothing is left. I/O waits, and the paths are asked again and again.
	group_state 2 unavailable
	wait_until 40 "no path is left" map_paths_are "$MAP" F 4
	group_state 1 optimized
	wait_until 40 "who is available again is used again" map_paths_are "$MAP" A 2
	group_transition 2 optimized 2000
	wait_until 40 "all are equal again" groups_are 50:AAAA

	fio_runs || fio_wait
	fio_stop
	daemon_stop
	remove "$MAP"
}

# port_offline N 0|1: ALUA's offline is of a port, and not of its group
port_offline() {
	echo "$2" >"$(port_of "$1")/lun/lun_0/alua_tg_pt_offline"
}

# The map's groups from the first to the last: priority, and the state of each path.
groups() {
	fairpathctl show topology "$MAP" | awk '
		/policy=/ { match($0, /prio=[0-9-]+/); at = substr($0, RSTART + 5, RLENGTH - 5)
			line = line (line ? " " : "") at ":" }
		/ [0-9]+:[0-9]+:[0-9]+:[0-9]+ / { line = line (/ active / ? "A" : "F") }
		END { print line }'
}

groups_are() {
	[[ $(groups) == "$1" ]]
}

# The same, and I/O is in the first.
current_is() {
	groups_are "$1" && fairpathctl show topology "$MAP" | grep -m 1 policy= | grep -q status=active
}
