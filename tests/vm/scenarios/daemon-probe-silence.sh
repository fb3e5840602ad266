# shellcheck shell=bash
DESCRIPTION="commands that a device does not answer end at their limit, and hold nobody up"
LIMIT=180
REQUIRES="stock kernel:6.12"    # its scsi_debug can be silent on one path
CORE=yes

nothing_is_out() {
	(($(</sys/module/scsi_debug/refcnt) == 0))
}

scenario() {
	array_up scsi_debug paths=4 size=8
	probe_ready
	echo 5 >"/sys/block/${PATHS[1]#/dev/}/device/timeout"
	command_silence 2 0x00
	probe tur limit=1000 rounds=3 pause=50 1 2 3 4
	assert_eq "answers of the paths that answer" 9 "$(grep -c " up " <<<"$SAID")"
	assert_match "the first answer of the silent path" \
		"${PATHS[1]#/dev/} timeout 1[0-9]{3} tur: no answer within 1000 ms" "$SAID"
	assert_eq "the next ones" 2 "$(grep -c "still not been answered" <<<"$SAID")"
	assert_match "and what is out at the end" "${PATHS[1]#/dev/} still out" "$SAID"

	command_restore 2 0x00
	probe identity limit=1000 2
	assert_match "another question of that path, by another prober" " up " "$SAID"
	# Until the kernel gives up what is out the disk is in use, and nobody waits for that.
	wait_until 60 "the kernel has given up what was out" nothing_is_out
}
