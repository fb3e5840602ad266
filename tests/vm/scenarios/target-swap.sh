# shellcheck shell=bash disable=SC2034
DESCRIPTION="swap on the device carries a program that needs more memory than it has, while all paths fail and return, in request and in bio mode"
LIMIT=400
REQUIRES="stock swap"

GROUP=/run/lab/cgroup/swapper
MEMORY=/run/lab/memory # a tmpfs: what the program keeps in memory

scenario() {
	mkdir -p "${GROUP%/*}" "$MEMORY"
	mount -t cgroup2 none "${GROUP%/*}"
	echo +memory >"${GROUP%/*}/cgroup.subtree_control"
	mkdir "$GROUP"
	echo $((4 << 20)) >"$GROUP/memory.max"
	head -c 6M /dev/urandom >"$STATE/data"
	swaps_in_mode rq
	swaps_in_mode bio
	rmdir "$GROUP"
	umount "${GROUP%/*}"
}

# in_group COMMAND...: with no more memory than the group has
in_group() {
	echo "$BASHPID" >"$GROUP/cgroup.procs"
	"$@"
}

keep_reading() {
	until [[ -e $STATE/enough ]]; do
		md5sum <"$MEMORY/data"
	done >"$STATE/sums"
}

# swaps_in_mode MODE
swaps_in_mode() {
	local swapper n
	array_up scsi_debug size=64 paths=2
	create fp "$(MODE=$1 fairpath_table service-time queue_if_no_path)"
	mkswap /dev/mapper/fp >"$STATE/mkswap"
	swapon /dev/mapper/fp
	mount -t tmpfs none "$MEMORY"
	(in_group cp "$STATE/data" "$MEMORY/data")
	assert_between "bytes that are swapped out" $((1 << 20)) $((8 << 20)) \
		"$(<"$GROUP/memory.swap.current")"

	rm -f "$STATE/enough"
	(in_group keep_reading) &
	swapper=$!
	for n in 1 2; do
		path_fail $n
	done
	wait_until 60 "swapping has met both failed paths" path_is fp 1 F
	wait_until 60 "swapping has met both failed paths" path_is fp 2 F
	for n in 1 2; do
		path_restore $n
		message fp reinstate_path "${PATHS[n - 1]}"
	done
	touch "$STATE/enough"
	wait $swapper || fail "the program that swaps failed in mode $1"
	assert_eq "what it kept in memory, in mode $1" "$(md5sum <"$STATE/data")" \
		"$(sort -u "$STATE/sums")"

	umount "$MEMORY"
	swapoff /dev/mapper/fp
	remove fp
	array_down
}
