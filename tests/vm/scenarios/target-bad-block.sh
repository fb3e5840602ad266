# shellcheck shell=bash disable=SC2034
DESCRIPTION="a block that no path can write takes the LUN from the others only so often, then its error is told"
LIMIT=180
CORE=yes

# 4 KiB in the middle, in sectors
BAD=4096

scenario() {
	local writer
	array_up lio paths=2 size=16
	create fp "$(fairpath_table round-robin queue_if_no_path)"
	echo "+$BAD-$((BAD + 7))" >"$NULLB/lio/badblocks"

	# The array answers no more than that it could not: it may be the path.
	dd if=/dev/zero of=/dev/mapper/fp bs=4k seek=$((BAD / 8)) count=1 oflag=direct \
		conv=notrunc status=none 2>"$STATE/dd" &
	writer=$!
	wait_until 40 "no path is left" no_path_left
	message fp reinstate_path "${PATHS[0]}"
	wait_until 40 "the path that returned is taken too" first_path_failed_twice
	kill -0 $writer || fail "the write did not wait for a path"
	message fp reinstate_path "${PATHS[0]}"

	# Whoever reinstated the paths knows that they work. The rest waits no longer.
	wait $writer && fail "the write of a bad block succeeded"
	assert_match "what the writer was told" "Input/output error" "$(<"$STATE/dd")"
	assert_eq "lun_errors" 1 "$(status_key fp lun_errors)"
	assert_eq "the path that returned last" A "$(path_state fp 1)"
	timeout 10 dd if=/dev/zero of=/dev/mapper/fp bs=4k count=1 oflag=direct conv=notrunc \
		status=none
	remove fp
}

no_path_left() {
	[[ $(path_state fp 1)$(path_state fp 2) == FF ]]
}

first_path_failed_twice() {
	[[ $(path_fails fp 1) == 2 ]]
}
