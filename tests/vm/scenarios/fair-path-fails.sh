# shellcheck shell=bash disable=SC2034
DESCRIPTION="with a thousand requests waiting, paths fail, all of them too, and return: nothing is lost"
LIMIT=300
CORE=yes

scenario() {
	local n
	array_up slots slots=4 service=20000
	create fp "$(fairpath_table service-time "queue_if_no_path fair_queue fair_depth 16")"
	no_elevator fp
	fio_start /dev/mapper/fp size=16m iodepth=1100 time_based runtime=600 verify_backlog=512
	message fp reset_counters
	waits_again
	path_fail 2
	wait_until 20 "path 2 is failed" path_is fp 2 F
	waits_again
	path_restore 2
	message fp reinstate_path "${PATHS[1]}"
	for n in 1 2 3 4; do
		message fp fail_path "${PATHS[n - 1]}"
	done
	wait_until 20 "nothing waits in the fair queue without a path" nothing_waits fp
	fio_runs || fio_wait
	for n in 1 2 3 4; do
		message fp reinstate_path "${PATHS[n - 1]}"
	done
	waits_again
	fio_stop
	remove fp
}

waits_again() {
	wait_until 60 "a thousand wait in the fair queue" waiting_at_least fp 1000
}
