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
	local n luns=()
	backstores_make "$1"
	modprobe tcm_loop
	for ((n = 1; n <= OPTION[paths]; n++)); do
		luns+=("$(port_of "$n")/lun/lun_0")
	done
	mkdir -p "${luns[@]}"
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
	printf 'naa.600140500001%04d\n' "$1" >"$port/nexus"
	ln -s "$(backstore_of "$1")" "$port/lun/lun_0/lun"
	group_join "$1" "$port/lun/lun_0"
}

# A LUN whose SCSI device is gone could not be unlinked for good: tcm_loop would
# go on counting it, and its module could not be unloaded.
ports_drop() {
	local path folder folders=()
	cables_mend
	for path in "$STATE/path/"*; do
		[[ ! -e $path ]] || loopback_path_restore "${path##*/}"
	done
	rm -f "$LOOPBACK"/naa.*/tpgt_1/lun/lun_0/lun
	for folder in "$LOOPBACK"/naa.*/tpgt_1/lun/lun_0 "$LOOPBACK"/naa.*/tpgt_1 "$LOOPBACK"/naa.* "$LOOPBACK"; do
		[[ ! -d $folder ]] || folders+=("$folder")
	done
	((${#folders[@]} == 0)) || rmdir "${folders[@]}"
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
