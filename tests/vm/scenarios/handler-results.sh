# shellcheck shell=bash disable=SC2034
DESCRIPTION="what a hardware handler answers is heeded: again, after a pause, another group, or the path fails"
LIMIT=240
REQUIRES=stock
CORE=yes
VARIANTS=lab-handler

scenario() {
	array_up scsi_debug size=16
	lab_handler
	parameters
	all_is_well
	retries_run_out
	retry_with_a_pause
	busy_controller
	every_path_fails
}

# up [FEATURES]: not yet used
up() {
	create fp "$(two_groups lab "$*")"
}

states() {
	local n
	for n in 1 2 3 4; do
		path_state fp $n
	done | tr -d '\n'
}

parameters() {
	handler_answers ok
	create fp "$(two_groups "lab one two")"
	assert_eq "what the handler is told of each path" "params one two" "$(handler_saw | uniq)"
	assert_eq "table" "3 lab one two" "$(dmsetup table fp | cut -d' ' -f5-8)"
	remove fp
}

all_is_well() {
	handler_answers ok
	up
	assert_eq "activated before there is I/O" "" "$(handler_activated)"
	read_one /dev/mapper/fp
	assert_eq "activated" "1 2" "$(handler_activated)"
	assert_eq "queue_io and pg_init_count" "0 1" "$(pg_init fp)"

	handler_answers ok
	message fp fail_path "${PATHS[1]}"
	message fp reinstate_path "${PATHS[1]}"
	wait_until 40 "the path that returns to the group in use is activated" saw "2"
	message fp fail_path "${PATHS[3]}"
	message fp reinstate_path "${PATHS[3]}"
	assert_eq "of the other group none is" "2" "$(handler_activated)"
	assert_eq "states of the paths" AAAA "$(states)"
	remove fp
}

saw() {
	[[ $(handler_activated) == "$1" ]]
}

retries_run_out() {
	handler_answers imm_retry
	up pg_init_retries 2
	handler_answers imm_retry 6
	read_one /dev/mapper/fp
	assert_eq "activated: three times, then the other group" "1 2 1 2 1 2 3 4" "$(handler_activated)"
	assert_eq "states of the paths" FFAA "$(states)"
	assert_eq "current group" 2 "$(current_group fp)"
	remove fp

	up pg_init_retries 2
	handler_answers imm_retry 4
	read_one /dev/mapper/fp
	assert_eq "activated: the third time well" "1 2 1 2 1 2" "$(handler_activated)"
	assert_eq "queue_io and pg_init_count" "0 3" "$(pg_init fp)"
	assert_eq "states of the paths" AAAA "$(states)"
	remove fp
}

retry_with_a_pause() {
	up pg_init_retries 1 pg_init_delay_msecs 3000
	handler_answers retry 2
	assert_between "ms until the read ends" 3000 60000 "$(milliseconds read_one /dev/mapper/fp)"
	assert_eq "states of the paths" AAAA "$(states)"
	remove fp

	# The pause would be of 2000 ms.
	up pg_init_retries 1
	handler_answers res_temp_unavail 2
	assert_between "ms until the read ends" 0 1900 "$(milliseconds read_one /dev/mapper/fp)"
	remove fp
}

busy_controller() {
	up
	handler_answers dev_temp_busy 1
	read_one /dev/mapper/fp
	assert_eq "current group" 2 "$(current_group fp)"
	assert_match "status: group 1 is disabled, no path failed" " D 0 2 0 .* A 0 2 0 " "$(status fp)"
	assert_eq "states of the paths" AAAA "$(states)"
	remove fp
}

every_path_fails() {
	local result
	for result in io conn_failure timed_out dev_offlined retry; do
		up
		handler_answers $result
		assert_io_error read_one /dev/mapper/fp
		assert_eq "all groups are tried before an error" "1 2 3 4" "$(handler_activated)"
		assert_eq "states of the paths after $result" FFFF "$(states)"
		handler_answers ok
		message fp reinstate_path "${PATHS[2]}"
		read_one /dev/mapper/fp
		assert_eq "activated when it is back" "3" "$(handler_activated)"
		remove fp
	done
}
