# shellcheck shell=bash disable=SC2034
DESCRIPTION="a SCSI command or a reservation waits for its group's initialisation, and starts it itself"
LIMIT=240
VARIANTS=lab-handler

scenario() {
	array_up lio size=16
	lab_handler
	handler_answers ok -1 1000
	create fp "$(two_groups lab)"
	assert_between "ms that an INQUIRY waits" 900 10000 "$(milliseconds sg_inq /dev/mapper/fp)"
	assert_eq "activated" "1 2" "$(handler_activated)"
	assert_eq "queue_io and pg_init_count" "0 1" "$(pg_init fp)"

	handler_answers ok -1 500
	message fp switch_group 2
	reservations
	assert_eq "current group" 2 "$(current_group fp)"

	handler_answers io 2
	message fp switch_group 1
	sg_inq /dev/mapper/fp >/dev/null || fail "the command did not go to the group that is left"
	assert_eq "states of the paths" FFAA \
		"$(path_state fp 1)$(path_state fp 2)$(path_state fp 3)$(path_state fp 4)"
	for n in 3 4; do
		message fp fail_path "${PATHS[n - 1]}"
	done
	assert_fails sg_inq /dev/mapper/fp
	remove fp
}

# Persistent reservations: what a cluster does with IOC_PR_REGISTER and the others.
reservations() {
	python3 - /dev/mapper/fp <<'PYTHON'
import fcntl, struct, sys
device = open(sys.argv[1], "rb+", buffering=0)
REGISTER, RESERVE, RELEASE, CLEAR = 0x401870C8, 0x401070C9, 0x401070CA, 0x401070CD
WRITE_EXCLUSIVE = 1
fcntl.ioctl(device, REGISTER, struct.pack("QQII", 0, 0xFA17, 1, 0))
fcntl.ioctl(device, RESERVE, struct.pack("QII", 0xFA17, WRITE_EXCLUSIVE, 0))
fcntl.ioctl(device, RELEASE, struct.pack("QII", 0xFA17, WRITE_EXCLUSIVE, 0))
fcntl.ioctl(device, CLEAR, struct.pack("QII", 0xFA17, 0, 0))
PYTHON
}
