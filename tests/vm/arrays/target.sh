# shellcheck shell=bash
# One LUN of the kernel's own SCSI target (LIO): for each path a backstore on its
# cable, all with one serial number, so that they are one LUN. The ports that
# lead to them are the business of loopback.sh and fc.sh. Sourced.
#
# Options of every such array:
#	paths=4  vendor=LIO-ORG  product=FAIRPATH  cache=off  fua=off
#	backstore=fileio|iblock     iblock passes flushes and FUA through, and has
#	                            the cache of what is below it
#	groups=1,1,2,2              the target port group of each path
#	alua=implicit|explicit      who may set the groups' states: the array, or it
#	                            and the host
#	shared=off|on               one backstore behind all ports, so that they share
#	                            the groups' states; they then share a cable too
#	durable=2,3                 paths whose writes are on the medium when they end
#
# fileio is opened for asynchronous direct I/O: nothing is cached per path, so
# that all paths see one LUN, and a flush goes down whatever WCE says. Such a
# path is volatile even if it declares no cache. A durable one is opened O_DSYNC,
# for which fileio has to go through the page cache of the path's cable: what
# came through other paths may not be seen by reads through it.

TARGET=/sys/kernel/config/target
TARGET_OPTIONS="paths=4 vendor=LIO-ORG product=FAIRPATH cache=off fua=off backstore=fileio groups= alua=implicit shared=off durable="
SERIAL=fa1700000001

# shellcheck source=tests/vm/arrays/scsi.sh
. /lab/tests/vm/arrays/scsi.sh
# shellcheck source=tests/vm/arrays/store.sh
. /lab/tests/vm/arrays/store.sh

backstore() {
	echo "$TARGET/core/${OPTION[backstore]:-*}_$1/lun"
}

