# shellcheck shell=bash disable=SC2034
DESCRIPTION="in bio mode, 8 reloads under verified I/O lose nothing, and one to request mode is refused"
LIMIT=600

scenario() {
	RELOADS=8
	in_mode bio target-reloads-under-io
	keeps_its_mode
}

keeps_its_mode() {
	array_up scsi_debug size=16 paths=2
	create fp "$(MODE=bio fairpath_table)"
	assert_fails dm load fp --table "$(fairpath_table)"
	assert_match "the kernel's log" "can't change device type" "$(dmesg)"
	verify_write /dev/mapper/fp
	assert_match "the table" " 2 queue_mode bio 0 1 1 " "$(dmsetup table fp)"
	remove fp
}
