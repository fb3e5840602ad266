# shellcheck shell=bash disable=SC2034
DESCRIPTION="no path is sent what it did not declare, O_DSYNC writes succeed and ext4 mounts, beside dm-multipath"
LIMIT=300
REQUIRES=stock

scenario() {
	local target
	array_up eva flush=2 size=32
	printf '%-10s %-28s %-22s %s\n' target case "declared" \
		"flushes/FUA sent to paths 1-4, O_DSYNC errors, ext4"
	for target in multipath fairpath; do
		of_case $target "uniform none"
		path_cache 1 on
		of_case $target "one wc, three none"
		path_cache 1 on on
		of_case $target "one wc+fua, three none"
		path_cache 1 on
		path_cache 2 on on
		of_case $target "wc, wc+fua, two none"
		all_paths on on
		flip_live $target "wc+fua at load, then none" all_paths off
		flip_live $target "none at load, then wc" all_paths on
		all_paths off
	done
}

all_paths() {
	local n
	for n in 1 2 3 4; do
		path_cache $n "$@"
	done
}

of_case() {
	make "$1"
	work "$1" "$2"
	dm remove --retry fp
}

# flip_live TARGET CASE COMMAND...: the cache changes while the table is live
flip_live() {
	make "$1"
	write_some
	"${@:3}"
	# The debt of what was written under the cache, if there is one.
	flush /dev/mapper/fp || true
	work "$1" "$2"
	dm remove --retry fp
}

make() {
	create fp "$("$1_table" service-time)"
}

write_some() {
	dd if=/dev/zero of=/dev/mapper/fp bs=64k count=4 oflag=direct conv=notrunc status=none
}

# Count while it writes with O_DSYNC and with fsync, and mounts ext4.
work() {
	local errors=0 ext4=mounts i n declared sent=() bad=0
	count_start
	for ((i = 0; i < 12; i++)); do
		write_one /dev/mapper/fp dsync 2>/dev/null || ((++errors))
		dd if=/dev/zero of=/dev/mapper/fp bs=4k count=1 conv=notrunc,fsync status=none \
			2>/dev/null || true
	done
	count_stop
	mkfs.ext4 -q /dev/mapper/fp 2>/dev/null && mount /dev/mapper/fp /mnt 2>/dev/null ||
		ext4="does not mount"
	umount /mnt 2>/dev/null || true

	for n in 1 2 3 4; do
		declared+=" $(declared_by $n)"
		sent+=("$(count $n flushes)/$(count $n fua)")
		declares_cache $n || bad=$((bad + $(count $n flushes) + $(count $n fua)))
	done
	printf '%-10s %-28s %-22s %s, %d, %s\n' "$1" "$2" "$declared" "${sent[*]}" $errors "$ext4"
	[[ $1 == fairpath ]] || return 0
	assert_eq "$2: flushes and FUA sent to paths that declared none" 0 $bad
	assert_eq "$2: O_DSYNC writes that failed" 0 $errors
	assert_eq "$2: ext4" mounts "$ext4"
}

declares_cache() {
	[[ $(<"/sys/class/block/${PATHS[$1 - 1]#/dev/}/queue/write_cache") == "write back" ]]
}

declared_by() {
	declares_cache "$1" || { echo none; return; }
	(($(<"/sys/class/block/${PATHS[$1 - 1]#/dev/}/queue/fua"))) && echo wc+fua || echo wc
}
