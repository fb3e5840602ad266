# shellcheck shell=bash disable=SC2034
DESCRIPTION="bio mode: processes are told apart where cgroups are not, and each has its share"
LIMIT=300
CORE=yes
MODE=bio

scenario() {
	local deep
	array_up slots slots=4 service=100000
	create fp "$(fairpath_table service-time "fair_queue fair_depth 4")"
	assert_equal "told by" none "$(status_key fp fair_told_by)"
	flood /dev/mapper/fp 64
	"${FLOOD[@]}" >/dev/null 2>&1 &
	deep=$!
	wait_until 40 "the deep one waits" waiting_at_least fp 40
	assert_equal "told by" process "$(status_key fp fair_told_by)"

	flood /dev/mapper/fp 8
	"${FLOOD[@]}" >/dev/null 2>&1 &
	wait_until 40 "the other waits" waits fp $!
	message fp reset_counters
	wait_until 60 "the other has had 40" granted_at_least fp $! 40
	# Eight times as deep, and yet no more.
	assert_between "hundredths of what the deep one had" 85 118 \
		$(($(flow_key fp $deep granted) * 100 / $(flow_key fp $! granted)))
	kill $deep $!
	wait || true
	remove fp

	MODE=rq
	assert_fails create fp "$(fairpath_table service-time "fair_queue fair_flows process")"
	assert_match "the kernel's log" "which process a request is of is known in queue_mode bio" "$(dmesg)"
}

waits() {
	(($(flow_key "$1" "$2" waiting) > 2))
}
