# shellcheck shell=bash disable=SC2034
DESCRIPTION="paths of a LUN that fairpathd has had once are hidden from their first event on, until it is excluded"
LIMIT=240
REQUIRES="udev stock"

scenario() {
	local map
	array_up scsi_debug paths=2
	udev_settle
	daemon_start
	wait_until 40 "a map of two paths" daemon_map_of 2
	map=$MAP
	wait_until 40 "udevd has been told of the first path" takes_for_path 1
	wait_until 40 "udevd has been told of the second path" takes_for_path 2
	assert_eq "UUID" "mpath-$map" "$(dmsetup info -c --noheadings -o uuid "$map")"
	[[ -e /etc/fairpath/claimed/$map ]] || fail "the LUN is not claimed: $(ls /etc/fairpath/claimed)"

	daemon_stop
	remove "$map"
	# With no daemon and no device, as early at boot.
	path_remove 2
	path_restore 2
	udev_settle
	takes_for_path 2 || fail "a path of a claimed LUN is not hidden"
	assert_eq "what systemd may do with it" 0 "$(property "${PATHS[1]}" SYSTEMD_READY)"

	daemon_conf "blacklist {
		wwid $map
	}"
	daemon_start
	wait_until 40 "the LUN is let go" unclaimed "$map"
	wait_until 40 "udevd has been told of the second path" takes_for_disk 2
	daemon_stop
}

takes_for_path() {
	[[ $(property "${PATHS[$1 - 1]}" ID_FS_TYPE) == mpath_member ]]
}

takes_for_disk() {
	! takes_for_path "$1"
}

unclaimed() {
	[[ ! -e /etc/fairpath/claimed/$1 ]]
}
