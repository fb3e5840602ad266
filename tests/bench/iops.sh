# shellcheck shell=bash
# I/Os of 4 KiB in a second of real time, over four null_blk paths, the raw path,
# dm-multipath and fairpath one after the other, round after round, in one boot.
# `make bench` plays it.
#
#	modes=rq,bio  selectors=service-time  depth=32  rounds=6  count=8192
#
# Such figures wander with whatever else the machine does, so what each round of one
# is compared with is the same round of the other: the last line is of those ratios.
# shellcheck source=tests/bench/lib.sh
. /lab/tests/bench/lib.sh

# iops DEVICE RW
iops() {
	echo $((1000000000 / $("$TOOLS/io-time" "$2" "${BENCH[depth]}" "${BENCH[count]}" "$1")))
}

# spread FORMAT NUMBER...: median, least and most
spread() {
	printf '%s\n' "${@:2}" | sort -n | awk -v format="$1" '
		{ x[NR] = $1 }
		END {
			median = NR % 2 ? x[(NR + 1) / 2] : (x[NR / 2] + x[NR / 2 + 1]) / 2
			printf format " " format " " format "\n", median, x[1], x[NR]
		}'
}

# row NAME FORMAT NUMBER...
row() {
	local median least most
	read -r median least most < <(spread "${@:2}")
	printf '%-44s %10s %10s %10s\n' "$1" "$median" "$least" "$most"
}

# alternate MODE SELECTOR RW
alternate() {
	local round raw=() multipath=() fairpath=() ratios=()
	for ((round = 0; round < BENCH[rounds]; round++)); do
		raw+=("$(iops "${PATHS[0]}" "$3")")
		multipath+=("$(iops /dev/mapper/multipath "$3")")
		fairpath+=("$(iops /dev/mapper/fairpath "$3")")
		ratios+=("$(awk -v a="${fairpath[-1]}" -v b="${multipath[-1]}" \
			'BEGIN { printf "%.3f", a / b }')")
	done
	row "$3 raw null_blk" %d "${raw[@]}"
	row "$3 multipath $1 $2" %d "${multipath[@]}"
	row "$3 fairpath $1 $2" %d "${fairpath[@]}"
	row "$3 fairpath/multipath $1 $2, by rounds" %.3f "${ratios[@]}"
}

[[ $CLOCK == real ]] || fail "I/Os in a second need the real clock"
# The first is the name of this file.
bench_options "modes=rq,bio selectors=service-time depth=32 rounds=6 count=8192" "${@:2}"
array_up null
printf '%-44s %10s %10s %10s\n' "I/Os in a second at depth ${BENCH[depth]}" median least most
for mode in ${BENCH[modes]}; do
	for selector in ${BENCH[selectors]}; do
		bench_create multipath multipath "$mode" "$selector"
		bench_create fairpath fairpath "$mode" "$selector"
		for rw in read write; do
			alternate "$mode" "$selector" "$rw"
		done
		remove multipath
		remove fairpath
	done
done
