# shellcheck shell=bash disable=SC2034
DESCRIPTION="a path of four becomes silent: nothing new is sent there while the others answer, and that is told, once"
LIMIT=240
CORE=yes

scenario() {
	local flood silent held
	array_up slots slots=4 service=50000
	create fp "$(fairpath_table service-time "fair_queue fair_depth 16")"
	no_elevator fp
	uevents_start
	flood /dev/mapper/fp 32
	"${FLOOD[@]}" >/dev/null 2>&1 &
	flood=$!
	wait_until 30 "requests wait" waiting_at_least fp 8
	silent=$(cat "/sys/class/block/${PATHS[1]#/dev/}/dev")

	path_silence 2
	wait_until 60 "status tells of the silent path" silent_is "$silent"
	wait_until 20 "an event tells of it" uevent_seen DM_ACTION=PATH_SILENT "DM_PATH=$silent" \
		DM_NR_VALID_PATHS=4
	held=$(in_flight "${PATHS[1]}")
	count_start
	message fp reset_counters
	wait_until 60 "the others answer" granted_at_least fp 1 100
	count_stop
	assert_eq "reads that the silent path is sent" 0 "$(count 2 reads)"
	assert_eq "requests that it holds" "$held" "$(in_flight "${PATHS[1]}")"
	# One more if this machine stood still for seconds before.
	assert_between "events of its silence" 1 2 "$(grep -c "^DM_PATH=$silent" "$STATE/uevents")"
	assert_eq "its state" A "$(path_state fp 2)"

	path_restore 2
	wait_until 60 "status tells of none" silent_is none
	kill $flood
	wait $flood || true
	remove fp
}

silent_is() {
	[[ $(status_key fp fair_silent) == "$1" ]]
}
