# shellcheck shell=bash disable=SC2034
DESCRIPTION="what a LUN answers to a flush reaches the caller and fails no path; what a path answers, another path takes (S4)"
LIMIT=150
CORE=yes
REQUIRES="kernel:6.12"

# On 6.1 nothing here answers a flush in the LUN's name: its scsi_debug refuses no
# single command, and what goes wrong below LIO is told as a path's error.
SYNCHRONIZE_CACHE=0x35
WRITE_10=0x2a

scenario() {
	array_up scsi_debug size=16 paths=2 discard=on
	create fp "$(fairpath_table)"
	# The LUN's own answers, the same through any path.
	of_lun "invalid command operation code" 0x5 0x20 0
	of_lun "invalid field in CDB" 0x5 0x24 0
	of_lun "medium error, unrecovered" 0x3 0x11 0

	# The first path's.
	of_path "logical unit not supported" command_refuse 1 $SYNCHRONIZE_CACHE 0x5 0x25 0
	of_path "not ready, manual intervention required" command_refuse 1 $SYNCHRONIZE_CACHE 0x2 0x4 0x3
	impatient 1
	of_path "no answer" command_silence 1 $SYNCHRONIZE_CACHE

	fua_write_refused_in_any_form
	flush_that_a_reload_sends
	flush_that_belongs_to_a_write
	remove fp
}

# of_lun WHAT KEY ASC ASCQ
of_lun() {
	refuse_all "${@:2}"
	write_one /dev/mapper/fp
	count_start
	assert_fails flush /dev/mapper/fp
	count_stop
	echo "$1: $OUTPUT"
	assert_eq "$1: flushes sent, in all" 1 $(($(count 1 flushes) + $(count 2 flushes)))
	assert_paths "$1" AA
	assert_eq "$1: path failures" "0 0" "$(path_fails fp 1) $(path_fails fp 2)"
	assert_between "$1: writes owed" 1 100 "$(status_key fp owed)"
	restore_all
	flush /dev/mapper/fp
	assert_eq "$1: writes owed once a flush has succeeded" 0 "$(status_key fp owed)"
}

# of_path WHAT COMMAND...: that makes path 1 answer like this
of_path() {
	"${@:2}"
	write_one /dev/mapper/fp
	# Paths in turn: one of the two meets path 1.
	flush /dev/mapper/fp
	flush /dev/mapper/fp
	assert_paths "$1" FA
	assert_eq "$1: writes owed" 0 "$(status_key fp owed)"
	command_restore 1 $SYNCHRONIZE_CACHE
	message fp reinstate_path "${PATHS[0]}"
	message fp reset_counters
}

# Not FUA is what the LUN refuses, but the write: one more try, and only of a
# write that bore FUA.
fua_write_refused_in_any_form() {
	command_refuse 1 $WRITE_10 0x5 0x24 0
	command_refuse 2 $WRITE_10 0x5 0x24 0
	count_start
	assert_fails write_one /dev/mapper/fp dsync
	count_stop
	assert_eq "tries of a write with FUA" 2 $(($(count 1 writes) + $(count 2 writes)))
	assert_eq "those of them with FUA" 1 $(($(count 1 fua) + $(count 2 fua)))
	count_start
	assert_fails write_one /dev/mapper/fp
	count_stop
	assert_eq "tries of a write without" 1 $(($(count 1 writes) + $(count 2 writes)))
	assert_paths "refused writes" AA
	command_restore 1 $WRITE_10
	command_restore 2 $WRITE_10
}

# When the cache is off and a flush is owed, a reload sends it before the device
# stops advertising a cache. If it is refused, the device goes on.
flush_that_a_reload_sends() {
	write_one /dev/mapper/fp
	path_cache 1 off
	path_cache 2 off
	refuse_all 0x5 0x20 0
	reload fp "$(fairpath_table)" --noflush --nolockfs
	assert_paths "a reload's flush" AA
	assert_eq "write_cache after a reload whose flush was refused" "write back" \
		"$(<"$(queue_of fp)/write_cache")"
	restore_all
	reload fp "$(fairpath_table)" --noflush --nolockfs
	assert_eq "write_cache after a reload whose flush succeeded" "write through" \
		"$(<"$(queue_of fp)/write_cache")"
}

# The device was live without a cache, and now there is one: a discard has to be
# durable too (S6), and cannot bear FUA. If its flush is refused, it has failed.
flush_that_belongs_to_a_write() {
	path_cache 1 on
	path_cache 2 on
	blkdiscard --offset 0 --length 64k /dev/mapper/fp
	refuse_all 0x5 0x24 0
	assert_fails blkdiscard --offset 0 --length 64k /dev/mapper/fp
	assert_paths "a discard's flush" AA
	restore_all
	blkdiscard --offset 0 --length 64k /dev/mapper/fp
}

assert_paths() {
	assert_eq "$1: states of the paths" "$2" "$(path_state fp 1)$(path_state fp 2)"
}

refuse_all() {
	command_refuse 1 $SYNCHRONIZE_CACHE "$@"
	command_refuse 2 $SYNCHRONIZE_CACHE "$@"
}

restore_all() {
	command_restore 1 $SYNCHRONIZE_CACHE
	command_restore 2 $SYNCHRONIZE_CACHE
}

# impatient N: one second for a command, two for a flush, and no second try
impatient() {
	echo 1 >"/sys/class/scsi_device/$(address_of "$1")/device/timeout"
	echo 0 >"/sys/class/scsi_disk/$(address_of "$1")/max_retries"
}
