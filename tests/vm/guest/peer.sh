# shellcheck shell=bash
# dm-multipath and fairpath are told the same, case by case, and what there is to see
# of each is compared. Few processes: a case is played twice, and there are many.

# peer_cases FILE: the cases of tests/vm/peer/FILE, over the array that is up
peer_cases() {
	local line parts nr=0 n
	modprobe -a dm-multipath dm-round-robin dm-service-time dm-queue-length scsi_dh_alua scsi_dh_hp_sw
	fairpath_module
	for n in 1 2 3 4; do
		read -r "NUMBERS[$n]" <"/sys/class/block/${PATHS[n - 1]#/dev/}/dev"
	done
	while IFS= read -r line; do
		[[ $line && $line != "#"* ]] || continue
		IFS='|' read -ra parts <<<"$line"
		peer_same "${parts[@]}"
		((++nr))
	done <"/lab/tests/vm/peer/$1"
	echo "$nr cases"
	((nr)) || fail "there is no case in $1"
	[[ ! -e $STATE/differ ]] || fail "$(<"$STATE/differ")"
}

# peer_same NAME TABLE STEPS [MEANT]
peer_same() {
	local name=${1% } theirs ours
	WORDS=1000
	peer_play multipath "$2" "${3:-}" >"$STATE/multipath"
	peer_play fairpath "$2" "${3:-}" >"$STATE/fairpath"
	theirs=$(<"$STATE/multipath") ours=$(<"$STATE/fairpath")
	if [[ $theirs == "$ours" ]]; then
		[[ ! ${4:-} ]] || echo "\"$name\": meant to differ (${4# }), and does not" >>"$STATE/differ"
	elif [[ ! ${4:-} ]]; then
		printf '"%s" differs. dm-multipath:\n%s\nfairpath:\n%s\n' "$name" "$theirs" "$ours" \
			>>"$STATE/differ"
	fi
}

# peer_play TARGET "TABLE" "STEPS": what there is to see, a line each
peer_play() {
	local target=$1 step steps FILLED waiting='' events suspended
	peer_fill "$2"
	dm create peer --table "0 $SECTORS $target $FILLED" || {
		echo "refused"
		return
	}
	IFS=';' read -ra steps <<<"$3"
	for step in "${steps[@]}"; do
		peer_fill "$step"
		# shellcheck disable=SC2086 # words
		[[ ! $FILLED ]] || "peer_do_${FILLED%% *}" ${FILLED#* }
	done
	peer_table
	peer_status
	read -r events suspended <<<"$(dmsetup info -c --noheadings --separator ' ' \
		-o events,suspended peer)"
	# How many is chance: what happens while one is being sent goes with it.
	((events)) && echo "events" || echo "no event"
	[[ $suspended != Suspended ]] || dm resume peer
	if [[ $waiting ]]; then
		message peer fail_if_no_path
		wait "$waiting" || true
	fi
	remove peer
	[[ ! -e $STATE/peer-groups ]] || peer_groups_as_new
}

# peer_fill "WORDS": FILLED is they with %1 to %4 as major:minor, without blanks at the ends
peer_fill() {
	local n
	FILLED=$1
	for n in 1 2 3 4; do
		FILLED=${FILLED//%$n/${NUMBERS[n]}}
	done
	FILLED=${FILLED#"${FILLED%%[! ]*}"}
	FILLED=${FILLED%"${FILLED##*[! ]}"}
}

peer_table() {
	local words
	read -ra words <<<"$(dmsetup table peer)"
	echo "table ${words[*]:0:2} ${words[*]:3}"
}

# Ours follows what dm-multipath says: as many words as it has.
peer_status() {
	local words
	read -ra words <<<"$(status peer)"
	[[ $target == fairpath ]] || WORDS=$((${#words[@]} - 3))
	echo "status ${words[*]:0:2} ${words[*]:3:WORDS}"
}

# TOOK: reads and writes that each path has ended
peer_took() {
	local n reads writes
	for n in 1 2 3 4; do
		read -r reads _ _ _ writes _ <"/sys/class/block/${PATHS[n - 1]#/dev/}/stat"
		TOOK[n]=$((reads + writes))
	done
}

# peer_io VERB COMMAND...: how it ended, and which paths took it
peer_io() {
	local before n end=ok TOOK=()
	peer_took
	before=("${TOOK[@]}")
	"${@:2}" /dev/mapper/peer || end=error
	peer_took
	for n in 1 2 3 4; do
		((TOOK[n] == before[n - 1])) || end+=" path$n"
	done
	echo "$1 $end"
}

# The steps. A verb without words is its own first word.
peer_do_read() { peer_io read read_one; }
peer_do_write() { peer_io write write_one; }
peer_do_fail() { scsi_path_fail "$1"; }
peer_do_mend() { scsi_path_restore "$1"; }
peer_do_suspend() { dm suspend --nolockfs peer; }
peer_do_resume() { dm resume peer; }

peer_do_message() {
	local words=("$@") end=ok
	[[ $* != message ]] || words=()
	message peer "${words[@]}" || end=error
	echo "message $end"
}

peer_do_table() {
	reload peer "0 $SECTORS $target $*" --nolockfs
}

peer_do_noflush() {
	reload peer "0 $SECTORS $target $*" --nolockfs --noflush
}

peer_do_inquiry() {
	local end=ok
	sg_inq /dev/mapper/peer || end=error
	echo "inquiry $end"
}

# A read that must wait. It does when it sleeps for its I/O and no path is left that
# could take it.
peer_do_wait() {
	local waits
	dd if=/dev/mapper/peer of=/dev/null bs=4k count=1 iflag=direct status=none &
	waiting=$!
	wait_until 60 "a read waits for a path, or ends" peer_waits_or_ended
	echo "$waits"
}

peer_waits_or_ended() {
	local name state
	waits="does not wait"
	read -r _ name state _ 2>/dev/null <"/proc/$waiting/stat" || return 0
	[[ $state != Z ]] || return 0
	waits="waits"
	[[ $name == "(dd)" && $state == D ]] && map_paths_are peer A 0
}

peer_do_ends() {
	local end=ok
	wait "$waiting" || end=error
	waiting=
	echo "ends $end"
}

# Of a target port group of the array; its next command tells the host.
peer_do_state() {
	group_state "$@"
	touch "$STATE/peer-groups"
}

# The host asks the array. Of a group that is unavailable it would not get the capacity.
peer_do_told() {
	peer_host_told
}

# What the array says of its groups, which an activation may have changed.
peer_do_groups() {
	echo "groups $(group_is 1) $(group_is 2)"
	touch "$STATE/peer-groups"
}

# What the next case finds: both groups optimized, and the host knows.
peer_groups_as_new() {
	group_state 1 optimized
	group_state 2 optimized
	peer_host_told
	rm "$STATE/peer-groups"
}

peer_host_told() {
	local n states
	states=(x "$(group_is 1)" "$(group_is 1)" "$(group_is 2)" "$(group_is 2)")
	for n in 1 2 3 4; do
		scsi_rescan "$n"
		wait_until 20 "the host knows the state of path $n" peer_host_knows "$n" "${states[n]}"
	done
}

# In the words of scsi_dh_alua.
declare -gA PEER_ACCESS=([optimized]=active/optimized [nonoptimized]=active/non-optimized
	[standby]=standby [unavailable]=unavailable [offline]=offline)

peer_host_knows() {
	local is
	read -r is <"/sys/class/block/${PATHS[$1 - 1]#/dev/}/device/access_state"
	[[ $is == "${PEER_ACCESS[$2]}" ]]
}
