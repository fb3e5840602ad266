# shellcheck shell=bash disable=SC2034
DESCRIPTION="limits that are lowered on live paths fail no path and lose no I/O"
LIMIT=180
CORE=yes

scenario() {
	local n queue
	array_up scsi_debug size=32 paths=2 discard=on
	create fp "$(fairpath_table service-time)"
	for n in 0 1; do
		queue=/sys/class/block/${PATHS[n]#/dev/}/queue
		echo 32 >"$queue/max_sectors_kb"
	done
	count_start
	fio_verify /dev/mapper/fp bs=256k size=8m rw=write iodepth=4
	count_stop
	assert_between "writes of 32 KiB that 8 MiB became" 256 2000 \
		$(($(count 1 writes) + $(count 2 writes)))
	assert_eq "states of the paths" AA "$(path_state fp 1)$(path_state fp 2)"
	assert_between "oversize requests" 32 1000 "$(status_key fp oversize)"

	for n in 0 1; do
		queue=/sys/class/block/${PATHS[n]#/dev/}/queue
		echo 65536 >"$queue/discard_max_bytes"
	done
	blkdiscard --offset 0 --length 4M /dev/mapper/fp
	assert_eq "states of the paths after a discard" AA "$(path_state fp 1)$(path_state fp 2)"

	for n in 1 2; do
		echo 64 >"/sys/class/scsi_disk/$(address_of "$n")/max_write_same_blocks"
	done
	write_ones /dev/mapper/fp
	blkdiscard --zeroout --offset 0 --length 4M /dev/mapper/fp
	cmp -n 4M /dev/mapper/fp /dev/zero || fail "4 MiB of zeroes did not arrive"
	assert_eq "states of the paths after zeroes" AA "$(path_state fp 1)$(path_state fp 2)"
	remove fp
}

write_ones() {
	head -c 4M /dev/zero | tr '\0' '\377' | dd of="$1" bs=1M oflag=direct iflag=fullblock status=none
}
