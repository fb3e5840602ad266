# shellcheck shell=bash disable=SC2034
DESCRIPTION="two cgroups get what their weights say, and a message changes it under I/O"
LIMIT=300
CORE=yes

scenario() {
	local light heavy pids=()
	array_up slots slots=4 service=150000
	cgroup_make light heavy
	light=$(cgroup_id light)
	heavy=$(cgroup_id heavy)
	create fp "$(fairpath_table service-time "fair_queue fair_depth 4 fair_weight $heavy:300")"
	no_elevator fp
	flood /dev/mapper/fp 16
	in_cgroup light "${FLOOD[@]}" >/dev/null 2>&1 &
	pids+=($!)
	in_cgroup heavy "${FLOOD[@]}" >/dev/null 2>&1 &
	pids+=($!)
	wait_until 30 "both wait" all_wait fp 8 "$light" "$heavy"
	assert_ratio fp "$light" "$heavy" 3
	message fp fair_weight "$light:300"
	assert_ratio fp "$light" "$heavy" 1
	kill "${pids[@]}"
	wait "${pids[@]}" || true
	rmdir /sys/fs/cgroup/light /sys/fs/cgroup/heavy
	remove fp
}
