# shellcheck shell=bash
# Hardware handlers: the lab's own (tests/vm/handler), whose answers a scenario
# sets, and what any of them does. For the lab's, VARIANTS="lab-handler".

LAB_HANDLER=/sys/module/scsi_dh_lab/parameters

# The numbers of scsi/scsi_dh.h.
declare -gA SCSI_DH=([ok]=0 [dev_temp_busy]=2 [conn_failure]=6 [io]=8 [retry]=10 [imm_retry]=11
	[timed_out]=12 [res_temp_unavail]=13 [dev_offlined]=14 [nosys]=16)

# lab_handler: it is attached to each path
lab_handler() {
	local n
	[[ -d /sys/module/scsi_dh_lab ]] ||
		insmod "/lab/build/module/$KERNEL-lab-handler/scsi_dh_lab.ko"
	for ((n = 1; n <= ${#PATHS[@]}; n++)); do
		handler_attach "$n" lab
	done
}

# handler_attach N NAME: to a path that has none; no kernel takes a handler away
# again by this file
handler_attach() {
	[[ $(handler_of "$1") == detached ]] ||
		fail "path $1 has the handler $(handler_of "$1") already"
	echo "$2" >"$(handler_file "$1")"
}

handler_file() {
	echo "/sys/class/scsi_device/$(address_of "$1")/device/dh_state"
}

# handler_of N: its name, or "detached"
handler_of() {
	local name
	read -r name <"$(handler_file "$1")"
	echo "$name"
}

# handler_answers RESULT [TIMES [DELAY_MS]]: what the lab's handler says from now on
# to so many activations (without TIMES: to all), and how long it takes for it
handler_answers() {
	[[ -v SCSI_DH[$1] ]] || fail "no such result of a hardware handler: $1 (${!SCSI_DH[*]})"
	echo 0 >"$LAB_HANDLER/times"
	echo "${SCSI_DH[$1]}" >"$LAB_HANDLER/result"
	echo "${3:-0}" >"$LAB_HANDLER/delay_ms"
	echo "${2:--1}" >"$LAB_HANDLER/times"
	echo >"$LAB_HANDLER/seen"
}

# handler_saw: what came to it since, a line each; paths by their number
handler_saw() {
	local verb rest n addresses=()
	for ((n = 1; n <= ${#PATHS[@]}; n++)); do
		addresses[n]=$(address_of "$n")
	done
	while read -r verb rest; do
		for n in "${!addresses[@]}"; do
			[[ ${addresses[n]} != "$rest" ]] || rest=$n
		done
		echo "$verb${rest:+ $rest}"
	done <"$LAB_HANDLER/seen"
}

# handler_activated: the paths, in order, in one line
handler_activated() {
	local verb rest paths=()
	while read -r verb rest; do
		[[ $verb != activate ]] || paths+=("$rest")
	done < <(handler_saw)
	echo "${paths[*]}"
}

# pg_init NAME: queue_io and pg_init_count of the status
pg_init() {
	local words
	read -ra words <<<"$(status "$1")"
	echo "${words[4]} ${words[5]}"
}

# current_group NAME
current_group() {
	local words
	read -ra words <<<"$(status "$1")"
	echo "${words[8]}"
}

# two_groups [HANDLER_WORDS [FEATURES]]: a table of paths 1 and 2, then 3 and 4
two_groups() {
	local handler=${1:-} features=${2:-}
	# shellcheck disable=SC2046,SC2086 # words
	echo 0 "$SECTORS" fairpath $(counted $features) $(counted $handler) \
		2 1 round-robin 0 2 1 "${PATHS[0]}" 1 "${PATHS[1]}" 1 \
		round-robin 0 2 1 "${PATHS[2]}" 1 "${PATHS[3]}" 1
}

# goes_to DEV: the paths that six reads took, in one line
goes_to() {
	local i n used=()
	count_start
	for i in 1 2 3 4 5 6; do
		read_one "$1"
	done
	count_stop
	for ((n = 1; n <= ${#PATHS[@]}; n++)); do
		(($(count "$n" reads) == 0)) || used+=("$n")
	done
	echo "${used[*]}"
}
