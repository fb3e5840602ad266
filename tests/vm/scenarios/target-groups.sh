# shellcheck shell=bash disable=SC2034
DESCRIPTION="priority groups: the initial one first, the next when it has no path, by message any"
LIMIT=180
CORE=yes

scenario() {
	array_up scsi_debug size=16
	create fp "0 $SECTORS fairpath 0 0 2 2 round-robin 0 2 1 ${PATHS[0]} 1 ${PATHS[1]} 1 \
		service-time 0 2 2 ${PATHS[2]} 1 1 ${PATHS[3]} 1 1"
	assert_goes_to "the initial group" 3 4
	assert_match "status" " 2 2 E 0 2 0 .* A 0 2 2 " "$(status fp)"

	message fp fail_path "${PATHS[2]}"
	assert_goes_to "the last path of its group" 4
	message fp fail_path "${PATHS[3]}"
	assert_goes_to "the other group" 1 2

	message fp reinstate_path "${PATHS[2]}"
	assert_goes_to "the current group, though the other has a path again" 1 2
	message fp switch_group 2
	assert_goes_to "the group that a message asked for" 3

	message fp disable_group 2
	assert_goes_to "the group that is not disabled" 1 2
	assert_match "status" " D 0 2 2 " "$(status fp)"
	message fp fail_path "${PATHS[0]}"
	message fp fail_path "${PATHS[1]}"
	assert_goes_to "a disabled group when no other has a path" 3
	message fp enable_group 2
	remove fp
}

# assert_goes_to WHAT N...: reads arrive on these paths and no others
assert_goes_to() {
	local what=$1 i n used=()
	count_start
	for i in 1 2 3 4 5 6; do
		read_one /dev/mapper/fp
	done
	count_stop
	for n in 1 2 3 4; do
		(($(count $n reads) == 0)) || used+=("$n")
	done
	assert_eq "paths that took reads: $what" "${*:2}" "${used[*]}"
}
