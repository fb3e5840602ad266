# shellcheck shell=bash
# Ports without a wire: tcm_loop makes a host adapter for each target port.
# Sourced by the arrays whose paths are such.

# shellcheck source=tests/vm/arrays/target.sh
. /lab/tests/vm/arrays/target.sh
ARRAY_IS="loopback target scsi"

LOOPBACK=$TARGET/loopback

# NAA names; the last digits are the path's number.
port_of() {
	printf '%s/naa.600140500000%04d/tpgt_1' "$LOOPBACK" "$1"
}

# loopback_up STORE: paths 1 to paths to a LUN on /dev/STORE
loopback_up() {
	local n
	backstores_make "$1"
	modprobe tcm_loop
	for ((n = 1; n <= OPTION[paths]; n++)); do
		port_make "$n"
		array_path "$n" "$(<"$(port_of "$n")/address"):0"
	done
	for ((n = 1; n <= OPTION[paths]; n++)); do
		wait_until 40 "path $n of array $ARRAY" scsi_path_there "$n"
		target_group_told "$n"
		target_no_write_same "$n"
	done
}

port_make() {
	local port
	port=$(port_of "$1")
	mkdir -p "$port"
	printf 'naa.600140500001%04d\n' "$1" >"$port/nexus"
	mkdir "$port/lun/lun_0"
	ln -s "$(backstore_of "$1")" "$port/lun/lun_0/lun"
	group_join "$1" "$port/lun/lun_0"
}

port_drop() {
	rm -f "$1/lun/lun_0/lun"
	[[ ! -d $1/lun/lun_0 ]] || rmdir "$1/lun/lun_0"
	rmdir "$1" "${1%/tpgt_1}"
}

# A LUN whose SCSI device is gone could not be unlinked for good: tcm_loop would
# go on counting it, and its module could not be unloaded.
ports_drop() {
	local port path
	cables_mend
	for path in "$STATE/path/"*; do
		[[ ! -e $path ]] || loopback_path_restore "${path##*/}"
	done
	for port in "$LOOPBACK"/naa.*/tpgt_1; do
		[[ ! -d $port ]] || port_drop "$port"
	done
	[[ ! -d $LOOPBACK ]] || rmdir "$LOOPBACK"
}

loopback_down() {
	ports_drop
	backstores_drop
	stores_drop
}

# What arrives is refused with a transport error, as with the cable pulled.
loopback_path_fail() {
	echo offline >"$(port_of "$1")/transport_status"
}

loopback_path_restore() {
	echo online >"$(port_of "$1")/transport_status"
	cable_mend "$1"
	scsi_path_restore "$1"
}
