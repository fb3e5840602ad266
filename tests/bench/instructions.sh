# shellcheck shell=bash
# Instructions that one 4 KiB random read or write costs, over four null_blk
# paths: raw, through dm-multipath and through fairpath. `make bench` plays it.
#
# Under the virtual clock one instruction takes 2 ns (icount shift=1), and
# null_blk completes within the call, so time is instructions: those of the two
# system calls and of all below them.

NS_PER_INSTRUCTION=2
COUNT=8192

# instructions DEVICE RW DEPTH: per I/O
instructions() {
	echo $(($("$TOOLS/io-time" "$2" "$3" $COUNT "$1") / NS_PER_INSTRUCTION))
}

# measure NAME DEVICE
measure() {
	local rw depth
	printf '%-34s' "$1"
	for rw in read write; do
		for depth in 1 32; do
			RESULT[$1 $rw $depth]=$(instructions "$2" $rw $depth)
			printf ' %12d' "${RESULT[$1 $rw $depth]}"
		done
	done
	echo
}

# measure_target TARGET SELECTOR
measure_target() {
	create bench "$("$1_table" "$2")"
	echo none >"$(queue_of bench)/scheduler"
	measure "$1 $2" /dev/mapper/bench
	remove bench
}

ratios() {
	local selector rw depth
	for selector in service-time round-robin; do
		printf '%-34s' "fairpath/multipath, $selector"
		for rw in read write; do
			for depth in 1 32; do
				printf ' %12s' "$(awk -v a="${RESULT[fairpath $selector $rw $depth]}" \
					-v b="${RESULT[multipath $selector $rw $depth]}" \
					'BEGIN { printf "%.3f", a / b }')"
			done
		done
		echo
	done
}

[[ $CLOCK == virtual ]] || fail "figures that repeat need the virtual clock"
declare -A RESULT=()
array_up null
printf '%-34s %12s %12s %12s %12s\n' "instructions per I/O" "read qd1" "read qd32" "write qd1" \
	"write qd32"
measure "raw null_blk" "${PATHS[0]}"
for selector in service-time round-robin; do
	measure_target multipath $selector
	measure_target fairpath $selector
done
ratios
