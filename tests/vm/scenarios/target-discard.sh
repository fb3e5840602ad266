# shellcheck shell=bash disable=SC2034
DESCRIPTION="discards and zeroes reach the LUN, by a path that takes them; secure erase and zoned paths are refused"
LIMIT=240
REQUIRES=stock

scenario() {
	discards rq
	discards bio
	zoned
}

# discards MODE
discards() {
	array_up scsi_debug size=16 paths=2 discard=on
	create fp "$(MODE=$1 fairpath_table)"
	dd if=/dev/urandom of=/dev/mapper/fp bs=64k count=2 oflag=direct status=none
	blkdiscard --length 64k /dev/mapper/fp
	blkdiscard --zeroout --offset 64k --length 64k /dev/mapper/fp
	dd if=/dev/mapper/fp bs=64k count=2 iflag=direct status=none | cmp -n 131072 - /dev/zero ||
		fail "mode $1: what was discarded or zeroed does not read as zeroes"
	assert_fails blkdiscard --secure --length 64k /dev/mapper/fp

	# One path takes none any more: the other does.
	echo 0 >"/sys/block/${PATHS[0]#/dev/}/queue/discard_max_bytes"
	blkdiscard --length 64k /dev/mapper/fp
	blkdiscard --length 64k /dev/mapper/fp
	assert_eq "mode $1: states of the paths" AA "$(path_state fp 1)$(path_state fp 2)"
	remove fp
	array_down
}

zoned() {
	modprobe null_blk nr_devices=1 gb=1 zoned=1 zone_size=64
	assert_fails dm create fp --table "0 131072 fairpath 0 0 1 1 round-robin 0 1 1 /dev/nullb0 1"
	assert_match "the kernel's log" "argument 9 '/dev/nullb0': a zoned device cannot be a path" "$(dmesg)"
}
