# shellcheck shell=bash disable=SC2034
DESCRIPTION="a SCSI command sent to the device goes to a usable path, and waits for one if it may"
LIMIT=180

scenario() {
	local inquiry
	array_up scsi_debug size=16 paths=2
	create fp "$(fairpath_table service-time queue_if_no_path)"
	message fp fail_path "${PATHS[0]}"
	assert_match "INQUIRY through the device" "scsi_debug" "$(sg_inq /dev/mapper/fp)"

	message fp fail_path "${PATHS[1]}"
	sg_inq /dev/mapper/fp >/dev/null &
	inquiry=$!
	sleep 1
	kill -0 $inquiry || fail "the command did not wait for a path"
	message fp reinstate_path "${PATHS[1]}"
	wait $inquiry || fail "the command that waited failed"

	message fp fail_path "${PATHS[1]}"
	message fp fail_if_no_path
	assert_fails sg_inq /dev/mapper/fp
	remove fp
}
