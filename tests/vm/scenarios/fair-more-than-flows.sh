# shellcheck shell=bash disable=SC2034
DESCRIPTION="more submitters than there are flows: some share one, and each gets what it asked for"
LIMIT=600
REQUIRES=stock

SUBMITTERS=300

scenario() {
	local i pids=() pid
	array_up slots slots=4 service=20000
	create fp "$(MODE=bio fairpath_table service-time "fair_queue fair_flows process fair_depth 4")"
	flood /dev/mapper/fp 64
	"${FLOOD[@]}" >/dev/null 2>&1 &
	pid=$!
	wait_until 40 "the paths have no room" waiting_at_least fp 40
	for ((i = 0; i < SUBMITTERS; i++)); do
		dd if=/dev/mapper/fp of=/dev/null bs=4k count=2 skip=$i iflag=direct status=none &
		pids+=($!)
	done
	for i in "${pids[@]}"; do
		wait "$i" || fail "a reader failed"
	done
	assert_between "flows" 200 256 "$(dmsetup message fp 0 show_flows | grep -c ^flow)"
	kill $pid
	wait $pid || true
	remove fp
}
