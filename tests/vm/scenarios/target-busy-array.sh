# shellcheck shell=bash disable=SC2034
DESCRIPTION="an array that is busy, with discards and writes, fails no path and no I/O"
LIMIT=180

DRIVER=/sys/bus/pseudo/drivers/scsi_debug

scenario() {
	array_up scsi_debug size=32 discard=on
	create fp "$(fairpath_table service-time)"
	# Host adapter full, then task set full: 0x8000 and 0x400 of its opts.
	busy 0x8000 3
	busy 0x400 5
	assert_eq "states of the paths" AAAA \
		"$(path_state fp 1)$(path_state fp 2)$(path_state fp 3)$(path_state fp 4)"
	assert_match "status without a failure" "A 0 .* A 0 .* A 0 .* A 0 " "$(status fp)"
	remove fp
}

# busy OPTS NTH: each NTH command is answered so
busy() {
	echo "$1" >$DRIVER/opts
	echo "$2" >$DRIVER/every_nth
	blkdiscard --offset 0 --length 8M --step 64k /dev/mapper/fp
	fio_verify /dev/mapper/fp size=2m bs=16k
	echo 0 >$DRIVER/every_nth
	echo 0 >$DRIVER/opts
}