# backstore_of N: as it is, whatever it is made of
backstore_of() {
	local found=("$TARGET"/core/*_"$1"/lun)
	[[ -d ${found[0]} ]] || found=("$TARGET"/core/*_1/lun)
	echo "${found[0]}"
}

# backstores_make STORE: cables and backstores 1 to paths over /dev/STORE
backstores_make() {
	local n many=${OPTION[paths]}
	[[ ${OPTION[shared]} == off ]] || many=1
	modprobe target_core_mod
	mkdir -p "$TARGET/core"
	echo "$1" >"$STATE/below"
	cables_lay "$many" "/dev/$1"
	for ((n = 1; n <= many; n++)); do
		backstore_make "$n" "$CABLES$n"
	done
}

backstore_make() {
	local lun
	lun=$(backstore "$1")
	mkdir -p "$lun"
	case ${OPTION[backstore]} in
	fileio)	echo "fd_dev_name=$2$(fileio_options "$1")" >"$lun/control" ;;
	iblock)	echo "udev_path=$2" >"$lun/control" ;;
	*)	fail "array $ARRAY: no backstore '${OPTION[backstore]}': fileio or iblock" ;;
	esac
	echo 1 >"$lun/enable"
	echo "${OPTION[vendor]}" >"$lun/wwn/vendor_id"
	echo "${OPTION[product]}" >"$lun/wwn/product_id"
	echo "$SERIAL" >"$lun/wwn/vpd_unit_serial"
	[[ ${OPTION[backstore]} == iblock ]] ||
		backstore_cache "$lun" "${OPTION[cache]}" "${OPTION[fua]}"
	groups_make "$lun"
}

fileio_options() {
	[[ ,${OPTION[durable]}, == *,$1,* ]] || echo ",fd_buffered_io=1,fd_async_io=1"
}

# backstore_cache LUN on|off on|off: WCE and DPOFUA
backstore_cache() {
	[[ $2 == on ]] && echo 1 >"$1/attrib/emulate_write_cache" ||
		echo 0 >"$1/attrib/emulate_write_cache"
	[[ $3 == on ]] && echo 1 >"$1/attrib/emulate_fua_write" ||
		echo 0 >"$1/attrib/emulate_fua_write"
}

# Each backstore knows all groups, as each port of an array reports them all.
groups_make() {
	local group type=1
	# Implicit: the array tells, the host does not set.
	[[ ${OPTION[alua]} == implicit ]] || type=3
	for group in ${OPTION[groups]//,/ }; do
		[[ ! -d $1/alua/group$group ]] || continue
		mkdir "$1/alua/group$group"
		echo "$group" >"$1/alua/group$group/tg_pt_gp_id"
		echo $type >"$1/alua/group$group/alua_access_type"
	done
}

# group_join N LUN_OF_PORT: puts the port into its path's group
group_join() {
	local groups
	IFS=, read -ra groups <<<"${OPTION[groups]}"
	((${#groups[@]} == 0)) || echo "group${groups[$1 - 1]}" >"$2/alua_tg_pt_gp"
}

# target_group_told N: the host finds the LUN before its port is in a group, and a
# handler goes by what it was told then.
target_group_told() {
	local groups told
	IFS=, read -ra groups <<<"${OPTION[groups]}"
	((${#groups[@]})) || return 0
	scsi_rescan "$1"
	told=$(scsi_group_of "$1")
	[[ $told == "${groups[$1 - 1]}" ]] ||
		fail "path $1 tells the host group $told, and is in ${groups[$1 - 1]}"
}

declare -gA ALUA=([optimized]=0 [nonoptimized]=1 [standby]=2 [unavailable]=3 [offline]=14)

# group_state GROUP optimized|nonoptimized|standby|unavailable|offline
target_group_state() {
	local group
	[[ -v ALUA[$2] ]] || fail "no such state of a target port group: $2 (${!ALUA[*]})"
	for group in "$TARGET"/core/*/lun/alua/"group$1"; do
		echo "${ALUA[$2]}" >"$group/alua_access_state"
	done
}

# group_transition GROUP STATE MS: as group_state, and takes so long, in transition
target_group_transition() {
	local group
	for group in "$TARGET"/core/*/lun/alua/"group$1"; do
		echo "$3" >"$group/trans_delay_msecs"
	done
	target_group_state "$1" "$2"
	for group in "$TARGET"/core/*/lun/alua/"group$1"; do
		echo 0 >"$group/trans_delay_msecs"
	done
}

# group_is GROUP: what the array says
target_group_is() {
	local group state name
	for group in "$TARGET"/core/*_1/lun/alua/"group$1"; do
		state=$(<"$group/alua_access_state")
		for name in "${!ALUA[@]}"; do
			((ALUA[$name] != state)) || echo "$name"
		done
	done
}

# Below the ports nothing may wait for a cable when they are taken away.
cables_mend() {
	local cable
	for cable in "$STATE"/bad-cable*; do
		[[ ! -e $cable ]] || cable_mend "${cable##*/bad-cable}"
	done
}

backstores_drop() {
	local folder folders=()
	for folder in "$TARGET"/core/*/lun/alua/group* "$TARGET"/core/*/lun "$TARGET"/core/*_*; do
		[[ ! -d $folder ]] || folders+=("$folder")
	done
	((${#folders[@]} == 0)) || rmdir "${folders[@]}"
	cables_drop
	rm -f "$STATE/below"
}

# fileio serves WRITE SAME through the page cache of its own cable, behind the back
# of what the other paths write directly. Without it zeroes are written as data.
target_no_write_same() {
	echo 0 >"/sys/class/scsi_disk/$(address_of "$1")/max_write_same_blocks"
}

target_path_silence() {
	cable_silence "$1"
}

target_path_slow() {
	cable_slow "$1" "$2"
}

# path_cache N on|off [on|off]: WCE and DPOFUA of this port, seen at once
target_path_cache() {
	backstore_cache "$(backstore_of "$1")" "$2" "${3:-off}"
	scsi_rescan "$1"
}
