# shellcheck shell=bash disable=SC2034
DESCRIPTION="queueing without a path ends by the kernel's own clock, and starts anew when a path was back"
LIMIT=60
CORE=yes

scenario() {
	local n spent
	array_up scsi_debug size=16 paths=2
	create fp "$(fairpath_table service-time "queue_if_no_path queue_if_no_path_timeout_secs 3")"
	for n in 1 2; do
		path_fail $n
		message fp fail_path "${PATHS[n - 1]}"
	done
	spent=$(milliseconds assert_io_error write_one /dev/mapper/fp)
	assert_between "milliseconds until a write that waits fails" 1500 8000 "$spent"
	assert_match "status" " no_path_timeouts 1 " "$(status fp) "
	assert_between "milliseconds until the next fails" 0 1500 \
		"$(milliseconds assert_io_error write_one /dev/mapper/fp)"

	path_restore 1
	message fp reinstate_path "${PATHS[0]}"
	write_one /dev/mapper/fp
	message fp fail_path "${PATHS[0]}"
	spent=$(milliseconds assert_io_error write_one /dev/mapper/fp)
	assert_between "milliseconds that a write waits in the next outage" 1500 8000 "$spent"
	remove fp
}
