# shellcheck shell=bash disable=SC2034
DESCRIPTION="a path that is reinstated takes I/O again, and a change uevent tells it"
LIMIT=180

scenario() {
	local dev
	array_up scsi_debug size=16
	dev=$(cat "/sys/class/block/$(basename "${PATHS[2]}")/dev")
	create fp "$(fairpath_table)"
	uevents_start
	message fp fail_path "${PATHS[2]}"
	assert_eq "state of path 3 after the message" F "$(path_state fp 3)"
	count_start
	fio_verify /dev/mapper/fp size=1m
	count_stop
	assert_eq "writes on the failed path" 0 "$(count 3 writes)"

	message fp reinstate_path "$dev"
	assert_eq "state of path 3 after it was reinstated" A "$(path_state fp 3)"
	wait_until 40 "the uevent of the return" uevent_seen ACTION=change DM_TARGET=fairpath \
		DM_ACTION=PATH_REINSTATED "DM_PATH=$dev" DM_NR_VALID_PATHS=4
	count_start
	fio_verify /dev/mapper/fp size=1m
	count_stop
	assert_between "writes on the path that is back" 20 100 "$(count 3 writes)"
	remove fp
}
