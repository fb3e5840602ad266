# shellcheck shell=bash
DESCRIPTION="what arrives on a path is counted to the command"
LIMIT=180
REQUIRES=stock
CORE=yes

repeat() {
	local i
	for ((i = 0; i < $1; i++)); do
		"${@:2}"
	done
}

scenario() {
	array_up scsi_debug paths=2
	count_start
	repeat 5 read_one "${PATHS[0]}"
	repeat 3 write_one "${PATHS[0]}"
	repeat 2 write_one "${PATHS[1]}" dsync
	repeat 4 flush "${PATHS[1]}"
	count_stop

	assert_eq "reads on path 1" 5 "$(count 1 reads)"
	assert_eq "writes on path 1" 3 "$(count 1 writes)"
	assert_eq "FUA writes on path 1" 0 "$(count 1 fua)"
	assert_eq "flushes on path 1" 0 "$(count 1 flushes)"
	assert_eq "writes on path 2" 2 "$(count 2 writes)"
	assert_eq "FUA writes on path 2" 2 "$(count 2 fua)"
	# The block device's own O_DSYNC is FUA and then a flush.
	assert_eq "flushes on path 2" 6 "$(count 2 flushes)"
	assert_eq "writes below" 5 "$(count below writes)"
}
