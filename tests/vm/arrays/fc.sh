# shellcheck shell=bash
# fc: Fibre Channel with the kernel's real transport and no hardware. For each
# path a pair of virtual Ethernet ports, FCoE in VN2VN mode on both: on fiN the
# host's port, on ftN the array's.
#
#	fast=2 (fast_io_fail_tmo, s)  loss=60 (dev_loss_tmo, s)  size=64 (MiB)
#	and the options of target.sh
#
# path_fail takes the link down, while no request is under way, and waits for
# fast_io_fail_tmo: what is sent then finds it down. path_remove
# waits for dev_loss_tmo. path_slow delays each frame from the array: a read
# takes MS longer, a write twice that.

ARRAY_IS="target scsi"
# shellcheck source=tests/vm/arrays/target.sh
. /lab/tests/vm/arrays/target.sh

FC=$TARGET/fc
FCOE=/sys/bus/fcoe

fc_up() {
	local n
	array_options "$TARGET_OPTIONS fast=2 loss=60 size=64" "$@"
	echo "${OPTION[fast]} ${OPTION[loss]}" >"$STATE/tmo"
	modprobe -a fcoe tcm_fc sch_netem
	backstores_make "$(store_make fc memory_backed=1 "size=${OPTION[size]}")"
	for ((n = 1; n <= OPTION[paths]; n++)); do
		fc_wire "$n"
		fc_port "$n"
		fc_enable "fi$n"
		fc_enable "ft$n"
	done
	for ((n = 1; n <= OPTION[paths]; n++)); do
		wait_until 40 "FC path $n" fc_found "$n"
		target_no_write_same "$n"
		fc_timeouts "$n"
	done
}

# Frames of 2112 bytes do not fit into Ethernet's 1500. The addresses make the
# port names.
fc_wire() {
	ip link add "fi$1" mtu 2500 address "$(mac_of i "$1")" type veth \
		peer name "ft$1" mtu 2500 address "$(mac_of t "$1")"
	ip link set "fi$1" up
	ip link set "ft$1" up
	fc_controller "fi$1"
	fc_controller "ft$1"
}

# mac_of i|t N
mac_of() {
	local side=01
	[[ $1 == i ]] || side=02
	printf '0e:fc:00:00:%s:%02x' "$side" "$2"
}

wwpn_of() {
	echo "20:00:$(mac_of "$@")"
}

fc_controller() {
	echo "$1" >"$FCOE/ctlr_create"
	wait_until 40 "an FCoE controller on $1" fc_controller_of "$1"
	# In capitals: 6.12 wants them so.
	echo VN2VN >"$(fc_controller_of "$1")/mode"
}

fc_controller_of() {
	local found=("/sys/class/net/$1"/ctlr_*)
	[[ -d ${found[0]} ]] && echo "${found[0]}"
}

fc_enable() {
	echo 1 >"$(fc_controller_of "$1")/enabled"
}

# The array's port N, with the LUN, open to the host's port N.
fc_port() {
	local port acl
	port=$FC/$(wwpn_of t "$1")/tpgt_1
	acl=$port/acls/$(wwpn_of i "$1")
	mkdir -p "$port/lun/lun_0"
	ln -s "$(backstore_of "$1")" "$port/lun/lun_0/lun"
	group_join "$1" "$port/lun/lun_0"
	mkdir "$acl" "$acl/lun_0"
	ln -s "$port/lun/lun_0" "$acl/lun_0/lun"
}

# fc_host_of N: the host adapter of path N
fc_host_of() {
	local name host
	name=0x$(wwpn_of i "$1" | tr -d :)
	for host in /sys/class/fc_host/host*; do
		[[ ! -e $host ]] || [[ $(<"$host/port_name") != "$name" ]] || basename "$host"
	done
}

