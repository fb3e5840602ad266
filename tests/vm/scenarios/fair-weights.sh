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
	echo none >"$(queue_of fp)/scheduler"
	flood /dev/mapper/fp 16
	in_cgroup light "${FLOOD[@]}" >/dev/null 2>&1 &
	pids+=($!)
	in_cgroup heavy "${FLOOD[@]}" >/dev/null 2>&1 &
	pids+=($!)
	wait_until 30 "both wait" both_wait "$light" "$heavy"
	assert_ratio "$light" "$heavy" 3
	message fp fair_weight "$light:300"
	assert_ratio "$light" "$heavy" 1
	kill "${pids[@]}"
	wait "${pids[@]}" || true
	rmdir /sys/fs/cgroup/light /sys/fs/cgroup/heavy
	remove fp
}

both_wait() {
	(($(flow_key fp "$1" waiting) > 8 && $(flow_key fp "$2" waiting) > 8))
}

# assert_ratio LIGHT HEAVY N: of 40 more that the lighter one is granted the other has N times as many
assert_ratio() {
	local light heavy
	message fp reset_counters
	wait_until 60 "the lighter one has had 40" granted_at_least fp "$1" 40
	light=$(flow_key fp "$1" granted)
	heavy=$(flow_key fp "$2" granted)
	# The two are not read at the same instant.
	assert_between "hundredths of the ratio" $(($3 * 85)) $(($3 * 118)) $((heavy * 100 / light))
}
