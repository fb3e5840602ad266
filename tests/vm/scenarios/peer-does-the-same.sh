# shellcheck shell=bash disable=SC2034
DESCRIPTION="the same tables, messages and faults: dm-multipath and fairpath show and do the same, but where meant"
LIMIT=1800
LONG=yes
REQUIRES=stock

CASES=/lab/tests/vm/peer/cases.txt

scenario() {
	local line parts nr=0
	array_up scsi_debug size=8
	modprobe -a dm-multipath dm-round-robin dm-service-time dm-queue-length scsi_dh_alua scsi_dh_hp_sw
	fairpath_module
	while IFS= read -r line; do
		[[ $line && $line != "#"* ]] || continue
		IFS='|' read -ra parts <<<"$line"
		same "${parts[@]}"
		((++nr))
	done <"$CASES"
	assert_between "cases" 60 1000 "$nr"
	[[ ! -e $STATE/differ ]] || fail "$(cat "$STATE/differ")"
}

# same NAME TABLE STEPS [MEANT]
same() {
	local name=${1% } table=${2# } meant=${4:-}
	play multipath "${table% }" "${3:-}" >"$STATE/multipath" 2>/dev/null
	play fairpath "${table% }" "${3:-}" >"$STATE/fairpath" 2>/dev/null
	cut_status
	if cmp -s "$STATE/multipath" "$STATE/fairpath"; then
		[[ ! $meant ]] || echo "\"$name\": meant to differ ($meant), and does not"
	elif [[ ! $meant ]]; then
		echo "\"$name\" differs, dm-multipath and fairpath:"
		diff "$STATE/multipath" "$STATE/fairpath" || true
	fi >>"$STATE/found"
	[[ ! -s $STATE/found ]] || cat "$STATE/found" >>"$STATE/differ"
	rm "$STATE/found"
}

# Ours follows what dm-multipath says: as many words as it has.
cut_status() {
	local words
	words=$(awk '$1 == "status" { print NF }' "$STATE/multipath")
	[[ $words ]] || return 0
	awk -v n="$words" '$1 == "status" { NF = n } { print }' "$STATE/fairpath" >"$STATE/cut"
	mv "$STATE/cut" "$STATE/fairpath"
	sed -i 's/ *$//' "$STATE/multipath" "$STATE/fairpath"
}

# play TARGET "TABLE" "STEPS": what there is to see, a line each
play() {
	local target=$1 step steps
	dm create peer --table "0 $SECTORS $target $(filled "$2")" || {
		echo "refused"
		return
	}
	IFS=';' read -ra steps <<<"$3"
	for step in "${steps[@]}"; do
		step=$(filled "$step")
		# shellcheck disable=SC2086 # words
		[[ ! ${step// } ]] || "step_${step%% *}" ${step#* }
	done
	echo "table $(dmsetup table peer | sed "s/ $target / /; s/ *$//")"
	echo "status $(status peer | sed "s/ $target / /; s/ *$//")"
	# How many is chance: what happens while one is being sent goes with it.
	(($(dmsetup info -c --noheadings -o events peer))) && echo "events" || echo "no event"
	[[ $(dmsetup info -c --noheadings -o suspended peer) != Suspended ]] || dm resume peer
	message peer fail_if_no_path
	wait
	remove peer
}

# filled "WORDS": %1 to %4 as major:minor, without blanks at its ends
filled() {
	local words=$1 n
	for n in 1 2 3 4; do
		words=${words//%$n/$(<"/sys/class/block/${PATHS[n - 1]#/dev/}/dev")}
	done
	words=${words#"${words%%[! ]*}"}
	echo "${words%"${words##*[! ]}"}"
}

# Reads and writes that each path has ended.
took() {
	local n reads writes
	for n in 0 1 2 3; do
		read -r reads _ _ _ writes _ <"/sys/class/block/${PATHS[n]#/dev/}/stat"
		echo $((reads + writes))
	done
}

# io VERB COMMAND...: how it ended, and which paths took it
io() {
	local before after n end=ok
	mapfile -t before < <(took)
	"${@:2}" /dev/mapper/peer || end=error
	mapfile -t after < <(took)
	for n in 0 1 2 3; do
		((after[n] == before[n])) || end+=" path$((n + 1))"
	done
	echo "$1 $end"
}

step_read() { io read read_one; }
step_write() { io write write_one; }
step_fail() { scsi_path_fail "$1"; }
step_mend() { scsi_path_restore "$1"; }
step_suspend() { dm suspend --nolockfs peer; }
step_resume() { dm resume peer; }

step_message() {
	local words=("$@") end=ok
	[[ $* != message ]] || words=()
	message peer "${words[@]}" || end=error
	echo "message $end"
}

step_table() {
	reload peer "0 $SECTORS $target $*" --nolockfs
}

step_noflush() {
	reload peer "0 $SECTORS $target $*" --nolockfs --noflush
}

step_inquiry() {
	local end=ok
	sg_inq /dev/mapper/peer || end=error
	echo "inquiry $end"
}

step_wait() {
	read_one /dev/mapper/peer &
	waiting=$!
	sleep 0.2
	kill -0 $waiting && echo "waits"
}

step_ends() {
	local end=ok
	wait "$waiting" || end=error
	echo "ends $end"
}
