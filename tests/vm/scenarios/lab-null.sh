# shellcheck shell=bash
DESCRIPTION="null: a path fails and is restored, and what arrives on it is counted"
LIMIT=180
REQUIRES=stock
CORE=yes

scenario() {
	array_up null paths=2 cache=on size=64
	count_start
	write_one "${PATHS[0]}"
	read_one "${PATHS[1]}"
	flush "${PATHS[1]}"
	count_stop
	assert_eq "writes on path 1" 1 "$(count 1 writes)"
	assert_eq "reads on path 2" 1 "$(count 2 reads)"
	assert_eq "flushes on path 2" 1 "$(count 2 flushes)"

	path_fail 1
	assert_io_error read_one "${PATHS[0]}"
	read_one "${PATHS[1]}"
	path_restore 1
	read_one "${PATHS[0]}"
}
