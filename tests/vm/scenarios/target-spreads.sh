# shellcheck shell=bash disable=SC2034
DESCRIPTION="verified I/O over four paths spreads evenly over all of them, by either selector"
LIMIT=180
CORE=yes

scenario() {
	local selector n reads
	array_up scsi_debug size=16
	for selector in round-robin service-time; do
		create fp "$(fairpath_table $selector)"
		count_start
		fio_verify /dev/mapper/fp size=4m
		count_stop
		# 1024 blocks of 4 KiB are read back; requests in a row can merge.
		reads=$(count below reads)
		assert_between "reads that arrived through $selector" 512 1100 "$reads"
		for n in 1 2 3 4; do
			assert_between "reads on path $n of $selector" $((reads / 5)) $((reads / 3)) \
				"$(count $n reads)"
		done
		remove fp
	done
}
