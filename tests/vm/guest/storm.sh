# shellcheck shell=bash
# A storm: verified I/O while all happens that may happen to paths, groups and tables.

STORM_EVENTS=(path cable outage messages switch bypass reload suspend alua unavailable)

# storm MODE SECONDS SEED EVENT...: in rounds, each event once a round, and one round at
# least, which goes in the order given; the others' order and the paths are those of the
# seed. With a seed of its own a storm finds what is of the change, not of the day.
storm() {
	local mode=$1 events=("${@:4}") end event n
	echo "storm, mode $mode, seed $3"
	RANDOM=$3
	array_up lio size=16 groups=1,1,2,2 shared=on
	modprobe scsi_dh_alua
	for n in 1 2 3 4; do
		[[ $(handler_of $n) == alua ]] || handler_attach $n alua
	done
	create fp "$(storm_table "$1")"
	# So few that a slow machine has time for the events, also while fio catches up after an outage.
	fio_start /dev/mapper/fp size=8m iodepth=8 rate_iops=100 time_based runtime=3600 verify_backlog=64
	end=$((SECONDS + $2))
	while
		for event in "${events[@]}"; do
			echo "storm, mode $mode: $event"
			"storm_$event" "$mode"
			storm_passes
		done
		((SECONDS < end))
	do
		storm_shuffle
	done
	fio_stop
	fio_verify /dev/mapper/fp size=4m
	remove fp
	array_down
}

storm_shuffle() {
	local i j last
	for ((i = ${#events[@]} - 1; i > 0; i--)); do
		j=$((RANDOM % (i + 1)))
		last=${events[i]}
		events[i]=${events[j]}
		events[j]=$last
	done
}

# storm_table MODE: bio mode takes no handler's words, and uses what is attached
storm_table() {
	case $1 in
	bio) two_groups "" "queue_if_no_path queue_mode bio" ;;
	*) two_groups alua "queue_if_no_path queue_mode $1" ;;
	esac
}

# All paths are there again, and I/O runs.
storm_passes() {
	local n done_before
	group_state 1 optimized
	group_state 2 optimized
	for n in 1 2 3 4; do
		path_restore $n
	done
	done_before=$(storm_sectors)
	wait_until 60 "I/O runs again" storm_is_over
	fio_runs || fail "the I/O ended by itself"
}

storm_is_over() {
	local n
	# Requests that were under way fail paths for a while yet.
	for n in 1 2 3 4; do
		path_is fp $n A || message fp reinstate_path "${PATHS[n - 1]}"
	done
	(($(storm_sectors) > done_before))
}

# What the device has written so far.
storm_sectors() {
	local sectors
	read -r _ _ _ _ _ _ sectors _ <"$(queue_of fp)/../stat"
	echo "$sectors"
}

# ANY: a path. Not by $(...), which would draw in a subshell and leave the next as it was.
any_path() {
	ANY=$((RANDOM % 4 + 1))
}

storm_path() {
	any_path
	path_fail "$ANY"
	pause 0.5
}

storm_cable() {
	local first=$(($(current_group fp) == 1 ? 1 : 3))
	path_fail $first
	path_fail $((first + 1))
	pause 0.5
}

storm_outage() {
	local n
	for n in 1 2 3 4; do
		path_fail $n
	done
	pause 0.5
}

storm_messages() {
	local n
	for n in 1 2 3 4; do
		message fp fail_path "${PATHS[n - 1]}"
	done
	any_path
	message fp reinstate_path "${PATHS[ANY - 1]}"
	pause 0.2
}

storm_switch() {
	message fp switch_group 2
	pause 0.2
	message fp switch_group 1
}

storm_bypass() {
	message fp disable_group 1
	pause 0.2
	message fp enable_group 1
}

storm_reload() {
	reload fp "$(storm_table "$1")" --noflush
	any_path
	message fp fail_path "${PATHS[ANY - 1]}"
	reload fp "$(storm_table "$1")" --noflush
}

storm_suspend() {
	dm suspend --nolockfs fp
	dm resume fp
	message fp fail_path "${PATHS[0]}"
	dm suspend --noflush --nolockfs fp
	dm resume fp
}

storm_alua() {
	group_state 1 nonoptimized
	pause 0.2
	group_state 2 standby
	pause 0.5
}

storm_unavailable() {
	group_state 1 unavailable
	group_state 2 unavailable
	pause 0.5
}
