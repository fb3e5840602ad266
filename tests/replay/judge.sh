# shellcheck shell=bash
# What the replay's figures must be, and whether they are. Sourced by a play that
# has SET (luns, loads, cases) and FPREPLAY.

# By "CASE on|off TASKS": jobs/min, commands, flushes, FUA; by CASE: fsync/s.
declare -A JOBS=() COMMANDS=() FLUSHES=() FUAS=() FSYNCS=()

# keep CASE on|off TASKS ROW: with what tally counted meanwhile
keep() {
	local key="$1 $2 $3"
	[[ $4 == failed* ]] || JOBS[$key]=$(awk '{ print $2 }' <<<"$4")
	COMMANDS[$key]=$(tally paths commands)
	FLUSHES[$key]=$(($(tally paths flushes) + $(tally array flushes)))
	FUAS[$key]=$(($(tally paths fua) + $(tally array fua)))
}

# beside CASE on|off TASKS: the columns after AIM7's
beside() {
	printf '%9d %8d %6d %14s' "${COMMANDS[$*]}" "$(tally array flushes)" "$(tally paths fua)" \
		"$(of_bug "$2" "$3")"
}

of_bug() {
	local off on
	read -r off on < <("$FPREPLAY" --bug="$2" 2>/dev/null || echo - -)
	[[ $1 == on ]] && echo "$on" || echo "$off"
}

# quotient A B: "-" if either is not a number above 0
quotient() {
	awk -v a="${1:-0}" -v b="${2:-0}" 'BEGIN {
		if (a + 0 > 0 && b + 0 > 0) printf "%.3f", a / b; else printf "-" }'
}

# Barrier on by barrier off, as the bug was judged by.
ratios() {
	local i case tasks
	echo
	echo "jobs/min, barrier on / off"
	printf '%7s' Tasks
	for ((i = 0; i < ${#SET[cases]}; i++)); do
		printf ' %7s' "(${SET[cases]:i:1})"
	done
	printf ' %7s\n' bug
	for tasks in ${SET[loads]//,/ }; do
		printf '%7d' "$tasks"
		for ((i = 0; i < ${#SET[cases]}; i++)); do
			case=${SET[cases]:i:1}
			printf ' %7s' "$(quotient "${JOBS[$case on $tasks]:-}" "${JOBS[$case off $tasks]:-}")"
		done
		printf ' %7s\n' "$(quotient "$(of_bug on "$tasks")" "$(of_bug off "$tasks")")"
	done
}

# verdict "what" SEEN WANTED CONDITION: an awk condition on x, what was seen
verdict() {
	local word=ok
	awk -v x="$2" "BEGIN { exit !(x != \"-\" && ($4)) }" || {
		word=MISSED
		touch "$STATE/missed"
	}
	printf '%-7s %-62s %10s  (%s)\n' "$word" "$1" "$2" "$3"
}

# alike "what" PER_CENT ON OFF
alike() {
	verdict "$1" "$(quotient "$3" "$4")" "within $2 %" \
		"x >= 1 - $2 / 100 - 1e-9 && x <= 1 + $2 / 100 + 1e-9"
}

total() {
	local -n of=$1
	local key sum=0
	for key in "${!of[@]}"; do
		[[ $key != "$2 "* ]] || sum=$((sum + of["$key"]))
	done
	echo $sum
}

judge() {
	local case tasks
	echo
	for case in a f; do
		[[ ${SET[cases]} == *$case* ]] || continue
		verdict "($case) flushes that arrived, on paths and at the array" "$(total FLUSHES $case)" \
			"exactly 0" "x == 0"
		verdict "($case) FUA writes that arrived" "$(total FUAS $case)" "exactly 0" "x == 0"
		for tasks in ${SET[loads]//,/ }; do
			alike "($case) $tasks tasks: commands, barrier on / off" "${SET[commands]}" \
				"${COMMANDS[$case on $tasks]}" "${COMMANDS[$case off $tasks]}"
			alike "($case) $tasks tasks: jobs/min, barrier on / off" "${SET[jobs]}" \
				"${JOBS[$case on $tasks]:-}" "${JOBS[$case off $tasks]:-}"
		done
	done
	[[ ${SET[cases]} == *e*f* || ${SET[cases]} == *f*e* ]] || return 0
	verdict "fsync per second, (f) / (e)" "$(quotient "${FSYNCS[f]}" "${FSYNCS[e]}")" "at least 5" "x >= 5"
}
