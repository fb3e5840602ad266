# shellcheck shell=bash disable=SC2034
DESCRIPTION="protection information (DIX) goes with what is parked: oversize writes, and writes made durable (S2, S6)"
LIMIT=240
CORE=yes

scenario() {
	local n before
	array_up scsi_debug size=32 paths=2 dif=1 cache=off
	create fp "$(fairpath_table service-time)"
	assert_eq "integrity of the device" T10-DIF-TYPE1-CRC \
		"$(<"$(queue_of fp)/../integrity/format")"
	verified "without a cache" size=4m

	for n in 0 1; do
		echo 32 >"/sys/class/block/${PATHS[n]#/dev/}/queue/max_sectors_kb"
	done
	verified "oversize" bs=256k size=8m rw=write iodepth=4
	assert_between "oversize requests" 32 1000 "$(status_key fp oversize)"

	scsi_path_cache 1 on
	scsi_path_cache 2 on
	verified "a cache has come on (S6)" size=4m
	assert_between "writes made durable" 1000 3000 "$(status_key fp durable_promised)"

	# As bios, then a flush, and only then do they end.
	before=$(status_key fp oversize)
	verified "oversize, and made durable" bs=256k size=8m rw=write iodepth=4
	assert_between "oversize requests of these" 32 1000 "$(($(status_key fp oversize) - before))"
	remove fp
}

# verified WHAT KEY=VALUE...: the paths check each block's guard and place when it
# is written and when it is read
verified() {
	fio_verify /dev/mapper/fp "${@:2}"
	assert_eq "$1: states of the paths" AA "$(path_state fp 1)$(path_state fp 2)"
}
