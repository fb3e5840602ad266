# shellcheck shell=bash disable=SC2034
DESCRIPTION="a thousand requests that all wait longer than their expiry are still let go by weight"
LIMIT=300

scenario() {
	local light heavy pids=()
	array_up slots slots=4 service=100000
	cgroup_make light heavy
	light=$(cgroup_id light)
	heavy=$(cgroup_id heavy)
	create fp "$(fairpath_table service-time \
		"fair_queue fair_depth 4 fair_read_expiry_msecs 50 fair_weight $heavy:300")"
	no_elevator fp
	flood /dev/mapper/fp 512
	in_cgroup light "${FLOOD[@]}" >/dev/null 2>&1 &
	pids+=($!)
	in_cgroup heavy "${FLOOD[@]}" >/dev/null 2>&1 &
	pids+=($!)
	wait_until 60 "a thousand wait" all_wait fp 490 "$light" "$heavy"
	assert_ratio fp "$light" "$heavy" 3
	assert_between "the longest wait, ms" 1000 1000000 $(($(status_key fp fair_worst_wait_usecs) / 1000))
	kill "${pids[@]}"
	wait "${pids[@]}" || true
	rmdir /sys/fs/cgroup/light /sys/fs/cgroup/heavy
	remove fp
}
