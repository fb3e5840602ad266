# shellcheck shell=bash disable=SC2034
DESCRIPTION="suspends of both kinds and reloads with requests waiting in the fair queue lose nothing"
LIMIT=300
CORE=yes

scenario() {
	local i features option
	array_up slots slots=4 service=15000
	create fp "$(fairpath_table service-time "queue_if_no_path fair_queue")"
	fio_start /dev/mapper/fp size=8m iodepth=256 time_based runtime=600 verify_backlog=512
	for ((i = 0; i < 9; i++)); do
		wait_until 30 "requests wait in the fair queue" waiting_at_least fp 100
		# Every third table has none, and what waits goes on without.
		features=$( ((i % 3 == 2)) && echo queue_if_no_path || echo "queue_if_no_path fair_queue")
		option=$( ((i % 2)) && echo --nolockfs || echo --noflush)
		reload fp "$(fairpath_table service-time "$features" "${PATHS[@]:0:3 + i % 2}")" "$option"
		fio_runs || fio_wait
		((i % 3 != 2)) || reload fp "$(fairpath_table service-time "queue_if_no_path fair_queue")"
	done
	fio_stop
	remove fp
}
