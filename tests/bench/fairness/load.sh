# shellcheck shell=bash
# Readers and writers, and what they saw. Sourced.

# Seconds before anything is measured, and for which it is.
SETTLE=10
RUN=5

# reader NAME DEPTH [OPTION...]: fio in the background, 4 KiB random reads if not said
# otherwise; it is measured once the others have settled. NAME is a cgroup, and its file's.
reader() {
	flood "$DEVICE" "$2" "--ramp_time=$SETTLE" "--runtime=$RUN" "${@:3}"
	as "$1" "${FLOOD[@]}" >"$STATE/$1" 2>&1 &
}

# Each of depth 64.
deep_readers() {
	local n
	for n in 1 2 3 4; do
		reader "deep$n" 64 "$@"
	done
}

# all_end: those in the background, and none in vain
all_end() {
	local file
	wait
	for file; do
		grep -q '^3;' "$STATE/$file" || fail "fio: $(<"$STATE/$file")"
		[[ $(field "$file" 5) == 0 ]] || fail "fio: an I/O error in $file"
	done
}

# field NAME N: of fio's terse line
field() {
	awk -F';' -v n="$2" '/^3;/ { print $n }' "$STATE/$1"
}

# Of NAME's reads; writes are 41 fields further.
iops() {
	field "$1" $((8 + ${2:-0}))
}

mean_ms() {
	awk -v us="$(field "$1" $((40 + ${2:-0})))" 'BEGIN { printf "%.2f", us / 1000 }'
}

p99_ms() {
	field "$1" $((30 + ${2:-0})) | awk -F= '{ printf "%.2f", $2 / 1000 }'
}

WRITES=41

# megabytes NAME... [+N]: a second, in all, of the field that is N further
megabytes() {
	local name more=0
	[[ ${*: -1} != +* ]] || more=${*: -1}
	for name; do
		[[ $name == +* ]] || field "$name" $((7 + more))
	done | awk '{ kib += $1 } END { printf "%.1f", kib * 1024 / 1000000 }'
}

# sum NUMBER...
sum() {
	printf '%s\n' "$@" | awk '{ sum += $1 } END { print sum }'
}

# all_iops NAME...
all_iops() {
	local name
	for name; do
		iops "$name"
	done | awk '{ sum += $1 } END { print sum }'
}

# jain NUMBER...: Jain's index, 1 if all are the same, 1/n if one has all
jain() {
	printf '%s\n' "$@" | awk '{ n++; sum += $1; squares += $1 * $1 }
		END { printf "%.4f", squares ? sum * sum / (n * squares) : 0 }'
}

# reads_done: of the device, since it is there
reads_done() {
	awk '{ print $1 }' "$(queue_of bench)/../stat"
}

# Rows: one for each peer of a case, for the reader, and a line for each figure in
# /out/figures, for who compares them:
#
#	CASE PEER KEY VALUE

HEADED=

# row KEY=VALUE...
row() {
	local word keys="$CASE ${*%%=*}"
	if [[ $HEADED != "$keys" ]]; then
		printf '\n%-22s' "$CASE"
		printf ' %10s' "${@%%=*}"
		echo
		HEADED=$keys
	fi
	printf '%-22s' "$PEER"
	for word; do
		printf ' %10s' "${word#*=}"
		printf '%s %s %s %s\n' "$CASE" "$PEER" "${word%%=*}" "${word#*=}" >>/out/figures
	done
	echo
}
