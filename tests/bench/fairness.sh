# shellcheck shell=bash
# Who gets what of an array that serves eight requests of 4 ms at a time, and takes
# any number: 2,000 a second at any depth. `make bench-fairness` plays it, under the
# virtual clock, so that figures repeat.
#
#	a  one reader of one request at a time beside four of depth 64
#	c  four readers of depth 64 with weights 1, 2, 4, 8
#	j  as a, and the array becomes twice as slow, then fast again

PEERS=("multipath none" "multipath mq-deadline" "fairpath none" "fairpath none fair_queue")
SETTLE=6
RUN=5

# peer_up TARGET ELEVATOR [FEATURES]
peer_up() {
	create bench "$("$1_table" service-time "${3:-}")"
	echo "$2" >"$(queue_of bench)/scheduler"
}

# reader CGROUP DEPTH SECONDS FILE: in the background, once the others have settled
reader() {
	flood /dev/mapper/bench "$2" "--ramp_time=$SETTLE" "--runtime=$3"
	in_cgroup "$1" "${FLOOD[@]}" >"$4" 2>&1 &
}

# field FILE N: of fio's terse line
field() {
	awk -F';' -v n="$2" '/^3;/ { print $n }' "$1"
}

iops() {
	field "$1" 8
}

mean_ms() {
	awk -v us="$(field "$1" 40)" 'BEGIN { printf "%.1f", us / 1000 }'
}

p99_ms() {
	field "$1" 30 | awk -F= '{ printf "%.1f", $2 / 1000 }'
}

# sum FILE...: of IOPS
sum() {
	local file total=0
	for file; do
		total=$((total + $(iops "$file")))
	done
	echo "$total"
}

alone() {
	peer_up fairpath none
	reader shallow 1 $RUN "$STATE/shallow"
	wait
	printf 'a reader alone: %s a second, mean %s ms, p99 %s ms\n\n' "$(iops "$STATE/shallow")" \
		"$(mean_ms "$STATE/shallow")" "$(p99_ms "$STATE/shallow")"
	remove bench
}

case_a() {
	local n
	peer_up "$@"
	for n in 1 2 3 4; do
		reader "deep$n" 64 $RUN "$STATE/deep$n"
	done
	reader shallow 1 $RUN "$STATE/shallow"
	wait
	printf 'a  %-34s %6d in all; the shallow one %4d, mean %6.1f, p99 %6.1f ms; window %s\n' "$*" \
		"$(sum "$STATE"/deep[1-4] "$STATE/shallow")" "$(iops "$STATE/shallow")" \
		"$(mean_ms "$STATE/shallow")" "$(p99_ms "$STATE/shallow")" \
		"$(status_key bench fair_window || echo -)"
	remove bench
}

# Whoever has no weights cannot do it: it is shown what equal ones get.
case_c() {
	local n weight=1
	peer_up "$@"
	for n in 1 2 3 4; do
		[[ $* != *fair_queue* ]] || message bench fair_weight "$(cgroup_id "deep$n"):$((weight * 100))"
		reader "deep$n" 64 $RUN "$STATE/deep$n"
		weight=$((weight * 2))
	done
	wait
	printf 'c  %-34s %6d in all; for weights 1 2 4 8:' "$*" "$(sum "$STATE"/deep[1-4])"
	for n in 1 2 3 4; do
		awk -v a="$(iops "$STATE/deep$n")" -v all="$(sum "$STATE"/deep[1-4])" \
			'BEGIN { printf " %.2f", 15 * a / all }'
	done
	echo
	remove bench
}

# all_cables STORE: from now on that is what is behind every path
all_cables() {
	local n
	for n in 1 2 3 4; do
		cable_swap $n "linear /dev/$1 0"
	done
}

# What the shallow reader sees in each second from now on.
seconds_of_the_shallow() {
	local i
	for ((i = 1; i <= 6; i++)); do
		flood /dev/mapper/bench 1 --runtime=1
		in_cgroup shallow "${FLOOD[@]}" >"$STATE/shallow" 2>&1 &
		wait $!
		printf ' %6.1f' "$(mean_ms "$STATE/shallow")"
	done
}

case_j() {
	local n pids=() fast slow
	fast=$(basename "$(<"$STATE/cable1")")
	slow=$(store_make slow memory_backed=1 size=64 irqmode=2 completion_nsec=8000000 \
		submit_queues=1 hw_queue_depth=8)
	peer_up "$@"
	for n in 1 2 3 4; do
		flood /dev/mapper/bench 64
		in_cgroup "deep$n" "${FLOOD[@]}" >/dev/null 2>&1 &
		pids+=($!)
	done
	sleep $SETTLE
	printf 'j  %-34s mean ms of the shallow one in each second; twice as slow:' "$*"
	all_cables "$slow"
	seconds_of_the_shallow
	printf '; fast again:'
	all_cables "$fast"
	seconds_of_the_shallow
	echo
	kill "${pids[@]}"
	wait
	remove bench
	rmdir "$NULLB/slow"
}

[[ $CLOCK == virtual ]] || fail "figures that repeat need the virtual clock"
array_up slots slots=8 service=4000
cgroup_make shallow deep1 deep2 deep3 deep4
alone
for case in ${CASES:-a c j}; do
	for peer in "${PEERS[@]}"; do
		# shellcheck disable=SC2086 # its words
		case_$case $peer
	done
done
