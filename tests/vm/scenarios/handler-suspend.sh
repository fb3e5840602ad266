# shellcheck shell=bash disable=SC2034
DESCRIPTION="suspends, reloads and removals while activations are outstanding, under I/O: nothing is lost"
LIMIT=240
REQUIRES=stock
VARIANTS=lab-handler

scenario() {
	array_up scsi_debug size=16
	lab_handler
	handler_answers ok -1 50
	create fp "$(two_groups lab queue_if_no_path)"
	fio_start /dev/mapper/fp size=8m rate_iops=200 time_based runtime=600 verify_backlog=64
	churn 12
	fio_runs || fail "the I/O ended by itself"
	fio_stop
	assert_eq "states of the paths" AAAA \
		"$(path_state fp 1)$(path_state fp 2)$(path_state fp 3)$(path_state fp 4)"

	# Removed while the handler still has paths, which answer afterwards.
	handler_answers ok -1 5000
	message fp switch_group 1
	read_one /dev/mapper/fp &
	wait_until 40 "the handler has a path" asked
	assert_eq "queue_io" 1 "$(pg_init fp | cut -c1)"
	assert_between "ms that a suspend waits for the handler" 0 4000 \
		"$(milliseconds dm suspend --noflush --nolockfs fp)"
	dm resume fp
	wait
	remove fp

	handler_answers retry -1 300
	create fp "$(two_groups lab "pg_init_retries 50 pg_init_delay_msecs 60000")"
	assert_fails timeout 1 sg_inq /dev/mapper/fp
	assert_between "ms that a removal takes in the middle of a pause" 0 30000 "$(milliseconds remove fp)"
}

asked() {
	[[ $(handler_activated) ]]
}

# churn TIMES: groups, paths and tables change at each stage of an activation
churn() {
	local i
	for ((i = 0; i < $1; i++)); do
		message fp switch_group $((1 + i % 2))
		sleep 0.0$((i % 8))
		message fp fail_path "${PATHS[i % 4]}"
		message fp reinstate_path "${PATHS[i % 4]}"
		((i % 3)) || reload fp "$(two_groups lab queue_if_no_path)" --noflush --nolockfs
		((i % 4)) || { dm suspend fp && dm resume fp; }
		sleep 0.1
	done
}
