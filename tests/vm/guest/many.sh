# shellcheck shell=bash
# Many LUNs at once: scsi_debug's, which share one small store and differ in identity.

SCSI_DEBUG=/sys/bus/pseudo/drivers/scsi_debug

# many_luns N: of four paths each
many_luns() {
	modprobe scsi_debug "max_luns=$1" add_host=4 vpd_use_hostno=0 per_host_store=0 \
		dev_size_mb=8 delay=0 max_queue=32
	wait_until 120 "$1 LUNs of four paths" many_disks $((4 * $1))
}

many_disks() {
	(($(cd /sys/class/scsi_disk && echo * | wc -w) == $1))
}

# many_silent: none of them answers any more
many_silent() {
	local timeout
	# What the kernel's error handling waits for: longer than a command may take to be
	# answered. 30 s are for real arrays.
	for timeout in /sys/class/scsi_device/*/device/timeout; do
		echo 10 >"$timeout"
	done
	echo 4 >$SCSI_DEBUG/opts
	echo -1 >$SCSI_DEBUG/every_nth
}

many_answer() {
	echo 0 >$SCSI_DEBUG/every_nth
	echo 0 >$SCSI_DEBUG/opts
}

# many_maps N USABLE: for wait_until; N maps with so many usable paths each
many_maps() {
	local all
	all=$(fairpathctl show maps | awk -v want="$2" 'NR > 1 && $6 == want' | wc -l)
	((all == $1))
}

many_remove() {
	local name
	for name in $(dmsetup ls --target fairpath | awk '{ print $1 }'); do
		remove "$name"
	done
}
