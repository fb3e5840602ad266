# shellcheck shell=bash disable=SC2034
DESCRIPTION="a noflush suspend with requests waiting for a path succeeds, and they are served after a reload"
LIMIT=180
CORE=yes

scenario() {
	local writer
	array_up scsi_debug size=16 paths=2
	create fp "$(fairpath_table service-time queue_if_no_path "${PATHS[0]}")"
	message fp fail_path "${PATHS[0]}"
	write_one /dev/mapper/fp &
	writer=$!
	sleep 0.5
	dm load fp --table "$(fairpath_table service-time queue_if_no_path "${PATHS[1]}")"
	assert_between "milliseconds that the suspend takes" 0 20000 \
		"$(milliseconds dm suspend --noflush --nolockfs fp)"
	kill -0 $writer || fail "the write ended during the suspend"
	dm resume fp
	wait $writer || fail "the write that waited ended with an error"
	remove fp
}
