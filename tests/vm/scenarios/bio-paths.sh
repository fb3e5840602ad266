# shellcheck shell=bash disable=SC2034
DESCRIPTION="in bio mode, paths fail and return, and nothing is lost: as in request mode"
LIMIT=600
CORE=yes

scenario() {
	in_mode bio target-path-fails target-queues-without-path target-ioctl
	queueing_ends
}

# The clock is that of request mode; what it wakes is not.
queueing_ends() {
	array_up scsi_debug size=16 paths=1
	create fp "$(MODE=bio fairpath_table service-time "queue_if_no_path queue_if_no_path_timeout_secs 2")"
	message fp fail_path "${PATHS[0]}"
	assert_io_error write_one /dev/mapper/fp
	assert_eq "times that waiting ended" 1 "$(status_key fp no_path_timeouts)"
	remove fp
}
