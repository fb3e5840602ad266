# shellcheck shell=bash disable=SC2034
DESCRIPTION="on the EVA, ext4 with barriers and an fsync a file sends no flush and no FUA at all"
LIMIT=180
CORE=yes

scenario() {
	local n
	array_up eva
	create fp "$(fairpath_table service-time)"
	count_start
	mkfs.ext4 -q /dev/mapper/fp
	mkdir -p /mnt/fp
	mount -o barrier=1 /dev/mapper/fp /mnt/fp
	for ((n = 0; n < 50; n++)); do
		dd if=/dev/zero of=/mnt/fp/file$n bs=4k count=2 conv=fsync status=none
	done
	umount /mnt/fp
	count_stop
	for n in 1 2 3 4; do
		assert_between "writes on path $n" 5 100000 "$(count $n writes)"
		assert_eq "flushes on path $n" 0 "$(count $n flushes)"
		assert_eq "FUA writes on path $n" 0 "$(count $n fua)"
	done
	assert_eq "flushes at the array" 0 "$(count below flushes)"
	remove fp
}
