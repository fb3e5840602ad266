# shellcheck shell=bash disable=SC2034
DESCRIPTION="each of 28 malformed tables is refused, with its own reason in the kernel's log"
LIMIT=180
REQUIRES=stock
CORE=yes

scenario() {
	local a b
	array_up scsi_debug size=16 paths=2
	fairpath_module
	a=${PATHS[0]} b=${PATHS[1]}

	refused "the line ends where argument 1, the number of feature words, was expected" ""
	refused "argument 1 'x': the number of feature words is not a number" x
	refused "argument 1 '9': the number of feature words is greater than what follows" 9 queue_if_no_path
	refused "argument 2 'queue_for_ever': there is no such feature" 1 queue_for_ever 0 0 0
	refused "argument 2 'pg_init_retries': its value is missing" 1 pg_init_retries 0 0 0
	refused "argument 3 '51': pg_init_retries is out of range (1 to 50)" 2 pg_init_retries 51 0 0 0
	refused "argument 3 'fast': the queue mode is not rq, mq or bio" 2 queue_mode fast 0 0 0
	refused "argument 3 '86401': queue_if_no_path_timeout_secs is out of range (0 to 86400)" \
		2 queue_if_no_path_timeout_secs 86401 0 0 0
	refused "argument 2 '-1': the number of hardware handler words is not a number" 0 -1 0 0
	refused "argument 2 '2': the number of hardware handler words is greater than what follows" 0 2 alua
	refused "argument 3 '4294967297': the number of priority groups is out of range" 0 0 4294967297 1
	refused "argument 4 '1': the initial priority group must be 0, for there are no groups" 0 0 0 1
	refused "argument 4 '2': the initial priority group is out of range (1 to 1)" \
		0 0 1 2 round-robin 0 1 1 "$a" 1
	refused "argument 4 '0': the initial priority group is out of range (1 to 1)" \
		0 0 1 0 round-robin 0 1 1 "$a" 1
	refused "argument 5 'shortest-job': there is no such path selector" \
		0 0 1 1 shortest-job 0 1 1 "$a" 1
	refused "argument 7 '0': the number of paths is out of range (1 to 1024)" \
		0 0 1 1 round-robin 0 0 1
	refused "the line ends where argument 9, the device of a path, was expected" \
		0 0 1 1 round-robin 0 1 1
	refused "the line ends where argument 11, the device of a path, was expected" \
		0 0 1 1 round-robin 0 2 1 "$a" 1
	refused "the line ends where argument 11, a selector's word for a path, was expected" \
		0 0 1 1 service-time 0 1 2 "$a" 1
	refused "argument 11 '101': the relative throughput is not a number from 0 to 100" \
		0 0 1 1 service-time 0 1 2 "$a" 1 101
	refused "argument 10 'one': the repeat count is not a number" \
		0 0 1 1 round-robin 0 1 1 "$a" one
	refused "argument 11 '2': more words for a path than its selector takes" \
		0 0 1 1 round-robin 0 1 2 "$a" 1 2
	refused "argument 11 '$b': words left over after the last of 1 priority groups" \
		0 0 1 1 round-robin 0 1 1 "$a" 1 "$b" 1
	refused "argument 9 '99:99': the path's device cannot be opened" \
		0 0 1 1 round-robin 0 1 1 99:99 1
	refused "argument 9 '/dev/nothing': the path's device cannot be opened" \
		0 0 1 1 round-robin 0 1 1 /dev/nothing 1
	refused "argument 3 'no-such': error attaching hardware handler to $a (error -22)" \
		0 1 no-such 1 1 round-robin 0 1 1 "$a" 1
	refused "argument 3 'alua': unable to set hardware handler parameters to $a (error -22)" \
		0 2 alua maybe 1 1 round-robin 0 1 1 "$a" 1
	SECTORS=$((SECTORS + 8)) refused "too small for target" 0 0 1 1 round-robin 0 1 1 "$a" 1
	assert_eq "devices that exist" "" "$(mapped_devices)"
}

# refused "reason" WORD...
refused() {
	dmesg -C
	assert_fails dm create fp --table "0 $SECTORS fairpath ${*:2}"
	[[ $(dmesg) == *"$1"* ]] || fail "the kernel's log does not say \"$1\": $(dmesg)"
}
