# shellcheck shell=bash disable=SC2034
DESCRIPTION="after a device with failed paths and waiting events is removed, the module unloads at once"
LIMIT=180

scenario() {
	local i
	array_up scsi_debug size=16
	for i in 1 2 3 4 5; do
		create fp "$(fairpath_table service-time queue_if_no_path)"
		verify_write /dev/mapper/fp
		message fp fail_path "${PATHS[0]}"
		message fp fail_path "${PATHS[1]}"
		message fp reinstate_path "${PATHS[1]}"
		remove fp
		rmmod dm_fairpath
		[[ ! -d /sys/module/dm_fairpath ]] || fail "the module is still there"
	done
	for i in "${PATHS[@]}"; do
		assert_eq "holders of $i" "" "$(ls "/sys/class/block/$(basename "$i")/holders")"
	done
}
