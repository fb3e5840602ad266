# shellcheck shell=bash
# Instructions that one 4 KiB random read or write costs, over four null_blk
# paths: raw, through dm-linear (what device-mapper itself costs), through
# dm-multipath and through fairpath, in request and in bio mode. `make bench` plays it.
#
#	modes=rq,bio  selectors=...  depths=1,32,128
#
# Under the virtual clock one instruction takes 2 ns (icount shift=1), and
# null_blk completes within the call, so time is instructions: those of the two
# system calls and of all below them.
# shellcheck source=tests/bench/lib.sh
. /lab/tests/bench/lib.sh

NS_PER_INSTRUCTION=2
COUNT=2048

# instructions DEVICE RW DEPTH: per I/O
instructions() {
	echo $(($("$TOOLS/io-time" "$2" "$3" $COUNT "$1") / NS_PER_INSTRUCTION))
}

# measure NAME DEVICE
measure() {
	local rw depth
	printf '%-42s' "$1"
	for rw in read write; do
		for depth in ${BENCH[depths]}; do
			RESULT[$1 $rw $depth]=$(instructions "$2" "$rw" "$depth")
			printf ' %11d' "${RESULT[$1 $rw $depth]}"
		done
	done
	echo
}

# measure_target TARGET MODE SELECTOR [FEATURES]
measure_target() {
	bench_create bench "$@"
	measure "$1 $2 $3${4:+ $4}" /dev/mapper/bench
	remove bench
}

# ratio NAME ROW ROW: of the first row to the second
ratio() {
	local rw depth
	printf '%-42s' "$1"
	for rw in read write; do
		for depth in ${BENCH[depths]}; do
			printf ' %11s' "$(awk -v a="${RESULT[$2 $rw $depth]}" \
				-v b="${RESULT[$3 $rw $depth]}" 'BEGIN { printf "%.3f", a / b }')"
		done
	done
	echo
}

heading() {
	local rw depth
	printf '%-42s' "instructions per I/O"
	for rw in read write; do
		for depth in ${BENCH[depths]}; do
			printf ' %11s' "$rw qd$depth"
		done
	done
	echo
}

[[ $CLOCK == virtual ]] || fail "figures that repeat need the virtual clock"
declare -A RESULT=()
# The first is the name of this file.
bench_options "modes=rq,bio selectors=$SELECTORS depths=1,32,128" "${@:2}"
array_up null
heading
measure "raw null_blk" "${PATHS[0]}"
create bench "0 $SECTORS linear ${PATHS[0]} 0"
measure "linear" /dev/mapper/bench
remove bench
for mode in ${BENCH[modes]}; do
	for selector in ${BENCH[selectors]}; do
		! peer_has "$selector" || measure_target multipath "$mode" "$selector"
		measure_target fairpath "$mode" "$selector"
	done
done
# Below its window, which is what it costs whoever has no need of it.
measure_target fairpath rq service-time fair_queue
for mode in ${BENCH[modes]}; do
	for selector in ${BENCH[selectors]}; do
		! peer_has "$selector" || ratio "fairpath/multipath $mode $selector" \
			"fairpath $mode $selector" "multipath $mode $selector"
	done
done
[[ -z ${RESULT[fairpath rq service-time read ${BENCH[depths]%% *}]-} ]] ||
	ratio "fair_queue/without rq service-time" "fairpath rq service-time fair_queue" \
		"fairpath rq service-time"
