# shellcheck shell=bash disable=SC2034
DESCRIPTION="all paths of an ext4 are gone for some seconds: by default it stays writable and loses nothing"
LIMIT=180
REQUIRES=stock

scenario() {
	local n writer
	array_up lio size=64 paths=2
	# What no_path_retry is by default counts these.
	daemon_conf "defaults {" "polling_interval 5" "}"
	daemon_start
	wait_until 40 "a map of two paths" daemon_map_of 2
	mkfs.ext4 -q "/dev/mapper/$MAP"
	mkdir -p /mnt/fp
	mount "/dev/mapper/$MAP" /mnt/fp
	fill before
	for n in 1 2; do
		path_fail "$n"
	done
	fill during &
	writer=$!
	wait_until 40 "no path is usable" map_paths_are "$MAP" F 2
	sleep 2
	kill -0 $writer || fail "a write did not wait for a path"
	for n in 1 2; do
		path_restore "$n"
	done
	wait $writer || fail "a write has failed"
	fill after
	assert_match "how it is mounted" "^rw," "$(findmnt -no OPTIONS /mnt/fp)"
	umount /mnt/fp
	e2fsck -fn "/dev/mapper/$MAP" || fail "the file system is not clean"
	mount -o ro "/dev/mapper/$MAP" /mnt/fp
	(cd /mnt/fp && sha256sum --quiet -c before.sum during.sum after.sum)
	umount /mnt/fp
	daemon_stop
	remove "$MAP"
}

# fill NAME: a file and its sum, durable
fill() {
	head -c 1M /dev/urandom >"/mnt/fp/$1"
	(cd /mnt/fp && sha256sum "$1" >"$1.sum")
	sync -f /mnt/fp
}
