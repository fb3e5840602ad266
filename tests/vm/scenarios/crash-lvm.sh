# shellcheck shell=bash disable=SC2034
DESCRIPTION="what was fsynced survives a crash under LVM, also when a cache comes on below the volume"
LIMIT=180
REQUIRES=stock

scenario() {
	array_up lio log=on paths=2 size=32
	create fp "$(fairpath_table)"
	volume_make
	LUN=/dev/crash/volume
	path_cache 1 on
	path_cache 2 on
	# Neither the device nor the volume advertises a cache.
	write_some 1
	# The device does, the volume above does not.
	reload fp "$(fairpath_table)" --noflush
	assert_eq "write_cache of the device" "write back" "$(<"$(queue_of fp)/write_cache")"
	assert_eq "write_cache of the volume" "write through" \
		"$(<"$(queue_of crash-volume)/write_cache")"
	write_some 100
	# LVM itself does not help: it does not load a table that is the same.
	lvm lvchange --refresh crash/volume
	assert_eq "write_cache of the volume after lvchange --refresh" "write through" \
		"$(<"$(queue_of crash-volume)/write_cache")"
	# Both do, and who is above has been told.
	reload crash-volume "$(dmsetup table crash-volume)"
	assert_eq "write_cache of the volume" "write back" \
		"$(<"$(queue_of crash-volume)/write_cache")"
	message fp confirm_restacked
	write_some 200
	lvm vgchange -an crash
	remove fp
	crash_check 60
}

# lvm COMMAND...: that sees the device and none of its paths, and needs no udevd
lvm() {
	DM_DISABLE_UDEV=1 "$1" --quiet --config 'devices { filter = [ "a|^/dev/mapper/fp$|", "r|.*|" ]
		use_devicesfile = 0 obtain_device_list_from_udev = 0
		external_device_info_source = "none" }
		activation { udev_sync = 0 udev_rules = 0 verify_udev_operations = 0 }' "${@:2}"
}

volume_make() {
	lvm pvcreate /dev/mapper/fp
	lvm vgcreate crash /dev/mapper/fp
	lvm lvcreate --zero n --wipesignatures n --name volume --size 16m crash
}

# write_some ROUND: where the volume begins on the LUN is in its table, in sectors
write_some() {
	local first
	first=$(dmsetup table crash-volume | awk '{ print $5 }')
	crash_write --base=$((first * 512)) --count=24 --round="$1"
}
