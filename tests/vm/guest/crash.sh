# shellcheck shell=bash
# Crash consistency: what was acknowledged as durable, was it? On an array that
# is up with log=on. tools/crash-write acknowledges into the log, tools/crash-log
# reads it.

TOOLS=/lab/build/tools
LUN=/dev/mapper/fp

# crash_write [OPTION...]: writes to the device $LUN, and acknowledges
crash_write() {
	"$TOOLS/crash-write" "$@" "$LUN" array-log >>"$STATE/acknowledged"
}

# crash_start: two writers in the background until crash_stop, on blocks that
# nobody else writes. With a pause, or they would leave a guest with one CPU no
# time for anything else.
crash_start() {
	WRITERS=()
	touch "$STATE/acknowledged"
	crash_write --block=1000 --count=100000 --pause=20 "$@" &
	WRITERS+=($!)
	crash_write --block=2000 --count=100000 --pause=20 "$@" &
	WRITERS+=($!)
	crash_goes_on 10
}

# crash_goes_on N: until the writers have had N more acknowledged
crash_goes_on() {
	local goal=$(($(acknowledged) + $1))
	wait_until 40 "$1 more writes are acknowledged" acknowledged_at_least $goal
}

acknowledged() {
	wc -l <"$STATE/acknowledged"
}

acknowledged_at_least() {
	(($(acknowledged) >= $1))
}

# crash_stop: they must have gone well
crash_stop() {
	local writer
	# It is a subshell that was put into the background, and the writer its child.
	for writer in "${WRITERS[@]}"; do
		pkill -TERM -P "$writer" || fail "a writer has ended before its time"
	done
	for writer in "${WRITERS[@]}"; do
		wait "$writer" || fail "a writer ended with status $?"
	done
}

# crash_check LEAST: at each mark what it acknowledges was durable; at least LEAST
# marks. The device must have been removed.
crash_check() {
	"$TOOLS/crash-log" check "$(log_end)" "$1"
}

# crash_check_finds: the same for a module that is wrong
crash_check_finds() {
	assert_fails "$TOOLS/crash-log" check "$(log_end)" 1
	assert_match "what the checker says of a wrong module" "LOST" "$OUTPUT"
	echo "as it must be: $OUTPUT"
}

# The three that a wrong module must fail, each named by the rule it is about.
# They bring the array up and leave the log complete but for its end.

# S2: FUA is lost under a device that advertises it; FUA writes go on, with no
# flush of their own.
crash_case_S2() {
	array_up lio log=on paths=2 size=16 cache=on fua=on
	create fp "$(fairpath_table)"
	crash_write --how=fua --count=20
	path_cache 1 on off
	path_cache 2 on off
	assert_eq "fua that the device still advertises" 1 "$(<"$(queue_of fp)/fua")"
	crash_write --how=fua --count=30 --round=10
	remove fp
}

# S3: a cache is switched off after writes went into it; then an fsync.
crash_case_S3() {
	array_up lio log=on paths=2 size=16 cache=on
	create fp "$(fairpath_table)"
	crash_write --count=24
	crash_write --how=later --count=16 --blocks=16 --round=10
	path_cache 1 off
	path_cache 2 off
	crash_write --how=ack --count=16 --blocks=16 --round=10
	remove fp
}

# S6: a cache is switched on, on one path and later on the other, under a device
# that advertised none: an fsync sends no flush. What was written before went into
# a store that is volatile and says that it is not: it is not acknowledged.
crash_case_S6() {
	array_up lio log=on paths=2 size=16
	create fp "$(fairpath_table)"
	crash_write --how=later --count=8
	path_cache 1 on
	crash_write --count=20 --round=10
	path_cache 2 on
	crash_write --count=20 --round=20
	remove fp
}
