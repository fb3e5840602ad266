# shellcheck shell=bash
# Instructions that one 4 KiB random read or write costs, over four null_blk
# paths: raw, through dm-linear (what device-mapper itself costs), through
# dm-multipath and through fairpath, in request and in bio mode. `make bench` plays it.
#
# Under the virtual clock one instruction takes 2 ns (icount shift=1), and
# null_blk completes within the call, so time is instructions: those of the two
# system calls and of all below them.

NS_PER_INSTRUCTION=2
COUNT=2048
DEPTHS=(1 32 128)

# instructions DEVICE RW DEPTH: per I/O
instructions() {
	echo $(($("$TOOLS/io-time" "$2" "$3" $COUNT "$1") / NS_PER_INSTRUCTION))
}

# measure NAME DEVICE
measure() {
	local rw depth
	printf '%-34s' "$1"
	for rw in read write; do
		for depth in "${DEPTHS[@]}"; do
			RESULT[$1 $rw $depth]=$(instructions "$2" "$rw" "$depth")
			printf ' %12d' "${RESULT[$1 $rw $depth]}"
		done
	done
	echo
}

# measure_target TARGET MODE SELECTOR [FEATURES]
measure_target() {
	create bench "$(MODE=$2 "$1_table" "$3" "${4:-}")"
	# A device of bios has no scheduler.
	[[ $2 == bio ]] || echo none >"$(queue_of bench)/scheduler"
	measure "$1 $2 $3${4:+ $4}" /dev/mapper/bench
	remove bench
}

# ratio NAME ROW ROW: of the first row to the second
ratio() {
	local rw depth
	printf '%-34s' "$1"
	for rw in read write; do
		for depth in "${DEPTHS[@]}"; do
			printf ' %12s' "$(awk -v a="${RESULT[$2 $rw $depth]}" \
				-v b="${RESULT[$3 $rw $depth]}" 'BEGIN { printf "%.3f", a / b }')"
		done
	done
	echo
}

heading() {
	local rw depth
	printf '%-34s' "instructions per I/O"
	for rw in read write; do
		for depth in "${DEPTHS[@]}"; do
			printf ' %12s' "$rw qd$depth"
		done
	done
	echo
}

[[ $CLOCK == virtual ]] || fail "figures that repeat need the virtual clock"
declare -A RESULT=()
array_up null
heading
measure "raw null_blk" "${PATHS[0]}"
create bench "0 $SECTORS linear ${PATHS[0]} 0"
measure "linear" /dev/mapper/bench
remove bench
for mode in rq bio; do
	for selector in service-time round-robin; do
		measure_target multipath $mode $selector
		measure_target fairpath $mode $selector
	done
done
# Below its window, which is what it costs whoever has no need of it.
measure_target fairpath rq service-time fair_queue
for mode in rq bio; do
	for selector in service-time round-robin; do
		ratio "fairpath/multipath $mode $selector" "fairpath $mode $selector" \
			"multipath $mode $selector"
	done
done
ratio "fair_queue/without rq service-time" "fairpath rq service-time fair_queue" \
	"fairpath rq service-time"
