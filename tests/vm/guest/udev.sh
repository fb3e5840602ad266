# shellcheck shell=bash
# udevd with Debian's rules and ours, and what it knows of devices.

# udev_start: as on a host where fairpath is installed
udev_start() {
	rm -rf /etc/fairpath /run/fairpath
	mkdir -p /run/udev/rules.d
	cp /lab/rules/*.rules /run/udev/rules.d/
	/lib/systemd/systemd-udevd --daemon
	touch "$STATE/udev"
}

udev_stop() {
	udevadm settle --timeout=10 || true
	udevadm control --exit
	rm -rf "$STATE/udev" /run/udev/rules.d
}

udev_settle() {
	udevadm settle --timeout=20 || fail "udevd has not settled in 20 s"
}

# udev_again DEV...: as `udevadm trigger` does
udev_again() {
	local device
	for device; do
		echo change >"/sys/class/block/$(basename "$(readlink -f "$device")")/uevent"
	done
	udev_settle
}

# property DEV NAME: of udevd's database; nothing if it has none
property() {
	udevadm info --query=property --name="$1" | sed -n "s/^$2=//p"
}

# without_multipath_tools: as on a host where they are not installed
without_multipath_tools() {
	local rules
	for rules in 56-dm-mpath 60-multipath; do
		ln -sf /dev/null "/run/udev/rules.d/$rules.rules"
	done
	udevadm control --reload
	udev_settle
}

# partition_table DEV START SECTORS: of one Linux partition
partition_table() {
	{
		head -c 446 /dev/zero
		printf '\0\0\0\0\x83\0\0\0'
		little_endian "$2"
		little_endian "$3"
		head -c 48 /dev/zero
		printf '\x55\xaa'
	} | dd of="$1" bs=512 count=1 iflag=fullblock oflag=direct conv=notrunc status=none
}

little_endian() {
	printf "%08x" "$1" | sed 's/\(..\)\(..\)\(..\)\(..\)/\4\3\2\1/' | xxd -r -p
}

# links_to DEV: the links under /dev/disk that lead to it
links_to() {
	local device
	device=$(readlink -f "$1")
	find /dev/disk -type l | while read -r link; do
		[[ $(readlink -f "$link") != "$device" ]] || echo "$link"
	done | sort | xargs
}
