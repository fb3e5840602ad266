# shellcheck shell=bash disable=SC2034
DESCRIPTION="with queue_if_no_path, I/O waits while all paths are gone and goes on when one is back"
LIMIT=180
CORE=yes

scenario() {
	local n writer
	array_up scsi_debug size=16
	create fp "$(fairpath_table service-time queue_if_no_path)"
	for n in 1 2 3 4; do
		path_fail $n
	done
	write_one /dev/mapper/fp &
	writer=$!
	wait_until 40 "the last path is failed" all_failed
	sleep 1
	kill -0 $writer || fail "a write did not wait for a path"

	path_restore 3
	message fp reinstate_path "${PATHS[2]}"
	wait $writer || fail "the write that waited ended with an error"
	read_one /dev/mapper/fp
	remove fp
}

all_failed() {
	[[ $(status fp) != *" A "[0-9]* && $(path_state fp 1) == F ]]
}
