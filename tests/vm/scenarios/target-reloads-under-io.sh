# shellcheck shell=bash disable=SC2034
DESCRIPTION="50 reloads under verified I/O, with a path more and a path less in turn, lose nothing"
LIMIT=300

scenario() {
	local i paths
	array_up scsi_debug size=16
	create fp "$(fairpath_table service-time)"
	fio_start /dev/mapper/fp size=8m rate_iops=500 time_based runtime=600 do_verify=1 verify_backlog=256
	for ((i = 0; i < ${RELOADS:-50}; i++)); do
		paths=("${PATHS[@]:0:3 + i % 2}")
		reload fp "$(fairpath_table service-time queue_if_no_path "${paths[@]}")" --noflush
		assert_eq "paths after reload $i" ${#paths[@]} \
			"$(status fp | grep -oE ' [0-9]+:[0-9]+ A ' | wc -l)"
		fio_runs || fio_wait
	done
	fio_stop
	remove fp
}
