# shellcheck shell=bash disable=SC2034
DESCRIPTION="queueing without a path ends by the kernel's own clock, which starts anew after a path, or when asked"
LIMIT=150
CORE=yes

scenario() {
	local n spent
	array_up scsi_debug size=16 paths=2
	create fp "$(queueing 3)"
	for n in 1 2; do
		path_fail $n
		message fp fail_path "${PATHS[n - 1]}"
	done
	spent=$(milliseconds assert_io_error write_one /dev/mapper/fp)
	assert_between "milliseconds until a write that waits fails" 1000 20000 "$spent"
	rang 1
	assert_io_error write_one /dev/mapper/fp
	rang 1

	path_restore 1
	message fp reinstate_path "${PATHS[0]}"
	write_one /dev/mapper/fp
	message fp fail_path "${PATHS[0]}"
	spent=$(milliseconds assert_io_error write_one /dev/mapper/fp)
	assert_between "milliseconds that a write waits in the next outage" 1000 20000 "$spent"
	rang 2
	asked_again
	remove fp
}

queueing() {
	fairpath_table service-time "queue_if_no_path queue_if_no_path_timeout_secs $1"
}

# So a daemon that lives keeps it queueing. Within the clock's time, however slow the machine.
asked_again() {
	local writer asked
	reload fp "$(queueing 16)"
	message fp fail_path "${PATHS[0]}"
	message fp fail_path "${PATHS[1]}"
	write_one /dev/mapper/fp 2>/dev/null &
	writer=$!
	sleep 2
	asked=${EPOCHREALTIME/./}
	message fp queue_if_no_path
	! wait $writer || fail "a write was done without a path"
	assert_between "milliseconds from queueing asked for again until the write fails" 15500 90000 \
		$(((${EPOCHREALTIME/./} - asked) / 1000))
	rang 3
}

# rang N: so often in all
rang() {
	assert_match "status" " no_path_timeouts $1 " "$(status fp) "
}
