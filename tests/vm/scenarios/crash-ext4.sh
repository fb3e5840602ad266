# shellcheck shell=bash disable=SC2034
DESCRIPTION="files that were fsynced are there after a crash of ext4 and its journal's recovery"
LIMIT=180

FILES=30

scenario() {
	local n log mark
	array_up lio log=on paths=2 size=16 cache=on
	create fp "$(fairpath_table)"
	mkfs.ext4 -q -E nodiscard,lazy_itable_init=0,lazy_journal_init=0 /dev/mapper/fp
	mkdir -p /mnt/crash
	mount /dev/mapper/fp /mnt/crash
	for ((n = 1; n <= FILES; n++)); do
		content $n | dd of=/mnt/crash/file$n bs=64k conv=fsync status=none
		log_mark "file=$n"
	done
	umount /mnt/crash
	remove fp

	log=$(log_end)
	for mark in 1 $((FILES / 2)) $FILES; do
		after_crash "$log" "$mark"
	done
}

# content N: that no other file has, and of its own length
content() {
	seq "$1" 7 $(($1 * 1000))
}

# after_crash LOG N: at the moment when file N was acknowledged. The device is as
# large as the LUN, and holds what it held: zeroes.
after_crash() {
	local device n
	device=/dev/$(store_make "replay$2" memory_backed=1 size=16)
	"$TOOLS/crash-log" replay "$1" "file=$2" "$device"
	mount "$device" /mnt/crash
	for ((n = 1; n <= $2; n++)); do
		content $n | cmp - "/mnt/crash/file$n" ||
			fail "after a crash at mark file=$2: file$n is not what was fsynced"
	done
	umount /mnt/crash
	e2fsck -fn "$device" || fail "after a crash at mark file=$2: e2fsck finds errors"
}
