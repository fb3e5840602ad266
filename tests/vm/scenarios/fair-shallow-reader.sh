# shellcheck shell=bash disable=SC2034
DESCRIPTION="a reader of one request at a time is served beside 256 as if nearly alone, when the window has found its size"
LIMIT=180

scenario() {
	local with without
	array_up slots slots=8 service=10000
	cgroup_make shallow deep
	without=$(latency_beside_the_deep service-time)
	with=$(latency_beside_the_deep "service-time" fair_queue)
	echo "mean ms of the shallow reader: $without without a fair queue, $with with one"
	# 10 ms alone. 256 others at 800 a second are 320.
	assert_between "ms without a fair queue" 200 2000 "$without"
	assert_between "ms with one" 10 60 "$with"
	rmdir /sys/fs/cgroup/shallow /sys/fs/cgroup/deep
}

# latency_beside_the_deep SELECTOR [FEATURE]: mean, ms
latency_beside_the_deep() {
	local deep
	create fp "$(fairpath_table "$@")" >&2
	echo none >"$(queue_of fp)/scheduler"
	flood /dev/mapper/fp 256
	in_cgroup deep "${FLOOD[@]}" >/dev/null 2>&1 &
	deep=$!
	# The window closes within seconds.
	sleep 4
	flood /dev/mapper/fp 1 --runtime=3
	in_cgroup shallow "${FLOOD[@]}" >"$STATE/shallow" 2>&1 &
	wait $!
	kill $deep
	wait $deep || true
	remove fp >&2
	# Of fio's terse line: the mean total latency of reads, in us.
	awk -F';' '/^3;/ { printf "%d\n", $40 / 1000 }' "$STATE/shallow"
}
