# shellcheck shell=bash disable=SC2034
DESCRIPTION="bio mode: processes are told apart where cgroups are not, and each has its share"
LIMIT=300
CORE=yes
MODE=bio

scenario() {
	local deep other
	array_up slots slots=4 service=100000
	create fp "$(fairpath_table service-time "fair_queue fair_depth 4")"
	assert_eq "told by" none "$(status_key fp fair_told_by)"
	flood /dev/mapper/fp 128
	"${FLOOD[@]}" >/dev/null 2>&1 &
	deep=$!
	wait_until 40 "the deep one waits" waiting_at_least fp 40
	assert_eq "told by" process "$(status_key fp fair_told_by)"

	flood /dev/mapper/fp 16
	"${FLOOD[@]}" >/dev/null 2>&1 &
	other=$!
	wait_until 40 "the other waits" all_wait fp 8 $other
	# Eight times as deep, and yet no more.
	assert_ratio fp $other $deep 1
	kill $deep $other
	wait || true
	remove fp

	MODE=rq
	assert_fails create fp "$(fairpath_table service-time "fair_queue fair_flows process")"
	assert_match "the kernel's log" "which process a request is of is known in queue_mode bio" "$(dmesg)"
}
