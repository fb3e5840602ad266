# shellcheck shell=bash
# What can be done to a SCSI path from the host's side, whatever is behind it.
# Sourced by the arrays that have sd devices; what they do not do in their own
# way is done like this.

scsi_state() {
	echo "/sys/class/scsi_device/$(address_of "$1")/device/state"
}

# From now on each command ends at once, as on a path that the transport gave up.
scsi_path_fail() {
	echo offline >"$(scsi_state "$1")"
}

scsi_path_remove() {
	echo 1 >"/sys/class/scsi_device/$(address_of "$1")/device/delete"
	wait_until 40 "path $1 is gone" scsi_path_gone "$1"
}

scsi_path_gone() {
	[[ ! -d /sys/class/scsi_device/$(address_of "$1") ]]
}

scsi_path_there() {
	[[ $(block_of "$(address_of "$1")") ]]
}

# Found again if it was removed, set running if it was offline.
scsi_path_restore() {
	if scsi_path_gone "$1"; then
		scsi_path_scan "$1"
	fi
	if [[ $(<"$(scsi_state "$1")") == *offline* ]]; then
		echo running >"$(scsi_state "$1")"
	fi
}

# All LUNs of the target: tcm_loop has told its host adapter that there is none,
# so that to scan for one by its number is refused.
scsi_path_scan() {
	local host channel target lun
	IFS=: read -r host channel target lun <<<"$(address_of "$1")"
	echo "$channel $target -" >"/sys/class/scsi_host/host$host/scan"
	wait_until 40 "path $1 is back" scsi_path_there "$1"
}

# scsi_path_cache N on|off: what sd believes, until the next rescan
scsi_path_cache() {
	local kind="write through"
	[[ $2 == off ]] || kind="write back"
	echo "temporary $kind" >"/sys/class/scsi_disk/$(address_of "$1")/cache_type"
}

# scsi_rescan N: sd reads the path's capacity, cache and identity again
scsi_rescan() {
	echo 1 >"/sys/class/scsi_device/$(address_of "$1")/device/rescan"
}

# wwid N: by what identity the kernel knows the path's LUN
wwid() {
	cat "/sys/class/scsi_device/$(address_of "$1")/device/wwid"
}

# scsi_group_of N: the target port group (designator of type 5) in the page of
# identities that the kernel keeps of the path
scsi_group_of() {
	local page=() at
	read -ra page <<<"$(od -An -v -w65536 -tu1 "/sys/class/scsi_device/$(address_of "$1")/device/vpd_pg83")"
	for ((at = 4; at + 8 <= ${#page[@]}; at += 4 + page[at + 3])); do
		(((page[at + 1] & 15) != 5)) || echo $((page[at + 6] * 256 + page[at + 7]))
	done
}