fc_found() {
	local host device
	host=$(fc_host_of "$1")
	for device in "/sys/class/scsi_device/${host#host}:"*; do
		device=${device##*/}
		[[ $device == *:*:*:* && $(block_of "$device") ]] || continue
		array_path "$1" "$device"
		return
	done
	return 1
}

# fc_rport N: the array's port as the host knows it
fc_rport() {
	local host rport
	host=$(fc_host_of "$1")
	for rport in "/sys/class/fc_remote_ports/rport-${host#host}:"*; do
		[[ -d $rport && $(<"$rport/port_name") == "0x$(wwpn_of t "$1" | tr -d :)" ]] || continue
		echo "$rport"
	done
}

# fc_timeouts N [FAST LOSS]: the former must be less than the latter, always
fc_timeouts() {
	local rport fast loss
	rport=$(fc_rport "$1")
	read -r fast loss <<<"${*:2}"
	[[ $fast ]] || read -r fast loss <"$STATE/tmo"
	echo off >"$rport/fast_io_fail_tmo"
	echo "$loss" >"$rport/dev_loss_tmo"
	echo "$fast" >"$rport/fast_io_fail_tmo"
}

# fc_unplug N: between requests. Under writes a worker of the kernel hung now and
# then, for good; most likely its target, which waits for the data of a write that
# was cut off, in work that serves both ends of the lab.
fc_unplug() {
	local name names
	mapfile -t names < <(fc_maps)
	for name in "${names[@]}"; do
		dm suspend --noflush --nolockfs "$name"
	done
	ip link set "ft$1" down
	for name in "${names[@]}"; do
		dm resume "$name"
	done
}

# The devices of any path that could be told to wait.
fc_maps() {
	local target
	for target in fairpath multipath; do
		dmsetup ls --target "$target" | awk '/\t/ { print $1 }'
	done
}

fc_path_fail() {
	fc_unplug "$1"
	wait_until 40 "the transport gives path $1 up" fc_state_is "$1" transport-offline
}

fc_state_is() {
	[[ $(cat "$(scsi_state "$1")" 2>/dev/null) == "$2" ]]
}

fc_path_silence() {
	tc qdisc replace dev "ft$1" root netem loss 100%
}

fc_path_slow() {
	tc qdisc replace dev "ft$1" root netem delay "$2ms"
}

fc_path_remove() {
	fc_timeouts "$1" 1 2
	fc_unplug "$1"
	wait_until 40 "path $1 is lost" scsi_path_gone "$1"
}

fc_path_restore() {
	tc qdisc del dev "ft$1" root 2>/dev/null || true
	ip link set "ft$1" up
	wait_until 40 "path $1 is there" scsi_path_there "$1"
	wait_until 40 "path $1 runs" fc_state_is "$1" running
	fc_timeouts "$1"
}

fc_down() {
	local port device
	for device in /sys/class/net/fi*; do
		[[ -e $device ]] && fc_controller_of "${device##*/}" >/dev/null &&
			echo "${device##*/}" >"$FCOE/ctlr_destroy"
	done
	cables_mend
	for port in "$FC"/20:*/tpgt_1; do
		[[ ! -d $port ]] || fc_port_drop "$port"
	done
	[[ ! -d $FC ]] || rmdir "$FC"
	for device in /sys/class/net/ft*; do
		[[ -e $device ]] || continue
		echo "${device##*/}" >"$FCOE/ctlr_destroy"
		# The controller is destroyed in a work item.
		wait_until 40 "no FCoE controller on ${device##*/}" fc_no_controller "${device##*/}"
		ip link del "${device##*/}"
	done
	backstores_drop
	stores_drop
}

fc_no_controller() {
	! fc_controller_of "$1" >/dev/null
}

fc_port_drop() {
	local acl
	for acl in "$1"/acls/*/; do
		rm -f "${acl}lun_0/lun"
		rmdir "${acl}lun_0" "$acl"
	done
	rm -f "$1/lun/lun_0/lun"
	rmdir "$1/lun/lun_0" "$1" "${1%/tpgt_1}"
}
