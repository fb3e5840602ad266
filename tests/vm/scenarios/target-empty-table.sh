# shellcheck shell=bash disable=SC2034
DESCRIPTION="a table without paths between two others: limits stay, what was queued meanwhile is written, no path fails"
LIMIT=180
CORE=yes

scenario() {
	local n limits
	array_up scsi_debug size=16 paths=2
	for n in 0 1; do
		echo 32 >"/sys/class/block/${PATHS[n]#/dev/}/queue/max_sectors_kb"
	done
	create fp "$(fairpath_table service-time)"
	limits=$(limits)
	reload fp "0 $SECTORS fairpath 1 queue_if_no_path 0 0 0"
	assert_eq "limits without a path" "$limits" "$(limits)"
	fio_start /dev/mapper/fp bs=512k size=8m rw=write iodepth=4
	sleep 1
	fio_runs || fail "nothing waited for a path"
	reload fp "$(fairpath_table service-time)" --noflush --nolockfs
	fio_wait
	assert_eq "states of the paths" AA "$(path_state fp 1)$(path_state fp 2)"
	assert_eq "oversize requests" 0 "$(status_key fp oversize)"
	remove fp
}

limits() {
	local queue file
	queue=$(queue_of fp)
	for file in max_sectors_kb max_hw_sectors_kb max_segments max_segment_size logical_block_size; do
		echo "$file $(<"$queue/$file")"
	done
}
