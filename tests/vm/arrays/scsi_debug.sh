# shellcheck shell=bash
# scsi_debug: the quickest real SCSI. One store in memory, one host adapter for
# each path.
#
#	paths=4  size=64 (MiB)  cache=on|off  discard=off|on
#	delay=0 (ms that a command takes)
#	dif=0|1 (protection information, checked by path and host: DIF type 1, DIX)
#
# path_silence needs kernel 6.12, whose scsi_debug takes errors per device, and so
# do these, about one command of one path:
#	command_refuse N OPCODE KEY ASC ASCQ   it is answered with this sense
#	command_silence N OPCODE               it is not answered
#	command_restore N OPCODE
# There is no path_slow: its delay is of all paths.

ARRAY_IS=scsi
# shellcheck source=tests/vm/arrays/scsi.sh
. /lab/tests/vm/arrays/scsi.sh

scsi_debug_up() {
	local options=0 discard=0 delay
	array_options "paths=4 size=64 cache=on discard=off delay=0 dif=0" "$@"
	delay=${OPTION[delay]}
	# 0x1000: WCE of the caching mode page is 0.
	[[ ${OPTION[cache]} == on ]] || options=0x1000
	[[ ${OPTION[discard]} == off ]] || discard=1
	modprobe scsi_debug lbpu=$discard "add_host=${OPTION[paths]}" vpd_use_hostno=0 per_host_store=0 \
		"dev_size_mb=${OPTION[size]}" "opts=$options" max_queue=128 \
		"dif=${OPTION[dif]}" "dix=${OPTION[dif]}" \
		"ndelay=$((delay * 1000000))"
	wait_until 40 "scsi_debug's ${OPTION[paths]} paths" scsi_debug_found "${OPTION[paths]}"
}

# Written down in the order of host numbers: sd names come as they will.
scsi_debug_found() {
	local device address n=0 hosts
	mapfile -t hosts < <(printf '%s\n' /sys/bus/pseudo/devices/adapter*/host* | sort -V)
	for device in "${hosts[@]}"; do
		address=${device##*/host}:0:0:0
		[[ $(block_of "$address") ]] || return
		array_path $((++n)) "$address"
	done
	((n == $1))
}

scsi_debug_down() {
	rmmod scsi_debug
}

scsi_debug_errors() {
	local errors
	errors=/sys/kernel/debug/scsi_debug/$(address_of "$1")/error
	[[ -e $errors ]] || fail "array scsi_debug: errors of one path need kernel 6.12"
	echo "$errors"
}

# scsi_debug_error N "ERROR": its type, a count (1: every time), the opcode (0xff:
# any), and what belongs to the type
scsi_debug_error() {
	local errors
	errors=$(scsi_debug_errors "$1")
	echo "$2" >"$errors"
}

# Type 0: it is not answered.
scsi_debug_path_silence() {
	scsi_debug_error "$1" "0 1 0xff"
}

command_silence() {
	scsi_debug_error "$1" "0 1 $2"
}

# Type 2: host byte, driver byte, status (2: CHECK CONDITION), sense.
command_refuse() {
	scsi_debug_error "$1" "2 1 $2 0 0 2 $3 $4 $5"
}

command_restore() {
	local type opcode
	while read -r type _ opcode _; do
		[[ $opcode != "$2" ]] || scsi_debug_error "$1" "- $type $opcode"
	done < <(cat "$(scsi_debug_errors "$1")")
}

scsi_debug_path_restore() {
	scsi_path_restore "$1"
	grep -qs 0xff "/sys/kernel/debug/scsi_debug/$(address_of "$1")/error" || return 0
	echo "- 0 0xff" >"$(scsi_debug_errors "$1")"
}
