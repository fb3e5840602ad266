# shellcheck shell=bash
DESCRIPTION="scsi_debug: four paths to one LUN, each can fail, go and come back"
LIMIT=180
REQUIRES=stock
CORE=yes

scenario() {
	array_up scsi_debug paths=4
	assert_eq "number of paths" 4 "${#PATHS[@]}"
	assert_eq "number of LUNs" 1 "$(for n in 1 2 3 4; do wwid $n; done | sort -u | wc -l)"

	verify_write "${PATHS[0]}"
	dd if="${PATHS[3]}" bs=64k count=16 iflag=direct status=none | cmp - "$STATE/data" ||
		fail "what path 1 wrote is not what path 4 reads"

	path_fail 2
	assert_fails read_one "${PATHS[1]}"
	read_one "${PATHS[0]}"
	path_restore 2
	read_one "${PATHS[1]}"

	path_remove 3
	assert_eq "path 3 when removed" "" "${PATHS[2]}"
	path_restore 3
	read_one "${PATHS[2]}"
}
