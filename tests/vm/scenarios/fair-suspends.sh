# shellcheck shell=bash disable=SC2034
DESCRIPTION="suspends of both kinds and reloads with requests waiting in the fair queue lose nothing"
LIMIT=300
CORE=yes

ROUNDS=${ROUNDS:-3}
FAIR="queue_if_no_path fair_queue fair_depth 16"

scenario() {
	local i
	array_up slots slots=4 service=40000
	create fp "$(fairpath_table service-time "$FAIR")"
	no_elevator fp
	fio_start /dev/mapper/fp size=8m iodepth=128 time_based runtime=3600 verify_backlog=512
	for ((i = 0; i < ROUNDS; i++)); do
		reload_while_they_wait "$FAIR" 3 --noflush
		reload_while_they_wait "$FAIR" 4 --nolockfs
		# What waits goes on without a fair queue.
		reload_while_they_wait queue_if_no_path 3 --noflush
		reload fp "$(fairpath_table service-time "$FAIR")" --nolockfs
	done
	fio_stop
	remove fp
}

# reload_while_they_wait FEATURES PATHS OPTION
reload_while_they_wait() {
	wait_until 30 "requests wait in the fair queue" waiting_at_least fp 60
	reload fp "$(fairpath_table service-time "$1" "${PATHS[@]:0:$2}")" "$3"
	fio_runs || fio_wait
}
