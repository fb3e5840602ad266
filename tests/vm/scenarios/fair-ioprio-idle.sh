# shellcheck shell=bash disable=SC2034
DESCRIPTION="the idle class has what others leave, is not starved by them, and has all when it is alone"
LIMIT=300
CORE=yes

scenario() {
	local other idler had idle=24
	array_up slots slots=4 service=150000
	create fp "$(fairpath_table service-time "fair_queue fair_flows ioprio fair_depth 4")"
	no_elevator fp
	flood /dev/mapper/fp 24 --prioclass=2 --prio=4
	"${FLOOD[@]}" >/dev/null 2>&1 &
	other=$!
	wait_until 30 "best effort waits" waiting_at_least fp 12
	flood /dev/mapper/fp 16 --prioclass=3
	"${FLOOD[@]}" >/dev/null 2>&1 &
	idler=$!
	wait_until 30 "the idle class waits" idle_waits
	message fp reset_counters
	wait_until 60 "the idle class has had 4" granted_at_least fp $idle 4
	had=$(flow_key fp $idle granted)
	# Two in a second, 25 for the others.
	assert_between "requests of best effort meanwhile" $((had * 5)) 100000 "$(flow_key fp 20 granted)"
	assert_between "grants by deadline" "$had" 100000 "$(status_key fp fair_granted_overdue)"
	kill $other
	wait $other || true
	message fp reset_counters
	wait_until 60 "the idle class has all" granted_at_least fp $idle 20
	kill $idler
	wait || true
	remove fp
}

idle_waits() {
	(($(flow_key fp 24 waiting) > 8))
}
