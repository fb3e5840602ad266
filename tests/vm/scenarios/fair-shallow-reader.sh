# shellcheck shell=bash disable=SC2034
DESCRIPTION="a reader of one request at a time is served beside a deep queue as if nearly alone"
LIMIT=300

# What others had meanwhile is counted, which a loaded machine has no part in.
scenario() {
	local deep shallow reads ms ended others
	array_up slots slots=4 service=100000
	cgroup_make shallow deep
	create fp "$(fairpath_table service-time "fair_queue fair_depth 4")"
	no_elevator fp
	flood /dev/mapper/fp 64
	in_cgroup deep "${FLOOD[@]}" >/dev/null 2>&1 &
	deep=$!
	wait_until 40 "the deep queue is deep" deep_enough

	flood /dev/mapper/fp 1 --ramp_time=2 --runtime=6
	in_cgroup shallow "${FLOOD[@]}" >"$STATE/shallow" 2>&1 &
	shallow=$!
	wait_until 40 "the shallow one reads" granted_at_least fp "$(cgroup_id shallow)" 4
	reads=$(reads_of fp)
	ms=$(uptime_ms)
	wait $shallow
	reads=$(($(reads_of fp) - reads))
	ms=$(($(uptime_ms) - ms))

	# Of fio's terse line: the mean total latency of reads, in us.
	ended=$(awk -F';' '/^3;/ { printf "%d\n", $40 / 1000 }' "$STATE/shallow")
	others=$((ended * reads / ms))
	echo "a read took $ended ms; the array ended $reads in $ms ms"
	# Four are in the array as it comes in, and it is one of the next four.
	assert_between "requests that end while one of the shallow reader's lasts" 1 14 "$others"
	assert_between "times as long as the shallow one the deep one waits in the queue" 3 10000 \
		$(($(mean_wait deep) / ($(mean_wait shallow) + 1)))
	kill $deep
	wait $deep || true
	rmdir /sys/fs/cgroup/shallow /sys/fs/cgroup/deep
	remove fp
}

deep_enough() {
	(($(in_flight /dev/mapper/fp) >= 60))
}

# mean_wait CGROUP: of a request in the fair queue, us
mean_wait() {
	local id
	id=$(cgroup_id "$1")
	echo $(($(flow_key fp "$id" wait_usecs) / $(flow_key fp "$id" granted)))
}

# reads_of NAME: that have ended so far
reads_of() {
	local ended rest
	read -r ended rest <"$(queue_of "$1")/../stat"
	echo "$ended"
}

uptime_ms() {
	awk '{ printf "%d\n", $1 * 1000 }' /proc/uptime
}
