# shellcheck shell=bash disable=SC2034
DESCRIPTION="an ordinary suspend with requests waiting for a path fails them and does not hang"
LIMIT=60

scenario() {
	local writer
	array_up scsi_debug size=16 paths=1
	create fp "$(fairpath_table service-time queue_if_no_path)"
	message fp fail_path "${PATHS[0]}"
	write_one /dev/mapper/fp 2>/dev/null &
	writer=$!
	sleep 0.5
	assert_between "milliseconds that the suspend takes" 0 5000 \
		"$(milliseconds dm suspend --nolockfs fp)"
	! wait $writer || fail "the write should have failed"
	dm resume fp
	assert_match "the table after it" " 1 queue_if_no_path " "$(dmsetup table fp)"
	message fp reinstate_path "${PATHS[0]}"
	verify_write /dev/mapper/fp
	remove fp
}
