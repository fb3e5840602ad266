# shellcheck shell=bash disable=SC2034
DESCRIPTION="a device is reloaded to a larger size under I/O; over read-only paths it is read-only"
LIMIT=240
REQUIRES=stock

scenario() {
	array_up scsi_debug size=16 paths=2
	larger
	read_only
}

larger() {
	local half=$((SECTORS / 2))
	create fp "$(SECTORS=$half fairpath_table service-time)"
	fio_start /dev/mapper/fp size=4m rate_iops=200 time_based runtime=600 verify_backlog=64
	reload fp "$(fairpath_table service-time)" --noflush --nolockfs
	assert_eq "sectors" "$SECTORS" "$(blockdev --getsz /dev/mapper/fp)"
	dd if=/dev/zero of=/dev/mapper/fp bs=4k count=1 seek=$((SECTORS / 8 - 1)) oflag=direct status=none
	fio_stop
	assert_eq "states of the paths" AA "$(path_state fp 1)$(path_state fp 2)"
	remove fp
}

read_only() {
	local n
	for n in 0 1; do
		blockdev --setro "${PATHS[n]}"
	done
	# The kernel lets anybody open such a path for writing: it is the table that says it.
	dm create fp --readonly --table "$(fairpath_table)"
	assert_eq "read-only" 1 "$(blockdev --getro /dev/mapper/fp)"
	read_one /dev/mapper/fp
	assert_fails write_one /dev/mapper/fp
	sg_inq /dev/mapper/fp >/dev/null || fail "no INQUIRY through a read-only device"
	remove fp
	for n in 0 1; do
		blockdev --setrw "${PATHS[n]}"
	done
}
