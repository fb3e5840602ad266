# shellcheck shell=bash
DESCRIPTION="lio: a path fails, falls silent, is slow, goes, and is restored from each"
LIMIT=180
REQUIRES=stock
CORE=yes

silent_read_waits() {
	local reader
	path_silence 2
	read_one "${PATHS[1]}" &
	reader=$!
	wait_until 40 "the read is in flight" in_flight_is "${PATHS[1]}" 1
	sleep 0.5
	kill -0 $reader || fail "a silent path answered"
	read_one "${PATHS[0]}"
	path_restore 2
	wait $reader
}

scenario() {
	array_up lio groups=1,1,2,2
	assert_eq "number of paths" 4 "${#PATHS[@]}"
	assert_eq "number of LUNs" 1 "$(for n in 1 2 3 4; do wwid $n; done | sort -u | wc -l)"
	verify_write "${PATHS[0]}"
	dd if="${PATHS[3]}" bs=64k count=16 iflag=direct status=none | cmp - "$STATE/data" ||
		fail "what path 1 wrote is not what path 4 reads"

	path_fail 2
	assert_io_error read_one "${PATHS[1]}"
	path_restore 2
	read_one "${PATHS[1]}"

	silent_read_waits

	path_slow 2 200
	assert_between "ms for a read of the slow path" 200 20000 "$(milliseconds read_one "${PATHS[1]}")"
	path_restore 2

	path_remove 3
	assert_eq "path 3 when removed" "" "${PATHS[2]}"
	path_restore 3
	read_one "${PATHS[2]}"
}
