# shellcheck shell=bash disable=SC2034
DESCRIPTION="an ordinary suspend with requests waiting for a path does not hang, and they end"
LIMIT=180

scenario() {
	local writer
	array_up scsi_debug size=16 paths=1
	create fp "$(fairpath_table service-time queue_if_no_path)"
	message fp fail_path "${PATHS[0]}"
	# It fails if device-mapper maps it before it stops the queue, and is kept if not.
	{ write_one /dev/mapper/fp || true; } &
	writer=$!
	sleep 0.5
	assert_between "milliseconds that the suspend takes" 0 20000 \
		"$(milliseconds dm suspend --nolockfs fp)"
	dm resume fp
	assert_match "the table after it" " [13] queue_if_no_path " "$(dmsetup table fp)"
	message fp reinstate_path "${PATHS[0]}"
	assert_between "milliseconds until the write has ended" 0 20000 "$(milliseconds wait_for $writer)"
	verify_write /dev/mapper/fp
	remove fp
}

# In a subshell, wait knows no other process's children.
wait_for() {
	wait_until 40 "process $1 has ended" process_ended "$1"
}

process_ended() {
	! kill -0 "$1" 2>/dev/null
}
