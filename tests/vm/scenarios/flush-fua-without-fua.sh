# shellcheck shell=bash disable=SC2034
DESCRIPTION="an O_DSYNC write to a path that lost FUA under a live table is written, then flushed"
LIMIT=180
CORE=yes

scenario() {
	array_up lio size=16 paths=2 cache=on fua=on
	create fp "$(fairpath_table)"
	count_start
	write_one /dev/mapper/fp dsync
	count_stop
	assert_eq "FUA writes while the paths take FUA" 1 $(($(count 1 fua) + $(count 2 fua)))

	path_cache 1 on off
	path_cache 2 on off
	assert_eq "fua that the device still advertises" 1 "$(<"$(queue_of fp)/fua")"
	count_start
	write_one /dev/mapper/fp dsync
	count_stop
	assert_eq "FUA writes to paths without FUA" 0 $(($(count 1 fua) + $(count 2 fua)))
	# The system call itself asks for a flush as well, after each such write.
	assert_eq "flushes instead, and the system call's own" 2 \
		$(($(count 1 flushes) + $(count 2 flushes)))
	assert_eq "durable_fua" 1 "$(status_key fp durable_fua)"

	# In the middle of load, with a path that fails and a reload: nothing is lost.
	fio_start /dev/mapper/fp size=2m sync=dsync verify_backlog=64 time_based runtime=600
	sleep 1
	message fp fail_path "${PATHS[0]}"
	reload fp "$(fairpath_table)" --noflush
	sleep 1
	fio_stop
	remove fp
}
