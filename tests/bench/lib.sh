# shellcheck shell=bash
# What the benchmarks share: their settings, and the maps that are measured.

# All that there are; the peer has those that the kernel has modules for.
# shellcheck disable=SC2034 # for who reads this
SELECTORS=service-time,round-robin,queue-length,historical-service-time,io-affinity

# bench_options "KEY=DEFAULT ..." KEY=VALUE...: into BENCH, commas made spaces
bench_options() {
	local word
	declare -gA BENCH=()
	for word in $1; do
		BENCH[${word%%=*}]=${word#*=}
	done
	for word in "${@:2}"; do
		[[ -v BENCH[${word%%=*}] ]] ||
			fail "no setting '${word%%=*}': there are ${!BENCH[*]}"
		BENCH[${word%%=*}]=${word#*=}
	done
	for word in "${!BENCH[@]}"; do
		BENCH[$word]=${BENCH[$word]//,/ }
	done
}

peer_has() {
	modprobe -n -q "dm-$1"
}

# Each CPU has a path of its own, as far as there are paths: a mask must have a CPU
# that there is.
affinity_table() {
	local n paths words=()
	paths=$(nproc)
	((paths <= ${#PATHS[@]})) || paths=${#PATHS[@]}
	for ((n = 0; n < paths; n++)); do
		words+=("${PATHS[n]}" "$(printf '%x' $((1 << n)))")
	done
	echo "0 $SECTORS $1 2 queue_mode $2 0 1 1 io-affinity 0 $paths 1 ${words[*]}"
}

# bench_create NAME TARGET MODE SELECTOR [FEATURES]
bench_create() {
	if [[ $4 == io-affinity ]]; then
		[[ $2 != multipath ]] || modprobe dm-io-affinity
		create "$1" "$(affinity_table "$2" "$3")"
	else
		create "$1" "$(MODE=$3 "$2_table" "$4" "${5:-}")"
	fi
	no_elevator "$1"
}
