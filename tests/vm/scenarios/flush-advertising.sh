# shellcheck shell=bash disable=SC2034
DESCRIPTION="what is advertised follows A1 and A2 for each combination of two paths, in one group or in two"
LIMIT=180
REQUIRES=stock
CORE=yes

# What a path's port says: WCE and DPOFUA. Without WCE, sd ignores DPOFUA.
declare -A PORT=([none]="off off" [wc]="on off" [wc+fua]="on on")

scenario() {
	local a b
	array_up lio paths=2 size=16
	for a in none wc wc+fua; do
		set_path 1 $a
		for b in none wc wc+fua; do
			set_path 2 $b
			advertises "$a, $b in one group" $a $b "$(fairpath_table)"
			advertises "$a, $b in two groups" $a $b "0 $SECTORS fairpath 0 0 2 1 \
				round-robin 0 1 1 ${PATHS[0]} 1 round-robin 0 1 1 ${PATHS[1]} 1"
		done
	done
}

set_path() {
	# shellcheck disable=SC2086 # two words
	path_cache "$1" ${PORT[$2]}
}

# advertises WHAT A B TABLE
advertises() {
	local queue
	create fp "$4"
	queue=$(queue_of fp)
	assert_eq "$1: status" "$2 $3" "$(path_caps fp 1) $(path_caps fp 2)"
	assert_eq "$1: write_cache" "$(cache_of "$2 $3")" "$(<"$queue/write_cache")"
	assert_eq "$1: fua" "$(fua_of " $2 $3 ")" "$(<"$queue/fua")"
	remove fp
}

# A1: some path has a cache.
cache_of() {
	[[ $1 == *wc* ]] && echo "write back" || echo "write through"
}

# A2: and each that has, takes FUA.
fua_of() {
	[[ $1 == *wc+fua* && $1 != *" wc "* ]] && echo 1 || echo 0
}
