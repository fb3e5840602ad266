# shellcheck shell=bash disable=SC2034
DESCRIPTION="a reader of one request at a time is served beside a deep queue as if nearly alone"
LIMIT=300

scenario() {
	local with without
	array_up slots slots=4 service=150000
	cgroup_make shallow deep
	without=$(latency_beside_the_deep service-time)
	with=$(latency_beside_the_deep service-time "fair_queue fair_depth 4")
	echo "mean ms of the shallow reader: $without without a fair queue, $with with one"
	# 150 ms alone; 32 others at 26 a second are 1200.
	assert_between "ms without a fair queue" 900 9000 "$without"
	assert_between "ms with one" 150 600 "$with"
	rmdir /sys/fs/cgroup/shallow /sys/fs/cgroup/deep
}

# latency_beside_the_deep SELECTOR [FEATURES]: mean, ms
latency_beside_the_deep() {
	local deep
	create fp "$(fairpath_table "$@")" >&2
	echo none >"$(queue_of fp)/scheduler"
	flood /dev/mapper/fp 32
	in_cgroup deep "${FLOOD[@]}" >/dev/null 2>&1 &
	deep=$!
	wait_until 30 "the deep queue is deep" deep_enough
	flood /dev/mapper/fp 1 --runtime=5
	in_cgroup shallow "${FLOOD[@]}" >"$STATE/shallow" 2>&1 &
	wait $!
	kill $deep
	wait $deep || true
	remove fp >&2
	# Of fio's terse line: the mean total latency of reads, in us.
	awk -F';' '/^3;/ { printf "%d\n", $40 / 1000 }' "$STATE/shallow"
}

deep_enough() {
	(($(in_flight /dev/mapper/fp) >= 28))
}
