# shellcheck shell=bash disable=SC2034
DESCRIPTION="a message that is wrong is refused, with the reason in the kernel's log"
LIMIT=180

scenario() {
	array_up scsi_debug size=16 paths=2
	create fp "$(fairpath_table)"
	refused "message 'fail_paths' is not known" fail_paths 8:0
	refused "message fail_path takes 2 words, not 1" fail_path
	refused "message fail_if_no_path takes 1 words, not 2" fail_if_no_path now
	refused "'99:99' is not a path of this map" fail_path 99:99
	refused "there is no block device '/dev/nothing'" reinstate_path /dev/nothing
	refused "'2' is not the number of a priority group (1 to 1)" switch_group 2
	refused "'0' is not the number of a priority group" disable_group 0
	refused "'one' is not the number of a priority group" enable_group one
	refused "'4294967297' is not the number of a priority group" enable_group 4294967297
	remove fp
}

# refused "reason" WORD...
refused() {
	dmesg -C
	assert_fails message fp "${@:2}"
	[[ $(dmesg) == *"fairpath: fp: message"*"$1"* || $(dmesg) == *"fairpath: "*"$1"* ]] ||
		fail "the kernel's log does not say \"$1\": $(dmesg)"
}
