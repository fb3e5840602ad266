# shellcheck shell=bash
DESCRIPTION="fc: a link goes down and comes back, and a lost port is found again"
LIMIT=180
REQUIRES="fc stock"

scenario() {
	array_up fc paths=2
	assert_eq "number of LUNs" 1 "$(for n in 1 2; do wwid $n; done | sort -u | wc -l)"
	verify_write "${PATHS[0]}"
	dd if="${PATHS[1]}" bs=64k count=16 iflag=direct status=none | cmp - "$STATE/data" ||
		fail "what path 1 wrote is not what path 2 reads"

	path_fail 2
	assert_fails read_one "${PATHS[1]}"
	read_one "${PATHS[0]}"
	path_restore 2
	read_one "${PATHS[1]}"

	path_slow 2 100
	assert_between "ms for a read of the slow path" 100 20000 "$(milliseconds read_one "${PATHS[1]}")"
	path_restore 2

	path_remove 2
	assert_eq "path 2 when lost" "" "${PATHS[1]}"
	path_restore 2
	read_one "${PATHS[1]}"
}
