# shellcheck shell=bash disable=SC2034
DESCRIPTION="a table that says nothing of a timeout has the module's, which has a default and can be set"
LIMIT=180

scenario() {
	local parameter=/sys/module/dm_fairpath/parameters/queue_if_no_path_timeout_secs
	fairpath_module
	assert_eq "the default, in seconds" 300 "$(<$parameter)"
	echo 2 >$parameter
	array_up scsi_debug size=16 paths=1
	create fp "$(fairpath_table service-time queue_if_no_path)"
	message fp fail_path "${PATHS[0]}"
	assert_between "milliseconds until a write that waits fails" 1000 60000 \
		"$(milliseconds assert_io_error write_one /dev/mapper/fp)"
	remove fp
}
