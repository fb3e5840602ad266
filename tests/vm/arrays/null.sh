# shellcheck shell=bash
# null: null_blk devices as paths, for speed. Each keeps nothing of what is
# written, so nothing can be verified.
#
#	paths=4  size=64 (MiB)  cache=off|on
#
# A path can fail and be restored, and no more: there is no wire to it.

# null_blk's list of bad blocks: how many ranges, of how many sectors each.
BAD_RANGES=512
BAD_SECTORS=512

# shellcheck source=tests/vm/arrays/store.sh
. /lab/tests/vm/arrays/store.sh

null_up() {
	local n
	array_options "paths=4 size=64 cache=off" "$@"
	for ((n = 1; n <= OPTION[paths]; n++)); do
		array_path "$n" "$(null_path "$n")"
	done
}

null_path() {
	local cache=()
	# cache_size needs memory to cache for.
	[[ ${OPTION[cache]} == off ]] || cache=(memory_backed=1 cache_size=64)
	store_make "path$1" "size=${OPTION[size]}" "${cache[@]}"
}

null_down() {
	stores_drop
}

# Range by range: given a larger one, 6.1 puts its parts into its list out of
# order, and then does not find them.
null_path_fail() {
	local first size
	size=$(blockdev --getsz "${PATHS[$1 - 1]}")
	((size <= BAD_RANGES * BAD_SECTORS)) ||
		fail "array null: a path of more than $((BAD_RANGES * BAD_SECTORS)) sectors cannot fail"
	for ((first = 0; first < size; first += BAD_SECTORS)); do
		echo "+$first-$((first + BAD_SECTORS - 1))" >"$NULLB/path$1/badblocks"
	done
}

null_path_restore() {
	echo "-0-$(($(blockdev --getsz "${PATHS[$1 - 1]}") - 1))" >"$NULLB/path$1/badblocks"
}
