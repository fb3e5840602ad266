# shellcheck shell=bash disable=SC2034
DESCRIPTION="all paths of the group in use go: the file system on it stays writable, without any queueing"
LIMIT=180
CORE=yes

scenario() {
	local n
	array_up lio size=64 groups=1,1,2,2 shared=on
	group_state 2 standby
	create fp "$(two_groups)"
	mkfs.ext4 -q /dev/mapper/fp
	mkdir -p /mnt/fp
	mount -o errors=remount-ro /dev/mapper/fp /mnt/fp
	path_fail 1
	# The array sees that the first controller's host is going. Before the last path
	# went: ext4 writes when it likes, and a group in standby would refuse it.
	group_state 2 optimized
	path_fail 2
	for n in 1 2 3 4; do
		head -c 256k /dev/urandom >"/mnt/fp/file$n"
		sync -f /mnt/fp
	done
	assert_match "mount options" "^rw" "$(findmnt -rno OPTIONS /mnt/fp)"
	assert_eq "current group" 2 "$(current_group fp)"
	umount /mnt/fp
	e2fsck -fn /dev/mapper/fp || fail "the file system is not clean"
	path_restore 1
	path_restore 2
	remove fp
}
