# shellcheck shell=bash
# A storm: verified I/O while all happens that may happen to paths, groups and tables.

STORM_EVENTS=(path cable outage messages switch bypass reload suspend alua unavailable)

# storm MODE SECONDS EVENT...: in rounds, each event once a round, and one round at least,
# which goes in the order given: what a short storm finds is of the change, not of the day
storm() {
	local mode=$1 events=("${@:3}") end event n
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
		mapfile -t events < <(shuf -e "${events[@]}")
	done
	fio_stop
	fio_verify /dev/mapper/fp size=4m
	remove fp
	array_down
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
	awk '{ print $7 }' "$(queue_of fp)/../stat"
}

any_path() {
	echo $((RANDOM % 4 + 1))
}

storm_path() {
	path_fail "$(any_path)"
	sleep 0.5
}

storm_cable() {
	local first=$(($(current_group fp) == 1 ? 1 : 3))
	path_fail $first
	path_fail $((first + 1))
	sleep 0.5
}

storm_outage() {
	local n
	for n in 1 2 3 4; do
		path_fail $n
	done
	sleep 0.5
}

storm_messages() {
	local n
	for n in 1 2 3 4; do
		message fp fail_path "${PATHS[n - 1]}"
	done
	message fp reinstate_path "${PATHS[$(any_path) - 1]}"
	sleep 0.2
}

storm_switch() {
	message fp switch_group 2
	sleep 0.2
	message fp switch_group 1
}

storm_bypass() {
	message fp disable_group 1
	sleep 0.2
	message fp enable_group 1
}

storm_reload() {
	reload fp "$(storm_table "$1")" --noflush
	message fp fail_path "${PATHS[$(any_path) - 1]}"
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
	sleep 0.2
	group_state 2 standby
	sleep 0.5
}

storm_unavailable() {
	group_state 1 unavailable
	group_state 2 unavailable
	sleep 0.5
}
