# shellcheck shell=bash disable=SC2034
DESCRIPTION="in bio mode, protection information (DIX) goes with a bio to the path that it is sent to next"
LIMIT=240

scenario() {
	array_up scsi_debug size=32 paths=2 dif=1 cache=off
	create fp "$(MODE=bio fairpath_table)"
	assert_eq "integrity of the device" T10-DIF-TYPE1-CRC \
		"$(<"$(queue_of fp)/../integrity/format")"
	verified "both paths" AA size=2m

	# What is sent to it fails at once, and goes to the other.
	path_fail 1
	verified "a path fails" FA size=2m
	assert_between "bios sent again" 1 1000 "$(status_key fp retries)"
	path_restore 1
	message fp reinstate_path "${PATHS[0]}"

	scsi_path_cache 1 on
	scsi_path_cache 2 on
	verified "a cache has come on (S6)" AA size=2m
	assert_between "writes made durable" 100 3000 "$(status_key fp durable_promised)"
	remove fp
}

# verified WHAT STATES KEY=VALUE...: the paths check each block's guard and place when
# it is written and when it is read
verified() {
	fio_verify /dev/mapper/fp "${@:3}"
	assert_eq "$1: states of the paths" "$2" "$(path_state fp 1)$(path_state fp 2)"
}
