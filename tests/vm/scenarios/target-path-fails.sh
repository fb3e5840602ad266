# shellcheck shell=bash disable=SC2034
DESCRIPTION="a path that is set to error under I/O fails over without an I/O error, and a change uevent tells it"
LIMIT=180
CORE=yes

scenario() {
	local dev
	array_up scsi_debug size=16
	dev=$(cat "/sys/class/block/$(basename "${PATHS[1]}")/dev")
	create fp "$(fairpath_table service-time)"
	uevents_start
	fio_start /dev/mapper/fp size=8m verify_backlog=256 time_based runtime=600
	sleep 1
	path_fail 2
	wait_until 40 "path 2 is failed" path_is fp 2 F
	sleep 1
	fio_stop
	assert_eq "failures of path 2" 1 "$(path_fails fp 2)"
	assert_eq "state of path 1" A "$(path_state fp 1)"
	wait_until 40 "the uevent of the failure" uevent_seen ACTION=change DM_TARGET=fairpath \
		DM_ACTION=PATH_FAILED "DM_PATH=$dev" DM_NR_VALID_PATHS=3 DM_NAME=fp
	remove fp
}
