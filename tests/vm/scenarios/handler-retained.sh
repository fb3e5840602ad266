# shellcheck shell=bash disable=SC2034
DESCRIPTION="a handler that a path has is kept, by wish or because another cannot replace it, and outlives the device"
LIMIT=240
VARIANTS=lab-handler

scenario() {
	array_up scsi_debug size=16
	no_handler
	lab_handler

	shows "1 lab" "" retain_attached_hw_handler
	shows "1 lab" "alua" retain_attached_hw_handler
	shows "1 lab" "alua 1" retain_attached_hw_handler
	shows "3 lab one two" "lab one two" retain_attached_hw_handler
	shows "1 lab" "alua"
	shows "1 lab" "lab"
	assert_eq "handler of path 4 when all devices are gone" lab "$(handler_of 4)"
}

# shows "WORDS" HANDLER [FEATURE...]: what `dmsetup table` shows of the handler
shows() {
	local nr
	create fp "$(two_groups "$2" "${*:3}")"
	nr=$(dmsetup table fp | awk '{ print 5 + $4 }')
	assert_eq "handler shown of '$2' with '${*:3}'" "$1" \
		"$(dmsetup table fp | cut -d' ' -f"$nr-$((nr + ${1%% *}))")"
	remove fp
}

# Of paths that have none, and no name in the table, no handler is made.
no_handler() {
	shows "0" "" retain_attached_hw_handler
	shows "0" ""
	assert_eq "handler of path 1" detached "$(handler_of 1)"
}
