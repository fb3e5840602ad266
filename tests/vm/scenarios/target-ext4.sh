# shellcheck shell=bash disable=SC2034
DESCRIPTION="an ext4 file system is made, filled and found clean, while a path fails and returns"
LIMIT=180
CORE=yes

scenario() {
	array_up scsi_debug size=64
	create fp "$(fairpath_table service-time)"
	mkfs.ext4 -q /dev/mapper/fp
	mkdir -p /mnt/fp
	mount /dev/mapper/fp /mnt/fp
	fill 10
	path_fail 1
	fill 20
	path_restore 1
	message fp reinstate_path "${PATHS[0]}"
	fill 30
	sync -f /mnt/fp
	umount /mnt/fp
	e2fsck -fn /dev/mapper/fp || fail "the file system is not clean"
	mount -o ro /dev/mapper/fp /mnt/fp
	(cd /mnt/fp && sha256sum --quiet -c sums)
	umount /mnt/fp
	remove fp
}

# fill N: ten files of 256 KiB, and their sums
fill() {
	local i
	for ((i = $1; i < $1 + 10; i++)); do
		head -c 256k /dev/urandom >"/mnt/fp/file$i"
		(cd /mnt/fp && sha256sum "file$i" >>sums)
	done
	sync -f /mnt/fp
}
