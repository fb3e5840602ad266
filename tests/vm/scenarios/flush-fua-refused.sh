# shellcheck shell=bash disable=SC2034
DESCRIPTION="an O_DSYNC write that an array refuses, having withdrawn FUA unheard, is written and flushed instead"
LIMIT=180
CORE=yes

scenario() {
	array_up lio size=16 paths=2 cache=on fua=on
	create fp "$(fairpath_table)"
	withdraw_fua 1
	withdraw_fua 2
	assert_eq "what sd still believes" "wc+fua wc+fua" "$(path_caps fp 1) $(path_caps fp 2)"

	count_start
	write_one /dev/mapper/fp dsync
	count_stop
	assert_eq "writes, the first one refused" 2 $(($(count 1 writes) + $(count 2 writes)))
	assert_eq "those of them with FUA" 1 $(($(count 1 fua) + $(count 2 fua)))
	# The system call itself asks for a flush as well, after each such write.
	assert_eq "flushes instead, and the system call's own" 2 \
		$(($(count 1 flushes) + $(count 2 flushes)))
	assert_eq "fua_refused" 1 "$(status_key fp fua_refused)"
	assert_eq "states of the paths" AA "$(path_state fp 1)$(path_state fp 2)"

	# Each request has its own second try.
	for _ in 1 2 3 4; do
		write_one /dev/mapper/fp dsync
	done
	assert_eq "fua_refused, of five" 5 "$(status_key fp fua_refused)"

	# A write that bears none is not touched.
	write_one /dev/mapper/fp
	assert_eq "fua_refused, after a write without" 5 "$(status_key fp fua_refused)"
	remove fp
}

# withdraw_fua N: the port takes none any more, and nobody has told sd
withdraw_fua() {
	echo 0 >"$(backstore_of "$1")/attrib/emulate_fua_write"
}
