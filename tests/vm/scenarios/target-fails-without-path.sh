# shellcheck shell=bash disable=SC2034
DESCRIPTION="without queue_if_no_path, I/O ends with EIO at once when no path is left"
LIMIT=180

scenario() {
	local n
	array_up scsi_debug size=16
	create fp "$(fairpath_table service-time)"
	for n in 1 2 3 4; do
		path_fail $n
	done
	assert_between "milliseconds until the error" 0 20000 \
		"$(milliseconds assert_io_error write_one /dev/mapper/fp)"
	assert_io_error read_one /dev/mapper/fp

	# The wish can change while the device is live, both ways.
	message fp queue_if_no_path
	assert_match "the table" " [13] queue_if_no_path " "$(dmsetup table fp)"
	assert_io_error write_one /dev/mapper/fp &
	sleep 1
	kill -0 $! || fail "a write did not wait though a message asked for it"
	message fp fail_if_no_path
	wait $! || fail "the write that waited should have failed"
	remove fp
}
