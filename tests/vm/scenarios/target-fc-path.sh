# shellcheck shell=bash disable=SC2034
DESCRIPTION="a real Fibre Channel path goes down and comes back under verified I/O"
REQUIRES="fc"
LIMIT=180

scenario() {
	array_up fc paths=2 size=16
	create fp "$(fairpath_table service-time queue_if_no_path)"
	fio_start /dev/mapper/fp size=8m time_based runtime=600 verify_backlog=128
	sleep 2
	path_fail 2
	wait_until 40 "path 2 is failed" path_is fp 2 F
	assert_eq "state of path 1" A "$(path_state fp 1)"
	path_restore 2
	message fp reinstate_path "${PATHS[1]}"
	sleep 2
	assert_eq "state of path 2 when it is back" A "$(path_state fp 2)"
	fio_stop
	remove fp
}
